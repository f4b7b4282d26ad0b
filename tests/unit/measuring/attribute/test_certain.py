import numpy as np
import pytest

from covey.measuring.attribute.certain import CERTAIN


def test_by_hand(grouped):
    """Of three groups, all have flu in the first, which holds 3 of 6 records."""
    found = CERTAIN.compute(grouped([0, 0, 0, 1, 1, 2], illness="fffgfh"))
    assert found.value == pytest.approx(200 / 3)  # the first, and the third with its one record
    assert found.details == {
        "illness": pytest.approx(200 / 3),
        "illness (records)": pytest.approx(400 / 6),
        "any column (records)": pytest.approx(400 / 6),
    }


def test_a_group_counts_once_whichever_column_is_certain(grouped):
    """The illness is certain in group 0, the income in group 1, neither in group 2: 2 of 3."""
    found = CERTAIN.compute(
        grouped([0, 0, 1, 1, 2, 2], illness="ffghgh", income=[1, 2, 3, 3, 4, 5])
    )
    assert found.value == pytest.approx(200 / 3)
    assert found.details["illness"] == found.details["income"] == pytest.approx(100 / 3)
    assert found.details["any column (records)"] == pytest.approx(400 / 6)


def test_missing_is_a_value_of_its_own(grouped):
    nan = float("nan")
    assert CERTAIN.compute(grouped([0, 0, 1, 1], income=[nan, nan, nan, 1])).value == 50.0


def test_limits(grouped):
    assert CERTAIN.compute(grouped([0, 0, 0], income=[1, 2, 3])).value == 0.0
    assert CERTAIN.compute(grouped([0, 1, 2], income=[1, 2, 3])).value == 100.0
    equal = CERTAIN.compute(grouped([0, 0, 1, 1], illness="ffff"))
    assert (equal.value, equal.note) == (100.0, "'illness' holds the same value throughout.")
    assert CERTAIN.compute(grouped([0], income=[1])).value == 100.0


def test_against_sets(random_evidence):
    _, group = random_evidence.twins
    names = sorted(set(group))
    certain = {
        attribute.name: np.array(
            [len(set(attribute.values.astype(str)[group == g])) == 1 for g in names]
        )
        for attribute in random_evidence.attributes
    }
    found = CERTAIN.compute(random_evidence)
    for name, expected in certain.items():
        assert found.details[name] == pytest.approx(100 * expected.mean())
    assert found.value == pytest.approx(100 * np.any(list(certain.values()), axis=0).mean())


def test_rows_may_be_shuffled(random_evidence, shuffled):
    order = np.random.default_rng(1).permutation(random_evidence.n_records)
    assert CERTAIN.compute(shuffled(random_evidence, order)) == CERTAIN.compute(random_evidence)


def test_declaration():
    assert (CERTAIN.symbol, CERTAIN.unit, CERTAIN.better) == ("CERTAIN", "%", "lower")
    assert CERTAIN.needs == "confidential"
