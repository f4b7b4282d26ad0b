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
    "sphinx_gallery.gen_gallery",
    "covey_reference",
    "covey_commands",
    "covey_docstrings",
]
exclude_patterns = ["_build"]
html_theme = "furo"
html_title = "Covey"
html_static_path = ["_static"]
html_css_files = ["covey.css"]
html_show_sourcelink = False
smartquotes_action = "q"  # dashes are those of options
default_role = "py:obj"
myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 3
napoleon_google_docstring = False
autodoc_typehints = "description"
sphinx_gallery_conf = {
    "examples_dirs": "../examples",
    "gallery_dirs": "gallery",
    "ignore_pattern": r"(^|/)_",
    "within_subsection_order": "covey_gallery.in_reading_order",
    "abort_on_example_error": True,
    "capture_repr": (),
    "image_srcset": ["2x"],
    "download_all_examples": False,
    "notebook_extensions": set(),  # a notebook would lack the shared looks
    "show_signature": False,
    "min_reported_time": 1e9,  # times differ from build to build
    "write_computation_times": False,
}
