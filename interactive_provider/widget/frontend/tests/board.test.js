// What a press on a board means.

import assert from "node:assert/strict";
import { test } from "node:test";

import { complaintAbout } from "../board/clues.js";
import { Gestures } from "../board/gestures.js";
import { Grid } from "../board/grid.js";
import { directionOptions } from "../directions.js";

test("what a press would take are the cells at its steps, those off the board left out", () => {
  const grid = Object.create(Grid.prototype);
  grid.board = { shape: [1, 3] };
  grid.cells = ["a", "b", "c"];
  const kind = { takes: [0, 1, 0, 2, 1, 0, 0, -1] };
  assert.deepEqual(grid.taken({ place: [0, 1], kind }), ["c", "a"]);
});

test("the second half of a double click on what the first has changed is no click", () => {
  const commands = { isWaiting: false, view: {} };
  const gestures = Object.assign(Object.create(Gestures.prototype), {
    commands,
    clicked: null,
  });
  const cell = { kind: { sign: "14" } };
  const isRepeated = (time) => gestures.isRepeated(cell, time);
  assert.deepEqual([0, 200].map(isRepeated), [false, false]);
  cell.kind = { sign: "" };
  assert.deepEqual([240, 500, 600].map(isRepeated), [true, false, false]);
  commands.isWaiting = true;
  assert.ok(isRepeated(700));
  assert.ok(!gestures.isRepeated({ kind: { sign: "15" } }, 710));
});

test("arrows move what alone can move if all choices are directions", () => {
  const options = (...words) => words.map((word) => ({ words: word }));
  assert.deepEqual(directionOptions(options("up", "left")), { up: 0, left: 1 });
  assert.equal(directionOptions([]), null);
  assert.equal(directionOptions(options("up", "leave")), null);
});

test("a number says how many flags it misses, or has too many", () => {
  const cell = (place, className) => ({
    place,
    className,
    classList: { contains: (name) => className.split(" ").includes(name) },
  });
  const cells = [
    cell([0, 0], "ip-covered ip-flag"),
    cell([0, 1], "ip-number-2"),
    cell([0, 2], "ip-covered"),
  ];
  const board = { shape: [1, 3], counted: "flag" };
  const grid = Object.assign(Object.create(Grid.prototype), { board, cells });
  assert.equal(complaintAbout(grid, cells[1]), "This 2 needs 1 more flag.");
  cells[1].className = "ip-number-1";
  assert.equal(complaintAbout(grid, cells[1]), "");
});
