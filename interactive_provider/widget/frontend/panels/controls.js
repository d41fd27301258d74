// One row of buttons, only for what the game can do; the way through the game; the line of Python; the keys.

import { button, focusable, make, rename } from "../dom.js";
import { offers } from "../board/grid.js";
import { toolbar } from "./toolbar.js";

/** @typedef {import("../types.js").View} View */
/** @typedef {import("../commands.js").Commands} Commands */

/** @type {Record<string, number>} */
const SPEEDS = { slow: 1500, normal: 500, fast: 100 }; // milliseconds from one solver step to the next
const LONGEST_LINE = 100; // characters of a line of Python that is shown whole

const KEYS = [ // how a board is played without a mouse
  ["arrows", "move around the board; if only one thing can move, move it (then Alt and an arrow walk)"],
  ["Enter, Space", "press"],
  ["F", "flag, or do what a right click does"],
  ["Shift and an arrow", "drag to the neighbour"],
  ["Home, End, Page Up, Page Down", "to the ends; with Ctrl to the corners"],
  ["Escape", "cancel a picked-up piece"],
  ["U, Ctrl+Z", "undo"],
  ["H", "hint"],
  ["N", "new game"],
  ["1 to 9", "the choices beside the board, in their order"],
];

/**
 * @param {Commands} commands
 * @param {import("../board/gestures.js").Gestures} gestures
 * @param {{tell: (words: string) => void, replay: () => void, turn: () => void}} page
 */
export function controls(commands, gestures, { tell, replay, turn }) {
  /** @param {string} words @param {string} what @param {string} picture */
  const order = (words, what, picture) => button(words, () => commands.send({ do: what }), picture);
  const undo = order("undo", "undo", "undo"), redo = order("redo", "redo", "redo");
  const start = order("new game", "new", "new"), restart = order("restart", "restart", "restart");
  /** @type {Record<string, HTMLButtonElement>} */
  const abilities = {
    hint: order("hint", "hint", "hint"),
    check: order("check", "check", "check"),
    evaluate: order("evaluate", "evaluate", "evaluate"),
    step: order("step", "step", "step"),
  };
  const flag = button("flag mode", () => {
    gestures.flagging = !gestures.flagging;
    flag.setAttribute("aria-pressed", String(gestures.flagging));
  }, "flag");
  flag.setAttribute("aria-pressed", "false");
  let flagged = ""; // the title of the game that has flags
  const flip = button("flip", () => {
    turn();
    flip.setAttribute("aria-pressed", String(gestures.grid.isTurned));
  }, "flip");
  flip.setAttribute("aria-pressed", "false");
  const again = button("replay", replay, "replay");
  const solver = solving(commands);
  const more = unfolding("more", "more"), keys = unfolding("keys", "keys");
  const way = scrubber(commands), line = lineOf(commands, tell), moves = movesOf(commands);
  const coordinates = button("coordinates", () => {
    const shown = coordinates.ariaPressed !== "true";
    coordinates.ariaPressed = String(shown);
    element.closest(".ip-desk")?.classList.toggle("ip-coordinates", shown);
  });
  coordinates.ariaPressed = "false";
  more.panel.append(make("div", { class: "ip-group" }, ...solver.elements, again, coordinates,
    button("copy picture", () => commands.send({ do: "picture" }), "picture")), way.element);
  keys.panel.append(make("dl", { class: "ip-keys" },
    ...KEYS.flatMap(([key, words]) => [make("dt", {}, key), make("dd", {}, words)])));
  const legend = make("p", { class: "ip-legend" });
  keys.panel.append(legend);
  const row = make("div", { class: "ip-tools", role: "toolbar", "aria-label": "game" },
    undo, redo, start, restart, flag, flip, ...Object.values(abilities), more.toggle, keys.toggle);
  // On a phone these wait until "more" is pressed.
  for (const one of [redo, restart, flip, abilities.check, abilities.evaluate, abilities.step, keys.toggle]) one.classList.add("ip-second");
  more.toggle.classList.add("ip-more");
  /** @type {Record<string, HTMLButtonElement>} */
  const shortcuts = { u: undo, h: abilities.hint, n: start };
  /** @param {KeyboardEvent} event */
  const press = (event) => {
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event, target = /** @type {Element} */ (event.target), { view } = commands;
    if (altKey || view.keys || view.console || view.terminal || target.matches("input, select, textarea")) return;
    const isUndo = (ctrlKey || metaKey) && !shiftKey && key.toLowerCase() === "z";
    if ((ctrlKey || metaKey) && !isUndo) return;
    const choice = !view.book && /^[1-9]$/.test(key) && view.options[Number(key) - 1];
    const one = isUndo ? undo : shortcuts[key.toLowerCase()];
    if (choice) commands.send({ do: "option", index: Number(key) - 1 });
    else if (one && !one.disabled && !one.hidden) one.click();
    else if (!one) return;
    event.preventDefault();
    event.stopPropagation();
  };
  const element = make("div", { class: "ip-controls" }, more.panel, keys.panel, line.element);
  const settle = [toolbar(row), toolbar(line.element)];

  /** @param {View} view */
  const show = (view) => {
    undo.disabled = !view.undo;
    redo.disabled = !view.redo;
    rename(undo, view.cards ? "back to the game" : "undo", "undo");
    for (const one of [redo, restart, start, keys.toggle]) one.hidden = view.cards;
    if (view.book) restart.hidden = true;
    const anew = view.book ? "read again" : "new game";
    if (start.title !== anew) rename(start, anew, "new");
    for (const [name, one] of Object.entries(abilities)) {
      one.hidden = !view.able.includes(name);
      one.disabled = view.outcome != null;
    }
    abilities.evaluate.setAttribute("aria-pressed", String(view.evaluating));
    // At the end it stays in its place: what was aimed at the button beside it is not to hit another.
    flag.disabled = !view.board?.kinds.some((kind) => kind[4]?.includes("s"));
    if (!flag.disabled) flagged = view.title;
    flag.hidden = flagged !== view.title && !gestures.flagging;
    flip.hidden = !offers(view.board, "turns");
    coordinates.hidden = !offers(view.board, "coordinates");
    again.hidden = !view.board?.frames.length;
    keys.toggle.hidden ||= !view.board;
    legend.replaceChildren(...(view.board?.legend ?? []).map(([sign, meaning]) => make("span", {}, `${sign} ${meaning}`)));
    row.hidden = view.cards && !view.undo;
    more.toggle.hidden = view.cards;
    solver.show(view);
    way.show(view);
    line.show(view);
    moves.show(view);
    for (const one of settle) one();
  };
  return { row, element, list: moves.element, show, press, stop: solver.stop };
}

/**
 * A button that shows and hides what stands below.
 * @param {string} words
 * @param {string} picture
 */
function unfolding(words, picture) {
  const panel = make("div", { class: "ip-panel", hidden: "" });
  const toggle = button(words, () => {
    panel.hidden = !panel.hidden;
    toggle.setAttribute("aria-expanded", String(!panel.hidden));
  }, picture);
  toggle.setAttribute("aria-expanded", "false");
  return { panel, toggle };
}

/** @param {Commands} commands */
function solving(commands) {
  /** @type {ReturnType<typeof setTimeout> | null} */
  let timer = null;
  const speed = focusable("select", { "aria-label": "speed" }, ...Object.keys(SPEEDS).map((name) => make("option", {}, name)));
  speed.value = "normal";
  const toggle = button("play to the end", () => (timer ? stop() : go()), "play");
  function go() {
    rename(toggle, "stop", "stop");
    toggle.setAttribute("aria-pressed", "true");
    if (!commands.waiting) commands.send({ do: "step" });
    timer = setTimeout(go, SPEEDS[speed.value]);
  }
  function stop() {
    if (timer) clearTimeout(timer);
    timer = null;
    rename(toggle, "play to the end", "play");
    toggle.setAttribute("aria-pressed", "false");
  }
  /** @param {View} view */
  const show = (view) => {
    toggle.hidden = speed.hidden = !view.able.includes("step");
    toggle.disabled = view.outcome != null;
    if (timer && (view.outcome != null || view.stuck)) stop();
  };
  return { elements: [toggle, speed], show, stop };
}

/**
 * A slider over all moves of the game, those that were taken back included.
 * @param {Commands} commands
 */
function scrubber(commands) {
  const slider = focusable("input", { type: "range", min: "0", step: "1", "aria-label": "move" });
  const words = make("span", { class: "ip-at" });
  const element = make("div", { class: "ip-group ip-way" }, slider, words);
  /** @param {number} at */
  const told = (at) => { words.textContent = `move ${at} of ${slider.max}`; };
  slider.addEventListener("input", () => {
    told(Number(slider.value));
    commands.send({ do: "goto", index: Number(slider.value) });
  });
  /** @param {View} view */
  const show = ({ moves, later }) => {
    element.hidden = moves + later === 0;
    slider.max = String(moves + later);
    if (!commands.waiting) slider.value = String(moves);
    told(Number(slider.value));
  };
  return { element, show };
}

/**
 * The moves of a game of pieces in two columns, each a way back to the position after it.
 * @param {Commands} commands
 */
function movesOf(commands) {
  const element = make("div", { class: "ip-list", role: "group", "aria-label": "moves" });
  /** @param {View} view */
  const show = ({ notes, moves }) => {
    element.hidden = !notes.length;
    element.replaceChildren(...notes.flatMap(([name, index], n) => {
      const one = button(name, () => commands.send({ do: "goto", index }));
      if (index === moves && notes[n + 1]?.[1] !== index) one.ariaCurrent = "true";
      return n % 2 ? [one] : [make("span", {}, `${n / 2 + 1}.`), one];
    }));
    const now = /** @type {HTMLElement | null} */ (element.querySelector("[aria-current]"));
    element.scrollTop = now ? now.offsetTop - 2 * now.offsetHeight : 0; // whole rows
  };
  return { element, show };
}

/**
 * The line of Python: whole where it is short, else its beginning and the number of moves.
 * @param {Commands} commands
 * @param {(words: string) => void} tell
 */
function lineOf(commands, tell) {
  const code = focusable("code", { tabindex: "0", "aria-label": "line of Python" });
  const moves = make("span", { class: "ip-moves" });
  const copy = button("copy", async () => {
    const { line } = commands.view;
    try {
      await navigator.clipboard.writeText(line);
      tell("Copied.");
    } catch { // a page without the right to write: the line stands selected for the player's own keys
      code.textContent = line;
      getSelection()?.selectAllChildren(code);
      tell("The line is selected: copy it with your keys.");
    }
  }, "copy");
  const element = make("div", { class: "ip-line" }, code, moves, copy);
  /** @param {View} view */
  const show = (view) => {
    const whole = view.line.length <= LONGEST_LINE;
    code.textContent = whole ? view.line : `${view.start}…`;
    moves.textContent = whole ? "" : `${view.moves} moves`;
  };
  return { element, show };
}
