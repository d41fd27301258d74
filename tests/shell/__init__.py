"""IPython: completion, magics, display, settings, errors."""
