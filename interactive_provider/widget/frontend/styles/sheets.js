// The style sheets of a board: that of the surfaces and that of the pieces shown so far, its own,
// and one that hides the picture that is kept.

import { make, setText } from "../dom.js";

const OUTPUT = ".jp-OutputArea-child"; // what holds an output of a notebook

export class Sheets {
  /** @param {string} style */
  constructor(style) {
    this.surfaces = make("style");
    this.pieces = make("style");
    this.kept = make("style");
    this.elements = [
      this.surfaces, // first, since the board's own rules refine theirs
      make("style", style),
      this.pieces,
      this.kept,
    ];
  }

  /** @param {Record<string, string>} surfaces the rules of the surfaces by their names */
  showSurfaces(surfaces) {
    setText(this.surfaces, Object.values(surfaces).join(""));
  }

  /** @param {Record<string, string>} pieces the pictures of the pieces by their names */
  showPieces(pieces) {
    setText(this.pieces, pictureRules(pieces));
  }

  /**
   * The picture that is kept for a page without a kernel is not to be seen beside the live board.
   * (The output that holds it, not those that hold that one: a board may stand within an Output
   * widget.)
   * @param {string} name
   */
  hideKept(name) {
    const picture = `.${name}`;
    const output = `${OUTPUT}:has(${picture}):not(:has(${OUTPUT} ${picture}))`;
    setText(this.kept, name ? `${output},${picture}{display:none!important}` : "");
  }
}

/**
 * The rules that draw pieces, where they stand and where one waits to be put.
 * @param {Record<string, string>} pieces
 */
export function pictureRules(pieces) {
  const rules = Object.entries(pieces).map(([name, image]) => {
    const waiting = `.ip-board .ip-puts-${name} .ip-taken::before`;
    const picture = `url("${image}"),var(--under,none)`;
    return `.ip-board .ip-piece-${name},${waiting}{background-image:${picture}!important}`;
  });
  return rules.join("");
}
