"""Random numbers inside kernels: the same ones compiled or not, in any thread, on any machine.

Marsaglia's xorshift generator with four words of 32 bits, held in 64 so that nothing overflows.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from covey.kernels.compiling import inner, njit

_WORD = 0xFFFFFFFF


def seeded(*entropy: int) -> NDArray[np.int64]:
    """Return the state of a generator; other numbers give another sequence."""
    words = np.random.SeedSequence(entropy).generate_state(4, np.uint32).astype(np.int64)
    words[0] |= 1  # all zeros would give zeros for ever
    return words


@njit
def draw(chance):
    """Return a random whole number of 32 bits."""
    word = chance[0] ^ ((chance[0] << 11) & _WORD)
    chance[0] = chance[1]
    chance[1] = chance[2]
    chance[2] = chance[3]
    chance[3] = chance[3] ^ (chance[3] >> 19) ^ word ^ (word >> 8)
    return chance[3]


@inner
def draw_below(chance, n):
    """Return a random whole number from 0 to n − 1, for n up to 2³¹."""
    return (draw(chance) * n) >> 32


@inner
def draw_unit(chance):
    """Return a random number of at least 0 and below 1."""
    return draw(chance) / 4294967296.0
