from covey.core.formulas import Formulas


def test_nothing_found_says_nothing():
    assert Formulas().note == ""
    assert not Formulas("escape")


def test_counts_add_up_over_batches():
    one = Formulas("escape", 2, ("a",), 1)
    both = one.plus(Formulas("keep", 3, ("b", "a"), 1))
    assert both == Formulas("escape", 5, ("a", "b"), 1)
    assert Formulas.from_dict(both.to_dict()) == both


def test_a_sentence_for_one_and_for_many():
    assert Formulas(cells=1, columns=("a",)).note.startswith("1 cell of 'a' begins like a formula,")
    note = Formulas(cells=7, columns=tuple("abcde"), names=2).note
    assert "7 cells of 'a', 'b', 'c' and 2 more columns and 2 column names begin" in note
    assert "the setting 'formulas', if it is 'escape'" in note
    assert "--formulas" not in Formulas("escape", names=1).note
    assert Formulas("escape", cells=2, columns=("remark",)).note == (
        "2 cells of 'remark' begin like formulas, which spreadsheets run when they open a file. "
        "Delimited files show them behind an apostrophe; Parquet files hold them as they are."
    )
