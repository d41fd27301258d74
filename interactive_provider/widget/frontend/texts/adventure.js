// A story in which one walks about by typed commands: the last turns with the prompt below them,
// verbs with their nouns, the ways out, and a map of what was seen.

import { button } from "../buttons.js";
import { COMPASS, HOUSE, shortName } from "../directions.js";
import { focusable, make, textField, update } from "../dom.js";
import { onResize } from "../environment.js";
import { fieldKey } from "../keys.js";
import { Gains } from "../panels/bar.js";
import { blocksOf, bookBlocks } from "./book.js";
import { mapOf } from "./map.js";
import { nounPattern, writer } from "./nouns.js";

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
    this.field = textField("[autocapitalize=none][aria-label=a command]");
    this.prompt = make("label.ip-prompt", ">", this.field);
    this.place = make("div.ip-place[role=status]");
    this.leaf = focusable("div.ip-book[role=log][tabindex=0][aria-label=the story]");
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
    this.gains = new Gains();
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
    if (shown === this.shown) {
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
    this.#scroll();
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
    const [place, ...facts] = footnote.split(" · ");
    if (!transcript.length) {
      this.gains = new Gains();
    }
    const labels = facts.map((fact) => {
      const gained = /score/i.test(fact) ? this.gains.of("score", numberIn(fact)) : [];
      return make("span", fact, ...gained);
    });
    this.place.replaceChildren(make("small", title), make("b", place), ...labels);
  }

  /** @param {View} view */
  #showTurns({ book, chart, transcript, options }) {
    const choose = (/** @type {number} */ index) => this.commands.choose(index);
    const nouns = nounPattern(options.flatMap(nounsOf));
    const rooms = new Set(chart?.rooms.map(({ name }) => name));
    const write = writer(rooms, nouns, (noun) => this.#unfoldNoun(noun));
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
        return make("div.ip-turn", ...blocksOf(blocks, choose, write));
      }
      return chosen === undefined ? this.prompt : make("p.ip-asked", `> ${chosen}`);
    });
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
      const isMeant = (/** @type {Choice} */ option) =>
        !isOpen && option.group === group;
      this.#unfold(isMeant, isOpen ? "" : group, ({ words }) => words);
      verb.ariaExpanded = String(!isOpen);
      this.field.value = isOpen || group === MORE ? "" : `${group} `;
      this.focus();
    });
    verb.ariaExpanded = "false";
    return verb;
  }

  /** @param {string} noun */
  #unfoldNoun(noun) {
    const meant = new RegExp(`(^| )${noun}$`, "i");
    const isMeant = ({ words = "" }) => meant.test(words);
    const found = new Set(this.#commands(isMeant).map(({ words }) => words));
    const [words] = found;
    if (found.size === 1) {
      this.#unfold(isMeant, words, ({ group }) => group);
    } else {
      this.#unfold(isMeant, "", commandOf);
    }
  }

  /** @param {(option: Choice) => boolean} isMeant */
  #commands(isMeant) {
    return this.commands.view.options.filter((one) => one.group && isMeant(one));
  }

  /**
   * Show the commands that are wanted, one level deep.
   * @param {(option: Choice) => boolean} isMeant
   * @param {string} heading
   * @param {(option: Choice) => string} nameOf
   */
  #unfold(isMeant, heading, nameOf) {
    const { options } = this.commands.view;
    for (const verb of this.verbs.querySelectorAll("[aria-expanded]")) {
      verb.ariaExpanded = "false";
    }
    const chips = this.#commands(isMeant).map((one) =>
      this.#chip(nameOf(one), commandOf(one), options.indexOf(one)),
    );
    this.nouns.replaceChildren(...chips);
    if (heading) {
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
    const send = () => commands.type(field.value.trim());
    return fieldKey(event, field, commands, send) || this.#edit(event);
  }

  /** @param {KeyboardEvent} event */
  #edit({ key, target }) {
    if (target !== this.field) {
      return false;
    }
    switch (key) {
      case "Escape":
        this.field.value = "";
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
 * What is typed for an option.
 * @param {Choice} option
 */
function commandOf({ group, words }) {
  return group && group !== MORE ? `${group} ${words}` : words;
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
