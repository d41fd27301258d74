// Dials above a board: its first counter, a face that begins a new game, and the seconds.

import { button, name } from "../buttons.js";
import { make, setText } from "../dom.js";
import { face } from "../icons.js";

const LAST_SECOND = 999; // seconds that three digits can show

export class Dials {
  /** @param {import("../commands.js").Commands} commands */
  constructor(commands) {
    this.left = make("span.ip-led[role=img]");
    this.seconds = make("span.ip-led[role=img][aria-label=seconds]");
    this.face = button("", () => commands.send("new"));
    this.face.className = "ip-face";
    name(this.face, "new board");
    this.element = make("div.ip-dials", this.left, this.face, this.seconds);
  }

  /**
   * @param {[name: string, value: string]} counter
   * @param {string | null} outcome
   */
  show([what, left] = ["", ""], outcome) {
    const ended = outcome === "won" ? "cool" : "crossed";
    setText(this.left, digits(Number(left)));
    this.left.ariaLabel = `${what}: ${left}`;
    this.face.replaceChildren(face(outcome === null ? "smile" : ended));
  }

  /** @param {number} seconds */
  showSeconds(seconds) {
    setText(this.seconds, digits(Math.min(seconds, LAST_SECOND)));
  }
}

/**
 * Three digits, as dials have them.
 * @param {number} number
 */
function digits(number) {
  if (number < 0) {
    return `-${String(Math.min(-number, 99)).padStart(2, "0")}`;
  }
  return String(Math.floor(number)).padStart(3, "0");
}
