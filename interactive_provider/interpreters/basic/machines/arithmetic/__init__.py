"""The arithmetic of the machines: binary formats, doubles and elementary functions."""
