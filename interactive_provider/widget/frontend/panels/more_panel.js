// What is seldom wanted, behind a button: the solver, the replay, coordinates, a picture, the
// editor of a position, and the way through the game.

import { button, toggle } from "../buttons.js";
import { focusable, make, setText } from "../dom.js";
import { offers } from "../view.js";
import { Solver } from "./solver.js";

/** @typedef {import("../types.js").View} View */

export class MorePanel {
  /**
   * @param {import("../commands.js").Commands} commands
   * @param {import("../board/board_view.js").BoardView} board
   * @param {HTMLElement} panel
   * @param {AbortSignal} signal
   */
  constructor(commands, board, panel, signal) {
    this.commands = commands;
    this.solver = new Solver(commands, signal);
    this.replay = button("replay", () => board.replay(), "replay");
    this.coordinates = toggle("coordinates", (isOn) => {
      panel.closest(".ip-desk")?.classList.toggle("ip-coordinates", isOn);
    });
    const picture = button("copy picture", () => commands.send("picture"), "picture");
    this.edit = button("edit", () => commands.send("edit"), "edit");
    const group = [
      ...this.solver.elements,
      this.replay,
      this.coordinates,
      picture,
      this.edit,
    ];
    this.slider = focusable("input[type=range][min=0][step=1][aria-label=move]");
    this.move = make("span.ip-at");
    this.way = make("div.ip-group.ip-way", this.slider, this.move);
    this.slider.addEventListener("input", () => {
      this.#showMove();
      commands.send("goto", { index: Number(this.slider.value) });
    });
    panel.append(make("div.ip-group", ...group), this.way);
    this.strip = make("div"); // empty without a picture: other images may not be on a page
    this.picture = make("img.ip-review[alt=review]");
    this.picture.addEventListener("click", ({ offsetX }) => {
      const share = offsetX / this.picture.offsetWidth;
      commands.send("goto", { index: Math.ceil(share * Number(this.slider.max)) });
    });
  }

  /** @param {View} view */
  show(view) {
    const { able, board, later, moves, review } = view;
    this.edit.hidden = !able.includes("edit");
    this.picture.setAttribute("src", review);
    this.strip.replaceChildren(...(review ? [this.picture] : []));
    this.solver.show(view);
    this.coordinates.hidden = !offers(board, "coordinates");
    this.replay.hidden = !board?.frames.length;
    // The slider goes over all moves of the game, those that were taken back included.
    this.way.hidden = moves + later === 0;
    this.slider.max = String(moves + later);
    if (!this.commands.isWaiting) {
      this.slider.value = String(moves);
    }
    this.#showMove();
  }

  #showMove() {
    setText(this.move, `move ${Number(this.slider.value)} of ${this.slider.max}`);
  }
}
