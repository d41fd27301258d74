"""Does `gw` print what PC-BASIC prints? Plays programs in both with the same answers and compares
the transcripts.

    python -m benchmarks.basic_pcbasic FOLDER ... [--python PYTHON] [--most N] [--diffs FOLDER]
    [--expressions N]

Programs are not stored here: a FOLDER holds ``.bas`` files that somebody has fetched. PC-BASIC
(``pcbasic`` of PyPI, GPL) runs in processes of its own, by the interpreter that ``--python`` names;
the two share no code.

Both sides get the same text, made comparable: RANDOMIZE TIMER is RANDOMIZE 7, delay loops without a
body make one turn, LPRINT is PRINT, and so is CLS in programs that do not place what they print.
("X is not known here", which says more than GW-BASIC did, counts as its "Syntax error".) RND is the
machine's own on both sides. Answers are drawn at random from those that our reading of the program
suggests. Programs whose course depends on a clock, on the keyboard's state, on files, graphics or
machine code are left out, and told by the reason. Transcripts are compared line by line, blanks at
the end of a line apart; where a program places what it prints (LOCATE and its kin), the 25 lines
that stand on the screen at the end are compared as well.

``--expressions`` compares that many numbers and expressions, printed, converted and formatted, in
one run of PC-BASIC.
"""

from __future__ import annotations

import argparse
import collections
import difflib
import json
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import NamedTuple

from interactive_provider.interpreters.basic import BasicError, Program, ProgramState
from interactive_provider.interpreters.basic.reading import nodes as n
from interactive_provider.interpreters.basic.running.screen import drawn

from .basic_conformance import finished, fitting, lines

ANSWERS, MORES, SECONDS, WAIT = 40, 4, 12, 90.0
"""Answers of a play, turns of the budget between two of them, PC-BASIC's seconds of work and those
by the clock."""
PLACES = re.compile(r"\b(LOCATE|COLOR|WIDTH|CSRLIN|SCREEN|VIEW PRINT)\b", re.IGNORECASE)
EXCLUDED = {
    "keyboard": re.compile(r"INKEY\$|INPUT\$|\bKEY *\(|ON +KEY|STRIG|STICK", re.IGNORECASE),
    "clock": re.compile(r"\b(TIMER|TIME\$|DATE\$)", re.IGNORECASE),
    "files": re.compile(
        r"\b(OPEN|CHAIN|FILES|KILL|SAVE|LOAD|MERGE|BLOAD|BSAVE|SHELL|SYSTEM|LLIST|LIST|RUN +\"|NAME"
        r" +\")",
        re.IGNORECASE,
    ),
    "machine code": re.compile(
        r"\b(PEEK|POKE|DEF *SEG|USR\d?|VARPTR|INP|OUT|WAIT|CALL|FRE)\b", re.IGNORECASE
    ),
    "another machine": re.compile(
        r"\b(TEXT|HOME|[VH]TAB|HGR2?|HCOLOR|INVERSE|NORMAL|FLASH|HPLOT|PRINT *@|(RE)?SET"
        r" *\(|RANDOM(?=:|$))"
        r"|\b(SOUND|BEEP) +O(N|FF)",
        re.IGNORECASE | re.MULTILINE,
    ),
    "graphics": re.compile(
        r"\b(PSET|PRESET|CIRCLE|PAINT|DRAW|POINT|PALETTE|PMAP|VIEW *\(|WINDOW|GET *\(|PUT *\(|LINE"
        r" *-? *\(|LINE *-)"
        r"|SCREEN +[1-9]",
        re.IGNORECASE,
    ),
}
"""Why a program cannot be compared. (Quoted text and remarks are not looked at.)"""
_RUNNER = """
import io, json, resource, sys
import pcbasic
job = json.load(sys.stdin)
resource.setrlimit(resource.RLIMIT_CPU, (job["seconds"], job["seconds"]))
out = io.BytesIO()
keys = io.BytesIO("".join(answer + "\\r" for answer in job["answers"]).encode("cp437", "replace"))
session = pcbasic.Session(input_streams=keys, output_streams=out)
session.start()
for line in job["text"].encode("cp437", "replace").splitlines():
    if line.strip():
        session.execute(line)
out.seek(0)
out.truncate()
try:
    session.execute("RUN")
except BaseException as fault:
    over = type(fault).__name__
else:
    over = ""
rows = [b"".join(row).decode("cp437") for row in session.get_chars()]
json.dump({"text": out.getvalue().decode("cp437"), "rows": rows, "over": over}, sys.stdout)
"""
_DIRECT = """
import io, json, sys
import pcbasic
out = io.BytesIO()
session = pcbasic.Session(input_streams=None, output_streams=out)
session.start()
found = []
for kind, statement in json.load(sys.stdin):
    session.execute("CLEAR:PRINT")
    out.seek(0)
    out.truncate()
    session.execute(statement)
    found.append(out.getvalue().decode("cp437"))
    session.execute("PRINT")
json.dump(found, sys.stdout)
"""
_CODES = {ord(drawn(chr(code))): chr(code) for code in range(128)}
"""The signs for control codes as the codes that they stand for."""
_QUOTED = re.compile(r'"[^"\n]*"?')
_REMARK = re.compile(r"((?:^|:)\s*\d*\s*REM\b|').*", re.IGNORECASE | re.MULTILINE)
_DELAY = re.compile(
    r"\bFOR\s*(\w+[!%]?)\s*=\s*1\s*TO\s*(\d{2,6})\s*:\s*NEXT(\s*\1)?(?=\s*(:|$|\n))",
    re.IGNORECASE | re.MULTILINE,
)


class Play(NamedTuple):
    """What was typed, and what one of the machines showed."""

    answers: tuple[str, ...]
    text: str
    rows: tuple[str, ...] = ()


def comparable(text: str) -> str:
    """A program's text with what no two machines share replaced."""
    text = re.sub(
        r"\bRANDOMIZE\s*\(?\s*(TIMER|VAL\s*\(\s*(RIGHT|MID)\$[^:\n]*)\)?",
        "RANDOMIZE 7",
        text,
        flags=re.IGNORECASE,
    )
    text = re.sub(r"\bRANDOMIZE\s*(?=:|$)", "RANDOMIZE 7", text, flags=re.IGNORECASE | re.MULTILINE)
    text = re.sub(r"\bLPRINT\b", "PRINT", text, flags=re.IGNORECASE)
    text = _DELAY.sub(lambda found: found[0].replace(found[2], "1"), text)
    if not PLACES.search(bare(text)):
        text = re.sub(r"\bCLS\b", "PRINT", text, flags=re.IGNORECASE)
    return text


def bare(text: str) -> str:
    """A program's text without quoted text and remarks."""
    return _REMARK.sub("", _QUOTED.sub('""', text))


def reason_against(text: str) -> str:
    """Why a program cannot be compared; nothing if it can."""
    code = bare(text)
    return next((reason for reason, pattern in EXCLUDED.items() if pattern.search(code)), "")


def ours(program: Program, name: str) -> Play | None:
    """A play of our machine with answers that fit; None for one that runs on and on."""
    rng = Random(name)
    answers: list[str] = []
    state = finished(program.start(1), MORES)
    while state.status == "asks" and len(answers) < ANSWERS:
        answer = ",".join(_typed(fitting(s, rng)) for s in state.suggestions)
        answers.append(answer)
        state = finished(state.answer(answer), MORES)
    if state.status == "more":
        return None
    return Play(tuple(answers), state.transcript, _rows(state))


def _typed(answer: str) -> str:
    """An answer that both machines read alike: no number in the E notation, no quotes."""
    return "5" if "e" in answer else answer.replace('"', "")


def _rows(state: ProgramState) -> tuple[str, ...]:
    return () if state.screen is None else tuple(str(row) for row in state.screen.lines)


def theirs(python: str, text: str, answers: Sequence[str]) -> Play | None:
    """PC-BASIC's play with the same answers; None for one that takes too long."""
    job = json.dumps({"text": text.translate(_CODES), "answers": list(answers), "seconds": SECONDS})
    try:
        ran = subprocess.run(
            [python, "-c", _RUNNER],
            input=job,
            capture_output=True,
            text=True,
            timeout=WAIT,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return None
    if ran.returncode < 0:
        return None
    if ran.returncode:
        raise RuntimeError(ran.stderr[-400:])
    shown = json.loads(ran.stdout)
    return Play(tuple(answers), _drawn(shown["text"]), tuple(map(_drawn, shown["rows"])))


def _drawn(text: str) -> str:
    return drawn(text).replace("\x1b", "←").replace("\b", "◘")


def differences(mine: Play, their: Play) -> list[str]:
    """A unified diff of the transcripts, or of the screens where those are equal; empty if all
    is."""
    pairs = [(_shown(mine.text), _shown(their.text))]
    if mine.rows:
        pairs = [(_standing(mine.rows), _standing(their.rows))]
    for a, b in pairs:
        if a != b:
            return list(difflib.unified_diff(a, b, "ours", "PC-BASIC", lineterm="", n=2))
    return []


def _standing(rows: Sequence[str]) -> list[str]:
    """What stands on the screen; its last line is the keys' on PC-BASIC."""
    return [re.sub("[\0\xa0]", " ", row).rstrip() for row in rows[:24]]


def _shown(text: str) -> list[str]:
    text = re.sub(r"^.* is not known here in", "Syntax error in", text, flags=re.MULTILINE)
    return lines(re.sub("[\a\x0e\0\xa0]", "", text))


def files(folders: Sequence[Path]) -> Iterator[Path]:
    """The programs of the folders, in an order that is always the same and mixes them."""
    paths = sorted(path for folder in folders for path in folder.rglob("*.[bB][aA][sS]"))
    Random(1).shuffle(paths)
    yield from paths


def programs(options: argparse.Namespace) -> None:
    """Play the programs of the folders in both machines and print the table."""
    counts: collections.Counter[str] = collections.Counter()
    try:
        for path in files(options.folders):
            if counts["plays"] >= options.most:
                break
            _count(path, options, counts)
    except KeyboardInterrupt:
        print("interrupted: the table is of what was played")
    done = counts["equal"] + counts["different"]
    left_out = {
        k: v
        for k, v in counts.items()
        if k not in ("equal", "different", "PC-BASIC too slow", "plays")
    }
    print(
        f"plays {counts['plays']}, PC-BASIC too slow {counts['PC-BASIC too slow']}, finished"
        f" {done}, equal {counts['equal']} = {counts['equal'] / max(done, 1):.1%}, different"
        f" {counts['different']}"
    )
    print(
        "left out: " + ", ".join(f"{reason} {count}" for reason, count in sorted(left_out.items()))
    )


def _count(path: Path, options: argparse.Namespace, counts: collections.Counter[str]) -> None:
    """Compare one program and tell where it differs."""
    verdict, diff = compared(path, options.python)
    counts[verdict] += 1
    counts["plays"] += verdict in ("equal", "different", "PC-BASIC too slow")
    if verdict == "different":
        print(f"different: {path.parent.name}/{path.name}")
        print("\n".join(f"    {line}" for line in diff[2:12]), flush=True)
    if diff and options.diffs:
        options.diffs.mkdir(parents=True, exist_ok=True)
        (options.diffs / f"{path.parent.name}-{path.stem}.diff").write_text(
            "\n".join(diff) + "\n", "utf-8"
        )


def compared(path: Path, python: str) -> tuple[str, list[str]]:
    """The verdict on one program, and the diff of a different one."""
    try:
        text = comparable(Program.decode(path.read_bytes(), "gw").text)
    except BasicError:
        return "not read", []
    if reason := reason_against(text):
        return reason, []
    program = Program.parse(text, "gw")
    if program.ignored or _numbered_twice(program):
        return "lines without numbers, or twice", []
    mine = ours(program, path.name)
    if mine is None:
        return "runs on and on", []
    their = theirs(python, text, mine.answers)
    if their is None:
        return "PC-BASIC too slow", []
    diff = differences(mine, their)
    return ("different", diff) if diff else ("equal", [])


def _numbered_twice(program: Program) -> bool:
    numbers = [line.number for line in program.lines]
    return len(numbers) != len(set(numbers)) or not any(
        isinstance(s, n.Print) for line in program.lines for s in n.inner_statements(line.body)
    )


def expressions(options: argparse.Namespace) -> None:
    """Execute random statements in both machines and print how many agree."""
    rng = Random(options.seed)
    statements = [_statement(rng) for _ in range(options.expressions)]
    job = json.dumps(statements)
    ran = subprocess.run(
        [options.python, "-c", _DIRECT], input=job, capture_output=True, text=True, check=True
    )
    wrong: collections.Counter[str] = collections.Counter()
    total: collections.Counter[str] = collections.Counter()
    for (kind, statement), their in zip(statements, json.loads(ran.stdout), strict=True):
        mine = _said(Program.parse(f"10 {statement}", "gw").start().transcript)
        total[kind] += 1
        if mine != _said(their):
            wrong[kind] += 1
            print(f"{kind}: {statement}\n    ours     {mine!r}\n    PC-BASIC {_said(their)!r}")
    print(", ".join(f"{kind} {total[kind] - wrong[kind]} of {total[kind]}" for kind in total))


def _said(text: str) -> str:
    return re.sub(" in 10$", "", text.replace("\r\n", "\n").replace("\r", "\n").strip("\n\xa0"))


def _numeral(rng: Random) -> str:
    """A number as a program might have it, of any size and type."""
    digits = "".join(
        rng.choice("0123456789") for _ in range(rng.choice([1, 1, 2, 3, 5, 7, 8, 12, 16, 18]))
    )
    if rng.random() < 0.6:
        at = rng.randrange(len(digits) + 1)
        digits = f"{digits[:at]}.{digits[at:]}"
    if digits == ".":
        digits = "0"
    most = 37 - len(digits)  # no number is too large by itself
    power = rng.choice(
        [
            "",
            "",
            "",
            f"E{rng.randint(-38, most)}",
            f"D{rng.randint(-38, most)}",
            f"E{rng.randint(-9, 9)}",
        ]
    )
    if not digits.strip("0."):
        power = ""
    return digits + (power or rng.choice(["", "", "", "!", "#"]))


def _number(rng: Random, depth: int) -> str:
    """A numeric expression."""
    if depth == 0 or rng.random() < 0.25:
        return (
            _numeral(rng)
            if rng.random() < 0.5
            else str(rng.choice([0, 1, 2, 3, 5, 7, 10, 100, 0.1, 0.25, 32767]))
        )
    a, b = _number(rng, depth - 1), _number(rng, depth - 1)
    match rng.randrange(10):
        case 0:
            return f"{rng.choice(['INT', 'FIX', 'ABS', 'SGN', 'CINT', 'CSNG', 'CDBL'])}({a})"
        case 1:
            return f"{rng.choice(['SQR', 'EXP', 'LOG', 'SIN', 'COS', 'TAN', 'ATN'])}({a})"
        case 2:
            return f"({a}{rng.choice(['=', '<', '>', '<=', '>=', '<>'])}{b})"
        case 3:
            return f"({a} {rng.choice(['AND', 'OR', 'XOR', 'MOD', 'EQV', 'IMP'])} {b})"
        case 4:
            return f"({a}){rng.choice(['^2', '^3', '^.5', '^-1', '^(' + b + ')'])}"
        case 5:
            return f"-({a})"
    return f"({a}{rng.choice('+-*/+-*/' + chr(92))}{b})"


def _layout(rng: Random) -> str:
    """A layout for numbers."""
    whole = "".join(rng.choice("####,") for _ in range(rng.randint(0, 7)))
    field = (
        rng.choice(["", "", "", "**", "$$", "**$"])
        + whole
        + rng.choice(["", ".", ".#", ".##", ".###", ".#####"])
    )
    field = rng.choice(["", "", "", "+"]) + field + rng.choice(["", "", "", "^^^^", "^^^"])
    return (
        rng.choice(["", "", "A", "_#"]) + field + rng.choice(["", "", "", "-", "+", " ", "*", "%"])
    )


def _text(rng: Random) -> str:
    """A text expression, its arguments now and then out of range."""
    text = '"' + "".join(rng.choice("AB 12.-+E&HD%") for _ in range(rng.randint(0, 9))) + '"'
    count = rng.choice(["0", "1", "2", "3.5", "2.5", "255", "256", "-1", "1E5", "4#"])
    match rng.randrange(8):
        case 0:
            return f"{rng.choice(['LEFT$', 'RIGHT$', 'MID$'])}({text},{count})"
        case 1:
            return f"MID$({text},{count},{rng.choice(['0', '1', '300', '-1'])})"
        case 2:
            return f"VAL({text})"
        case 3:
            part = rng.choice(['""', text, '"A"'])
            return f"INSTR({rng.choice(['', count + ','])}{text},{part})"
        case 4:
            return f"LEN(STR$({_numeral(rng)}))"
        case 5:
            return f"{rng.choice(['HEX$', 'OCT$', 'STR$'])}({rng.choice(['-', ''])}{_numeral(rng)})"
        case 6:
            return f"STRING$({count},{rng.choice([text, '65', '300', '-1'])})"
    return rng.choice([f"ASC({text})", f"SPACE$({count})", f"VAL(STR$({_numeral(rng)}))"])


def _statement(rng: Random) -> tuple[str, str]:
    """A kind and a statement of it."""
    kind = rng.choice(["numeral", "expression", "expression", "using", "text", "layout", "stored"])
    match kind:
        case "numeral":
            return kind, f"PRINT {rng.choice(['', '-'])}{_numeral(rng)}"
        case "expression":
            return kind, f"PRINT {_number(rng, 3)}"
        case "using":
            values = ";".join(
                rng.choice(["", "-"]) + _numeral(rng) for _ in range(rng.randint(1, 3))
            )
            return kind, f'PRINT USING "{_layout(rng)}{_layout(rng)}";{values}'
        case "text":
            return kind, f"PRINT {_text(rng)}"
        case "stored":
            return kind, f"Q{rng.choice(['', '!', '#', '%'])}={_number(rng, 1)}:PRINT Q;Q!;Q#;Q%"
    items = "".join(_item(rng) + rng.choice(";,;") for _ in range(rng.randint(2, 7)))
    return kind, f"PRINT {items}:PRINT POS(0)"


def _item(rng: Random) -> str:
    """An item of PRINT."""
    places = f"TAB({rng.randint(-2, 100)})", f"SPC({rng.randint(0, 90)})", "POS(0)"
    return rng.choice([f'"{"X" * rng.randint(0, 50)}"', _numeral(rng), *places])


def main() -> None:
    """Run what the arguments name."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folders", type=Path, nargs="*")
    parser.add_argument("--python", default=sys.executable, help="the interpreter that has pcbasic")
    parser.add_argument("--most", type=int, default=10_000, help="plays")
    parser.add_argument("--diffs", type=Path, help="where the differences are written")
    parser.add_argument("--expressions", type=int, default=0, help="random statements")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    if options.folders:
        programs(options)
    if options.expressions:
        expressions(options)


if __name__ == "__main__":
    main()
