// A countdown as a ring with seconds. The truth is the controller's; between two tellings the page counts by itself.
import { svg } from "./dom.js";

const AROUND = 2 * Math.PI * 44;

export class Ring {
  #arc;
  #text;
  #ends = null;
  #lasts = 1;
  #part = -1;

  constructor() {
    this.#arc = svg("circle", {
      cx: 50,
      cy: 50,
      r: 44,
      class: "ring-arc",
      "stroke-dasharray": AROUND,
      transform: "rotate(-90 50 50)",
    });
    this.#text = svg("text", {
      x: 50,
      y: 50,
      class: "ring-text",
      "text-anchor": "middle",
      "dominant-baseline": "central",
    });
    const back = svg("circle", { cx: 50, cy: 50, r: 44, class: "ring-back" });
    this.element = svg("svg", { viewBox: "0 0 100 100", class: "ring", role: "timer" }, back, this.#arc, this.#text);
    setInterval(() => this.#draw(), 200);
  }

  /** What is left of how much, in milliseconds; null while nothing is due. */
  set(left, lasts) {
    this.#ends = left === null || left === undefined ? null : performance.now() + left;
    this.#lasts = Math.max(lasts ?? left ?? 1, 1);
    this.#draw();
  }

  /** Whole seconds that are left, or null. */
  get seconds() {
    return this.#ends === null ? null : Math.max(0, Math.ceil((this.#ends - performance.now()) / 1000));
  }

  #draw() {
    const seconds = this.seconds;
    const part = seconds === null ? 0 : Math.min(1, Math.max(0, (this.#ends - performance.now()) / this.#lasts));
    const text = seconds === null ? "–" : String(seconds);
    if (part === this.#part && this.#text.textContent === text) return; // nothing is drawn that stands there already
    this.#part = part;
    this.#arc.setAttribute("stroke-dashoffset", String(AROUND * (1 - part)));
    if (this.#text.textContent !== text) this.#text.textContent = text;
    this.element.classList.toggle("soon", seconds !== null && seconds <= 5);
    this.element.classList.toggle("none", seconds === null);
  }
}
