// What is sent is read once, into named fields; what is said of it to a screen reader.

import assert from "node:assert/strict";
import { test } from "node:test";

import { changesBetween } from "../panels/changes.js";
import { canDrag, pairs, readView, spokenLabel } from "../view.js";
import { NOTHING, rawBoard } from "./fakes.js";

test("what is sent by position gets names, and what is left out its default", () => {
  const board = rawBoard([["♞", "ip-x", "a knight", "", "T"], []]);
  const { kinds, features } = readView({ ...NOTHING, board, outcome: undefined }).board;
  const { sign, label, gestures, takes } = kinds[0];
  assert.deepEqual([sign, label, gestures, takes], ["♞", "a knight", "T", []]);
  assert.deepEqual(kinds.map(canDrag), [true, false]);
  assert.deepEqual(features, []);
});

test("what has no value is null, also where Python leaves it undefined or out", () => {
  const { outcome, level } = readView({ ...NOTHING, outcome: undefined });
  assert.deepEqual([outcome, level], [null, null]);
});

test("flat lists are read as pairs", () => {
  assert.deepEqual(pairs([1, 2, 3, 4]), [
    [1, 2],
    [3, 4],
  ]);
});

test("a label gets its place, or the names of its row and column if it has blanks for them", () => {
  const board = { zones: [], rows: ["r1", "r2"], columns: [] };
  assert.equal(spokenLabel(board, [1, 0], "flag"), "r2 column 1: flag");
  assert.equal(spokenLabel(board, [1, 1], "\x01 \x02: flag"), "r2 2: flag");
  const hostile = { zones: [], rows: ["$&"], columns: ["$1"] };
  assert.equal(spokenLabel(hostile, [0, 0], "\x01 \x02: flag"), "$& $1: flag");
});

test("a screen reader hears what has changed after a move that changes no word of the game", () => {
  const view = (signs, score, came) => {
    const kinds = signs.map((sign) => [sign, sign ? "" : "ip-blank", sign || "empty"]);
    const board = rawBoard(kinds, { came, counters: [["score", score]] });
    return readView({ ...NOTHING, board });
  };
  const before = view(["2", "2", "", ""], "0", []);
  const after = view(["", "", "2", "4"], "4", [0, 3, 1, 3]);
  const words = "score: 4, row 1 column 3: 2, row 1 column 4: 4";
  assert.equal(changesBetween(before, after), words);
  assert.equal(changesBetween(before, before), "");
  assert.equal(changesBetween(null, after), "");
});
