"""The games that come with the package: one module or folder each, listed in `provider.py`."""
