// Words and numbers as they are shown.

import assert from "node:assert/strict";
import { test } from "node:test";

import { clockText } from "../panels/bar.js";
import { splitText } from "../panels/status.js";
import { linkedIn } from "../texts/book.js";
import { isLaidOut } from "../texts/layout.js";
import { wayTo } from "../texts/map.js";
import { nounPattern } from "../texts/nouns.js";

test("seconds are written as people write them", () => {
  const seconds = [0, 7, 65, 3599, 3661, -1, 59.9];
  const texts = ["0:00", "0:07", "1:05", "59:59", "1:01:01", "0:00", "0:59"];
  assert.deepEqual(seconds.map(clockText), texts);
});

test("what is set in columns is told from prose", () => {
  assert.ok(isLaidOut(" 1   2   3\n 4   5   6\nMOVE? "));
  assert.ok(!isLaidOut("A sentence.  Another one.\nAnd a third."));
  assert.ok(!isLaidOut("        A TITLE\n     IN THE MIDDLE\n\nA LINE OF PROSE"));
  assert.ok(!isLaidOut(`a  b\nc  d\n${"x".repeat(81)}`));
});

test("above the board stands the first line, at the end the first sentence without verdict", () => {
  const split = (text, isOver) => Object.values(splitText(text, isOver));
  const three = "One line.\nAnd another.\nAnd a third.";
  assert.deepEqual(split("One line.\nAnd another.", false), [
    "One line.\nAnd another.",
    "",
  ]);
  assert.deepEqual(split(three, false), ["One line.", "And another.\nAnd a third."]);
  assert.deepEqual(
    split("Won: all squares of 9×9 are open. 3BV 12, 2 openings.", true),
    ["All squares of 9×9 are open.", "3BV 12, 2 openings."],
  );
  assert.deepEqual(split("Solved at r1.c2 now", true), ["Solved at r1.c2 now", ""]);
  assert.deepEqual(split("", true), ["", ""]);
  const long = `${"very ".repeat(20)}long.`;
  assert.deepEqual(split(`Lost: ${long} More.\nBelow.`, true), [
    "",
    `${long}\nMore.\nBelow.`,
  ]);
});

test("options that are links on the page or beside it are not listed again", () => {
  const block = (option) => ({ runs: [{ words: "words", option }] });
  const book = { blocks: [block(0), block(-1)], side: [block(4)] };
  assert.deepEqual([...linkedIn(book)], [0, -1, 4]);
  assert.deepEqual([...linkedIn(null)], []);
});

test("the way to a room leads over rooms that were seen, and there is none to others", () => {
  const ways = [
    { start: 0, end: 1, words: "north" },
    { start: 1, end: 2, words: "east" },
  ];
  assert.deepEqual(wayTo(ways, 0, 2), ["north", "east"]);
  assert.deepEqual(wayTo(ways, 2, 0), []);
});

test("a noun is found as a whole word, the longest that fits first", () => {
  const pattern = nounPattern(["lamp", "brass lamp", "up"]);
  assert.equal(pattern.exec("The brass lamp, the lamps.")[0], "brass lamp");
  assert.equal(pattern.exec("lamps, up"), null);
  assert.equal(nounPattern(["up"]), null);
});
