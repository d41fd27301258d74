"""Theory for lecturers: exact values of positions, and equilibria of games."""
