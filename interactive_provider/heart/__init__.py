"""How a choice becomes an object. Read the packages in this order; each imports only from those
before it.

`choices` turns a state's labels into names, entries and classes: the only place where a class is
made. `play` is one game started with one seed, its positions, and what you can do with them.
`catalogue` finds games and lists them. `records` writes a position down and reads it back: lines,
links, saved games.
"""
