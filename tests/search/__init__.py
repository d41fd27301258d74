"""Tests of search: values that are published, luck, budgets, opponents, counting, trees and
series."""
