"""Refusals of files that may be read in two ways."""

import pytest

from covey.core.errors import InputError
from covey.reading import read


def check_refused_alike(path, other):
    """Check that another way to read a file says of it what the ordinary reader says."""
    messages = []
    for reader in (read, other):
        with pytest.raises(InputError) as caught:
            reader(path)
        messages.append(str(caught.value))
    assert messages[0] == messages[1]
