# Two commands do everything: make demo and make test. Both set up what they need.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
DEMO := demo

.PHONY: setup demo test test-uncompiled lint types layers check bench docs pictures clean

setup: $(VENV)/.ready

$(VENV)/.ready: pyproject.toml constraints.txt
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[dev]'
	@touch $@

demo: setup
	@mkdir -p $(DEMO)
	$(BIN)/covey protect --config examples/clinic.toml --force
	$(BIN)/covey verify $(DEMO)/clinic-safe.csv

test: setup
	$(BIN)/python -m pytest -n auto -q
	$(MAKE) --no-print-directory test-uncompiled

# The same kernels as plain Python: what the compiler would hide, an index out of range for one, shows.
test-uncompiled: setup
	NUMBA_DISABLE_JIT=1 $(BIN)/python -m pytest -n auto -q -m kernels

lint: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache

# BENCH=full measures larger tables and slower libraries as well; BENCH="kernels auto" these tables alone.
bench: setup
	$(BIN)/python -m benchmarks $(BENCH)

docs: setup
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[docs]'
	$(BIN)/sphinx-build -W --keep-going -b html docs docs/_build/html
	@echo "docs/_build/html/index.html"

# The pictures that README and guide show, from the scripts of the gallery.
pictures: docs
	$(BIN)/python examples/_pictures.py

clean:
	rm -rf $(VENV) $(DEMO) docs/_build docs/gallery build dist benchmarks/.cache
