// START HERE: the page's side of a board. It shows what the kernel sends in `_view`, and queues in
// `_queue` what the player does. `view.js` reads the view into named fields, once; `show` below
// passes it to each part, in order; each part writes only its own element, and only what has
// changed. Then `restoreFocus` says where the keys go. What a player does arrives at a part, by its
// buttons, by `keys.js` or by `board/pointer.js`, and leaves by `commands.js`.
//
// `board/` has the grid and what moves on it, `panels/` what stands above, beside and below it,
// `texts/` the pages of programs and stories, `styles/` how all of it looks. A file is named after
// what the player sees.

import { BoardView } from "./board/board_view.js";
import { copyPicture } from "./clipboard.js";
import { Commands } from "./commands.js";
import { Desk, isAdventure, place } from "./desk.js";
import { make } from "./dom.js";
import { activeIn, onResize, themeOf } from "./environment.js";
import { linkKey, listenForKeys } from "./keys.js";
import { AnswerField } from "./panels/answer_field.js";
import { Bar } from "./panels/bar.js";
import { CodeLine } from "./panels/code_line.js";
import { GameButtons } from "./panels/game_buttons.js";
import { MorePanel } from "./panels/more_panel.js";
import { MoveList } from "./panels/move_list.js";
import { Options } from "./panels/options.js";
import { Status } from "./panels/status.js";
import { Sheets } from "./styles/sheets.js";
import { Adventure } from "./texts/adventure.js";
import { Console } from "./texts/console.js";
import { Pages } from "./texts/pages.js";

/** @typedef {import("./types.js").Model} Model */
/** @typedef {import("./types.js").View} View */

const SETTLING = 150; // milliseconds until a front end has put a new output in its place

// What has been brought into sight once: front ends draw a board again when it is scrolled to.
/** @type {WeakSet<Model>} */
const seen = new WeakSet();

export class App {
  #picture = ""; // the last one that was copied
  /** @type {View | null} */
  view = null;

  /**
   * @param {Model} model
   * @param {AbortSignal} signal ends the board
   */
  constructor(model, signal) {
    const commands = new Commands(model, signal);
    this.model = model;
    this.signal = signal;
    this.commands = commands;
    this.status = new Status(commands);
    this.board = new BoardView(commands, this.status, signal);
    this.pages = new Pages(commands);
    this.options = new Options(commands);
    this.console = new Console(commands, this.pages.element);
    this.answerField = new AnswerField(commands, this.console);
    this.adventure = new Adventure(commands, signal);
    this.buttons = new GameButtons(commands, this.board);
    this.line = new CodeLine(commands, (words) => this.status.say(words));
    const bar = new Bar(commands, signal);
    const moves = new MoveList(commands);
    const more = new MorePanel(commands, this.board, this.buttons.more.panel, signal);
    const head = [bar.element, this.status.element];
    const partsFor = this.#places(more.strip);
    this.desk = new Desk(head, this.board.element, moves.element, partsFor);
    this.root = this.desk.root;
    // What is typed on a screen is no answer for the field.
    const texts = [this.pages, this.options, this.console, this.answerField];
    const above = [bar, this.status, this.desk, this.board];
    const below = [this.adventure, this.buttons, more, this.line, moves];
    /** @type {{show: (view: View) => void}[]} */
    this.parts = [...above, ...texts, ...below];
  }

  /**
   * Say what stands where. What a page says is read before its choices are; beside a board it
   * stands last, where it moves nothing.
   * @param {HTMLElement} strip
   */
  #places(strip) {
    const { adventure, answerField, board, buttons, line, options, pages } = this;
    const panels = [buttons.more.panel, buttons.keys.panel, line.element];
    const controls = make("div.ip-controls", strip, ...panels);
    const asking = [options, answerField, buttons].map(({ element }) => element);
    const asked = [this.console.element, ...asking];
    return (/** @type {View} */ view) => {
      if (isAdventure(view)) {
        place(adventure.foot, [buttons.element, controls]);
        return [adventure.element, adventure.choices, adventure.around];
      }
      return view.board
        ? [board.pad, ...asked, pages.element, controls]
        : [pages.element, ...asked, controls];
    };
  }

  /**
   * Show the board in an element of the front end.
   * @param {string} style
   * @param {HTMLElement} el
   */
  open(style, el) {
    const { commands, desk, model, root, signal } = this;
    this.sheets = new Sheets(style);
    el.replaceChildren(...this.sheets.elements, root);
    el.classList.add("ip-host");
    commands.onSend = () => {
      root.ariaBusy = "true";
    };
    commands.onSilence = (isThinking, command) => this.status.wait(isThinking, command);
    listenForKeys(root, this.#keyParts(), signal);
    onResize(root, () => desk.fit(), signal);
    this.#followTheme();
    const show = () => this.show(commands.receive());
    model.on("change:_view", show);
    signal.addEventListener("abort", () => model.off("change:_view", show));
    show();
    this.#bringIntoSight();
  }

  /**
   * The parts that take keys, the innermost first.
   * @returns {import("./keys.js").Part[]}
   */
  #keyParts() {
    const { adventure, answerField, board, buttons, options, pages, root } = this;
    return [
      { element: root, key: linkKey },
      board,
      buttons.toolbar,
      answerField,
      this.console,
      { element: pages.element, key: (event) => this.console.key(event) },
      options,
      adventure,
      { element: root, key: (event) => buttons.key(event) },
    ];
  }

  #followTheme() {
    const paint = () => {
      this.root.dataset.theme = themeOf();
    };
    const observer = new MutationObserver(paint);
    for (const element of [document.body, document.documentElement]) {
      observer.observe(element, { attributes: true });
    }
    this.signal.addEventListener("abort", () => observer.disconnect());
    paint();
  }

  /** A new board is brought into sight once, so that all of it can be played where it stands. */
  #bringIntoSight() {
    const { model, root } = this;
    if (!seen.has(model)) {
      setTimeout(
        () => root.isConnected && root.scrollIntoView({ block: "nearest" }),
        SETTLING,
      );
    }
    seen.add(model);
  }

  /** @param {View} view */
  show(view) {
    const active = activeIn(this.root);
    const wasChosen =
      this.options.element.contains(active) && hasMoved(this.view, view);
    this.sheets?.showSurfaces(this.model.get("_surfaces") ?? {});
    this.sheets?.showPieces(this.model.get("_pieces") ?? {});
    this.sheets?.hideKept(view.kept);
    for (const part of this.parts) {
      part.show(view);
    }
    this.root.ariaBusy = String(this.commands.isWaiting);
    this.#copyPicture(view);
    this.#restoreFocus(active, wasChosen, view);
    this.view = view;
  }

  /** @param {View} view */
  #copyPicture({ picture }) {
    if (picture && picture !== this.#picture) {
      copyPicture(picture, (words) => this.status.say(words));
    }
    this.#picture = picture;
  }

  /**
   * The one place that says where the keys go after a view: whoever has chosen, or stood on what is
   * gone, goes on at the board, or types on the screen.
   * @param {Element | null} active what had the focus before
   * @param {boolean} wasChosen whether it was a choice that has led to another position
   * @param {View} view
   */
  #restoreFocus(active, wasChosen, view) {
    const isGone =
      !!active && !(this.root.contains(active) && active.checkVisibility());
    const isLost = isGone && !activeIn(this.root)?.checkVisibility();
    const hasLeftCards = !!active && !!this.view?.cards && !view.cards;
    if (view.board && (isLost || wasChosen || hasLeftCards)) {
      this.board.focus();
    } else if ((isGone || wasChosen) && this.console.isTyping) {
      this.console.focus();
    } else if (isGone && isAdventure(view)) {
      this.adventure.focus();
    } else if (isGone && view.book) {
      this.desk.head.scrollIntoView({ block: "nearest" }); // a page is read from its top
    } else if (isGone && !activeIn(this.root)) {
      this.options.focus();
    }
  }
}

/**
 * Whether a view shows another position than the one before.
 * @param {View | null} before
 * @param {View} after
 */
function hasMoved(before, after) {
  return before?.moves !== after.moves || before.line !== after.line;
}
