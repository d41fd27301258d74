// What stands around the grid: the bar above it, what is said, the options beside it, the field to type into.

import { activeIn, asClock, button, face, focusable, make, rename, svg } from "../dom.js";
import { FIRST_KIND } from "../board/grid.js";
import { faceOf, sidesOf } from "../board/zones.js";
import { bookOf, linkedIn } from "./prose.js";

/** @typedef {import("../types.js").View} View */
/** @typedef {import("../commands.js").Commands} Commands */

const NARROWEST = 40; // columns of a text that is shown as large as ever
const LINES = 25; // of a text that stands without a roll of its own
const LONGEST_FACTS = 44; // characters of what is said of a choice that stand on its button
const LONGEST_TEXT = 110; // characters of a text of two lines that stands as a whole in the line that is always kept
const CODE = /\S{30}|(\w+\/){4}/; // what is not a sentence, such as a position in a notation
const BESTS = 5; // moves that are named when all are judged
const MANY = 12; // levels of which those with a number become a row of small squares
const IN_COLUMNS = /\S {2,}\S|[^\p{L}\p{N}\p{P}\s$+<=>]|([-=*._])\1{9}/u; // what is not prose on a screen of characters
const SHARE = /^(\d+) of (\d+)$/; // a counter that is drawn as a bar, too
const NUMBERED = /^(.+?)[ _]0*(\d+)$/;
const WAYS = ["up", "down", "left", "right"];
/** @type {Record<string, string>} */
const THINKING = { hint: "Thinking about a hint…", evaluate: "Evaluating all choices…", check: "Checking…", new: "Making a new game…" };
const LONGEST_SAID = 60; // characters of a sentence that stands in the banner at the end of a game

/**
 * Title, counters and the clock in one line. The clock goes on by itself between two views.
 */
export class Bar {
  /** @param {Commands} commands */
  constructor(commands) {
    this.title = make("span", { class: "ip-title" });
    this.levels = button("", () => commands.send({ do: "levels" }));
    this.levels.className = "ip-levels";
    this.counters = make("span", { class: "ip-counters" });
    /** @type {Map<string, number>} */
    this.scores = new Map();
    this.clock = make("span", { class: "ip-clock", role: "timer", "aria-label": "time" });
    this.dials = new Dials(commands);
    this.element = make("div", { class: "ip-bar" }, make("span", {}, this.title, this.levels), this.counters, this.clock, this.dials.element);
    /** @type {ReturnType<typeof setInterval> | undefined} */
    this.ticking = undefined;
  }

  /** @param {View} view */
  show({ title, level, board, clock, outcome }) {
    this.title.textContent = title;
    this.levels.hidden = level == null;
    if (level != null) rename(this.levels, level, "levels");
    const counters = (board?.counters ?? []).map(([name, value]) => {
      const amount = Number(value.replaceAll(",", "")), before = this.scores.get(name) ?? amount, counter = make("span", {}, `${name}: `, make("b", {}, value));
      const [, done, goal] = SHARE.exec(value) ?? [];
      if (goal) counter.append(make("progress", { value: done, max: goal, "aria-label": name }));
      if (name === "score" && amount > before) counter.append(plus(amount - before));
      this.scores.set(name, amount);
      return counter;
    });
    this.counters.replaceChildren(...counters);
    clearInterval(this.ticking);
    const [[name, left] = ["", ""]] = board?.counters ?? [];
    const hasDials = !!board?.dials;
    this.dials.element.hidden = !hasDials;
    this.counters.hidden = this.clock.hidden = hasDials;
    if (hasDials) this.dials.show(name, left, outcome);
    if (!clock) {
      this.clock.textContent = "";
      return;
    }
    const [seconds, running] = clock, begin = performance.now();
    const tick = () => {
      const now = seconds + (performance.now() - begin) / 1000;
      this.clock.textContent = asClock(now);
      this.dials.seconds.textContent = asDigits(Math.min(now, 999));
    };
    tick();
    if (running) this.ticking = setInterval(tick, 1000);
  }

  stop() { clearInterval(this.ticking); }
}

/**
 * What was gained, which fades after a moment.
 * @param {number} gain
 */
export function plus(gain) { return make("i", { class: "ip-plus" }, `+${gain}`); }

/**
 * Three digits, as dials have them.
 * @param {number} number
 */
export function asDigits(number) {
  return number < 0 ? `-${String(Math.min(-number, 99)).padStart(2, "0")}` : String(Math.floor(number)).padStart(3, "0");
}

/**
 * Dials above a board: its first counter, a face that begins a new game, and the seconds.
 */
class Dials {
  /** @param {Commands} commands */
  constructor(commands) {
    this.left = make("span", { class: "ip-led", role: "img" });
    this.seconds = make("span", { class: "ip-led", role: "img", "aria-label": "seconds" });
    this.face = button("new board", () => commands.send({ do: "new" }));
    this.face.className = "ip-face";
    this.face.ariaLabel = this.face.title = "new board";
    this.element = make("div", { class: "ip-dials" }, this.left, this.face, this.seconds);
  }

  /**
   * @param {string} name what is counted
   * @param {string} left
   * @param {string | null} outcome
   */
  show(name, left, outcome) {
    this.left.textContent = asDigits(Number(left));
    this.left.ariaLabel = `${name}: ${left}`;
    this.face.replaceChildren(face(outcome === "won" ? "cool" : outcome == null ? "smile" : "crossed"));
  }
}

/**
 * What stands above the board, and what below it: the first line, at the end of a game its first sentence if short.
 * @param {string} text
 * @param {boolean} over
 * @returns {[string, string]}
 */
export function saidOf(text, over) {
  const [first, ...rest] = text.split("\n"), below = rest.join("\n").trim();
  if (!over) return rest.length === 1 && text.length <= LONGEST_TEXT && !CODE.test(text) ? [text, ""] : [first, below];
  const line = first.replace(/^(won|lost|drawn?)[:.!] */i, ""), end = line.search(/[.!] (?=[A-Z0-9])/);
  const [said, more] = end < 0 ? [line, ""] : [line.slice(0, end + 1), line.slice(end + 2)];
  // What would make the banner grow stands below the board, which is not to jump.
  if (said.length > LONGEST_SAID) return ["", [said, more, below].filter(Boolean).join("\n")];
  return [said.charAt(0).toUpperCase() + said.slice(1), [more, below].filter(Boolean).join("\n")];
}

/**
 * One line above the board whose place is always kept: what the game says, a hint's reason, or how the game ended.
 */
export class Said {
  /** @param {Commands} commands */
  constructor(commands) {
    this.words = make("span", { class: "ip-status", role: "status", "aria-live": "polite" });
    this.record = make("span", { class: "ip-record" });
    this.again = button("new game", () => commands.send({ do: "new" }), "new");
    this.again.classList.add("ip-primary");
    this.halt = button("stop", () => void commands.kernel?.interrupt(), "stop");
    this.commands = commands;
    this.element = make("div", { class: "ip-said-line" }, this.words, this.record, this.halt, this.again);
    /** @type {(string | Node)[]} */
    this.standing = [];
  }

  /** @param {View} view */
  show({ outcome, ending, text, board, book, status, record, cards }) {
    const over = outcome != null, [told] = saidOf(text, over);
    const words = board ? told : "";
    const line = status || [ending, words].filter(Boolean).join(" ");
    this.standing = over && !status ? [make("b", {}, ending, " "), words] : [line];
    this.tell("");
    this.halt.hidden = true;
    delete this.element.dataset.waiting;
    delete this.element.dataset.replying;
    this.record.textContent = over && !status ? record : "";
    this.again.hidden = !over;
    const again = book ? "read again" : "new game";
    if (this.again.title !== again) rename(this.again, again, "new");
    this.element.hidden = cards || (!board && !line);
    this.element.dataset.outcome = over ? (["won", "lost"].includes(outcome) ? outcome : "over") : "";
  }

  /**
   * No answer has come yet: somebody is thinking about it, or nobody is there.
   * @param {boolean} isThinking
   * @param {string} order
   */
  wait(isThinking, order) {
    const words = isThinking ? THINKING[order] ?? "Thinking…" : "Waiting for the kernel. If it was restarted, run %resume or the cell again.";
    if (this.words.textContent !== words) this.words.textContent = words; // which a screen reader says once
    this.element.hidden = false;
    this.element.toggleAttribute("data-waiting", isThinking);
    this.halt.hidden = !isThinking || !this.commands.kernel;
  }

  /** The player's own move is shown, and the reply is not there yet. */
  ponder() { this.element.dataset.replying = ""; }

  /**
   * Say something for a while; without words, what stood there before.
   * @param {string} words
   */
  tell(words) { this.words.replaceChildren(...(words ? [words] : this.standing)); }
}

/**
 * The options that no gesture reaches, as buttons; a lobby's as cards.
 * @param {HTMLElement} host
 * @param {View} view
 * @param {Commands} commands
 */
export function showOptions(host, view, commands) {
  // At the end the place of what could be chosen stays: nothing below it moves.
  const isOver = view.outcome != null && !!view.board && !view.options.length;
  host.classList.toggle("ip-gone", isOver);
  if (isOver) return;
  const focused = activeIn(host);
  /** @type {Map<string, HTMLElement[]>} */
  const groups = new Map();
  const ways = !view.cards && view.options.length > 0 && view.options.every(([group, words]) => !group && WAYS.includes(words));
  const linked = linkedIn(view.book);
  view.options.forEach(([named, words, verdict, shade, advised, facts], index) => {
    let group = named;
    if (linked.has(index)) return;
    const choice = button(verdict ? `${words} · ${verdict}` : words, () => commands.send({ do: "option", index }));
    if (view.cards) {
      const [, grade, number] = (view.options.length > MANY && NUMBERED.exec(words)) || [], best = view.bests[index] ?? "";
      if (grade) {
        choice.className = best ? "ip-number ip-solved" : "ip-number";
        choice.replaceChildren(best ? "✓" : number);
        choice.ariaLabel = choice.title = words.replaceAll("_", " ") + (best ? `, solved (${best})` : "");
        group = grade.replaceAll("_", " ");
      } else {
        const boards = view.thumbnails[index] ?? [], name = words.replaceAll("_", " ");
        choice.className = "ip-level";
        choice.replaceChildren(...(boards.length ? [make("span", { class: "ip-minis" }, ...boards.map(miniature))] : []), make("b", {}, name.charAt(0).toUpperCase() + name.slice(1)),
          ...(facts ? [make("small", {}, facts)] : []), ...(best ? [make("span", { class: "ip-best", title: "your best" }, `★ ${best}`)] : []));
      }
    } else if (facts.length > LONGEST_FACTS) choice.title = facts;
    else if (facts) choice.append(" ", make("small", {}, facts));
    if (ways) choice.replaceChildren(words, make("small", {}, /\d+/.exec(verdict)?.[0] ?? verdict));
    if (ways) choice.title = verdict;
    if (shade >= 0) choice.classList.add(`ip-shade-${shade}`);
    if (advised) choice.classList.add("ip-advised");
    groups.set(group, [...(groups.get(group) ?? []), choice]);
  });
  if (ways) groups.set("", WAYS.map((way) => groups.get("")?.find((one) => one.firstChild?.textContent === way) ?? missing(way)));
  const rows = [...groups].map(([group, choices]) =>
    make(
      "div",
      { class: choices[0].matches(".ip-number") ? "ip-group ip-numbers" : view.cards ? "ip-cards" : ways ? "ip-group ip-ways" : "ip-group", role: "group", "aria-label": group || "choices" },
      ...(group ? [make("span", { class: "ip-group-name" }, group)] : []),
      ...choices,
    ));
  if (view.more) rows.push(make("div", {}, `… and ${view.more} more, which the Tab key lists`));
  host.replaceChildren(...rows);
  if (focused) host.querySelector("button")?.focus();
}

/**
 * The best moves of a position as buttons, the best first.
 * @param {View} view
 * @param {Commands} commands
 */
export function bests({ worth, board }, commands) {
  const across = board?.shape[1] ?? 1, places = worth.slice(0, BESTS).map(([way, words, shade]) => {
    const [at, to] = way.map((n) => [Math.floor(n / across), n % across]);
    const names = [at, to].map(([r, c]) => `${board?.columns[c] ?? c + 1}${board?.rows[r] ?? r + 1}`);
    const move = button(`${names.join("–")} ${words}`, () => commands.send({ do: "gesture", gesture: "to", at, to }));
    move.classList.add(`ip-shade-${shade}`);
    return move;
  });
  return make("div", { class: "ip-group ip-bests", role: "group", "aria-label": "best moves" }, ...places);
}

/**
 * A small picture of a board, of the same cells and styles.
 * @param {import("../types.js").Board} board
 */
function miniature({ shape: [rows, columns], at, kinds, table, style, indents, zones }) {
  const drawn = Array.from({ length: rows }, (_, r) => {
    const row = make("tr", indents.length ? { style: indents[r], class: zones[r]?.[1] ?? "" } : {});
    for (let c = 0; c < columns; c++) {
      const [sign = "", classes = ""] = kinds[at.charCodeAt(r * columns + c) - FIRST_KIND];
      row.append(make("td", { class: classes }, ...(/\bip-(bare|piece)/.test(classes) ? [] : faceOf(sign, !!zones.length))));
    }
    return row;
  });
  const body = zones.length ? sidesOf(drawn, zones) : [make("tbody", {}, ...drawn)];
  return make("table", { class: `${table} ip-grid ip-mini`, style: `${style};--longer:${Math.max(rows, columns)}`, "aria-hidden": "true" }, ...body);
}

/**
 * A way that is closed keeps its button's place: what was aimed at one is not to hit another.
 * @param {string} way
 */
function missing(way) {
  const choice = button(way, () => {});
  choice.disabled = true;
  return choice;
}

/**
 * Text without a board: rules of a lobby, what a program printed, with what was chosen in between.
 */
export class Pages {
  /** @param {Commands} commands */
  constructor(commands) {
    this.choose = (/** @type {number} */ index) => commands.send({ do: "option", index });
    this.element = make("div", { class: "ip-pages" });
    this.told = "";
    /** @type {ResizeObserver | undefined} */
    this.watch = undefined;
  }

  /** @param {View} view */
  show({ board, text, terminal, book, footnote, transcript, cards, outcome }) {
    const told = JSON.stringify([!!board, text, terminal, book, footnote, transcript, cards]);
    if (told === this.told) return;
    this.told = told;
    const focused = activeIn(this.element), left = this.element.querySelector(".ip-terminal")?.scrollLeft ?? 0;
    const rest = board ? saidOf(text, outcome != null)[1] : text;
    const isLong = rest.length > LINES * 2 * NARROWEST || rest.split("\n").length > LINES;
    if (cards) this.element.replaceChildren(...rules(rest));
    else if (book && !board) {
      const open = !!this.element.querySelector("details")?.open;
      this.element.replaceChildren(bookOf(book, transcript, open, this.choose));
    } else if (terminal) this.element.replaceChildren(...monitor(terminal));
    else if (transcript.length || isLong) this.element.replaceChildren(screen(transcript, rest));
    else this.element.replaceChildren(...(rest ? [spoken(rest)] : []));
    this.element.classList.toggle("ip-code", !!board && CODE.test(rest)); // stands behind "more"
    if (footnote) this.element.append(make("p", { class: "ip-footnote" }, footnote));
    const roll = this.element.querySelector(".ip-screen"), glass = this.element.querySelector(".ip-screen, .ip-terminal, .ip-leaf");
    if (glass?.matches(".ip-terminal")) scrollTo(glass, left);
    const pages = transcript.map(([, page]) => (typeof page === "string" ? page : ""));
    const widest = Math.max(...[...pages, rest].filter(isLaidOut).map(columnsOf), NARROWEST);
    this.element.style.setProperty("--columns", String(widest)); // by which all of it is as small as it must be
    if (focused && glass instanceof HTMLElement) glass.focus({ preventScroll: true });
    this.watch?.disconnect();
    if (!roll) return;
    const scroll = () => void (roll.scrollTop = roll.scrollHeight);
    scroll();
    this.watch = new ResizeObserver(scroll); // its type and its width may come later, until the reader scrolls himself
    if (roll.lastElementChild) this.watch.observe(roll.lastElementChild);
    for (const begun of ["wheel", "pointerdown", "keydown"]) roll.addEventListener(begun, () => this.watch?.disconnect());
  }
}

/**
 * The first sentence stays, the rest is folded.
 * @param {string} text
 */
function rules(text) {
  const [first, ...rest] = text.split("\n\n");
  const more = rest.join("\n\n").trim();
  const parts = [make("p", { class: "ip-lead", dir: "auto" }, first)];
  if (!more) return parts;
  return [...parts, make("details", {}, focusable("summary", {}, "Rules"), make("p", { class: "ip-lead", dir: "auto" }, more))];
}

/**
 * @param {[string, import("../types.js").Book | string][]} transcript
 * @param {string} text
 */
function screen(transcript, text) {
  const roll = focusable("div", { class: "ip-screen", tabindex: "0", role: "log", "aria-label": "transcript" });
  for (const [chosen, page] of transcript) roll.append(spoken(String(page)), make("p", { class: "ip-chosen" }, chosen));
  roll.append(spoken(text));
  return roll;
}

/** @param {string} text */
function spoken(text) {
  return make("pre", { class: isLaidOut(text) ? "ip-text ip-laid-out" : "ip-text", dir: "auto" }, text);
}

/**
 * Leave a screen where the reader had scrolled it, unless its cursor would be out of sight.
 * @param {Element} glass
 * @param {number} left
 */
function scrollTo(glass, left) {
  glass.scrollLeft = left;
  const cursor = glass.querySelector("b")?.getBoundingClientRect(), shown = glass.getBoundingClientRect();
  if (cursor && cursor.right > shown.right) glass.scrollLeft += cursor.right - shown.right + shown.width / 4;
  else if (cursor && cursor.left < shown.left) glass.scrollLeft -= shown.left - cursor.left + shown.width / 4;
}

/** @param {string} text */
function columnsOf(text) {
  return Math.max(...text.split("\n").map((line) => line.trimEnd().length));
}

/**
 * Whether a text is set in columns as on a screen of 80, so that its lines must not be broken.
 * @param {string} text
 */
export function isLaidOut(text) {
  const lines = text.split("\n");
  return lines.every((line) => line.length <= 80) && lines.filter((line) => line.includes("  ")).length > 1;
}

/**
 * A screen of characters in its colours, with what is told besides. Its rows are blocks: where a page is narrow, prose is
 * broken and a row in columns is drawn smaller.
 * @param {import("../types.js").Screen} screen
 */
function monitor({ shape, size, style, rows, points, above, below }) {
  const code = make("code", { style: shape });
  const written = rows.map((runs) => runs.map(([, parts]) => parts.map(([text, tag]) => (tag === "b" ? "_" : text)).join("")).join("").trimEnd());
  const last = written.findLastIndex(Boolean);
  rows.forEach((runs, number) => {
    const words = written[number], isProse = number <= last && !IN_COLUMNS.test(words.trimStart());
    const classes = `${isProse ? "ip-prose" : number > last ? "ip-bottom" : ""} ip-c${runs.at(-1)?.[0]}`;
    const row = make("div", { class: classes, style: `--long:${words.length}` });
    for (const [colours, parts] of runs)
      row.append(make("span", { class: `ip-c${colours}` }, ...parts.map(([text, tag]) => (tag ? make(tag, {}, text) : text))));
    row.append("\n");
    code.append(row);
  });
  if (points) code.append(drawing(points));
  const glass = focusable("pre", { class: points ? "ip-terminal ip-c7 ip-drawn" : "ip-terminal ip-c7", tabindex: "0", style: `--size:${size}` }, code);
  const shown = make("div", { class: "ip-monitor" }, make("style", {}, style), glass);
  const notes = above ? [make("div", { class: "ip-code" }, spoken(above))] : [];
  return [shown, ...(below ? [spoken(below)] : []), ...notes];
}

/**
 * What a program has drawn over its characters.
 * @param {import("../types.js").Points} points
 */
function drawing([box, size, paths]) {
  const drawn = paths.map(([fill, d]) => svg("path", { fill, d }));
  const about = { viewBox: box, preserveAspectRatio: "none", "shape-rendering": "crispEdges", "aria-hidden": "true" };
  return svg("svg", { ...about, style: size }, ...drawn);
}

/**
 * A key goes to a program that waits for one, wherever in the board it is pressed; a button's own keys stay its own.
 * @param {KeyboardEvent} event
 * @param {Commands} commands
 */
export function pressed(event, commands) {
  const { keys } = commands.view, { key } = event;
  if (!keys || event.ctrlKey || event.altKey || event.metaKey) return;
  const own = /** @type {Element} */ (event.target).tagName === "BUTTON" && (key === "Enter" || key === " ");
  if (own || !(key in keys || key.length === 1)) return;
  event.preventDefault();
  event.stopPropagation();
  commands.send(key in keys ? { do: "option", index: keys[key] } : { do: "type", text: key });
}

/**
 * A field for a number or words.
 * @param {Commands} commands
 */
export function typing(commands) {
  const words = make("span"), how = make("small", {}, "Type on the screen, Enter sends.");
  const field = focusable("input", { type: "text", autocomplete: "off" });
  const slider = focusable("input", { type: "range", "aria-label": "amount" }), marks = make("span", { class: "ip-group" });
  const answer = () => {
    const { amounts } = commands.view, text = field.value.trim(), index = amounts ? amounts[1] + Number(text) - amounts[2] : 0;
    if (amounts && amounts[1] >= 0) {
      if (Number(text) >= amounts[2] && Number(text) <= amounts[3]) commands.send({ do: "option", index });
    } else if (text) commands.send({ do: "type", text });
    field.select();
  };
  /** @param {string} amount */
  const set = (amount) => { slider.value = field.value = amount; };
  slider.addEventListener("input", () => set(slider.value));
  field.addEventListener("input", () => { slider.value = field.value; });
  // Not a form: JupyterLab takes the Enter that would submit one.
  field.addEventListener("keydown", (event) => {
    if (commands.view.keys) return pressed(event, commands);
    if (event.key !== "Enter") return;
    event.preventDefault();
    event.stopPropagation();
    answer();
  });
  const send = button("answer", answer);
  const element = make("div", { class: "ip-group ip-typing", hidden: "" }, make("label", {}, words, how, field), send, slider, marks);
  /**
   * @param {View} view
   * @param {boolean} isElsewhere whether it is typed on a screen
   */
  const show = (view, isElsewhere) => {
    const isOver = view.outcome != null && !!view.board;
    const [word = "", first = -1, low = 0, high = 0, named = []] = view.amounts ?? [];
    slider.hidden = !view.amounts || isElsewhere;
    slider.min = String(low);
    slider.max = String(high);
    marks.replaceChildren(...named.map(([name, amount]) => button(name, () => set(String(amount)))));
    element.hidden = !view.asked && !view.amounts && !(isOver && !element.hidden);
    element.classList.toggle("ip-gone", isOver);
    words.textContent = view.keys ? "press a key here" : view.asked || (word && `${word}: ${low} to ${high}`) || words.textContent;
    send.textContent = first < 0 ? "answer" : word;
    send.hidden = !!view.keys || isElsewhere;
    field.hidden = isElsewhere;
    how.hidden = !isElsewhere;
    if (!view.stuck) set(first < 0 ? "" : String(low));
  };
  return { element, show };
}
