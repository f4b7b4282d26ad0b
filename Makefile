# Two commands do everything: make demo and make test. Both set up what they need.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
DEMO := demo

.PHONY: setup demo test test-uncompiled fuzz lint wheel smoke bench docs outputs pictures clean

setup: $(VENV)/.ready

$(VENV)/.ready: pyproject.toml constraints.txt
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[dev]'
	@touch $@

demo: setup
	@mkdir -p $(DEMO)
	$(BIN)/covey protect sample:clinic --config examples/clinic.toml --force
	$(BIN)/covey verify $(DEMO)/clinic-safe.csv

test: setup
	$(BIN)/python -m pytest -n auto -q
	$(MAKE) --no-print-directory test-uncompiled

# The same kernels as plain Python: what the compiler would hide, an index out of range for one, shows.
test-uncompiled: setup
	NUMBA_DISABLE_JIT=1 $(BIN)/python -m pytest -n auto -q -m kernels

# Random tables and requests for ten minutes; FUZZ_SECONDS, FUZZ_SEED, FUZZ_RECORDS and FUZZ_CASES change it.
fuzz: setup
	$(BIN)/python -m tests.fuzz

lint: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache

wheel: setup
	rm -rf dist
	$(BIN)/python -m pip wheel --quiet --disable-pip-version-check --no-deps --wheel-dir dist .

# The wheel alone, outside the checkout, on every supported Python that is found.
smoke: wheel
	$(BIN)/python .ci/smoke.py dist/*.whl

# BENCH=full measures larger tables and slower libraries as well; BENCH="kernels auto" these tables alone.
bench: setup
	$(BIN)/python -m benchmarks $(BENCH)

docs: setup
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[docs]'
	$(BIN)/sphinx-build -W --keep-going -b html docs docs/_build/html
	@echo "docs/_build/html/index.html"

# What README and guide print, from running it; a test compares.
outputs: setup
	$(BIN)/python docs/_outputs.py

# The pictures that README and guide show, from the scripts of the gallery.
pictures: docs
	$(BIN)/python examples/_pictures.py

clean:
	rm -rf $(VENV) $(DEMO) docs/_build docs/gallery build dist benchmarks/.cache
