// START HERE: the page's side of a board. It shows what the kernel sends in `_view`, and queues in `_queue` what the player
// does. `view.js` reads the view into named fields, once; `show` below passes it to each part, in order; each part writes
// only its own element, and only what has changed. Then `restoreFocus` says where the keys go. What a player does arrives
// at a part, by its buttons, by `keys.js` or by `board/pointer.js`, and leaves by `commands.js`.
//
// `board/` has the grid and what moves on it, `panels/` what stands above, beside and below it, `texts/` the pages of
// programs and stories, `styles/` how all of it looks. A file is named after what the player sees.

import { BoardView } from "./board/board_view.js";
import { copyPicture } from "./clipboard.js";
import { Commands } from "./commands.js";
import { Desk } from "./desk.js";
import { make } from "./dom.js";
import { activeIn, themeOf } from "./environment.js";
import { linkKey, listenForKeys, programKey } from "./keys.js";
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

const ROOM = 92; // pixels that are kept for choices at most
const SETTLING = 150; // milliseconds until a front end has put a new output in its place

/** @type {WeakSet<Model>} */
const seen = new WeakSet(); // what has been brought into sight once: front ends draw a board again when it is scrolled to

export class App {
  /**
   * @param {Model} model
   * @param {AbortSignal} signal ends the board
   */
  constructor(model, signal) {
    const commands = new Commands(model, signal);
    this.model = model;
    this.signal = signal;
    this.commands = commands;
    this.bar = new Bar(commands, signal);
    this.status = new Status(commands);
    this.board = new BoardView(commands, this.status, signal);
    this.pages = new Pages(commands, signal);
    this.console = new Console(commands, this.pages.element, signal);
    this.options = new Options(commands);
    this.answerField = new AnswerField(commands);
    this.adventure = new Adventure(commands, signal);
    this.buttons = new GameButtons(commands, this.board);
    this.more = new MorePanel(commands, this.board, this.buttons.more.panel, signal);
    this.line = new CodeLine(commands, (words) => this.status.say(words));
    this.moves = new MoveList(commands);
    const head = [this.bar.element, this.status.element];
    this.desk = new Desk(head, this.board.element, this.moves.element, signal);
    this.root = this.desk.root;
    this.places = this.arrangements();
    this.picture = ""; // the last one that was copied
    this.room = 0; // pixels that are kept for choices
    /** @type {View | null} */
    this.view = null;
  }

  /** What stands below or beside the board. What a page says is read before its choices are; beside a board it stands last. */
  arrangements() {
    const { adventure, answerField, board, buttons, console, line, options, pages } = this;
    const controls = make(
      "div",
      { class: "ip-controls" },
      buttons.more.panel,
      buttons.keys.panel,
      line.element,
    );
    const asked = [console.element, options.element, answerField.element, buttons.element];
    return {
      text: [pages.element, ...asked, controls],
      board: [board.pad, ...asked, pages.element, controls],
      typed: [adventure.page, adventure.choices, adventure.around],
      foot: [buttons.element, controls], // of an adventure
    };
  }

  /**
   * Show the board in an element of the front end.
   * @param {string} style
   * @param {HTMLElement} el
   */
  open(style, el) {
    const { commands, model, root, signal, status } = this;
    this.sheets = new Sheets(style);
    el.replaceChildren(...this.sheets.elements, root);
    el.classList.add("ip-host");
    commands.onSend = () => {
      root.ariaBusy = "true";
    };
    commands.onSilence = (isThinking, command) => status.wait(isThinking, command);
    listenForKeys(root, this.keyParts(), signal);
    this.followTheme();
    const show = () => this.show(commands.receive());
    model.on("change:_view", show);
    signal.addEventListener("abort", () => model.off("change:_view", show));
    show();
    this.bringIntoSight();
  }

  /**
   * The parts that take keys, the innermost first.
   * @returns {import("./keys.js").Part[]}
   */
  keyParts() {
    const {
      adventure,
      answerField,
      board,
      buttons,
      commands,
      console,
      line,
      options,
      pages,
      root,
    } = this;
    const program = (/** @type {KeyboardEvent} */ event) => programKey(event, commands);
    const glass = (/** @type {KeyboardEvent} */ event) => console.key(event);
    return [
      { element: root, key: linkKey },
      { element: board.overlay.element, key: (event) => board.overlay.key(event) },
      { element: board.element, key: (event) => board.gestures.key(event) },
      { element: buttons.element, key: (event) => buttons.toolbar.key(event) },
      { element: line.element, key: (event) => line.toolbar.key(event) },
      { element: answerField.field, key: (event) => answerField.key(event) },
      { element: pages.roll, key: () => pages.stopFollowing() },
      { element: console.element, key: glass },
      { element: pages.element, key: glass },
      { element: options.element, key: program },
      { element: adventure.page, key: (event) => adventure.key(event) },
      { element: root, key: (event) => buttons.key(event) },
    ];
  }

  followTheme() {
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
  bringIntoSight() {
    const { model, root } = this;
    if (!seen.has(model)) {
      setTimeout(() => root.isConnected && root.scrollIntoView({ block: "nearest" }), SETTLING);
    }
    seen.add(model);
  }

  /** @param {View} view */
  show(view) {
    const active = activeIn(this.root);
    const wasChosen = this.options.element.contains(active) && hasMoved(this.view, view);
    this.sheets?.showPieces(this.model.get("_pieces") ?? {});
    this.sheets?.hideKept(view.kept);
    this.bar.show(view);
    this.status.show(view);
    this.arrange(view);
    this.board.show(view);
    this.pages.show(view);
    this.options.show(view);
    this.keepRoom(view);
    this.console.show(view);
    this.answerField.show(view, this.console.isTyping);
    this.adventure.show(view);
    this.pages.element.hidden = !!view.console;
    if (view.console) {
      this.answerField.element.hidden = true;
    }
    this.buttons.show(view);
    this.more.show(view);
    this.line.show(view);
    this.moves.show(view);
    this.root.ariaBusy = String(this.commands.isWaiting);
    this.copyPicture(view);
    this.restoreFocus(active, wasChosen, view);
    this.view = view;
  }

  /** @param {View} view */
  arrange(view) {
    const { board, text, typed, foot } = this.places;
    const plain = view.board ? board : text;
    const isTyped = isAdventure(view);
    this.desk.show(view);
    if (this.desk.arrange(isTyped ? typed : plain) && isTyped) {
      this.adventure.foot.append(...foot);
    }
  }

  /**
   * What stands below the choices does not move when they come and go.
   * @param {View} view
   */
  keepRoom({ board, moves, later }) {
    const { element } = this.options;
    const isPlayed = board && moves + later > 0;
    this.room = isPlayed ? Math.min(Math.max(this.room, element.offsetHeight), ROOM) : 0;
    element.style.minHeight = this.room ? `${this.room}px` : "";
  }

  /** @param {View} view */
  copyPicture({ picture }) {
    if (picture && picture !== this.picture) {
      copyPicture(picture, (words) => this.status.say(words));
    }
    this.picture = picture;
  }

  /**
   * The one place that says where the keys go after a view: whoever has chosen, or stood on what is gone, goes on at the
   * board, or types on the screen.
   * @param {Element | null} active what had the focus before
   * @param {boolean} wasChosen whether it was a choice that has led to another position
   * @param {View} view
   */
  restoreFocus(active, wasChosen, view) {
    const isGone = !!active && !(this.root.contains(active) && active.checkVisibility());
    const hasLeftCards = !!active && !!this.view?.cards && !view.cards;
    if (view.board && (isGone || wasChosen || hasLeftCards)) {
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

/** @param {View} view */
function isAdventure({ book, chart }) {
  return !!book && !!chart;
}

/**
 * Whether a view shows another position than the one before.
 * @param {View | null} before
 * @param {View} after
 */
function hasMoved(before, after) {
  return before?.moves !== after.moves || before.line !== after.line;
}
