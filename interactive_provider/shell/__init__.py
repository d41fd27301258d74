"""IPython and Jupyter: better completion, magics, display and settings; nothing else of the package knows them."""
