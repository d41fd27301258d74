"""IPython and Jupyter: better completion, magics, display and settings; no other package imports
this one."""
