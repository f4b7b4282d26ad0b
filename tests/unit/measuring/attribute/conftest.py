"""Evidence for the measures of attribute disclosure: groups and confidential columns."""

import numpy as np
import pytest

from covey.measuring import Attribute, Evidence


def make(groups, **columns):
    """Records with equal groups are twins; a column of text is a category, of numbers a number."""
    key = np.array(groups, dtype=float).reshape(-1, 1)
    attributes = []
    for name, values in columns.items():
        is_text = isinstance(values, str) or any(isinstance(value, str) for value in values)
        known = sorted(set(values)) if is_text else []
        numbers = [known.index(value) for value in values] if is_text else values
        attributes.append(Attribute(name, np.array(numbers, dtype=float), not is_text))
    return Evidence(key, key, attributes=tuple(attributes))


def shuffle(evidence, order):
    """The same records in another order."""
    attributes = tuple(
        Attribute(a.name, a.values[order], a.is_numeric) for a in evidence.attributes
    )
    return Evidence(evidence.original[order], evidence.masked[order], attributes=attributes)


@pytest.fixture
def grouped():
    return make


@pytest.fixture
def shuffled():
    return shuffle


@pytest.fixture(params=range(6))
def random_evidence(request):
    """Groups of several sizes; ties, missing and infinite values, rare categories."""
    rng = np.random.default_rng(request.param)
    n = int(rng.integers(20, 60))
    money = rng.integers(0, 12, n).astype(float)
    money[rng.random(n) < 0.2] = np.nan
    money[rng.random(n) < 0.05] = np.inf
    return make(
        rng.integers(0, 6, n),
        money=money,
        rate=rng.normal(size=n),
        illness=list(rng.choice(list("aabbcd"), n)),
    )
