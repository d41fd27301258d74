// What is sent, and what a player is told who waits for the answer.

import assert from "node:assert/strict";
import { test } from "node:test";

import { fakeCommands, fakeModel } from "./fakes.js";

test("commands are numbered, and what is acknowledged leaves the queue", (context) => {
  const model = fakeModel();
  const commands = fakeCommands(context, model);
  commands.send("hint");
  commands.send("undo");
  const [first, second] = model.get("_queue");
  assert.equal(second.number, first.number + 1);
  assert.equal(first.seen, 3);
  assert.ok(commands.isWaiting);
  model.get("_view").done[first.page] = second.number;
  assert.ok(!commands.isWaiting);
  commands.send("redo");
  assert.deepEqual(
    model.get("_queue").map((order) => order.do),
    ["redo"],
  );
});

test("a page that cannot send says so", (context) => {
  const model = fakeModel();
  model.save_changes = () => {
    throw new Error("no kernel");
  };
  const commands = fakeCommands(context, model);
  let silences = 0;
  commands.onSilence = () => {
    silences += 1;
  };
  commands.send("hint");
  assert.equal(silences, 1);
});

test("who waits is told that the game thinks, or that the kernel may be gone", (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  let now = 0;
  context.mock.method(performance, "now", () => now);
  const pass = (milliseconds) => {
    now += milliseconds;
    context.mock.timers.tick(milliseconds);
  };
  const kernel = { status: "busy", connectionStatus: "connected" };
  const model = { ...fakeModel(), widget_manager: { kernel } };
  const commands = fakeCommands(context, model);
  const told = [];
  commands.onSilence = (isThinking, order) => told.push([isThinking, order]);
  commands.send("hint");
  pass(699);
  assert.deepEqual(told, []);
  for (let n = 0; n < 10; n++) {
    pass(700);
  }
  assert.deepEqual([...new Set(told.map(String))], ["true,hint"]);
  kernel.status = "idle";
  pass(700);
  assert.deepEqual(told.at(-1), [false, "hint"]);
  const [order] = model.get("_queue");
  model.get("_view").done[order.page] = order.number;
  const before = told.length;
  for (let n = 0; n < 3; n++) {
    pass(700);
  }
  assert.equal(told.length, before);
});
