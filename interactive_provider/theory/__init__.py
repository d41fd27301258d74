"""Theory for lecturers: exact values of positions and equilibria, of a game and its states."""
