// START HERE: the page's side of a board. It shows what the kernel tells in `_view`, and queues in `_queue` what the
// player does. `dom` makes elements and `commands` sends. In `board/`, `grid` is the board, `gestures` reads mouse, finger and
// keys, `animation` moves pieces; `panels/` has what stands above, beside and below the board; `styles/` how all of it looks.

import { Bar, Pages, Said, bests, pressed, showOptions, typing } from "./panels/panels.js";
import { controls } from "./panels/controls.js";
import { Console } from "./panels/console.js";
import { Typed } from "./panels/typed.js";
import { OWN_KEYS, activeIn, button, make } from "./dom.js";
import { Gestures } from "./board/gestures.js";
import { Grid, offers } from "./board/grid.js";
import { Animator } from "./board/animation.js";
import { Commands } from "./commands.js";
import { digit } from "./panels/prose.js";
import { Over, turned } from "./board/over.js";
import { copyPicture } from "./clipboard.js";
import { themeOf } from "./theme.js";

const PANEL = 300; // pixels that stand beside a board at least
const ROOM = 92; // pixels that are kept for choices at most
/** @type {import("./types.js").Place} */
const TABLE = [1, 1]; // a table has a size of its own, whatever lies on it
const ARROW_SIGNS = { up: "↑", left: "←", down: "↓", right: "→" };
const SETTLING = 150; // milliseconds until a front end has put a new output in its place

const met = new WeakSet(); // what has been brought into sight once: front ends draw a board again when it is scrolled to

/**
 * Whether a board leaves room beside it for all that else stands above and below it.
 * @param {number} width
 * @param {[number, number]} shape
 * @param {boolean} hasWords
 */
export function isWide(width, [rows, columns], hasWords) {
  const least = hasWords ? 110 : columns <= 1.4 * rows ? 20 : 24;
  return width >= 700 && (width - PANEL - 40) / columns >= least;
}

/**
 * @param {string} style
 * @param {{model: import("./types.js").Model, el: HTMLElement}} context
 */
export function dressed(style, { model, el }) {
  const scroll = make("div", { class: "ip-scroll" }), options = make("div", { class: "ip-options" });
  const commands = new Commands(model, () => { root.ariaBusy = "true"; }, (isThinking, order) => said.wait(isThinking, order));
  const bar = new Bar(commands), said = new Said(commands), pages = new Pages(commands), field = typing(commands);
  const tell = (/** @type {string} */ words) => said.tell(words);
  const grid = new Grid(scroll), animation = new Animator(grid, tell, () => { said.ponder(); over.element.remove(); });
  const gestures = new Gestures(grid, animation, commands), over = new Over(grid, commands);
  gestures.onArrow = (way) => over.draw(way);
  const replay = () => { if (commands.view.board && grid.board) animation.show(grid.board, true); };
  /** @param {boolean} animate */
  const draw = (animate) => {
    const view = grid.isTurned ? turned(commands.view) : commands.view;
    gestures.pick(null);
    if (view.board) {
      grid.take(view.board);
      grid.worth = view.worth;
      grid.table.style.setProperty("--lead", view.lead);
      grid.table.style.setProperty("--rising", view.above === grid.isTurned ? "to top" : "to bottom");
      animation.show(view.board, animate);
      animation.nudge(view.nudge);
    } else animation.stop();
    over.show(view);
    gestures.resume();
  };
  const turn = () => {
    grid.isTurned = !grid.isTurned;
    draw(false);
  };
  const screen = new Console(commands, options, pages.element), typed = new Typed(commands);
  const tools = controls(commands, gestures, { tell, replay, turn });
  // Where all moves at once, arrows to press: below a finger, or for a mouse.
  const pad = make("div", { class: "ip-pad", hidden: "", role: "group", "aria-label": "arrows" }, ...Object.entries(ARROW_SIGNS).map(([way, sign]) => {
    const arrow = button(sign, () => gestures.drag(way));
    arrow.ariaLabel = way;
    arrow.name = way;
    return arrow;
  }));
  const head = make("div", { class: "ip-head" }, bar.element, said.element), rest = make("div", { class: "ip-rest" });
  const desk = make("div", { class: "ip-desk" }, head, scroll, rest, tools.list);
  const root = make("div", { class: "ip-board ip-widget mathjax_ignore tex2jax_ignore" }, desk);
  // What a page says is read before its choices are; beside a board it stands last, where it moves nothing.
  const around = { text: [pages.element, screen.element, options, field.element, tools.row, tools.element],
    board: [pad, screen.element, options, field.element, tools.row, pages.element, tools.element],
    typed: [typed.page, typed.choices, typed.around] };
  /** @type {HTMLElement[] | null} */
  let arranged = null;
  const fit = () => {
    const { board } = commands.view;
    desk.classList.toggle("ip-wide", !!board && isWide(root.clientWidth, board.zones.length ? TABLE : board.shape, board.table.includes("ip-words")));
  };
  const sized = new ResizeObserver(fit);
  sized.observe(root);
  options.addEventListener("keydown", (event) => pressed(event, commands));
  root.addEventListener("keydown", (event) => digit(event, commands));
  const kept = make("style");
  const drawn = make("style");
  el.replaceChildren(make("style", {}, style), drawn, kept, root);
  el.classList.add("ip-host");
  let pictured = "", cards = false, room = 0;

  const show = () => {
    const { view } = commands, active = activeIn(root);
    drawn.textContent = Object.entries(model.get("_pieces") ?? {}).map(([name, image]) =>
      `.ip-board .ip-piece-${name},.ip-board .ip-puts-${name} .ip-taken::before{background-image:url("${image}"),var(--under,none)!important}`).join("");
    root.classList.toggle("ip-reading", !!view.book && !view.chart);
    bar.show(view);
    said.show(view);
    scroll.hidden = !view.board;
    scroll.style.setProperty("--rows", String(view.board?.shape[0] ?? 1));
    const isTyped = !!view.book && !!view.chart, parts = isTyped ? around.typed : view.board ? around.board : around.text;
    desk.classList.toggle("ip-typed", isTyped);
    desk.classList.toggle("ip-ended", view.outcome != null);
    desk.classList.toggle("ip-listed", !!view.notes.length); // the moves stand in a list of their own
    if (parts !== arranged) rest.replaceChildren(...parts);
    if (isTyped && parts !== arranged) typed.foot.append(tools.row, tools.element);
    arranged = parts;
    fit();
    if (grid.isTurned && !offers(view.board, "turns")) grid.isTurned = false;
    draw(view.animate);
    pages.show(view);
    const isOver = view.outcome != null;
    pad.hidden = !view.board?.sweeps && (!isOver || pad.hidden); // at the end its place stays
    pad.classList.toggle("ip-gone", isOver);
    for (const arrow of pad.querySelectorAll("button")) arrow.disabled = !view.board?.sweeps.includes(arrow.name[0].toUpperCase());
    showOptions(options, view.asking ? { ...view, options: [] } : view, commands);
    if (view.worth.length && offers(view.board, "ranking") && !view.asking) options.replaceChildren(bests(view, commands));
    // What stands below the choices does not move when they come and go.
    room = view.board && view.moves + view.later ? Math.min(Math.max(room, options.offsetHeight), ROOM) : 0;
    options.style.minHeight = room ? `${room}px` : "";
    screen.show(view);
    field.show(view, screen.typesHere);
    typed.show(view);
    if (view.console) pages.element.hidden = field.element.hidden = true;
    else pages.element.hidden = false;
    root.toggleAttribute("data-console", !!view.console || !!view.terminal);
    tools.show(view);
    // The picture that is kept for a page without a kernel is not to be seen beside the live board.
    // (The output that holds it, not those that hold that one: a board may stand within an Output widget.)
    const child = ".jp-OutputArea-child", picture = `.${view.kept}`;
    kept.textContent = view.kept
      ? `${child}:has(${picture}):not(:has(${child} ${picture})),${picture}{display:none!important}` : "";
    root.ariaBusy = String(commands.waiting);
    if (view.picture && view.picture !== pictured) copyPicture(view.picture, tell);
    pictured = view.picture;
    // Whoever has pressed a card, or a button that is gone, goes on at the board or types on the screen.
    const gone = active && (!root.contains(active) || !active.checkVisibility());
    if (view.board && active && (gone || (cards && !view.cards))) grid.focus(grid.at);
    else if (gone && screen.typesHere) screen.focus();
    else if (isTyped && gone) typed.focus();
    else if (view.book && gone) head.scrollIntoView({ block: "nearest" }); // a page is read from its top
    cards = view.cards;
  };
  const paint = () => { root.dataset.theme = themeOf(); };
  // What takes the focus keeps the notebook's one-letter commands away; those with Ctrl or Cmd (save, find) stay its own,
  // but for undo, which is the game's.
  const unmark = (/** @type {KeyboardEvent} */ event) => {
    const marked = /** @type {Element} */ (event.composedPath()[0]).closest?.(`[${OWN_KEYS}]`);
    if (!marked || !root.contains(marked) || !(event.ctrlKey || event.metaKey) || event.key.length !== 1 || event.key === "z") return;
    marked.removeAttribute(OWN_KEYS);
    setTimeout(() => marked.setAttribute(OWN_KEYS, "true"));
  };
  window.addEventListener("keydown", unmark, true);
  root.addEventListener("keydown", tools.press);
  const watcher = new MutationObserver(paint);
  for (const one of [document.body, document.documentElement]) watcher.observe(one, { attributes: true });
  model.on("change:_view", show);
  paint();
  show();
  // A new board is brought into sight once, so that all of it can be played where it stands.
  if (!met.has(model)) setTimeout(() => root.isConnected && root.scrollIntoView({ block: "nearest" }), SETTLING);
  met.add(model);
  return () => {
    model.off("change:_view", show);
    watcher.disconnect();
    window.removeEventListener("keydown", unmark, true);
    sized.disconnect();
    for (const one of [commands, animation, gestures, bar, tools, over, typed]) one.stop();
  };
}
