"""Chess, for users of python-chess: the extra ``chess``.

python-chess is under the GNU General Public License, version 3 or later; only this folder imports
it, and only when chess is played. `game` has the rules as one of our games, `notation` the short
form of moves, `pictures` the board, `records` and `recorded` handle games in PGN, and `engine`
talks to Stockfish or any other UCI engine.
"""
