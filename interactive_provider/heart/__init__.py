"""How a choice becomes an object; read the files in this order, each of which knows only those before it.

`naming` makes attribute names of labels. `synthesis` makes classes of choices: the only place where one is made.
`menus` turns a state into the entries of its menu. `table` is one game begun with one seed: its steps, its luck, its
memory. `seat` is what a position knows and what can be said of it. `nodes` are what a player holds: positions, the
stages between two of them, numbers half typed, lobbies. `actions` are what one does with a position. `sources` is where
games come from, `provider` the catalogue that lists them. `lines` and `saves` lead back to a position.
"""
