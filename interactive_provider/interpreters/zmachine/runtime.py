"""The third-party machine, with limits and a cache of decoded instructions. Importing this needs
`fernz`.

Its release is pinned by the extra, because the class of its machine is not part of its public
interface. Limits are counts, not times, so a line leads to the same position on every computer.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from fernz import ExecutionError, GameState, Story, _instruction, _opcodes
from fernz import Memory as _Memory
from fernz._instruction import Instruction, Operand, OperandType, decode
from fernz._machine import Machine as _Machine
from fernz._memory import MemoryAccessError
from fernz._objects import Objects
from fernz._text import Text

STEPS = 3_000_000
"""The maximum number of instructions in one turn; no measured public story takes a third of it."""
READS = 10 * STEPS
"""The maximum number of reads of the memory in one turn."""
DEEPEST = 1_000
"""The maximum number of nested routines."""
LONGEST = 200_000
"""The maximum number of characters in one turn."""
_EVERY = 1_024
"""The number of instructions between two checks of the depth."""
_OPERANDS = {"sread": (0, 0), "aread": (0, 0), "read_char": (1,), "set_cursor": (1, 1)}
"""The operands of instructions that stories write with too few or too many, and the values of
missing ones: the two buffers, the keyboard, a place. Timer operands are omitted: an interpreter
need not have a timer."""
_MOST_OPERANDS = 8

KEYS = {"\x08": 8, "\x7f": 8, "\x1b": 27, "↑": 129, "↓": 130, "←": 131, "→": 132}
"""The characters that represent keys without a character, with the codes that a story reads
(section 3.8 of the Standard): delete, escape and the arrows."""


class TurnCutOff(Exception):
    """Raised to cut off a turn."""


class CountedMemory(_Memory):  # type: ignore[misc,unused-ignore]  # where the runtime is not installed
    """A memory that counts its reads, since every loop of the machine reads."""

    left = READS

    def read_byte(self, address: int) -> int:
        """Return the byte at an address. Raises `TurnCutOff` after too many reads in one turn."""
        self.left -= 1
        if 0 <= address < len(self._data) and self.left > 0:
            return self._data[address]
        return self._refused(address)

    def read_word(self, address: int) -> int:
        """Return the word at an address. Raises `TurnCutOff` after too many reads in one turn."""
        self.left -= 1
        data = self._data
        if 0 <= address < len(data) - 1 and self.left > 0:
            return data[address] << 8 | data[address + 1]
        return self._refused(address)

    def _refused(self, address: int) -> int:
        if self.left <= 0:
            raise TurnCutOff(f"one turn reads memory more than {READS:,} times")
        return super().read_word(address)


class BoundedMachine(_Machine):  # type: ignore[misc,unused-ignore]  # as above
    """A machine that caches the instructions that cannot change, and whose turns are bounded."""

    memory: CountedMemory
    pc: int
    decoded: dict[int, Instruction]
    left: int
    """The number of characters that may still be printed in this turn."""

    def run(self, *, max_steps: int = 0) -> str:
        """Run to the next question or to the end; raise `TurnCutOff` for a turn that exceeds its
        limits."""
        decoded = self.decoded
        memory = self.memory
        self.left = LONGEST
        memory.left = READS
        for count in range(max_steps or STEPS):
            if self.input_request is not None or self.halted:
                return super().run(max_steps=1)
            instruction = decoded.get(self.pc)
            if instruction is None:
                instruction = _fitted(decode(memory, self.pc))
                if self.pc >= memory.story.header.static_memory:
                    decoded[self.pc] = instruction
            self.pc = instruction.next_address
            execute = _OURS.get(instruction.opcode.name, _Machine._execute)
            try:
                execute(self, instruction)
            except ExecutionError:
                # Menus wider than the screen begin off it, as in other interpreters.
                if instruction.opcode.name != "set_cursor":
                    raise
            if not count % _EVERY and (
                len(self.frames) > DEEPEST or len(self.frames[-1].stack) > STEPS // 10
            ):
                raise TurnCutOff(f"routines are nested more than {DEEPEST:,} deep")
        raise TurnCutOff(f"one turn takes more than {STEPS:,} instructions")

    def accept_input(self, line: str) -> None:
        """Accept a line or a key; a character that the story cannot read becomes a question
        mark."""
        request: Any = self.input_request
        if getattr(request, "character", False) and line[:1] in KEYS:
            self.write_variable(request.store, KEYS[line[0]])
            self.input_request = None
            return
        self._make_room(request)
        known = self.text.extra_characters()
        super().accept_input(
            "".join(sign if " " <= sign <= "~" or sign.lower() in known else "?" for sign in line)
        )

    def _make_room(self, request: Any) -> None:
        """Repair buffers that the runtime refuses: one that claims to hold more than it can, and
        one without room for any parsed words."""
        if self.memory.story.header.version < 5 or getattr(request, "character", True):
            return
        room = self.memory.read_byte(request.text)
        if self.memory.read_byte(request.text + 1) > room:
            self.memory.write_byte(request.text + 1, room)
        if request.parse and not self.memory.read_byte(request.parse):
            self.input_request = replace(request, parse=0)

    def _values(self, instruction: Instruction) -> list[int]:
        """Return the values of the operands, from left to right."""
        return [
            self.read_variable(one.value) if one.type == OperandType.VARIABLE else one.value
            for one in instruction.operands
        ]

    def _store(self, instruction: Instruction, value: int) -> None:
        assert instruction.store is not None, "an instruction that gives a value"
        self.write_variable(instruction.store, value)

    def _shift(self, instruction: Instruction) -> None:
        """Shift by any number of places; the runtime accepts only those that the Standard
        defines."""
        value, places = self._values(instruction)
        if instruction.opcode.name == "art_shift":
            value = _signed(value)
        places = _signed(places)
        shifted = value << min(places, 16) if places >= 0 else value >> -places
        self._store(instruction, shifted & 0xFFFF)

    def _keep_table(self, instruction: Instruction) -> None:
        """Fail to save a part of memory, as the Standard allows; the runtime saves whole games."""
        if not instruction.operands:
            self._execute(instruction)
            return
        self._values(instruction)
        self._store(instruction, 0)

    def _emit(self, text: str) -> None:
        self.left -= len(text)
        if self.left < 0:
            raise TurnCutOff(f"the text of one turn is longer than {LONGEST:,} characters")
        super()._emit(text)


_OURS: dict[str, Callable[[BoundedMachine, Instruction], None]] = {
    "log_shift": BoundedMachine._shift,
    "art_shift": BoundedMachine._shift,
    "save": BoundedMachine._keep_table,
    "restore": BoundedMachine._keep_table,
}
"""Instructions for which other interpreters are more lenient than the runtime."""


def _signed(word: int) -> int:
    return word - 0x10000 if word & 0x8000 else word


def _lenient_opcode(group: str, number: int, version: int) -> Any:
    """Return an opcode as the runtime defines it; some may have any number of operands."""
    spec = _opcodes.opcode(group, number, version)
    if spec is None or spec.name not in _OPERANDS:
        return spec
    return replace(spec, operands=(0, _MOST_OPERANDS))


# The runtime's decoder asks for an opcode by this name in its own module.
_instruction.opcode = _lenient_opcode  # type: ignore[attr-defined,unused-ignore]


def _fitted(instruction: Instruction) -> Instruction:
    """Return an instruction with the right number of operands."""
    usual = _OPERANDS.get(instruction.opcode.name)
    if usual is None or len(instruction.operands) == len(usual):
        return instruction
    given = instruction.operands[: len(usual)]
    missing = [Operand(OperandType.SMALL, value) for value in usual[len(given) :]]
    return replace(instruction, operands=(*given, *missing))


class StoryTables:
    """The strings and the properties in a story's initial state, as far as damaged ones can be
    read."""

    def __init__(self, memory: bytes) -> None:
        self._memory = memory
        image = _Memory(Story(memory))
        self._text = Text(image)
        self._objects = Objects(image)

    def text_at(self, address: int, words: int) -> str:
        """Return the string at an address, of at most ``words`` words."""
        with contextlib.suppress(ExecutionError, MemoryAccessError):
            return str(self._text.decode(address, words=words))
        return ""

    def properties(self, number: int) -> list[tuple[int, bytes]]:
        """Return the numbers and bytes of an object's properties."""
        found: list[tuple[int, bytes]] = []
        with contextlib.suppress(ExecutionError, MemoryAccessError):
            for one in self._objects.properties(number, validate_order=False):
                found.append((one.number, self._memory[one.address : one.address + one.size]))
        return found


def machine_of(
    story: Story, start: int | GameState, decoded: dict[int, Instruction]
) -> BoundedMachine:
    """Return a machine before its first instruction, with the luck of a seed, or restored from a
    saved state."""
    memory = CountedMemory(story)
    machine = (
        BoundedMachine(memory, seed=start)
        if isinstance(start, int)
        else BoundedMachine.from_state(memory, start)
    )
    assert isinstance(machine, BoundedMachine)
    machine.decoded = decoded
    machine.left = LONGEST
    return machine
