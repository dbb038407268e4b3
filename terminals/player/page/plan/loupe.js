// A magnifier over the finger: the felt under it larger, what is meant, and its name.
import { h, svg } from "../dom.js";

const SIDE = 230;
const AROUND = 2.6; // so many touches are seen through it, each way
const AWAY = 60; // between finger and glass
const NAME = 40;

export class Loupe {
  #view = svg("svg", { width: SIDE, height: SIDE }, svg("use", { href: "#plan" }));
  #name = h("b", {});
  element = h("div", { class: "loupe", "aria-hidden": "true", hidden: true }, this.#view, this.#name);

  /** Over this point of the screen, which is `at` on the drawing; `touch`: how large one is there. */
  show({ clientX, clientY }, at, touch, words) {
    const part = AROUND * touch;
    this.#view.setAttribute("viewBox", `${at.x - part / 2} ${at.y - part / 2} ${part} ${part}`);
    this.#name.textContent = words;
    const high = SIDE + NAME + AWAY;
    const above = clientY > high;
    const aside = clientX > innerWidth / 2 ? clientX - SIDE - AWAY : clientX + AWAY;
    const left = above ? clientX - SIDE / 2 : aside;
    const top = above ? clientY - high : clientY - SIDE / 2;
    this.element.style.left = `${Math.min(innerWidth - SIDE - 4, Math.max(4, left))}px`;
    this.element.style.top = `${Math.max(4, top)}px`;
    this.element.hidden = false;
  }

  hide() {
    this.element.hidden = true;
  }
}
