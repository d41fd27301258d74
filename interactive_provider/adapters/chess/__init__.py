"""Chess, for those who have python-chess: the extra ``chess``.

python-chess is under the GNU General Public License, version 3 or later; it is imported in this
folder alone, and only when chess is played. `game` holds the rules as one of our games, `notation`
the short form of moves, `pictures` the board, `records` and `recorded` games in PGN, and `engine`
talks to Stockfish or any other engine that speaks UCI.
"""
