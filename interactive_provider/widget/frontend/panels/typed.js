// A story in which one walks about by typed commands: the last turns with the prompt below them, verbs with their nouns,
// the ways out, and a map of what was seen.

import { button, focusable, make, svg } from "../dom.js";
import { plus, pressed } from "./panels.js";
import { asBook, blocksOf } from "./prose.js";

/** @typedef {import("../types.js").View} View */
/** @typedef {import("../types.js").Chart} Chart */
/** @typedef {import("../commands.js").Commands} Commands */
/** @typedef {[words: string, index: number]} Chip */

const COMPASS = ["northwest", "north", "northeast", "west", "", "east", "southwest", "south", "southeast"];
const HOUSE = ["up", "in", "down", "out"];
const MORE = "more"; // the group of what is seldom wanted: its words are whole commands
const ACROSS = 170, ALONG = 62, HIGH = 30; // from room to room on the map, and a room's height
const LEAST = 380; // of the map across, so that few rooms are not drawn large
const LETTER = 7.6; // pixels across, at most

/** @param {string} way */
function shortOf(way) { return way.replace(/^(north|south)/, (one) => one[0]).replace(/(east|west)$/, (one) => one[0]).toUpperCase(); }

export class Typed {
  /** @param {Commands} commands */
  constructor(commands) {
    this.commands = commands;
    this.field = focusable("input", { type: "text", autocomplete: "off", autocapitalize: "none", spellcheck: "false", "aria-label": "a command" });
    this.prompt = make("label", { class: "ip-prompt" }, ">", this.field);
    this.place = make("div", { class: "ip-place", role: "status" });
    this.leaf = focusable("div", { class: "ip-book", role: "log", tabindex: "0", "aria-label": "the story" });
    this.below = button("more ↓", () => { this.leaf.scrollTop += this.leaf.clientHeight * 0.8; });
    this.below.className = "ip-below";
    this.page = make("div", { class: "ip-page" }, this.place, this.leaf, this.below);
    this.verbs = make("div", { class: "ip-group", role: "toolbar", "aria-label": "verbs" });
    this.nouns = make("div", { class: "ip-group ip-nouns", role: "group", "aria-label": "nouns" });
    this.choices = make("div", { class: "ip-verbs" }, this.verbs, this.nouns);
    this.map = make("div", { class: "ip-chart" });
    this.ways = make("div", { class: "ip-goes" });
    this.foot = make("div", { class: "ip-foot" });
    this.around = make("div", { class: "ip-around" }, this.map, this.ways, this.foot);
    this.told = "";
    this.at = 0; // the earlier command that stands in the field, counted from the last
    this.leaf.addEventListener("scroll", () => this.fold());
    this.page.addEventListener("keydown", (event) => this.key(event));
    this.watch = new ResizeObserver(() => this.scroll());
    this.watch.observe(this.leaf);
  }

  /** @param {View} view */
  show(view) {
    if (!view.chart || !view.book) return;
    const told = JSON.stringify([view.transcript, view.book, view.options, view.outcome]);
    if (told === this.told && this.leaf.isConnected) return;
    const isNew = told !== this.told, focused = this.page.contains(document.activeElement) || this.choices.matches(":focus-within");
    this.told = told;
    this.at = 0;
    if (!view.stuck) this.field.value = "";
    this.field.placeholder = view.keys ? "press a key" : "";
    this.prompt.hidden = view.outcome != null;
    this.tell(view);
    this.read(view);
    this.offer(view);
    this.go(view);
    this.map.replaceChildren(drawing(view.chart, (words) => this.commands.send({ do: "type", text: words })));
    if (isNew) this.scroll();
    if (focused) this.focus();
  }

  focus() { this.field.focus({ preventScroll: true }); }

  /**
   * The place, and what else the status line says; what has grown is said beside it.
   * @param {View} view
   */
  tell({ title, footnote, transcript }) {
    const [place, ...rest] = footnote.split(" · "), before = this.place.dataset.told?.split(" · ") ?? [];
    const facts = rest.map((fact, n) => {
      const [words, number] = [fact, before[n + 1] ?? fact].map((one) => /-?\d+/.exec(one)?.[0] ?? "");
      const grown = Number(words) - Number(number), label = make("span", {}, fact);
      if (grown > 0 && transcript.length && /score/i.test(fact)) label.append(plus(grown));
      return label;
    });
    this.place.replaceChildren(make("small", {}, title), make("b", {}, place), ...facts);
    this.place.dataset.told = footnote;
  }

  /** @param {View} view */
  read({ book, chart, transcript, options }) {
    const pages = transcript.map(([asked, page]) => ({ asked, blocks: typeof page === "string" ? asBook(page) : page.blocks }));
    const rooms = new Set(chart?.rooms.map(([name]) => name));
    const nouns = options.filter(([group, words]) => group && (group !== MORE || words.includes(" "))).flatMap(([, words]) => [words, words.split(" ").at(-1) ?? ""]);
    const words = [...new Set(nouns)].filter((noun) => noun.length > 2).toSorted((one, other) => other.length - one.length);
    const known = words.length ? new RegExp(`\\b(?:${words.map((noun) => noun.replace(/\W/g, "\\$&")).join("|")})\\b`, "i") : null;
    this.leaf.replaceChildren();
    for (const { asked, blocks } of [...pages, { asked: "", blocks: book?.blocks ?? [] }]) {
      const turn = make("div", { class: "ip-turn" }, ...blocksOf(blocks, (index) => this.commands.send({ do: "option", index })));
      this.mark(turn, rooms, known);
      this.leaf.append(turn, asked ? make("p", { class: "ip-asked" }, `> ${asked}`) : this.prompt);
    }
  }

  /**
   * Set the names of rooms in bold, and make nouns that the story understands a way to their commands.
   * @param {HTMLElement} turn
   * @param {Set<string>} rooms
   * @param {RegExp | null} known
   */
  mark(turn, rooms, known) {
    const words = document.createTreeWalker(turn, NodeFilter.SHOW_TEXT);
    /** @type {Text[]} */
    const texts = [];
    while (words.nextNode()) texts.push(/** @type {Text} */ (words.currentNode));
    for (let text of texts) {
      const [first] = text.data.split("\n");
      if (rooms.has(first) && text.data !== first) {
        const rest = text.splitText(first.length + 1);
        text.replaceWith(make("b", {}, first));
        text = rest;
      }
      // Each noun that is found cuts the text in three.
      for (let found = known?.exec(text.data); found; found = known?.exec(text.data)) {
        const [noun] = found, from = text.splitText(found.index);
        text = from.splitText(noun.length);
        const link = focusable("u", { role: "link", tabindex: "0" }, noun), isMeant = new RegExp(`(^| )${noun}$`, "i");
        const open = () => this.unfold(([, words_]) => isMeant.test(words_));
        link.addEventListener("click", open);
        link.addEventListener("keydown", (event) => { if (event.key === "Enter") open(); });
        from.replaceWith(link);
      }
    }
  }

  /** @param {View} view */
  offer({ options }) {
    const shown = new Set([...COMPASS, ...HOUSE]), groups = [...new Set(options.map(([group]) => group).filter(Boolean))];
    const alone = options.flatMap(([group, words], index) => (group || shown.has(words) ? [] : [this.chip(words, words, index)]));
    const verbs = groups.map((group) => {
      const open = () => {
        const isOpen = verb.ariaExpanded === "true";
        this.unfold((option) => !isOpen && option[0] === group);
        if (!isOpen) verb.ariaExpanded = "true";
        this.field.value = isOpen || group === MORE ? "" : `${group} `;
        this.focus();
      };
      const verb = button(`${group}…`, open);
      verb.ariaExpanded = "false";
      return verb;
    });
    this.verbs.replaceChildren(...alone, ...verbs);
    this.nouns.replaceChildren();
    if (!alone.length && verbs.length === 1) verbs[0].click();
  }

  /**
   * Show the commands that are wanted, one level deep.
   * @param {(option: import("../types.js").Choice) => boolean} isWanted
   */
  unfold(isWanted) {
    for (const verb of this.verbs.children) if (verb.ariaExpanded) verb.ariaExpanded = "false";
    const found = this.commands.view.options.flatMap((option, index) => (option[0] && isWanted(option) ? [{ option, index }] : []));
    const [one] = found, isVerb = found.every(({ option }) => option[0] === one.option[0]);
    const isNoun = found.every(({ option }) => option[1] === one.option[1]);
    this.nouns.replaceChildren(...(one && (isVerb || isNoun) ? [make("span", { class: "ip-group-name" }, one.option[isVerb ? 0 : 1])] : []),
      ...found.map(({ option: [verb, noun], index }) => {
        const command = verb === MORE ? noun : `${verb} ${noun}`;
        return this.chip(isVerb ? noun : isNoun ? verb : command, command, index);
      }));
  }

  /**
   * @param {string} words
   * @param {string} command
   * @param {number} index
   */
  chip(words, command, index) {
    const chip = button(words, () => {
      this.commands.send({ do: "option", index });
      this.focus();
    });
    chip.ariaLabel = command;
    // The command stands in the prompt while the pointer is here, but never in the way of what is typed.
    let before = "";
    chip.addEventListener("pointermove", () => {
      const { value } = this.field;
      if (!value) this.field.placeholder = command;
      else if (value.endsWith(" ") && command.startsWith(value)) [before, this.field.value] = [value, command];
    });
    chip.addEventListener("pointerleave", () => {
      this.field.placeholder = "";
      if (before && this.field.value === command) this.field.value = before;
    });
    return chip;
  }

  /** @param {View} view */
  go({ options, chart }) {
    const ways = new Map(options.map(([, words], index) => [words, index]));
    const keys = [COMPASS, HOUSE].map((names) => names.map((way) => {
      const index = ways.get(way) ?? -1;
      if (!way) return make("i", { "aria-hidden": "true" }, "✥");
      const key = this.chip(names === COMPASS ? shortOf(way) : way, way, index);
      key.disabled = index < 0;
      key.classList.toggle("ip-leads", !!chart?.exits.includes(way));
      return key;
    }));
    this.ways.replaceChildren(make("div", { class: "ip-compass", role: "group", "aria-label": "ways" }, ...keys[0]),
      make("div", { class: "ip-house", role: "group", "aria-label": "ways up and down" }, ...keys[1]));
  }

  /** The newest turn is read from its command on; the prompt stands below it. */
  scroll() {
    const asked = [...this.leaf.querySelectorAll(".ip-asked")].at(-1);
    this.leaf.scrollTop = asked instanceof HTMLElement ? asked.offsetTop - 8 : 0;
    this.fold();
  }

  fold() { this.below.hidden = this.leaf.scrollHeight - this.leaf.scrollTop - this.leaf.clientHeight < 9; }

  /** @param {KeyboardEvent} event */
  key(event) {
    const { view } = this.commands, { key } = event, earlier = view.transcript.map(([asked]) => asked);
    if (view.keys) return pressed(event, this.commands);
    const text = this.field.value.trim();
    if (event.target !== this.field) return;
    if (key === "Enter" && text) this.commands.send({ do: "type", text });
    else if (key === "Escape") this.field.value = "";
    else if (key === "ArrowUp" || key === "ArrowDown") {
      this.at = Math.min(Math.max(this.at + (key === "ArrowUp" ? 1 : -1), 0), earlier.length);
      this.field.value = this.at ? earlier[earlier.length - this.at] : "";
    } else if (key !== "Enter") return;
    event.preventDefault();
    event.stopPropagation();
  }

  stop() { this.watch.disconnect(); }
}

/**
 * The map: rooms and the ways between them, and a dotted end for each way that has not been taken.
 * @param {Chart} chart
 * @param {(words: string) => void} type
 */
function drawing({ rooms, ways, exits, here }, type) {
  const rows = rooms.map((room) => room[1]), columns = rooms.map((room) => room[2]);
  const [top, left] = [Math.min(...rows), Math.min(...columns)];
  /** @param {number} n */
  const middle = (n) => [(columns[n] - left) * ACROSS, (rows[n] - top) * ALONG];
  const right = (Math.max(...columns) - left) * ACROSS, bottom = (Math.max(...rows) - top) * ALONG;
  const lines = ways.map(([from, to]) => svg("path", { class: "ip-path", d: `M${middle(from)}L${middle(to)}` }));
  const [x, y] = middle(here), taken = new Set(ways.filter(([from]) => from === here).map(([,, words]) => words));
  const open = exits.filter((way) => !taken.has(way) && COMPASS.includes(way)).map((way) => {
    const n = COMPASS.indexOf(way), across = ((n % 3) - 1) * ACROSS * 0.52, along = (Math.floor(n / 3) - 1) * ALONG * 0.6;
    return svg("path", { class: "ip-path ip-untried", d: `M${x} ${y}l${across} ${along}` });
  });
  const boxes = rooms.map(([name], n) => {
    const wide = Math.min(name.length * LETTER + 24, ACROSS - 12), [across, along] = middle(n);
    const words = svg("text", { x: `${across}`, y: `${along}`, ...(name.length * LETTER + 12 > wide ? { textLength: `${wide - 8}`, lengthAdjust: "spacingAndGlyphs" } : {}) });
    words.append(name);
    const box = svg("rect", { x: `${across - wide / 2}`, y: `${along - HIGH / 2}`, width: `${wide}`, height: `${HIGH}`, rx: "5" });
    const steps = wayTo(ways, here, n), room = svg("g", { class: n === here ? "ip-here" : "", ...(steps.length ? { role: "link" } : {}) }, box, words);
    room.addEventListener("click", () => { for (const step of steps) type(step); });
    return room;
  });
  const wide = Math.max(right + ACROSS * 1.2, LEAST), high = Math.max(bottom + ALONG * 1.4, LEAST * 0.58);
  const box = `${(right - wide) / 2} ${(bottom - high) / 2} ${wide} ${high}`;
  return svg("svg", { viewBox: box, role: "img", "aria-label": `map: you are at ${rooms[here]?.[0]}` }, ...lines, ...open, ...boxes);
}

/**
 * What to type from one room to another by ways that were taken, nothing if there is none.
 * @param {Chart["ways"]} ways
 * @param {number} from
 * @param {number} to
 */
export function wayTo(ways, from, to) {
  /** @type {Map<number, string[]>} */
  const found = new Map([[from, []]]);
  for (const [room, steps] of found)
    for (const [start, end, words] of ways) if (start === room && !found.has(end)) found.set(end, [...steps, words]);
  return found.get(to) ?? [];
}
