"""From sums over blocks to the scores of the whole table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from covey.core.arrays import Matrix, Vector
from covey.core.errors import RequestError
from covey.core.measure import Measure, Result
from covey.core.profile import Moments
from covey.core.scores import Scores
from covey.core.spelling import Setting
from covey.core.wording import fixed
from covey.measuring import evaluate
from covey.measuring.evidence import Evidence
from covey.measuring.loss.columns import mean_of_varying
from covey.measuring.loss.moments import ROUNDING
from covey.measuring.loss.moments import Moments as Pair
from covey.measuring.risk.sampling import PILOT
from covey.streaming.sums import LEAST, SHARES, WITHIN, Sums

_EXACT = ("IL", "G_IL", "M1", "M2", "M3", "M4", "M5", "IL1s", "EIG", "COR")
_MEASURED = (*_EXACT, *WITHIN, *LEAST, *SHARES)


def split_measures(
    asked: str | Sequence[str], chosen: Sequence[Measure]
) -> tuple[list[Measure], str]:
    """Return the measures that a streamed table can have, and a sentence about the others.

    Parameters
    ----------
    asked : str or sequence of str
        What the user said; measures asked for by name are never left out in silence.
    chosen : sequence of Measure
        What that means.
    """
    able = [measure for measure in chosen if measure.symbol in _MEASURED]
    unable = [measure.symbol for measure in chosen if measure.symbol not in _MEASURED]
    if unable and asked not in ("all", "default"):
        raise RequestError(
            f"{_listed(unable)} cannot be measured on a table that does not fit into the memory "
            f"allowed. Leave {'it' if len(unable) == 1 else 'them'} out, raise ",
            Setting("memory"),
            ", or measure a sample of the files.",
        )
    if not unable:
        return able, ""
    verbs = ("needs", "was") if len(unable) == 1 else ("need", "were")
    listed = _listed(unable)
    return able, f"{listed} {verbs[0]} the whole table at once and {verbs[1]} not measured."


def score(sums: Sums, moments: Moments, names: tuple[str, ...], measures: list[Measure]) -> Scores:
    """Return the scores of the whole table."""
    return evaluate(_SummedEvidence(sums, moments, names), measures)


class _SummedEvidence(Evidence):
    """Evidence of which only sums are left: measures that need no more work on it as they are."""

    def __init__(self, sums: Sums, moments: Moments, names: tuple[str, ...]) -> None:
        nothing = np.empty((0, len(names)))
        super().__init__(nothing, nothing, names)
        self._sums = sums
        still = moments.is_constant  # the mean of equal values is that value
        self._still = [name for name, is_still in zip(names, still, strict=True) if is_still]
        self._widths = np.where(moments.is_constant, 1.0, moments.deviations(ddof=1))
        # Where M2 to M5, EIG and COR look for them first.
        self.moments = _pair(sums, moments.means, self._widths)

    def result(self, measure: Measure) -> Result:
        """Return what the sums give, or else compute it from the moments."""
        direct: dict[str, Callable[[], Result]] = {
            "IL": self._information_loss,
            "M1": lambda: self._mean(self._sums.relative),
            "IL1s": self._scaled_change,
        }
        if measure.symbol in direct:
            return direct[measure.symbol]()
        if measure.symbol in WITHIN:
            return _mean_within(self._sums.attacks, measure.symbol)
        if measure.symbol in LEAST:
            return _least(self._sums.attacks, measure.symbol)
        if measure.symbol in SHARES:
            return _shares(self._sums.attacks, measure.symbol)
        return super().result(measure)

    def _information_loss(self) -> Result:
        lost, total = self._sums.lost, self._sums.total
        whole = float(total.sum())
        shares = np.divide(lost, total, out=np.zeros_like(lost), where=total > 0.0)
        details = dict(zip(self.names, (100.0 * shares).tolist(), strict=True))
        return Result(100.0 * float(lost.sum()) / whole if whole else 0.0, details=details)

    def _scaled_change(self) -> Result:
        details = self._mean(self._sums.moved).details
        return Result(mean_of_varying(dict(details), self._still), details=details)

    def _mean(self, sums: Vector) -> Result:
        means = 100.0 * sums / self._sums.count
        return Result(
            float(means.mean()), details=dict(zip(self.names, means.tolist(), strict=True))
        )


def _pair(sums: Sums, means: Vector, widths: Vector) -> Pair:
    """Return means and covariances before and after; what is rounding alone counts as 0."""
    n = sums.count
    nowhere = np.zeros_like(sums.shift)
    original = _covariance(sums.products, nowhere, n)
    masked = _covariance(sums.masked_products, sums.shift, n)
    lost = np.diag(masked) <= ROUNDING**2 * np.diag(original)
    masked[lost] = masked[:, lost] = 0.0
    after = means + widths * sums.shift / n
    return Pair(
        (_settled_means(means, sums.size / n), _settled_means(after, sums.masked_size / n)),
        (original, masked),
    )


def _covariance(products: Matrix, shift: Vector, n: int) -> Matrix:
    covariance: Matrix = (products - np.outer(shift, shift) / n) / max(1, n - 1)
    width = np.sqrt(np.maximum(np.diag(covariance), 0.0))
    covariance[np.abs(covariance) <= ROUNDING * np.outer(width, width)] = 0.0
    return covariance


def _settled_means(means: Vector, sizes: Vector) -> Vector:
    return np.where(np.abs(means) <= ROUNDING * sizes, 0.0, means)


def _mean_within(blocks: list[dict[str, Any]], symbol: str) -> Result:
    weights = _weights(blocks, "n_records")
    found = [block[symbol] for block in blocks]
    details = {
        key: float(weights @ [result["details"][key] for result in found])
        for key in found[0]["details"]
    }
    value = float(weights @ [result["value"] for result in found])
    return Result(value, _note_within(found, weights, symbol), details)


def _note_within(found: list[dict[str, Any]], weights: Vector, symbol: str) -> str:
    if len(found) == 1:
        return str(found[0]["note"])
    note = f"Tried within each of {len(found):,} blocks, where a record has fewer rivals than in "
    note += "the whole table"
    note += (
        "; what is second there may be first in a block, and counts under DBRL1."
        if symbol == "DBRL2"
        else ": if anything, the risk is overstated."
    )
    is_sampled = np.array([bool(result["note"]) for result in found])
    if is_sampled.any():
        # At least so many records of each block were attacked, and no share varies more than ½.
        margin = 196.0 * np.sqrt(np.square(weights[is_sampled]).sum() / (4.0 * PILOT))
        note += (
            f" Estimated from samples of at least {PILOT:,} records in each block, 95 % interval "
            f"at most ± {fixed(margin, 2)}."
        )
    return note


def _least(blocks: list[dict[str, Any]], symbol: str) -> Result:
    found = [block[symbol] for block in blocks]
    details = {key: min(result["details"][key] for result in found) for key in found[0]["details"]}
    return Result(min(result["value"] for result in found), details=details)


def _shares(blocks: list[dict[str, Any]], symbol: str) -> Result:
    by_group, by_record = _weights(blocks, "n_groups"), _weights(blocks, "n_records")
    found = [block[symbol] for block in blocks]
    details = {
        key: float((by_record if key.endswith("(records)") else by_group) @ values)
        for key in found[0]["details"]
        for values in [[result["details"][key] for result in found]]
    }
    return Result(float(by_group @ [result["value"] for result in found]), details=details)


def _weights(blocks: list[dict[str, Any]], what: str) -> Vector:
    counts = np.array([block[what] for block in blocks], dtype=np.float64)
    return np.asarray(counts / counts.sum())


def _listed(symbols: list[str]) -> str:
    return ", ".join(f"'{symbol}'" for symbol in symbols)
