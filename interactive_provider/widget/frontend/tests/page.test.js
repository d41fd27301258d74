// The parts of the page's program that need no browser: run with `node --test`.

import assert from "node:assert/strict";
import { test } from "node:test";

import { isLaidOut, pressed, saidOf } from "../panels/panels.js";
import { asClock } from "../dom.js";
import { Gestures, wayOf, waysOf } from "../board/gestures.js";
import { Grid } from "../board/grid.js";
import { Commands } from "../commands.js";
import { digit, linkedIn } from "../panels/prose.js";

/** A model of which the page sees no more than what the kernel's would show. */
function fakeModel(done = {}) {
  const state = { _view: { number: 3, done }, _queue: [] };
  return {
    saved: 0,
    get: (name) => state[name],
    set: (name, value) => { state[name] = value; },
    save_changes() { this.saved += 1; },
  };
}

test("seconds are written as people write them", () => {
  assert.deepEqual([0, 7, 65, 3599, 3661, -1, 59.9].map(asClock), ["0:00", "0:07", "1:05", "59:59", "1:01:01", "0:00", "0:59"]);
});

test("a movement has the direction of its longer side", () => {
  assert.deepEqual([[9, 3], [-9, 3], [3, 9], [3, -9]].map(([x, y]) => wayOf(x, y)), ["right", "left", "down", "up"]);
});

test("commands are numbered, and what is acknowledged leaves the queue", () => {
  const model = fakeModel();
  const commands = new Commands(model, () => {}, () => {});
  commands.send({ do: "hint" });
  commands.send({ do: "undo" });
  const [first, second] = model.get("_queue");
  assert.equal(second.number, first.number + 1);
  assert.equal(first.seen, 3);
  assert.ok(commands.waiting);
  model.get("_view").done[first.page] = second.number;
  assert.ok(!commands.waiting);
  commands.send({ do: "redo" });
  assert.deepEqual(model.get("_queue").map((order) => order.do), ["redo"]);
  commands.stop();
});

test("a key goes to a program that waits for one, but not from under a button or a shortcut", () => {
  const model = fakeModel(), commands = new Commands(model, () => {}, () => {});
  const press = (key, tagName = "PRE", rest = {}) =>
    pressed({ key, target: { tagName }, preventDefault() {}, stopPropagation() {}, ...rest }, commands);
  press("ArrowUp");
  Object.assign(model.get("_view"), { keys: { ArrowUp: 0, Enter: 2 } });
  press("ArrowUp");
  press("x", "INPUT");
  press("Enter");
  press("Enter", "BUTTON");
  press("F5");
  press("c", "PRE", { ctrlKey: true });
  const sent = model.get("_queue").map(({ do: what, index, text }) => [what, index ?? text]);
  assert.deepEqual(sent, [["option", 0], ["type", "x"], ["option", 2]]);
  commands.stop();
});

test("what is set in columns is told from prose", () => {
  assert.ok(isLaidOut(" 1   2   3\n 4   5   6\nMOVE? "));
  assert.ok(!isLaidOut("A sentence.  Another one.\nAnd a third."));
  assert.ok(!isLaidOut(`a  b\nc  d\n${"x".repeat(81)}`));
});

test("a page that cannot send says so", () => {
  const model = fakeModel();
  model.save_changes = () => { throw new Error("no kernel"); };
  let silences = 0;
  const commands = new Commands(model, () => {}, () => { silences += 1; });
  commands.send({ do: "hint" });
  assert.equal(silences, 1);
  commands.stop();
});

test("what stands above the board is the first line, and at the end the first sentence without its verdict", () => {
  assert.deepEqual(saidOf("One line.\nAnd another.", false), ["One line.\nAnd another.", ""]);
  assert.deepEqual(saidOf("One line.\nAnd another.\nAnd a third.", false), ["One line.", "And another.\nAnd a third."]);
  assert.deepEqual(saidOf("Won: all squares of 9×9 are open. 3BV 12, 2 openings.", true), ["All squares of 9×9 are open.", "3BV 12, 2 openings."]);
  assert.deepEqual(saidOf("Solved at r1.c2 now", true), ["Solved at r1.c2 now", ""]);
  assert.deepEqual(saidOf("", true), ["", ""]);
  const long = `${"very ".repeat(20)}long.`;
  assert.deepEqual(saidOf(`Lost: ${long} More.\nBelow.`, true), ["", `${long}\nMore.\nBelow.`]);
});

test("a label gets its place where it has none, and the names of its row and column where it has blanks for them", () => {
  const grid = Object.create(Grid.prototype);
  grid.toggles = [];
  grid.board = { shape: [2, 2], rows: ["r1", "r2"], columns: [] };
  assert.equal(grid.spoken([1, 0], "flag"), "r2 column 1: flag");
  assert.equal(grid.spoken([1, 1], "\x01 \x02: flag"), "r2 2: flag");
  grid.board = { shape: [1, 1], rows: ["$&"], columns: ["$1"] };
  assert.equal(grid.spoken([0, 0], "\x01 \x02: flag"), "$& $1: flag");
});

test("what a press would take are the cells at its steps, those off the board left out", () => {
  const grid = Object.create(Grid.prototype);
  grid.board = { shape: [1, 3] };
  grid.cells = ["a", "b", "c"];
  const kind = ["1", "", "", "", "p", "", "", [0, 1, 0, 2, 1, 0, 0, -1]];
  assert.deepEqual(grid.taken({ place: [0, 1], kind }), ["c", "a"]);
});

test("who waits is told that the game thinks, and only where nothing works on it that the kernel may be gone", (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  let now = 0;
  context.mock.method(performance, "now", () => now);
  const pass = (milliseconds) => { now += milliseconds; context.mock.timers.tick(milliseconds); };
  const model = { ...fakeModel(), widget_manager: { kernel: { status: "busy", connectionStatus: "connected" } } };
  const told = [], commands = new Commands(model, () => {}, (isThinking, order) => told.push([isThinking, order]));
  commands.send({ do: "hint" });
  pass(699);
  assert.deepEqual(told, []);
  for (let n = 0; n < 10; n++) pass(700);
  assert.deepEqual([...new Set(told.map(String))], ["true,hint"]);
  model.widget_manager.kernel.status = "idle";
  pass(700);
  assert.deepEqual(told.at(-1), [false, "hint"]);
  const [order] = model.get("_queue");
  model.get("_view").done[order.page] = order.number;
  const before = told.length;
  for (let n = 0; n < 3; n++) pass(700);
  assert.equal(told.length, before);
});

test("the second half of a double click on what the first has changed is no click", () => {
  const commands = { waiting: false, view: {} };
  const gestures = Object.assign(Object.create(Gestures.prototype), { commands, clicked: null });
  const cell = { kind: ["14"] };
  assert.deepEqual([0, 200].map((time) => gestures.isRepeated(cell, time)), [false, false]);
  cell.kind = [""];
  assert.deepEqual([240, 500, 600].map((time) => gestures.isRepeated(cell, time)), [true, false, false]);
  commands.waiting = true;
  assert.deepEqual([gestures.isRepeated(cell, 700), gestures.isRepeated({ kind: ["15"] }, 710)], [true, false]);
});

test("arrows move what alone can move: where all choices are directions", () => {
  assert.deepEqual(waysOf([["", "up"], ["", "left"]]), { up: 0, left: 1 });
  assert.deepEqual([[], [["", "up"], ["", "leave"]]].map(waysOf), [null, null]);
});

test("a digit chooses the link of its number on a page of prose, but not in a field, with Ctrl or beyond the last", () => {
  const sent = [];
  const commands = { view: { book: { blocks: [], side: [] }, keys: null, options: [1, 2] }, send: ({ index }) => sent.push(index) };
  const press = (key, more = {}) => digit({ key, target: { matches: () => false }, preventDefault() {}, stopPropagation() {}, ...more }, commands);
  press("2");
  press("3");
  press("0");
  press("1", { ctrlKey: true });
  press("1", { target: { matches: () => true } });
  assert.deepEqual(sent, [1]);
  commands.view = { ...commands.view, book: null };
  press("1");
  assert.deepEqual(sent, [1]);
});

const block = (index) => ["paragraph", 2, [["words", "", index, false]]];

test("options that are links on the page or beside it are not listed again", () => {
  assert.deepEqual([...linkedIn({ blocks: [block(0), block(-1)], side: [block(4)] })], [0, -1, 4]);
  assert.deepEqual([...linkedIn(null)], []);
});
