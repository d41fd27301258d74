"""The arithmetic of the machines: binary formats and doubles."""
