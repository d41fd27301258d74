"""Every notebook runs, and its saved outputs are what it gives."""
