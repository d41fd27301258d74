"""Games of guessing that begin anew: each is a few rounds in which a player asks after something
that luck has drawn.

They have what the programs of `secrets` lack: RANDOMIZE, also with a number that is a secret
itself, lists from DATA of which luck takes one, keys, subroutines that ask and are called from
several places, stocks and arrays. After a round nothing may have changed but what is hidden, so
that running ahead would find the secret.
"""

from __future__ import annotations

from collections.abc import Callable

from tools.basic_secrets import Author

_LISTS = ("OAK,ELM,ASH,FIG", "NORTH,SOUTH,EAST,WEST", "RED,GREEN,BLUE,PINK")
_REPLIES = ('PRINT "NO"', 'PRINT "NO, ONE MORE TRY"', "PRINT", 'PRINT "TRY AGAIN"')


class Gamemaster(Author):
    """Writes a game of guessing at random."""

    def program(self) -> str:
        """A game; its lines are numbered by tens."""
        self.start, self.over = self.label(), self.label()
        self.key = self.rng.choice(["K$=INKEY$", "GET K$"])
        self.add("DIM A(6),W$(4)", "S=INT(RND(1)*9000)+1", "T=-RND(1)")
        self.add("RESTORE:FOR I=1 TO 4:READ W$(I):NEXT I")
        if self.rng.random() < 0.5:
            self.add("FOR I=1 TO 4:PRINT W$(I):NEXT I")
        self.add(f"{self.start}{self.opening()}")
        self.add(
            "D=INT(6*RND(1))+1:E=INT(4*RND(1))+1:M=INT(RND(1)*80)+20",
            "FOR I=1 TO 6:A(I)=INT(3*RND(1)):NEXT I",
        )
        rounds: list[Callable[[], None]] = [
            self.guess,
            self.guess_twice,
            self.word,
            self.key_pressed,
            self.stock,
            self.menu,
            self.asked_by_subroutine,
            self.array,
        ]
        for play in self.rng.sample(rounds, self.rng.randint(1, 3)):
            play()
        self.add(f"{self.over}GOTO {self.start}", "END", f"DATA {self.rng.choice(_LISTS)}")
        return self.numbered()

    def opening(self) -> str:
        """What begins the random series."""
        return self.rng.choice(["RANDOMIZE", "RANDOMIZE", "RANDOMIZE S", "Z=RND(T)", "Z=0"])

    def no(self) -> str:
        """What a wrong answer brings."""
        return self.rng.choice(_REPLIES)

    def back(self) -> str:
        """Where a round leads."""
        return self.rng.choice([self.start, self.over])

    def guess(self) -> None:
        """Ask again until the number is right."""
        ask = self.label()
        self.add(f'{ask}INPUT "YOUR GUESS (1-6)";G', f"IF G=D THEN {self.back()}")
        self.add(
            *self.rng.choice([[], ['IF G>D THEN PRINT "LOWER"'], ["C=C+1"]]),
            f"{self.no()}:GOTO {ask}",
        )

    def guess_twice(self) -> None:
        """Ask a second time without looking at the second answer, or at the first one once more."""
        self.add(
            'INPUT "WHICH (1-6)";G', f'IF G=D THEN PRINT "RIGHT":GOTO {self.back()}', self.no()
        )
        self.add(
            'INPUT "WHICH (1-6)";H',
            f'IF {self.rng.choice("GH")}=D THEN PRINT "RIGHT"',
            f"GOTO {self.back()}",
        )

    def word(self) -> None:
        """Ask for one of the words of a list."""
        ask = self.label()
        self.add(f'{ask}INPUT "WHICH WORD";G$', f'IF G$=W$(E) THEN PRINT "YES":GOTO {self.back()}')
        if self.rng.random() < 0.5:
            self.add(f"FOR I=1 TO 4:IF G$=W$(I) THEN {self.back()}", "NEXT I")
        self.add(f"{self.no()}:GOTO {ask}")

    def key_pressed(self) -> None:
        """Wait for a key in one of two places that look the same."""
        one, two, done = self.label(), self.label(), self.label()
        self.add(f"ON INT(RND(1)*2)+1 GOTO {one},{two}", f'{one}{self.key}:IF K$="" THEN {one}')
        self.add(
            f'IF K$="A" OR K$="B" THEN {done}',
            f"GOTO {one}",
            f'{two}{self.key}:IF K$="" THEN {two}',
        )
        self.add(f"IF VAL(K$)=D THEN {done}", f"GOTO {two}", f"{done}Y=Y+0")

    def stock(self) -> None:
        """Bet of an amount that is shown, now and then, before or after it changes."""
        ask = self.label()
        shown = 'PRINT "YOU HAVE";M;"DOLLARS"'
        hidden = self.rng.choice(["M=M-D", "M=M+A(1)", "IF A(2)=1 THEN M=M-1", "Y=0"])
        self.add(
            *self.rng.choice(
                [(shown, hidden), (hidden, shown), (f"IF A(3)=1 THEN {shown}", hidden), (hidden,)]
            )
        )
        self.add(f'{ask}INPUT "YOUR BET";B', f"IF B>M THEN {self.no()}:GOTO {ask}")
        self.add(*self.rng.choice([["M=M-B"], ["M=M-B", f"IF M>30 THEN {ask}"], [shown], []]))

    def menu(self) -> None:
        """Choose a door; luck decides which of them lead on."""
        ask, one, two = self.label(), self.label(), self.label()
        self.add(
            f'{ask}INPUT "DOOR";G',
            f"IF A(1)=1 AND G=2 THEN {ask}",
            f"ON G GOTO {one},{two},{ask}",
            f"GOTO {ask}",
        )
        self.add(f"{one}{self.no()}", f"{two}IF D>3 THEN {self.back()}")

    def asked_by_subroutine(self) -> None:
        """Let one subroutine ask for several things, called by ways that luck chooses."""
        routine = self.routine([self.rng.choice(['INPUT "YOUR CHOICE";G', "INPUT G"]), "RETURN"])
        one, two, done = self.label(), self.label(), self.label()
        self.add(
            f"ON A(1)+1 GOTO {one},{two}",
            f"{one}GOSUB {routine}",
            f"IF G<1 OR G>3 THEN {one}",
            f"GOTO {done}",
        )
        self.add(f"{two}GOSUB {routine}", f"IF G<>7 AND G<>9 THEN {two}", f"{done}{self.no()}")

    def array(self) -> None:
        """Dig in a field where luck has buried things."""
        ask = self.label()
        self.add(
            f'{ask}INPUT "DIG WHERE";G',
            f"IF G<1 OR G>6 THEN {ask}",
            f'IF A(G)=0 THEN PRINT "NOTHING":GOTO {ask}',
        )
        self.add(
            self.rng.choice(["A(G)=0", f"IF A(G)=1 THEN {ask}", "Y=A(G)"]),
            f'PRINT "GOLD":GOTO {self.back()}',
        )
