"""How long a test waits for another thread, process or page. Where twenty others work on the
machine an answer takes twenty times as long; only what hangs takes longer than this."""

PATIENCE = 240.0
"""Seconds."""
