"""Any game thinks: whatever has players can be solved where it is small, advised and opposed where it is large.

Search knows games and their states, never positions, boards or people. `model` reads a game; `chance` finds its luck;
`retrograde`, `alphabeta` and `mcts` are three ways to look ahead; `analysis` chooses among them and says how well
something is known; `explanations` says it to people. `opponents` sit at the table; `perft`, `tree_view`, `simulations`
and `reports` look at a game from outside.
"""
