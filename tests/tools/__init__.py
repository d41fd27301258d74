"""The programs of the folder tools."""
