// A story in which one walks about by typed commands: the last turns with the prompt below them,
// verbs with their nouns, the ways out, and a map of what was seen.

import { button } from "../buttons.js";
import { COMPASS, HOUSE, shortName } from "../directions.js";
import { focusable, make, textField, update } from "../dom.js";
import { onResize } from "../environment.js";
import { programKey } from "../keys.js";
import { plus } from "../panels/bar.js";
import { blocksOf, bookBlocks } from "./book.js";
import { mapOf } from "./map.js";
import { link, nounPattern } from "./nouns.js";

/** @typedef {import("../types.js").View} View */
/** @typedef {import("../types.js").Choice} Choice */
/** @typedef {import("../types.js").Block} Block */

const MORE = "more"; // the group of what is seldom wanted: its words are whole commands
const PAGEFUL = 0.8; // of the page's height that a button scrolls
const NEAR_END = 9; // pixels from the end of the page at which nothing more is to be read
const ABOVE = 8; // pixels that stand above the newest command

export class Adventure {
  shown = "";
  at = 0; // the earlier command that stands in the field, counted from the last

  /**
   * @param {import("../commands.js").Commands} commands
   * @param {AbortSignal} signal
   */
  constructor(commands, signal) {
    this.commands = commands;
    this.field = textField({ autocapitalize: "none", "aria-label": "a command" });
    this.prompt = make("label.ip-prompt", ">", this.field);
    this.place = make("div.ip-place[role=status]");
    const leaf = {
      class: "ip-book",
      role: "log",
      tabindex: "0",
      "aria-label": "the story",
    };
    this.leaf = focusable("div", leaf);
    this.below = button("more ↓", () => {
      this.leaf.scrollTop += this.leaf.clientHeight * PAGEFUL;
    });
    this.below.className = "ip-below";
    this.element = make("div.ip-page", this.place, this.leaf, this.below);
    this.verbs = make("div.ip-group[role=toolbar][aria-label=verbs]");
    this.nouns = make("div.ip-group.ip-nouns[role=group][aria-label=nouns]");
    this.choices = make("div.ip-verbs", this.verbs, this.nouns);
    this.map = make("div.ip-chart");
    this.ways = make("div.ip-goes");
    this.foot = make("div.ip-foot");
    this.around = make("div.ip-around", this.map, this.ways, this.foot);
    this.facts = /** @type {string[]} */ ([]); // what the status line said before
    this.leaf.addEventListener("scroll", () => this.#fold());
    onResize(this.leaf, () => this.#scroll(), signal);
  }

  /** @param {View} view */
  show(view) {
    if (!view.chart || !view.book) {
      return;
    }
    const shown = JSON.stringify([
      view.transcript,
      view.book,
      view.options,
      view.outcome,
    ]);
    const isNew = shown !== this.shown;
    if (!isNew && this.leaf.isConnected) {
      return;
    }
    const isFocused =
      this.element.contains(document.activeElement) ||
      this.choices.matches(":focus-within");
    this.shown = shown;
    this.at = 0;
    if (!view.stuck) {
      this.field.value = "";
    }
    this.field.placeholder = view.keys ? "press a key" : "";
    this.prompt.hidden = view.outcome !== null;
    this.#showPlace(view);
    this.#showTurns(view);
    this.#showVerbs(view);
    this.#showWays(view);
    this.map.replaceChildren(mapOf(view.chart, (words) => this.commands.type(words)));
    if (isNew) {
      this.#scroll();
    }
    if (isFocused) {
      this.focus();
    }
  }

  focus() {
    this.field.focus({ preventScroll: true });
  }

  /**
   * The place, and what else the status line says; what has grown is said beside it.
   * @param {View} view
   */
  #showPlace({ title, footnote, transcript }) {
    const before = this.facts;
    const [place, ...facts] = footnote.split(" · ");
    const labels = facts.map((fact, at) => {
      const label = make("span", fact);
      const gain = numberIn(fact) - numberIn(before[at] ?? fact);
      if (gain > 0 && transcript.length && /score/i.test(fact)) {
        label.append(plus(gain));
      }
      return label;
    });
    this.facts = facts;
    this.place.replaceChildren(make("small", title), make("b", place), ...labels);
  }

  /** @param {View} view */
  #showTurns({ book, chart, transcript, options }) {
    const nouns = nounPattern(options.flatMap(nounsOf));
    const rooms = new Set(chart?.rooms.map(({ name }) => name));
    const linked = [[...rooms], nouns?.source]; // a turn is built again when these change
    const earlier = transcript.flatMap(({ chosen, page }) => [
      { blocks: bookBlocks(page), linked },
      { chosen },
    ]);
    const now = { blocks: book?.blocks ?? [], linked };
    /** @type {{blocks?: Block[], chosen?: string}[]} */
    const items = [...earlier, now, {}];
    update(this.leaf, items, ({ blocks, chosen }) => {
      if (blocks) {
        return this.turn(blocks, rooms, nouns);
      }
      return chosen === undefined ? this.prompt : make("p.ip-asked", `> ${chosen}`);
    });
  }

  /**
   * @param {Block[]} blocks
   * @param {Set<string>} rooms
   * @param {RegExp | null} nouns
   */
  turn(blocks, rooms, nouns) {
    const choose = (/** @type {number} */ index) => this.commands.choose(index);
    const turn = make("div.ip-turn", ...blocksOf(blocks, choose));
    link(turn, rooms, nouns, (noun) => this.#unfoldNoun(noun));
    return turn;
  }

  /** @param {View} view */
  #showVerbs({ options }) {
    const shown = new Set([...COMPASS, ...HOUSE]);
    const alone = options.flatMap(({ group, words }, index) =>
      group || shown.has(words) ? [] : [this.#chip(words, words, index)],
    );
    const groups = new Set(options.map(({ group }) => group).filter(Boolean));
    const verbs = [...groups].map((group) => this.#verb(group));
    this.verbs.replaceChildren(...alone, ...verbs);
    this.nouns.replaceChildren();
    if (!alone.length && verbs.length === 1) {
      verbs[0].click();
    }
  }

  /** @param {string} group */
  #verb(group) {
    const verb = button(`${group}…`, () => {
      const isOpen = verb.ariaExpanded === "true";
      this.#unfold((option) => !isOpen && option.group === group);
      verb.ariaExpanded = String(!isOpen);
      this.field.value = isOpen || group === MORE ? "" : `${group} `;
      this.focus();
    });
    verb.ariaExpanded = "false";
    return verb;
  }

  /** @param {string} noun */
  #unfoldNoun(noun) {
    const isMeant = new RegExp(`(^| )${noun}$`, "i");
    this.#unfold(({ words }) => isMeant.test(words));
  }

  /**
   * Show the commands that are wanted, one level deep.
   * @param {(option: Choice) => boolean} isWanted
   */
  #unfold(isWanted) {
    for (const verb of this.verbs.querySelectorAll("[aria-expanded]")) {
      verb.ariaExpanded = "false";
    }
    const { options } = this.commands.view;
    const found = options.filter((option) => option.group && isWanted(option));
    const isVerb = found.every(({ group }) => group === found[0].group);
    const isNoun = found.every(({ words }) => words === found[0].words);
    const chips = found.map((option) => {
      const { group, words } = option;
      const command = group === MORE ? words : `${group} ${words}`;
      const rest = isNoun ? group : command;
      return this.#chip(isVerb ? words : rest, command, options.indexOf(option));
    });
    this.nouns.replaceChildren(...chips);
    if (found.length && (isVerb || isNoun)) {
      const heading = isVerb ? found[0].group : found[0].words;
      this.nouns.prepend(make("span.ip-group-name", heading));
    }
  }

  /**
   * @param {string} words
   * @param {string} command
   * @param {number} index
   */
  #chip(words, command, index) {
    const { field } = this;
    const chip = button(words, () => {
      this.commands.choose(index);
      this.focus();
    });
    chip.ariaLabel = command;
    // The command stands in the prompt while the pointer is here, but never in the way of what is
    // typed.
    let typed = "";
    chip.addEventListener("pointermove", () => {
      const { value } = field;
      if (!value) {
        field.placeholder = command;
      } else if (value.endsWith(" ") && command.startsWith(value)) {
        typed = value;
        field.value = command;
      }
    });
    chip.addEventListener("pointerleave", () => {
      field.placeholder = "";
      if (typed && field.value === command) {
        field.value = typed;
      }
    });
    return chip;
  }

  /** @param {View} view */
  #showWays({ options, chart }) {
    const key = (/** @type {string} */ way, /** @type {string} */ label) => {
      const index = options.findLastIndex(({ words }) => words === way);
      const chip = this.#chip(label, way, index);
      chip.disabled = index < 0;
      chip.classList.toggle("ip-leads", !!chart?.exits.includes(way));
      return chip;
    };
    const rose = COMPASS.map((way) =>
      way ? key(way, shortName(way)) : make("i[aria-hidden=true]", "✥"),
    );
    const house = HOUSE.map((way) => key(way, way));
    this.ways.replaceChildren(
      make("div.ip-compass[role=group][aria-label=ways]", ...rose),
      make("div.ip-house[role=group][aria-label=ways up and down]", ...house),
    );
  }

  /** The newest turn is read from its command on; the prompt stands below it. */
  #scroll() {
    const command = [...this.leaf.querySelectorAll(".ip-asked")].at(-1);
    this.leaf.scrollTop =
      command instanceof HTMLElement ? command.offsetTop - ABOVE : 0;
    this.#fold();
  }

  #fold() {
    const { clientHeight, scrollHeight, scrollTop } = this.leaf;
    this.below.hidden = scrollHeight - scrollTop - clientHeight < NEAR_END;
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const { commands, field } = this;
    if (commands.view.keys) {
      return programKey(event, commands);
    }
    const text = field.value.trim();
    if (event.target !== field) {
      return false;
    }
    switch (event.key) {
      case "Enter":
        if (text) {
          commands.type(text);
        }
        return true;
      case "Escape":
        field.value = "";
        return true;
      case "ArrowUp":
        return this.#recall(1);
      case "ArrowDown":
        return this.#recall(-1);
      default:
        return false;
    }
  }

  /**
   * Write an earlier command into the field.
   * @param {number} steps back
   */
  #recall(steps) {
    const earlier = this.commands.view.transcript.map(({ chosen }) => chosen);
    this.at = Math.min(Math.max(this.at + steps, 0), earlier.length);
    this.field.value = this.at ? earlier[earlier.length - this.at] : "";
    return true;
  }
}

/**
 * The nouns in a command of several words.
 * @param {Choice} option
 */
function nounsOf({ group, words }) {
  const hasNoun = group && (group !== MORE || words.includes(" "));
  return hasNoun ? [words, words.split(" ").at(-1) ?? ""] : [];
}

/** @param {string} text */
function numberIn(text) {
  return Number(/-?\d+/.exec(text)?.[0] ?? 0);
}
