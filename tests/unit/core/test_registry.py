import numpy as np
import pytest

from covey.core.errors import GuaranteeError, RequestError
from covey.core.registry import Method, Registry, algorithm

METHODS = Registry(
    [Method(name, "family", "Does it.", "someone (2001)") for name in ("mdav", "vmdav")]
)


def test_it_is_a_mapping_in_order():
    assert list(METHODS) == ["mdav", "vmdav"]
    assert METHODS["mdav"].family == "family"
    assert len(METHODS) == 2
    assert "md" not in METHODS


def test_a_misspelt_name_gets_the_nearest():
    with pytest.raises(RequestError, match=r"No method 'mdva'\. Did you mean 'mdav'\?"):
        METHODS["mdva"]


def test_a_name_in_another_case_gets_the_nearest():
    with pytest.raises(RequestError, match=r"No method 'VMDAV'\. Did you mean 'vmdav'\?"):
        METHODS["VMDAV"]


def test_no_method_can_forget_the_guarantee():
    @algorithm("careless", family="test", summary="Careless.", reference="none (2001)")
    def careless(X, *, k):
        return np.arange(len(X))

    with pytest.raises(GuaranteeError, match="Smallest group has 1 record; k=2"):
        careless(np.zeros((4, 1)), k=2)


def test_no_method_can_lose_a_record():
    @algorithm("lossy", family="test", summary="Lossy.", reference="none (2001)")
    def lossy(X, *, k):
        return np.zeros(len(X) - 1, dtype=np.intp)

    with pytest.raises(GuaranteeError, match="3 labels cannot cover 4 records"):
        lossy(np.zeros((4, 1)), k=2)


def test_context_reaches_only_methods_that_want_it():
    @algorithm("seeded", family="test", summary="Seeded.", reference="none (2001)")
    def seeded(X, *, k, seed: int = 0):
        assert seed == 7
        return np.zeros(len(X), dtype=np.intp)

    assert seeded(np.zeros((4, 1)), k=2, seed=7, progress=print).n_groups == 1
