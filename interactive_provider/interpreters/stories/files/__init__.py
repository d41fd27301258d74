"""Reading stories from files: Twee and published pages."""
