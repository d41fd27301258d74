"""Points on a screen: draws lines, circles, boxes and areas of them."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple, TypeAlias

Point: TypeAlias = tuple[int, int]
Radii: TypeAlias = tuple[float, float]


class Canvas(NamedTuple):
    """The points of a screen, row by row, with a colour number for each; they lie over its
    characters."""

    rows: tuple[bytes, ...]
    cell: Point
    """The width and height of a character in points."""
    palette: tuple[int, ...]
    """The PC's number for each colour. Where it is 0, the characters are visible."""
    last: Point = (0, 0)
    """The last place drawn."""

    @property
    def in_colours(self) -> tuple[bytes, ...]:
        """Return the points in the PC's colours."""
        table = bytes(self.palette[i % len(self.palette)] for i in range(256))
        return tuple(row.translate(table) for row in self.rows)

    def colour_at(self, x: int, y: int) -> int:
        """Return the colour number of a point; -1 outside."""
        return self.rows[y][x] if 0 <= y < len(self.rows) and 0 <= x < len(self.rows[0]) else -1


def blank(width: int, height: int, cell: Point, palette: tuple[int, ...]) -> Canvas:
    """Return an empty canvas."""
    return Canvas((bytes(width),) * height, cell, palette, (width // 2, height // 2))


class Brush:
    """A canvas being drawn on. Whatever lies outside is clipped."""

    def __init__(self, canvas: Canvas) -> None:
        self.canvas = canvas
        self.rows: list[bytes | bytearray] = [*canvas.rows]
        self.width, self.height = len(canvas.rows[0]), len(canvas.rows)
        self.last = canvas.last
        self.palette = canvas.palette

    def dried(self) -> Canvas:
        """Return the present canvas; unchanged rows are shared with the previous one."""
        return Canvas(tuple(map(bytes, self.rows)), self.canvas.cell, self.palette, self.last)

    def follow(self, letter: str, numbers: Sequence[float | None]) -> None:
        """Obey a control sequence."""
        ink, *rest = (0 if number is None else round(number) for number in numbers)
        if letter == "p":
            self.palette = (ink, *rest)
            return
        start = self._moved(*rest[:3])
        match letter, rest[3:]:
            case "o", _:
                self.plot(*start, ink)
            case "l", (how, x, y, box):
                end = self._moved(how, x, y)
                if box:
                    self.box(start, end, ink, is_filled=box > 1)
                else:
                    self.line(start, end, ink)
            case "c", _:
                radius, start_angle, end_angle, aspect = numbers[4:]
                ratio = 4 * self.height / self.width / 3 if aspect is None else abs(aspect)
                size = radius or 0
                radii = round(size / max(ratio, 1)), round(size * min(ratio, 1))
                self.circle(start, radii, ink, (start_angle, end_angle))
            case "f", (border,):
                self.paint(*start, ink, ink if numbers[4] is None else border)

    def _row(self, y: int) -> bytearray:
        row = self.rows[y]
        if isinstance(row, bytes):
            row = self.rows[y] = bytearray(row)
        return row

    def _moved(self, how: int, x: int, y: int) -> Point:
        """Return where a statement goes: the last place afterwards. ``how`` says whether to count
        from the previous one."""
        self.last = (x + self.last[0], y + self.last[1]) if how else (x, y)
        return self.last

    def plot(self, x: int, y: int, colour: int) -> None:
        """Draw a point."""
        if 0 <= x < self.width and 0 <= y < self.height:
            self._row(y)[x] = colour

    def span(self, y: int, left: int, right: int, colour: int) -> None:
        """Draw a part of a row."""
        left = max(left, 0)
        right = min(right, self.width - 1)
        if 0 <= y < self.height and left <= right:
            self._row(y)[left : right + 1] = bytes((colour,)) * (right + 1 - left)

    def line(self, start: Point, end: Point, colour: int) -> None:
        """Draw a straight line by Bresenham's method, starting at its end, as GW-BASIC does;
        distant ends are moved nearer."""
        (x1, y1), (x2, y2) = self._cut(start), self._cut(end)
        across = abs(x2 - x1)
        down = abs(y2 - y1)
        long = max(across, down)
        short = min(across, down)
        if not short:
            self.box(start, end, colour, is_filled=True)
            return
        for i in range(long + 1):
            j = (i * short + long - 1 - long // 2) // long
            x, y = (i, j) if across >= down else (j, i)
            self.plot(x2 + (x if x1 > x2 else -x), y2 + (y if y1 > y2 else -y), colour)

    def _cut(self, place: Point) -> Point:
        """Return a place on the screen or just outside."""
        return min(max(place[0], -1), self.width), min(max(place[1], -1), self.height)

    def box(self, start: Point, end: Point, colour: int, is_filled: bool) -> None:
        """Draw a rectangle."""
        (left, right), (top, bottom) = sorted((start[0], end[0])), sorted((start[1], end[1]))
        if is_filled:
            for y in range(max(top, 0), min(bottom, self.height - 1) + 1):
                self.span(y, left, right, colour)
            return
        for corner in ((right, top), (left, bottom)):
            self.box((left, top), corner, colour, is_filled=True)
            self.box((right, bottom), corner, colour, is_filled=True)

    def circle(
        self, centre: Point, radii: Radii, colour: int, arc: tuple[float | None, float | None]
    ) -> None:
        """Draw an ellipse, or the part of it between two angles; a negative angle adds a line to
        the centre."""
        x0, y0 = centre
        across, down = radii
        start = arc[0] or 0.0
        end = math.tau if arc[1] is None else arc[1]
        first = abs(start) % math.tau
        last = abs(end) % math.tau
        whole = abs(end) - abs(start) >= math.tau - 0.01
        for x, y in self._rim(centre, radii):
            angle = math.atan2((y0 - y) / (down or 1), (x - x0) / (across or 1)) % math.tau
            if whole or (
                first <= angle <= last if first <= last else angle >= first or angle <= last
            ):
                self.plot(x, y, colour)
        for angle in (start, end):
            if angle < 0:
                rim = round(x0 + across * math.cos(angle)), round(y0 + down * math.sin(angle))
                self.line(centre, rim, colour)

    def _rim(self, centre: Point, radii: Radii) -> Iterator[Point]:
        """Return the points of an ellipse: two in each column, and two in each row."""
        for axis, most in enumerate((self.width, self.height)):
            middle = centre[axis]
            radius = radii[axis]
            for at in range(max(middle - int(radius), 0), min(middle + int(radius), most - 1) + 1):
                part = ((at - middle) / radius) ** 2 if radius else 1
                half = radii[1 - axis] * math.sqrt(max(1 - part, 0))
                for beside in (round(centre[1 - axis] + half), round(centre[1 - axis] - half)):
                    yield (beside, at) if axis else (at, beside)

    def paint(self, x: int, y: int, colour: int, border: int) -> None:
        """Fill the area around a point up to a border of some colour."""
        walls = bytes(code == border for code in range(256))
        closed = [bytearray(row.translate(walls)) for row in self.rows]
        waiting = [(x, y)] if 0 <= x < self.width and 0 <= y < self.height else []
        while waiting:
            x, y = waiting.pop()
            row = closed[y]
            if row[x]:
                continue
            left = row.rfind(1, 0, x) + 1
            right = row.find(1, x)
            right = self.width if right < 0 else right
            row[left:right] = b"\1" * (right - left)
            self.span(y, left, right - 1, colour)
            for beside in (y - 1, y + 1):
                at = left if 0 <= beside < self.height else -1
                while at >= 0 and (at := closed[beside].find(0, at, right)) >= 0:
                    waiting.append((at, beside))
                    at = closed[beside].find(1, at, right)

    # Characters --------------------------------------------------------------------------------

    def clear(self, top: int = 0, bottom: int = 99, left: int = 0, columns: int = 999) -> None:
        """Remove what lies over some lines of characters, or some columns of them."""
        wide, high = self.canvas.cell
        for y in range(top * high, min((bottom + 1) * high, self.height)):
            if any(self.rows[y][left * wide : (left + columns) * wide]):
                self.span(y, left * wide, (left + columns) * wide - 1, 0)

    def scroll(self, top: int, bottom: int) -> None:
        """Move some lines up by one."""
        high = self.canvas.cell[1]
        begins = top * high
        ends = min((bottom + 1) * high, self.height)
        if ends - begins >= high:
            self.rows[begins:ends] = [*self.rows[begins + high : ends], *[bytes(self.width)] * high]
