"""Make the pictures of the README and the start page from the gallery's scripts.

python examples/_pictures.py    writes docs/images/*.svg, the same files on every run
"""

from __future__ import annotations

import runpy
from pathlib import Path

EXAMPLES = Path(__file__).parent
IMAGES = EXAMPLES.parent / "docs" / "images"
PICTURES = ("groups", "map")


def save(name: str, folder: Path = IMAGES) -> None:
    """Run one script and save its last figure without a date."""
    import matplotlib.pyplot as plt  # belongs to the docs only

    plt.close("all")
    plt.switch_backend("svg")
    runpy.run_path(str(EXAMPLES / f"plot_{name}.py"))
    plt.savefig(folder / f"{name}.svg", metadata={"Date": None, "Creator": None})


if __name__ == "__main__":
    for picture in PICTURES:
        save(picture)
