"""The text of a category."""

from datetime import date

import numpy as np
import pytest

from covey.core.category import category_of


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (1, "1"),
        (1.0, "1"),
        (np.float64(3.0), "3"),
        (np.int8(3), "3"),
        (2.5, "2.5"),
        (True, "true"),
        (np.False_, "false"),
        ("01", "01"),
        (date(1890, 5, 1), "1890-05-01"),
    ],
)
def test_numbers_have_one_text_in_all_types(value, text):
    assert category_of(value) == text
