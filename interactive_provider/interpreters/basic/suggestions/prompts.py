"""The texts that a program prints around an INPUT, and what they say about its answers."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ..compiling.control_flow import Flow, Jump, JumpUnless
from ..reading import nodes as n
from .text_values import AnswerWords, Vocabulary

_NEAR = 8
_BACK = 60
"""The number of operations before an INPUT whose texts belong to its prompt, and of those that may
explain its answers."""


@dataclass(frozen=True, slots=True)
class Printed:
    """The ``prompt`` of an INPUT in one line, and the ``lines`` printed before it, the nearest
    first.

    ``around`` are all lines before it, in the listing's order, and ``anywhere`` is the text of all
    lines. ``arrays`` are those that have an element in the prompt. It is number ``place`` of the
    numbers ``wanted``.
    """

    prompt: str
    lines: AnswerWords = ()
    around: AnswerWords = ()
    anywhere: str = ""
    arrays: frozenset[str] = frozenset()
    wanted: int = 1
    place: int = 0

    @property
    def since(self) -> str:
        """Return the lines since the previous question as one text."""
        return "\n".join(reversed(self.lines))


_BLANK = n.Print(())
"""An empty line, which separates a question from what is above it."""


def texts_of(what: object, vocabulary: Vocabulary | None = None) -> list[str]:
    """Return the constant parts of a PRINT; with a ``vocabulary``, text variables are included with
    their initial values."""
    if not isinstance(what, n.Print):
        return []
    texts: list[str] = []
    for item in (what.using, *what.items):
        match item:
            case n.Str(text):
                texts.append(text)
            case n.Var() if n.is_text(item) and vocabulary:
                texts += [*filter(str.strip, vocabulary.of(item).words)][:1]
    return texts


class Prints:
    """Everything that a program prints, in listing order."""

    def __init__(self, flow: Flow, vocabulary: Vocabulary) -> None:
        self.flow = flow
        self.vocabulary = vocabulary
        self.texts = [texts_of(op.what) for op in flow.ops]
        self.anywhere = "\n".join(itertools.chain(*self.texts))

    def before(self, at: int, asked: n.InputStatement, calls: Sequence[int] = ()) -> Printed:
        """Return what is printed before the INPUT that is operation ``at``; ``calls`` leads to its
        subroutine."""
        way = list(itertools.islice(self._back(at, calls), _BACK))
        since = itertools.takewhile(
            lambda i: not isinstance(self.flow.ops[i].what, n.InputStatement), way
        )
        texts = (text for i in since for text in reversed(self.texts[i]))
        around = itertools.chain(*self.texts[:at])
        before = (self.flow.ops[i].what for i in way[:_NEAR])
        near = [*itertools.takewhile(_may_be_between, before)]
        items = (item for what in near if isinstance(what, n.Print) for item in what.items)
        arrays = frozenset(item.name + "(" for item in items if isinstance(item, n.Elem))
        prompt = self._prompt(near, asked)
        lines = (asked.prompt or "", *texts)
        return Printed(prompt, lines, tuple(around), self.anywhere, arrays)

    def _back(self, at: int, calls: Sequence[int]) -> Iterator[int]:
        """Yield the operations before one, the nearest first: in its subroutine, then before the
        call of it."""
        call = self.flow.ops[calls[-1]].what if calls else None
        entry = self.flow.target(call.line, calls[-1]) if isinstance(call, n.Gosub) else 0
        entry = entry if entry <= at else 0
        yield from range(at - 1, entry - 1, -1)
        if calls and entry:
            yield from range(calls[-1] - 1, -1, -1)

    def _prompt(self, near: Sequence[object], asked: n.InputStatement) -> str:
        texts = [asked.prompt or ""]
        for what in near:
            if what == _BLANK and any(texts):
                break
            texts += reversed(texts_of(what, self.vocabulary))
        return " ".join(reversed(texts))


def _may_be_between(what: object) -> bool:
    """True if a statement may occur between the parts of a prompt."""
    return isinstance(what, (n.Print, JumpUnless, Jump, n.Let, n.Nothing, n.DisplayMode))


# Numbers -----------------------------------------------------------------------------------------

_ASIDE = re.compile(r"\([^()\d]*\)")
_VALUE = r"(?:(?<!\w)[-+])?\d{1,5}(?:\.\d+)?"
_NUMBER = rf"(?<![\d.])(?<!\d,)({_VALUE})"
_END = rf"({_VALUE})(?!\d|[.,]\d|[ -](?:HUNDRED|THOUSAND|MILLION|BILLION))"
_RANGE = re.compile(rf"{_NUMBER}\s*(?:-|TO|THROUGH|THRU|AND|\.\.)\s*{_END}", re.IGNORECASE)
_MOST = re.compile(
    r"(?i)(?<![\d.])(\d{1,4}) (?:IS )?MAX|MAX(?:IMUM)?(?: IS| OF|\.)? (\d{1,4})"
    r"|(?:UP TO|LESS THAN|NO MORE THAN) (\d{1,4})(?![\d.])"
)


def named_ranges(prompt: str) -> list[tuple[float, float]]:
    """Return the ranges that a prompt names: "(1-4)", "1 TO 5", "UP TO 6"."""
    text = _ASIDE.sub("", prompt)
    ends = [(float(low), float(high)) for low, high in _RANGE.findall(text)]
    if not ends:
        ends = [(1.0, float("".join(most))) for most in _MOST.findall(text)]
    return [(low, high) for low, high in ends if low < high]


_EXPLAINED = re.compile(
    r"(?m)(?<![\d.$/])(\d{1,2})\s*(?:[=).:](?!\d)|/ ?(?=[A-Z]{2}))"
    r"|(?<![\d.$])['\"]?(\d{1,2})['\"]? (?=(?:FOR|IF) [A-Z])|\((\d{1,2}(?:\.\d)?)\)"
    r"|(?:(?<=TYPE )|(?<=YES--)|(?<=NO--))(\d)\b|#(\d{1,2}) (?=[A-Z])|^\W*(\d{1,2})(?: ?-+ ?| "
    r" +)(?=\W*[A-Z]{2})"
)

_TO_PRESS = re.compile(
    r"\b(?:TYPE|PRINT|ENTER|PRESS|INPUT|HIT) (?:AN? )?['\"]?(\d{1,2})['\"]?(?=\W|$)"
)
_EITHER = re.compile(r"(?i)(?<![\d.$])(?:\d{1,2}(?:, ?| ?/ ?| OR ))+(?:OR )?\d{1,2}(?![\d.])")
"""1, 2 OR 3."""


def chosen_among(text: str) -> list[float]:
    """Return the numbers that a text explains or lists individually: "1)TIGGER, 2)CICERO", "PRINT 5
    TO GO ON, PRINT 2 TO END", "1, 2 OR 3"."""
    pressed = sorted({float(number) for number in _TO_PRESS.findall(text)})
    if len(pressed) > 1:
        return pressed
    listed = [[*map(float, re.findall(r"\d+", numbers))] for numbers in _EITHER.findall(text)]
    # Numbers in a sentence are not a list: those in a list are consecutive.
    return next(filter(_are_in_order, (_explained(text), *listed)), [])


def _explained(text: str) -> list[float]:
    return sorted({float(next(filter(None, groups))) for groups in _EXPLAINED.findall(text)})


def _are_in_order(numbers: Sequence[float]) -> bool:
    steps = (b - a for a, b in itertools.pairwise(numbers))
    return bool(numbers) and numbers[0] <= 1 and all(0 < step <= 1 for step in steps)


# Words -------------------------------------------------------------------------------------------

_WORD = r"['\"<]?[A-Za-z][A-Za-z!-]*['\">]?"
_ITEM = r"['\"<]?[A-Za-z]+(?: [A-Za-z]+)?['\">]?"
_LISTS = (
    (re.compile(rf"\({_ITEM}(?: ?[,/] ?{_ITEM})+(?:,? (?:OR|or) {_ITEM})?\)"), "[,/]| (?:OR|or) "),
    (re.compile(rf"{_ITEM}(?: ?/ ?{_ITEM})+"), "/"),
    (re.compile(r"\([A-Za-z]+-[A-Za-z]+\)"), "-"),
)
"""(N,S,E,W,QUIT), HIT/STAND, (H-V): each with its separator."""
_SENTENCE = re.compile(rf"{_WORD}(?:, ?{_WORD})*,? (?:OR|or) (?:AN? |an? )?{_WORD}")
"""YES OR NO, FORWARD, LEFT, OR RIGHT."""


def word_lists(prompt: str) -> list[AnswerWords]:
    """Return the words that a prompt lists with signs between them."""
    return [
        _words(text, between) for pattern, between in _LISTS for text in pattern.findall(prompt)
    ]


def alternatives(prompt: str) -> list[AnswerWords]:
    """Return the words that a prompt offers as a choice, by signs or in a sentence."""
    sentences = _SENTENCE.findall(prompt)
    spoken = [_words(text, r",|\b(?:OR|or)\b(?: AN? | an? )?") for text in sentences]
    return [*spoken, *word_lists(prompt)]


def _words(text: str, between: str) -> AnswerWords:
    """Return the words of a list; if one of them is quoted, only the quoted one."""
    words = [*filter(None, map(str.strip, re.split(between, text)))]
    quoted = [word for word in words if word[0] in "'\"<"]
    return tuple(word.strip(" '\"<>()") for word in quoted or words)


_TO_TYPE = r"\b(?:TYPE|ENTER|INPUT|SAY|WORD|IT'S|IT IS|PASSWORD IS)\s(?:IN\s|THE\sWORDS?\s)?\s*"
_TO_END = r"['\">]*\sTO\s(?:STOP|QUIT|END|EXIT|FINISH)\b"


_TYPED = re.compile(
    rf"(?i:{_TO_TYPE})['\"`<](?!RETURN|ENTER)([A-Za-z][A-Za-z ]*)['\">]"
    r"|\bTYPE (?!IN |RETURN|ENTER|ANY)([A-Z]{3,}) TO\b"
)


def words_to_type(text: str) -> AnswerWords:
    """Return the words that a text says may be typed: "SIMPLY ENTER THE WORD 'LOVE'", "TYPE ROLL TO
    GET THE BALL GOING"."""
    return tuple(dict.fromkeys(quoted or plain for quoted, plain in _TYPED.findall(text)))


def is_told(word: str, printed: Printed) -> bool:
    """True if a program says that a word may be typed, or the prompt says what it is or that it
    ends the game: "IT'S SESAME", "XYZ TO STOP"."""
    spelled = rf"(?<!\w){re.escape(word)}(?!\w)"
    pattern = re.compile(rf"{_TO_TYPE}{spelled}|{spelled}{_TO_END}", re.IGNORECASE)
    return word in words_to_type(printed.anywhere) or bool(pattern.search(printed.prompt))


_KEY = re.compile(
    r"(?m)[(\['<]([A-Za-z])[)\]'>]|(?<![A-Za-z'(\[<])([A-Za-z]) ?[)=.:](?= *[A-Za-z]{2})"
    r"|^\W*([A-Za-z]) *-+ *(?=[A-Za-z]{2})|(?<![A-Za-z])([A-Z]) (?:TO|FOR) (?=[A-Z]{2})"
)


def listed_keys(text: str) -> AnswerWords:
    """Return the letters that a text explains individually: "A) MARS", "(N)EW OR (Q)UIT", "B=BLUE",
    "Q TO QUIT"."""
    return tuple(dict.fromkeys(next(filter(None, groups)) for groups in _KEY.findall(text)))


_PERSON = (
    r"(?:YOU|PLAYER|PERSON|CHILD|FRIEND|OPPONENT|CAPTAIN|COMMANDER|LEADER|KING|QUEEN|PRINCE|PRINCESS"
    r"|HERO|SHERIFF|PILOT|COACH|MANAGER|STUDENT|PUPIL|TEACHER|MOTHER|FATHER|BROTHER|SISTER|WIFE"
    r"|HUSBAND|SON|DAUGHTER|BOY|GIRL|MAN|WOMAN|LADY|CUSTOMER|CLIENT|EMPLOYEE|PATIENT|AUTHOR|USER"
    r"|OPERATOR|DRIVER|GOLFER|BOWLER|BOXER|FIGHTER|CANDIDATE|MEMBER|CONTESTANT|PARTNER|VICTIM"
    r"|DETECTIVE|SUSPECT|CHARACTER|WIZARD|KNIGHT|SOMEBODY|SOMEONE)S?\b"
)
_BEFORE_NAME = (
    r"(?:YOUR|THE|AN?|MY|HIS|HER|FIRST|LAST|MIDDLE|FULL|FAMILY|GIVEN|OWN|NICK|REAL|ENTER|INPUT|TYPE"
    r"|GIVE|ME|US|IS|AND|OR|OF|WHAT|PLEASE|IN|\d+)\b"
)
_NAME_OF_A_THING = (
    r"\bNAME (?:(?:OF|FOR) (?:(?:YOUR|THE|THIS|MY|AN?) )?|(?:YOUR|THE|THIS|AN?) )"
    rf"(?![^.?!,()]*\b{_PERSON})\w"
    rf"|(?<!['\w])(?!{_BEFORE_NAME}|{_PERSON})\w+(?:'S)? NAME\b"
)
"""Things that have a name but are not persons; the captain of a ship is a person."""
_ASKS = {
    what: re.compile(pattern, re.IGNORECASE | re.DOTALL)
    for what, pattern in {
        "letter": r"\bLETTER\b",
        "text": r"\b(?:STRING|WORD|SENTENCE|TEXT|PHRASE|MESSAGE|LINE)\b",
        "name": (
            r"^(?!.*(?:\b(?:FILE|PROGRAM|DISK|DRIVE|WORD|LETTER|MONTH|DAY|COLOU?R|GAME|SELECTION|CHOICE)S?\b|FILENAME"
            rf"|{_NAME_OF_A_THING}))"
            r".*(?:\bNAME|CALL YOU\b|WHO ARE|WHO IS PLAYING|PLAYER)"
        ),
        "return": (
            r"(?<!THEN\s)(?<!AND\s)\b(?:PRESS|HIT|TYPE|PUSH|USE|TAP|ENTER(?= ['\"<]))\W*(?:THE\W+)?"
            r"(?:CARRIAGE )?(?:RETURN|ENTER|C/?R)\b"
            r"|\b(?:RETURN|ENTER|C/?R)\W*(?:KEY )?TO (?:CONTINUE|GO ON)\b"
            r"|\(<?(?:RETURN|ENTER)\b\W*(?:KEY )?(?:TO|FOR|SHOWS|ENDS|=)[^)]*\)"
            r"|\bDEFAULT\b"
        ),
        "key": r"\bANY\W+KEY\b",
        "size": (
            r"\b(?:LENGTH|WIDTH|WEIGHT|MASS|DENSITY|DIAMETER|RADIUS|FREQUENC(?:Y|IES)|IMPEDANCE"
            r"|INDUCTANCE|CAPACIT(?:OR|ANCE)|INCH(?:ES)?|MHZ|KHZ|HZ|OHMS"
            r"|(?<=[ (])MM(?![,/])|CM|IN\.?(?=\)))\b"
        ),
        "negative": r"(?:^|[ (])-\d|\bNEGATIVE|\bMINUS\b",
        "amount": (
            r"^(?!.*\b(?:TEMP|FAHRENHEIT|CENTIGRADE|CELSIUS|(?:LAT|LONG)ITUDE|COORDINATE|COEFFICIENT"
            r"|SLOPE|INTERCEPT|EXPONENT|BALANCE|ANGLE)).*"
            r"(?:\b(?:HOW (?:MANY|MUCH|FAR|LONG|OLD|OFTEN|BIG|LARGE|HIGH|WIDE|DEEP|FAST)|NUMBER OF"
            r"|NO\. OF|AMOUNTS?|QUANTITY|TOTAL|BETS?|WAGER|STAKES?|SEED|PICK A NUMBER"
            r"|LINE NUMBER|TIMES|HITS|PRICES?|COSTS?|PAY|PAYMENTS?|WAGES?|SALARY|INCOME|INTEREST"
            r"|INVEST(?:MENT)?|PRINCIPAL|LOAN|BANKROLL|DOLLARS?|CENTS?|POUNDS?|BUY|SELL|SPEND"
            r"|SCORE|AGE|YEARS?|MONTHS?|WEEKS?|DAYS?|HOURS?|MINUTES?|SECONDS|TIME|INCREMENT"
            r"|PERIODS?|DURATION|DELAY|LENGTH|WIDTH|HEIGHT|DEPTH|SIZE|AREA|VOLUME|WEIGHT|MASS"
            r"|DENSITY|DIAMETER|RADIUS|DISTANCE|SPACING|SPEED|VELOCITY|POWER|FUEL|PRESSURE"
            r"|FREQUENC(?:Y|IES)|RESISTANCE|IMPEDANCE|REACTANCE|INDUCTANCE|CAPACIT(?:OR|ANCE)"
            r"|VOLTAGE|AMPS?|MA|WATTS?|INCH(?:ES)?|FEET|MILES|METERS|ACRES|BUSHELS|MEN|MHZ|KHZ"
            r"|HZ|DB|OHMS|LBS|KG|MM|CM|KM|FPS|MPH|LEVEL|PAGE|RECORD|CARD|CHANNEL|COLOU?R"
            r"|DIFFICULTY|CHOICE|CHOOSE|SELECT(?:ION)?|WHICH|PLAYERS?|PERCENT(?:AGE)?|PROPORTION"
            r"|ROWS?|COLUMNS?|ROUNDS?|DIGITS|BASE)\b"
            r"|#(?! ?\d)|[$%])"
        ),
    }.items()
}


def asks_for(what: str, text: str) -> bool:
    """True if a text asks for a ``letter``, a person's ``name``, arbitrary ``text``, the ``return``
    key or any ``key``.

    Or for a number: an ``amount``, choice or place, which is never negative, or one described as
    ``negative``.
    """
    return _ASKS[what].search(text) is not None
