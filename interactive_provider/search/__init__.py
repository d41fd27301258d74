"""Any game thinks: whatever has players can be solved where it is small, advised and opposed where it is large.

Search knows games and their states, never positions, boards or people. `model` reads a game; `chance` finds its luck;
`graphs`, `alphabeta` and `montecarlo` are three ways to look ahead; `study` chooses among them and says how well
something is known; `words` says it to people. `opponents` sit at the table; `counting`, `trees`, `series` and `reports`
look at a game from outside.
"""
