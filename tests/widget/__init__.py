"""The live board: its widget, its session and what it keeps."""
