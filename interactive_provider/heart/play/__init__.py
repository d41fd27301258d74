"""How a game is played: tables, seats, positions, and what you can do with them."""
