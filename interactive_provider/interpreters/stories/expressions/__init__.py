"""Expressions of all formats, parsed to trees and evaluated; no part of a story is run by Python or
JavaScript."""
