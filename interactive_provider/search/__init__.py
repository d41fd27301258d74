"""Analysis of any game that names its players: small games are solved, large ones get hints and
opponents.

Search knows games and their states, never positions, boards or people. `model` reads a game;
`chance` finds its luck; `retrograde`, `alphabeta` and `mcts` are three ways to look ahead,
`equilibrium` mixes choices where players know different things; `analysis` chooses among them and
says how certain the answer is; `explanations` and `sentences` put it into words. `opponents` fill
the other seats,
`responses` are the best replies to one; `perft`, `tree_view`, `simulations` and `reports` look at a
game from outside.
"""
