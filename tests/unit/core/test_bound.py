from covey.core.bound import LossBound


def test_it_says_what_it_is_and_what_it_holds_for():
    told = LossBound("relaxed", 13.8574, 3, is_solved=True).to_dict()
    assert told == {
        "kind": "relaxed",
        "IL": 13.8574,
        "k": 3,
        "is_solved": True,
        "holds_for": "every partition into groups of at least k, on z-scores",
    }
