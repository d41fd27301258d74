// Which part of the page takes a key.

import assert from "node:assert/strict";
import { test } from "node:test";

import { programKey } from "../keys.js";
import { GameButtons } from "../panels/game_buttons.js";
import { fakeCommands, fakeModel, keyOn, sentBy } from "./fakes.js";

test("a key goes to a program that waits for one, but not from a button or shortcut", (context) => {
  const model = fakeModel({ keys: { ArrowUp: 0, Enter: 2 } });
  const commands = fakeCommands(context, model);
  const press = (key, tagName = "PRE", more = {}) =>
    programKey(keyOn({ tagName }, key, more), commands);
  assert.ok(press("ArrowUp"));
  assert.ok(press("x", "INPUT"));
  assert.ok(press("Enter"));
  assert.ok(!press("Enter", "BUTTON"));
  assert.ok(!press("F5"));
  assert.ok(!press("c", "PRE", { ctrlKey: true }));
  assert.deepEqual(sentBy(model), [
    ["option", 0],
    ["type", "x"],
    ["option", 2],
  ]);
  commands.view.keys = null;
  assert.ok(!press("ArrowUp"));
});

test("a digit chooses the option of its number, but not in a field or with Ctrl", (context) => {
  const model = fakeModel({
    options: [
      ["", "one"],
      ["", "two"],
    ],
  });
  const buttons = Object.create(GameButtons.prototype);
  Object.assign(buttons, {
    commands: fakeCommands(context, model),
    buttons: {},
  });
  const press = (key, more = {}, isField = false) =>
    buttons.key(keyOn({ matches: () => isField }, key, more));
  assert.ok(press("2"));
  assert.ok(!press("3"));
  assert.ok(!press("0"));
  assert.ok(!press("1", { ctrlKey: true }));
  assert.ok(!press("1", {}, true));
  assert.deepEqual(sentBy(model), [["option", 1]]);
});
