"""Expressions of all formats: read to trees and worked out; nothing of a story is run by Python or JavaScript."""
