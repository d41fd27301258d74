"""What a test says that finds a generated file out of date."""

STALE = "It is out of date: run `make generated`, and read the changes before you commit them."
