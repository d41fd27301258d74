// The page's side of a board: shows what the kernel tells in `_view`, and queues in `_queue` what the player does.
// Everything a game says is set as text, never as markup.

const PAGE = Math.random().toString(36).slice(2);
const ARROWS = { ArrowUp: "up", ArrowDown: "down", ArrowLeft: "left", ArrowRight: "right" };
const STEPS = { up: [-1, 0], down: [1, 0], left: [0, -1], right: [0, 1] };
const LETTERS = { press: "p", secondary: "s", up: "U", down: "D", left: "L", right: "R" };
const FIRST_KIND = 0x30; // the character of the first kind of cell
const LONG_PRESS = 500; // milliseconds until a touch is the secondary press
const FRAME = 170; // milliseconds a frame of an animation stands
const PATIENCE = 4000; // milliseconds without an answer until the player is told
const FARTHEST_CLICK = 10; // pixels a pointer may stray and still click
const SPEEDS = { slow: 1500, normal: 500, fast: 100 }; // milliseconds from one solver step to the next

let last = 0; // the number of the last order sent from this page

function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

// Whatever takes the focus must keep the notebook's own one-letter commands from acting on it.
function focusable(tag, attributes, ...children) {
  return make(tag, { "data-lm-suppress-shortcuts": "true", ...attributes }, ...children);
}

function button(words, action) {
  const element = focusable("button", { type: "button" }, words);
  element.addEventListener("click", action);
  return element;
}

// Sending ---------------------------------------------------------------------------------

class Orders {
  constructor(model, onSend, onSilence) {
    this.model = model;
    this.onSend = onSend;
    this.onSilence = onSilence;
  }

  get view() { return this.model.get("_view"); }

  get waiting() { return (this.sent ?? 0) > (this.view.done[PAGE] ?? 0); }

  send(order) {
    const done = this.view.done;
    const pending = this.model.get("_queue").filter((one) => one.number > (done[one.page] ?? 0));
    last = Math.max(last, done[PAGE] ?? 0) + 1;
    this.sent = last;
    const numbered = { page: PAGE, number: last, seen: this.view.number, ...order };
    this.model.set("_queue", [...pending, numbered]);
    this.onSend();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.waiting && this.onSilence(), PATIENCE);
    try {
      this.model.save_changes();
    } catch {
      this.onSilence();
    }
  }

  stop() { clearTimeout(this.timer); }
}

// The grid --------------------------------------------------------------------------------

class Grid {
  constructor(orders, host) {
    this.orders = orders;
    this.host = host;
    this.at = [0, 0];
    this.picked = null;
    this.table = null;
    this.own = make("style");
  }

  show(board, animate) {
    clearTimeout(this.animation);
    this.pick(null);
    this.host.hidden = !board;
    if (!board) return;
    this.board = board;
    const shape = JSON.stringify([board.shape, board.rows, board.columns]);
    this.own.textContent = Object.entries(board.pieces)
      .map(([name, image]) => `.ip-board .ip-piece-${name}{background-image:url("${image}")!important}`).join("");
    if (this.shape !== shape) this.build(board, shape);
    this.table.setAttribute("aria-label", board.caption || "board");
    this.table.setAttribute("style", board.style);
    this.table.classList.toggle("ip-words", board.words);
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.play(animate && !still ? board.frames : []);
  }

  play([frame, ...rest]) {
    this.draw(frame ? frame.at : this.board.at);
    this.caption.textContent = (frame && frame.caption) || this.board.caption;
    if (frame) this.animation = setTimeout(() => this.play(rest), FRAME);
  }

  build({ shape: [rows, columns], ...labels }, shape) {
    this.shape = shape;
    this.caption = make("caption");
    this.table = make("table", { class: "ip-grid", role: "grid" }, this.caption);
    if (labels.columns.length) {
      const corner = labels.rows.length ? [make("td", { style: "visibility:hidden", role: "presentation" })] : [];
      const heads = labels.columns.map((label) => make("th", { scope: "col" }, label));
      this.table.append(make("thead", {}, make("tr", {}, ...corner, ...heads)));
    }
    const body = make("tbody");
    this.cells = [];
    for (let r = 0; r < rows; r++) {
      const row = make("tr");
      if (labels.rows.length) row.append(make("th", { scope: "row" }, labels.rows[r]));
      for (let c = 0; c < columns; c++) {
        const cell = focusable("td", { role: "gridcell", tabindex: -1 });
        cell.place = [r, c];
        this.cells.push(cell);
        row.append(cell);
      }
      body.append(row);
    }
    this.table.append(body);
    this.at = [Math.min(this.at[0], rows - 1), Math.min(this.at[1], columns - 1)];
    this.cell(this.at).tabIndex = 0;
    this.listen();
    this.host.replaceChildren(this.own, this.table);
  }

  draw(at) {
    const kinds = this.board.kinds.map((kind) => JSON.stringify(kind));
    this.cells.forEach((cell, index) => {
      const number = at.charCodeAt(index) - FIRST_KIND;
      if (cell.shown === kinds[number]) return;
      cell.shown = kinds[number];
      this.dress(cell, this.board.kinds[number]);
    });
  }

  dress(cell, [sign, classes, label, tooltip, gestures, overlay, shade]) {
    cell.gestures = gestures;
    const drags = /[UDLR]/.test(gestures);
    cell.className = `${classes}${gestures ? " ip-live" : ""}${drags ? " ip-drags" : ""}`;
    cell.setAttribute("aria-label", this.spoken(cell.place, label));
    if (tooltip) cell.title = tooltip;
    else cell.removeAttribute("title");
    const badge = classes.includes("ip-marked-wrong") ? [make("b", { class: "ip-mark-wrong" }, "!")] : [];
    const over = overlay ? [make("small", { class: `ip-${shade}` }, overlay)] : [];
    cell.replaceChildren(...badge, sign, ...over);
  }

  spoken([r, c], label) {
    const row = this.board.rows[r] ?? `${r + 1}`, column = this.board.columns[c] ?? `${c + 1}`;
    const told = label.replace("\x01", () => row).replace("\x02", () => column);
    if (told !== label) return told;
    return `${this.board.rows[r] ?? `row ${row}`} ${this.board.columns[c] ?? `column ${column}`}: ${told}`;
  }

  cell([r, c]) { return this.cells[r * this.board.shape[1] + c]; }

  inside([r, c]) { return r >= 0 && c >= 0 && r < this.board.shape[0] && c < this.board.shape[1]; }

  focus(place) {
    if (!this.inside(place)) return;
    this.cell(this.at).tabIndex = -1;
    this.at = place;
    this.cell(place).tabIndex = 0;
    if (this.cell(place) !== this.cell(place).getRootNode().activeElement) this.cell(place).focus();
  }

  takes(cell, gesture) { return cell.gestures.includes(LETTERS[gesture]); }

  // Gives whether the cell takes the gesture.
  gesture(cell, gesture) {
    if (!this.takes(cell, gesture)) return false;
    this.orders.send({ do: "gesture", gesture, at: cell.place });
    this.pick(null);
    return true;
  }

  // A cell that can only be dragged is picked up by a press; the next arrow or press beside it drags it.
  press(cell) {
    if (this.picked && this.picked !== cell) {
      const [r, c] = this.picked.place;
      const beside = Object.keys(STEPS).find((way) =>
        r + STEPS[way][0] === cell.place[0] && c + STEPS[way][1] === cell.place[1]);
      if (beside && this.gesture(this.picked, beside)) return;
    }
    if (this.gesture(cell, "press")) return;
    const drags = /[UDLR]/.test(cell.gestures);
    this.pick(drags && this.picked !== cell ? cell : null);
  }

  pick(cell) {
    this.picked?.classList.remove("ip-picked");
    this.picked = cell;
    cell?.classList.add("ip-picked");
  }

  // From the cell with the focus; where that one cannot, from the only cell on the board that can.
  drag(way) {
    if (this.gesture(this.picked ?? this.cell(this.at), way)) return;
    const able = this.cells.filter((cell) => this.takes(cell, way));
    if (able.length === 1) this.gesture(able[0], way);
  }

  listen() {
    const found = (event) => event.target.closest?.("td[role=gridcell]");
    const on = (name, action) => this.table.addEventListener(name, (event) => {
      const cell = found(event);
      if (cell) action(cell, event);
    });
    on("focusin", (cell) => this.focus(cell.place));
    on("keydown", (cell, event) => this.key(cell, event));
    on("pointerdown", (cell, event) => this.down(cell, event));
    on("click", (cell) => {
      if (!this.swallowed) this.press(cell);
      this.swallowed = false;
    });
    on("contextmenu", (cell, event) => {
      if (!this.takes(cell, "secondary") && !this.swallowed) return;
      event.preventDefault();
      event.stopPropagation();
      clearTimeout(this.holding);
      if (!this.swallowed) this.gesture(cell, "secondary");
    });
    this.table.addEventListener("pointermove", (event) => this.start && this.strays(event) && clearTimeout(this.holding));
    this.table.addEventListener("pointerup", (event) => this.up(event));
    this.table.addEventListener("pointercancel", () => this.release());
  }

  strays({ clientX, clientY }) {
    return Math.hypot(clientX - this.start.x, clientY - this.start.y) > FARTHEST_CLICK;
  }

  down(cell, { button, pointerType, clientX: x, clientY: y, pointerId }) {
    this.swallowed = false;
    if (button !== 0) return;
    this.start = { cell, x, y };
    if (cell.classList.contains("ip-drags") && pointerType !== "mouse") cell.releasePointerCapture?.(pointerId);
    if (pointerType === "mouse") return;
    this.holding = setTimeout(() => { this.swallowed = this.gesture(cell, "secondary"); }, LONG_PRESS);
  }

  up(event) {
    const start = this.start;
    this.release();
    if (!start || !this.strays.call({ start }, event)) return;
    const across = event.clientX - start.x, along = event.clientY - start.y;
    const way = Math.abs(across) > Math.abs(along) ? (across > 0 ? "right" : "left") : (along > 0 ? "down" : "up");
    this.swallowed = this.gesture(start.cell, way);
  }

  release() {
    clearTimeout(this.holding);
    this.start = null;
  }

  key(cell, event) {
    const [r, c] = cell.place, [rows, columns] = this.board.shape, all = event.ctrlKey || event.metaKey;
    const way = ARROWS[event.key];
    const modified = event.shiftKey || event.altKey || all;
    const moves = { Home: [all ? 0 : r, 0], End: [all ? rows - 1 : r, columns - 1], PageUp: [0, c], PageDown: [rows - 1, c] };
    if (way && (modified || this.picked)) this.drag(way);
    else if (way) this.focus([r + STEPS[way][0], c + STEPS[way][1]]);
    else if (moves[event.key]) this.focus(moves[event.key]);
    else if (event.key === "Enter" || event.key === " ") this.press(cell);
    else if (event.key.toLowerCase() === "f" && !modified) this.gesture(cell, "secondary");
    else if (event.key === "Escape") this.pick(null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  stop() {
    clearTimeout(this.animation);
    clearTimeout(this.holding);
  }
}

// What stands around the grid ----------------------------------------------------------------

function showPairs(host, pairs, between) {
  host.replaceChildren(...pairs.map(([name, value]) => make("span", {}, `${name}${between}${value}`)));
}

function showOptions(host, view, orders) {
  const focused = host.contains(host.getRootNode().activeElement);
  const groups = new Map();
  view.options.forEach(([group, words, verdict, shade, hinted], index) => {
    const choice = button(verdict ? `${words} · ${verdict}` : words, () => orders.send({ do: "option", index }));
    if (shade >= 0) choice.classList.add(`ip-shade-${shade}`);
    if (hinted) choice.classList.add("ip-hinted");
    if (!groups.has(group)) groups.set(group, []);
    groups.get(group).push(choice);
  });
  const rows = [...groups].map(([group, choices]) =>
    make("div", { class: "ip-group", role: "group", "aria-label": group || "choices" }, group ? `${group}: ` : "", ...choices));
  if (view.more) rows.push(make("div", {}, `… and ${view.more} more, which the Tab key lists`));
  host.replaceChildren(...rows);
  if (focused) host.querySelector("button")?.focus();
}

function typing(orders) {
  const words = make("span");
  const field = focusable("input", { type: "text", autocomplete: "off" });
  const answer = () => {
    if (field.value.trim()) orders.send({ do: "type", text: field.value.trim() });
    field.select();
  };
  // Not a form: JupyterLab takes the Enter that would submit one.
  field.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    event.stopPropagation();
    answer();
  });
  const host = make("div", { class: "ip-group" }, make("label", {}, words, " ", field), button("answer", answer));
  const show = (view) => {
    host.hidden = !view.asked;
    words.textContent = view.asked;
    if (!view.stuck) field.value = "";
  };
  return { element: host, show };
}

function solving(orders) {
  let timer = null;
  const speed = focusable("select", { "aria-label": "speed" }, ...Object.keys(SPEEDS).map((name) => make("option", {}, name)));
  speed.value = "normal";
  const toggle = button("play to the end", () => (timer ? stop() : go()));
  function go() {
    toggle.textContent = "stop";
    toggle.setAttribute("aria-pressed", "true");
    if (!orders.waiting) orders.send({ do: "step" });
    timer = setTimeout(go, SPEEDS[speed.value]);
  }
  function stop() {
    clearTimeout(timer);
    timer = null;
    toggle.textContent = "play to the end";
    toggle.setAttribute("aria-pressed", "false");
  }
  const show = (view) => {
    toggle.disabled = view.outcome !== null;
    if (view.outcome !== null || view.stuck) stop();
  };
  return { elements: [toggle, speed], show, stop };
}

function copying(code, tell) {
  return button("copy", async () => {
    try {
      await navigator.clipboard.writeText(code.textContent);
      tell("Copied.");
    } catch { // a page without the right to write: the line stands selected for the player's own keys
      getSelection().selectAllChildren(code);
      tell("The line is selected: copy it with your keys.");
    }
  });
}

// The front end says in its own way which theme it shows; a shadow root would hide that from style rules.
function themeOf() {
  const { body, documentElement: html } = document;
  const said = [body.dataset.jpThemeLight, body.dataset.vscodeThemeKind, html.getAttribute("theme"), html.dataset.theme,
    body.className, html.className].map((word) => word ?? "");
  if (said[0]) return said[0] === "true" ? "light" : "dark";
  if (said.some((word) => /(^|[\s-])dark($|[\s-])/.test(word))) return "dark";
  if (said.some((word) => /(^|[\s-])light($|[\s-])/.test(word))) return "light";
  return "";
}

export function render({ model, el }) {
  const part = (name, attributes = {}) => make("div", { class: `ip-${name}`, ...attributes });
  const title = part("title"), counters = part("counters"), legend = part("counters");
  const text = make("pre", { class: "ip-text", dir: "auto" });
  const scroll = part("scroll"), options = part("options");
  const status = part("status", { role: "status", "aria-live": "polite" });
  const tell = (words) => { status.textContent = words; };
  const orders = new Orders(model, () => { root.ariaBusy = "true"; }, () =>
    tell("Waiting for the kernel. It is busy, or it was restarted: then run the cell again."));
  const grid = new Grid(orders, scroll), field = typing(orders), solver = solving(orders);
  const order = (words, what) => button(words, () => orders.send({ do: what }));
  const undo = order("undo", "undo"), redo = order("redo", "redo"), evaluate = order("evaluate", "evaluate");
  const hint = order("hint", "hint"), check = order("check", "check"), step = order("step", "step");
  const tools = make("div", { class: "ip-group", role: "group", "aria-label": "game" },
    undo, redo, order("restart", "restart"), order("new game", "new"), hint, check, evaluate, step, ...solver.elements);
  const code = focusable("code", { tabindex: 0, "aria-label": "line of Python" });
  const line = make("div", { class: "ip-line" }, code, copying(code, tell));
  const root = make("div", { class: "ip-board ip-widget" },
    title, counters, scroll, legend, text, options, field.element, tools, status, line);
  el.replaceChildren(make("style", {}, STYLE), root);

  const show = () => {
    const view = model.get("_view");
    title.textContent = view.title;
    text.textContent = view.text;
    showPairs(counters, view.board?.counters ?? [], ": ");
    showPairs(legend, view.board?.legend ?? [], " ");
    grid.show(view.board, view.animate);
    showOptions(options, view, orders);
    field.show(view);
    solver.show(view);
    undo.disabled = !view.undo;
    redo.disabled = !view.redo;
    for (const one of [hint, check, step, evaluate]) one.disabled = view.outcome !== null;
    evaluate.setAttribute("aria-pressed", String(view.evaluating));
    tell([view.outcome === null ? "" : `Over: ${view.outcome}.`, view.status].filter(Boolean).join(" "));
    code.textContent = view.line;
    root.ariaBusy = String(orders.waiting);
  };
  const paint = () => { root.dataset.theme = themeOf(); };
  const watcher = new MutationObserver(paint);
  for (const one of [document.body, document.documentElement]) watcher.observe(one, { attributes: true });
  model.on("change:_view", show);
  paint();
  show();
  return () => {
    model.off("change:_view", show);
    watcher.disconnect();
    orders.stop();
    grid.stop();
    solver.stop();
  };
}
