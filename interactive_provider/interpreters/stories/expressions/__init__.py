"""Expressions of all formats, parsed to trees and evaluated; nothing of a story is run by Python or
JavaScript."""
