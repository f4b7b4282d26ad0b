"""From a file of any format to a source of batches."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from covey.core.progress import Stages
from covey.core.request import Request
from covey.engines.spill import Spill
from covey.reading.opening import changed
from covey.streaming.budget import PARQUET
from covey.streaming.conversion import TEXT, convert, reopen
from covey.streaming.sources import Source, open_parquet


def open_source(path: Path, sha256: str, request: Request, spill: Spill, stages: Stages) -> Source:
    """Open a Parquet file as it is, a delimited one by way of a Parquet file of its text.

    Parameters
    ----------
    path : Path
        The input.
    sha256 : str
        Of its bytes, as the manifest will name it: nothing else may be read.
    request : Request
        How a delimited file is written, if the user says so.
    spill : Spill
        Where the converted file lies, and whether it is there already.
    stages : callable
        Told of stages and progress.
    """
    if path.suffix.lower() in PARQUET:
        source = open_parquet(path)
        return replace(source, origin=replace(source.origin, sha256=sha256))
    kept = spill.noted("text")
    if kept is None:
        kept = convert(path, request.reading, spill, stages)
        if kept["sha256"] != sha256:
            raise changed(path)
        spill.note("text", kept, files=(spill.path(TEXT),))
    return reopen(kept, path, spill)
