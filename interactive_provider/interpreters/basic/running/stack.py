"""The stack of loops and subroutines: a loop is its variable or its NEXT, its limit and its
start."""

from __future__ import annotations

from ..errors import BasicRuntimeError

LoopStack = list[tuple[float, ...]]


def forget(stack: LoopStack, key: int, by_position: bool) -> None:
    """Drop the last loop with a key, if there is one: for a variable, only a loop that this
    subroutine began."""
    for i in range(len(stack) - 1, -1, -1):
        if stack[i][0] == key:
            del stack[i]
            return
        if stack[i][0] == -1 and not by_position:
            return


def find_loop(stack: LoopStack, var: int) -> tuple[float, ...]:
    """Return the loop over ``var`` (over any for None's -2), dropping those inside it."""
    for i in range(len(stack) - 1, -1, -1):
        if stack[i][0] == var or (var == -2 and stack[i][0] >= 0):
            del stack[i + 1 :]
            return stack[i]
        if stack[i][0] == -1:
            break
    raise BasicRuntimeError("NEXT WITHOUT FOR")


def find_at(stack: LoopStack, foot: int) -> tuple[float, ...]:
    """Return the loop whose NEXT is at ``foot``; loops begun after it are dropped, calls are
    not."""
    for i in range(len(stack) - 1, -1, -1):
        if stack[i][0] == foot:
            stack[i + 1 :] = [entry for entry in stack[i + 1 :] if entry[0] == -1]
            return stack[i]
    raise BasicRuntimeError("NEXT WITHOUT FOR")


def leave(stack: LoopStack) -> int:
    """Return the block to return to, dropping the subroutine's own loops."""
    while stack:
        entry = stack.pop()
        if entry[0] == -1:
            return int(entry[1])
    raise BasicRuntimeError("RETURN WITHOUT GOSUB")
