"""Capture: the match-3 puzzle of 2014, with its exact rules, a solver, hints and a generator."""
