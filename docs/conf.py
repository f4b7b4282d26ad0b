"""How the documentation is built."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "_ext"))

from covey import __version__

project = "Covey"
author = copyright = "The Covey developers"
release = __version__
extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "covey_reference",
]
exclude_patterns = ["_build"]
html_theme = "furo"
html_title = "Covey"
myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 3
napoleon_google_docstring = False
autodoc_typehints = "description"
