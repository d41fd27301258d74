// The one table of directions.

import assert from "node:assert/strict";
import { test } from "node:test";

import { DIRECTIONS, shortName, wayOfMovement } from "../directions.js";

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

test("seen from the other side, each direction is the one against it", () => {
  for (const { step, turned } of Object.values(DIRECTIONS)) {
    assert.deepEqual(DIRECTIONS[turned].step, [0 - step[0], 0 - step[1]]);
  }
});

test("points of the compass have their usual short names", () => {
  assert.deepEqual(["north", "southeast"].map(shortName), ["N", "SE"]);
});
