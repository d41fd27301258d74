"""The games that come with the package: one module or folder each, listed in
`heart/catalogue/discovery.py`."""
