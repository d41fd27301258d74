"""The interpreters: BASIC, stories and the Z-machine."""
