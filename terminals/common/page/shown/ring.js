// A countdown as a ring with seconds. The truth is the controller's; between two tellings the page counts by itself.
import { svg } from "../dom.js";
import { PLAYERS_TIME } from "../phases.js";

const AROUND = 2 * Math.PI * 44;

export class Ring {
  #arc;
  #least;
  #text;
  #ends = null;
  #soonest = null;
  #lasts = 1;
  #part = -1;
  #hurries = false;

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
    this.#least = svg("circle", { cx: 50, cy: 50, r: 44, class: "ring-least", "stroke-dasharray": AROUND });
    const back = svg("circle", { cx: 50, cy: 50, r: 44, class: "ring-back" });
    this.element = svg("svg", { viewBox: "0 0 100 100", class: "ring", role: "timer" });
    this.element.append(back, this.#arc, this.#least, this.#text);
    setInterval(() => this.#draw(), 200);
  }

  /** What is left of how much of the table's phase, and before when it cannot end; nothing where no table is known. */
  set(table) {
    const { due_in_ms: left = null, lasts_ms: lasts, least_ms: least } = table ?? {};
    this.#ends = left === null ? null : performance.now() + left;
    this.#soonest = this.#ends === null || !least ? null : performance.now() + Math.min(least, left);
    this.#lasts = Math.max(lasts ?? left ?? 1, 1);
    this.#hurries = PLAYERS_TIME.includes(table?.phase);
    this.#draw();
  }

  /** Whole seconds that are left, or null. */
  get seconds() {
    return this.#ends === null ? null : Math.max(0, Math.ceil((this.#ends - performance.now()) / 1000));
  }

  /** Whole seconds before which it cannot end, or null. */
  get soonest() {
    const left = this.#soonest === null ? 0 : this.#soonest - performance.now();
    return left > 0 ? Math.ceil(left / 1000) : null;
  }

  /** What must pass, as a line in the arc, at the end that goes first. */
  #drawLeast() {
    const left = this.soonest === null ? 0 : this.#soonest - performance.now();
    const [part, after] = [left / this.#lasts, (this.#ends - this.#soonest) / this.#lasts];
    this.#least.setAttribute("stroke-dashoffset", String(AROUND * (1 - Math.max(0, Math.min(1, part)))));
    this.#least.setAttribute("transform", `rotate(${360 * after - 90} 50 50)`);
    this.#least.classList.toggle("none", left <= 0);
  }

  #draw() {
    const seconds = this.seconds;
    const part = seconds === null ? 0 : Math.min(1, Math.max(0, (this.#ends - performance.now()) / this.#lasts));
    const text = seconds === null ? "–" : String(seconds);
    this.element.classList.toggle("soon", this.#hurries && seconds !== null && seconds <= 5);
    if (part === this.#part && this.#text.textContent === text) return; // nothing is drawn that stands there already
    this.#part = part;
    this.#drawLeast();
    this.#arc.setAttribute("stroke-dashoffset", String(AROUND * (1 - part)));
    if (this.#text.textContent !== text) this.#text.textContent = text;
    this.#text.classList.toggle("long", text.length > 2);
    this.element.classList.toggle("none", seconds === null);
  }
}
