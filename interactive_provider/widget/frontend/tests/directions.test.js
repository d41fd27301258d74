// The one table of directions.

import assert from "node:assert/strict";
import { test } from "node:test";

import { oppositeLetters, shortName, wayOfMovement } from "../directions.js";

test("a movement has the direction of its longer side", () => {
  const movements = [
    [9, 3],
    [-9, 3],
    [3, 9],
    [3, -9],
  ];
  const ways = movements.map(([x, y]) => wayOfMovement(x, y));
  assert.deepEqual(ways, ["right", "left", "down", "up"]);
});

test("a board that is turned has the opposite directions, and keeps its other gestures", () => {
  assert.equal(oppositeLetters("psUDLRT"), "psDURLT");
});

test("points of the compass have their usual short names", () => {
  assert.deepEqual(["north", "southeast"].map(shortName), ["N", "SE"]);
});
