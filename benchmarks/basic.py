"""How fast is the BASIC machine? The classic loops BM1 to BM8 and a sieve, forks and pickles of
states.

    python -m benchmarks.basic [--quick] [--peers FOLDER ...] [--pybasic FOLDER] [--pcbasic]
    [--programs FOLDER ...]

All times are CPU times. Peers are measured where a person has them: the programs ``cbmbasic``
(mist64/cbmbasic, built by its make) and ``vintbas`` (lylek/vintage-basic, built by
``ghc -O --make Basic.hs -o vintbas``) are looked for in the folders after ``--peers`` and on PATH,
``--pybasic`` names a checkout of PyBasic, ``--pcbasic`` uses the pcbasic package of the Python that
runs this. ``--programs`` measures the states of real programs as well.
"""

from __future__ import annotations

import argparse
import functools
import io
import math
import os
import pickle
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

from interactive_provider.interpreters.basic import BasicError, Program, ProgramState

from .basic_conformance import fitting

_SUM = "310 LET A=K/2*3+4-5"
_BY_ITSELF = "310 LET A=K/K*K+K-K"
_LOOP = "290 LET K=0\n300 LET K=K+1\n{}\n{}500 IF K<1000 THEN 300\n600 STOP\n{}"
LOOPS = {
    "BM1": "300 FOR K=1 TO 1000\n400 NEXT K\n600 STOP\n",
    "BM2": _LOOP.format("305 REM", "", ""),
    "BM3": _LOOP.format(_BY_ITSELF, "", ""),
    "BM4": _LOOP.format(_SUM, "", ""),
    "BM5": _LOOP.format(_SUM, "320 GOSUB 820\n", "820 RETURN\n"),
    "BM6": (
        "280 DIM M(5)\n"
        + _LOOP.format(_SUM, "320 GOSUB 820\n330 FOR L=1 TO 5\n340 NEXT L\n", "820 RETURN\n")
    ),
    "BM7": (
        "280 DIM M(5)\n"
        + _LOOP.format(
            _SUM, "320 GOSUB 820\n330 FOR L=1 TO 5\n335 LET M(L)=A\n340 NEXT L\n", "820 RETURN\n"
        )
    ),
    "BM8": _LOOP.format("310 LET A=K^2\n320 LET B=LOG(K)\n330 LET C=SIN(K)", "", ""),
}
SIEVE = """10 DIM F(1000)
20 LET C=0
30 FOR I=0 TO 1000
40 LET F(I)=1
50 NEXT I
60 FOR I=0 TO 1000
70 IF F(I)=0 THEN 150
80 LET P=I+I+3
90 LET K=I+P
100 IF K>1000 THEN 140
110 LET F(K)=0
120 LET K=K+P
130 GOTO 100
140 LET C=C+1
150 NEXT I
160 STOP
"""
PROGRAMS = {**LOOPS, "sieve": SIEVE}
_ENOUGH = 10**9


def cpu(work: Callable[[], object], least: float) -> float:
    """CPU milliseconds of one run, the best of three rounds that last at least ``least`` seconds
    each."""
    best = math.inf
    for _ in range(3):
        count, start = 0, time.process_time()
        while time.process_time() - start < least:
            work()
            count += 1
        best = min(best, (time.process_time() - start) / count)
    return best * 1e3


def ours(text: str, dialect: str, least: float) -> float:
    """Milliseconds of one run in a dialect, compiled before."""
    program = Program.parse(text, dialect)
    assert program.start(steps=_ENOUGH).status == "stopped", "the loop ends"
    return cpu(lambda: program.start(steps=_ENOUGH), least)


def executable(path: str, text: str, times: int = 40) -> float:
    """Milliseconds of one run in a program that is given a file: of many runs in one, less those of
    few."""
    few, many = (_spent(path, _repeated(text, count)) for count in (1, 1 + times))
    return (many - few) / times * 1e3


def _repeated(text: str, times: int) -> str:
    """A benchmark that runs that many times in one go, behind its DIM."""
    first, rest = (15, 160) if text == SIEVE else (285, 600)
    looped = text.replace(f"{rest} STOP", f"{rest} NEXT Q\n{rest + 5} END")
    numbered = [f"{first} FOR Q=1 TO {times}", *looped.splitlines()]
    return "\n".join(sorted(numbered, key=lambda line: int(line.split()[0]))) + "\n"


def _spent(path: str, text: str) -> float:
    """CPU seconds of a process, the best of three."""
    best = math.inf
    with tempfile.NamedTemporaryFile("w", suffix=".bas") as file:
        file.write(text)
        file.flush()
        for _ in range(3):
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            subprocess.run(
                [path, file.name], capture_output=True, stdin=subprocess.DEVNULL, check=True
            )
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            best = min(best, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return best


def pybasic(text: str, folder: Path) -> float:
    """Milliseconds of one run in PyBasic; not a number for what it cannot run."""
    code = (
        "import sys,time,contextlib,io;sys.path.insert(0,sys.argv[1]);from lexer import "
        "Lexer;from program import Program\nlexer,p=Lexer(),Program()\n"
        "for line in open(sys.argv[2]): p.add_stmt(lexer.tokenize(line.strip()))\n"
        "t=time.process_time()\nwith contextlib.redirect_stdout(io.StringIO()):\n"
        "    try: p.execute()\n    except Exception as e: sys.stderr.write(repr(e))\n"
        "print(time.process_time()-t)\n"
    )
    with tempfile.NamedTemporaryFile("w", suffix=".bas") as file:
        file.write(text)
        file.flush()
        run = subprocess.run(
            [sys.executable, "-c", code, str(folder), file.name], capture_output=True, text=True
        )
    return float(run.stdout.split()[-1]) * 1e3 if run.stdout.split() else math.nan


def pcbasic(text: str) -> float:
    """Milliseconds of one run in PC-BASIC."""
    import pcbasic as peer

    with peer.Session(input_streams=io.BytesIO(), output_streams=io.BytesIO()) as session:
        for line in text.splitlines():
            session.execute(line)
        start = time.process_time()
        session.execute("RUN")
        return (time.process_time() - start) * 1e3


def mean(ratios: list[float]) -> float:
    """The geometric mean of those that could be measured."""
    measured = [r for r in ratios if not math.isnan(r)]
    return math.exp(sum(map(math.log, measured)) / len(measured))


def speed(options: argparse.Namespace) -> None:
    """Print the table of loops."""
    least = 0.03 if options.quick else 0.3
    peers: dict[str, Callable[[str], float]] = {}
    places = os.pathsep.join([*map(str, options.peers), os.environ.get("PATH", "")])
    for name in ("cbmbasic", "vintbas"):
        if path := shutil.which(name, path=places):
            peers[name] = functools.partial(executable, path)
    if options.pybasic:
        peers["PyBasic"] = lambda text: pybasic(text, options.pybasic)
    if options.pcbasic:
        peers["PC-BASIC"] = pcbasic
    print(
        "CPU ms per 1,000 turns"
        + " " * 8
        + "".join(f"{p:>12}" for p in ("lenient", "gw", "gw/lenient", *peers))
    )
    ratios: dict[str, list[float]] = {name: [] for name in ("gw", *peers)}
    for name, text in PROGRAMS.items():
        lenient, gw = ours(text, "lenient", least), ours(text, "gw", least)
        ratios["gw"].append(gw / lenient)
        row = f"{name:<30}{lenient:12.4f}{gw:12.4f}{gw / lenient:12.2f}"
        for peer, measure in peers.items():
            theirs = measure(text)
            ratios[peer].append(theirs / lenient)
            row += f"{theirs:12.2f}"
        print(row)
    print(
        "geometric mean of ratios to lenient: "
        + ", ".join(f"{k} {mean(v):.1f}" for k, v in ratios.items())
    )


def states() -> None:
    """Print what a large state costs."""
    text = (
        "10 DIM A(40,50)\n20 FOR I=0 TO 40:A(I,I)=I*RND(1):NEXT\n30 INPUT X\n40 A(1,1)=X:GOTO 30\n"
    )
    state = Program.parse(text).start(1)
    state.answer("1")
    print(
        "a state of 2,091 cells: fork and run to the next INPUT"
        f" {cpu(lambda: state.answer('1'), 0.1) * 1e3:.1f} µs"
    )
    memory = state._memory
    print(
        "  fork alone (copy of its variables)"
        f" {cpu(lambda: [a[:] for a in memory.arrays], 0.1) * 1e3:.1f} µs"
    )
    print(
        f"  pickled with its program {len(pickle.dumps(state)):,} bytes, "
        f"in {cpu(lambda: pickle.dumps(state), 0.1) * 1e3:.0f} µs"
    )


def books(folders: list[Path]) -> None:
    """Print what the states of real programs cost, each followed for up to 60 answers."""
    moves: list[float] = []
    sizes: list[tuple[int, int]] = []
    largest: list[list[object]] = []
    for path in sorted(path for folder in folders for path in folder.glob("*.[bB][aA][sS]")):
        try:
            program = Program.decode(path.read_bytes())
        except BasicError as fault:
            print(f"  {path.name}: {fault}")
            continue
        source = len(pickle.dumps(program))
        for state, answer in _followed(program, Random(path.name)):
            largest = max(
                largest, list(state._memory.arrays), key=lambda arrays: sum(map(len, arrays))
            )
            start = time.process_time()
            state.answer(answer)
            moves.append((time.process_time() - start) * 1e6)
            whole = len(pickle.dumps(state))
            sizes.append((whole - source, whole))
    moves.sort()
    fork = cpu(lambda: [cells[:] for cells in largest], 0.1) * 1e3
    print(f"{len(moves)} INPUTs of the programs:")
    print(f"  fork of the largest state, {sum(map(len, largest)):,} cells: {fork:.1f} µs")
    print(
        f"  to the next INPUT: median {moves[len(moves) // 2]:.0f} µs, 99 %"
        f" {moves[-len(moves) // 100]:.0f} µs"
    )
    print(
        f"  pickle of the largest state {max(sizes)[0]:,} bytes, with its program"
        f" {max(s[1] for s in sizes):,} bytes"
    )


def _followed(program: Program, rng: Random) -> Iterator[tuple[ProgramState, str]]:
    """The states of a play in which something is asked, with the answer given."""
    state = program.start(1)
    for _ in range(60):
        if state.status == "more":
            state = state.more()
            continue
        if state.over:
            return
        answer = ",".join(fitting(suggestion, rng) for suggestion in state.suggestions)
        yield state, answer
        state = state.answer(answer)


def main() -> None:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="short rounds, for the gate")
    parser.add_argument(
        "--peers", type=Path, nargs="+", default=[], help="where cbmbasic and vintbas are"
    )
    parser.add_argument(
        "--programs", type=Path, nargs="+", default=[], help="folders of .bas files"
    )
    parser.add_argument("--pybasic", type=Path, help="a checkout of PyBasic")
    parser.add_argument(
        "--pcbasic", action="store_true", help="measure the installed pcbasic package too"
    )
    options = parser.parse_args()
    speed(options)
    states()
    if options.programs:
        books(options.programs)


if __name__ == "__main__":
    main()
