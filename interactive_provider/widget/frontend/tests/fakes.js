// What the tests put in the place of a kernel and of keys.

import { Commands } from "../commands.js";

/** What a kernel sends of a position of which there is nothing to say. */
export const NOTHING = {
  number: 3,
  done: {},
  title: "A game",
  text: "",
  status: "",
  ending: "",
  outcome: null,
  board: null,
  book: null,
  terminal: null,
  chart: null,
  keys: null,
  amounts: null,
  asking: null,
  clock: null,
  console: "",
  transcript: [],
  notes: [],
  options: [],
  worth: [],
  thumbnails: [],
};

/** A board of one row, as a kernel sends it. */
export function rawBoard(kinds, more = {}) {
  const at = kinds.map((_, index) => String.fromCharCode(0x30 + index)).join("");
  const shape = [1, kinds.length];
  return {
    shape,
    kinds,
    at,
    zones: [],
    came: [],
    counters: [],
    rows: [],
    columns: [],
    ...more,
  };
}

/** A model of which the page sees no more than what the kernel's would show. */
export function fakeModel(view = {}) {
  const state = { _view: { ...NOTHING, ...view }, _queue: [] };
  return {
    saved: 0,
    get: (name) => state[name],
    set: (name, value) => {
      state[name] = value;
    },
    save_changes() {
      this.saved += 1;
    },
  };
}

/** Commands over a model, until the test ends. */
export function fakeCommands(context, model = fakeModel()) {
  const stopper = new AbortController();
  context.after(() => stopper.abort());
  return new Commands(model, stopper.signal);
}

/** What was sent: the order and what it is about. */
export function sentBy(model) {
  return model.get("_queue").map(({ do: what, index, text }) => [what, index ?? text]);
}

/** A key that was pressed on an element. */
export function keyOn(target, key, more = {}) {
  return { key, target, preventDefault() {}, stopPropagation() {}, ...more };
}
