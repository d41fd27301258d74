"""Tests that drive a real front end in headless Chromium."""
