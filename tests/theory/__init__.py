"""Tests of theory: values that another program finds in its own way, and what is refused."""
