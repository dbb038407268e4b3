// The dice of a screen: an element that shakes while the dome does, and in which they fall onto the faces that it has
// shown. With a graphics unit they are drawn by it, without one they lie flat; nothing is lost.
import { h, put } from "../dom.js";
import { pair } from "../shown/dice.js";
import { LANDS_MS, landing, resting, shaking, unknown } from "./motion.js";
import { Scene } from "./scene.js";

const calm = matchMedia("(prefers-reduced-motion: reduce)");
const FAINT = 0.45;
const BEGINS_WITHIN_MS = 400;

export class Stage {
  #canvas = h("canvas", { "aria-hidden": "true" });
  #scene = null;
  #begun = false;
  #shown = "";
  #how = "none";
  #began = 0;
  #course = null;
  #pair = unknown();
  #frame = 0;
  #seed = 1;
  #landed;
  #lands = 0;
  #now = { how: "none", faces: null, seed: 0 };
  #label = "";

  /** `landed` is called when they lie on the faces that were told. */
  constructor(landed = () => {}) {
    this.#landed = landed;
    this.element = h("div", { class: "stage", role: "img" });
    requestIdleCallback(() => this.#begin(), { timeout: BEGINS_WITHIN_MS }); // the felt stands first
  }

  /** With the graphics unit, if there is one; what was told meanwhile is shown. */
  #begin() {
    try {
      this.#scene = new Scene(this.#canvas, () => this.#flatten());
      this.element.append(this.#canvas);
      new ResizeObserver(() => this.#resize()).observe(this.element);
    } catch {
      this.element.classList.add("flat");
    }
    this.#begun = true;
    this.#shown = "";
    this.show(this.#now, this.#label);
  }

  /** Whether they still fall: what they make is not said before they lie. */
  get falls() {
    return this.#course !== null;
  }

  /** As `diceOf` says it, and what somebody hears who does not see them. */
  show(dice, label) {
    const { how, faces, seed } = dice;
    const key = JSON.stringify([how, faces, seed]);
    if (label !== this.#label) this.element.setAttribute("aria-label", (this.#label = label));
    if (key === this.#shown) return;
    this.#shown = key;
    this.#now = dice;
    const wasInTheAir = this.#how === "air";
    this.#how = how;
    this.element.dataset.dice = how === "rest" ? faces.join(" ") : how;
    const moves = Boolean(this.#scene) && !calm.matches && !document.hidden;
    if (wasInTheAir && how === "rest" && !moves) queueMicrotask(this.#landed);
    if (!this.#scene) return this.#begun ? this.#drawFlat() : undefined;
    clearTimeout(this.#lands);
    this.#course = null;
    this.#began = performance.now();
    if (how === "air" && moves) this.#seed = (this.#seed % 1000) + 1;
    else if (how === "rest" && wasInTheAir && moves) this.#fall();
    else this.#lie();
    this.#go();
  }

  /** By the clock: what they make is said in time also where no frame is drawn. */
  #fall() {
    this.#course = landing(this.#pair, this.#now.faces, this.#now.seed);
    this.#lands = setTimeout(() => {
      this.#lie();
      this.#go();
      this.#landed();
    }, LANDS_MS);
  }

  /** They lie where they lie, whatever was under way. */
  #lie() {
    const { how, faces, seed } = this.#now;
    this.#course = null;
    this.#pair = how === "rest" ? resting(faces, seed) : unknown();
  }

  #go() {
    if (!this.#frame) this.#frame = requestAnimationFrame(() => this.#draw());
  }

  #draw() {
    this.#frame = 0;
    if (!this.#scene) return;
    const ms = performance.now() - this.#began;
    const shakes = this.#how === "air" && !calm.matches;
    if (shakes) this.#pair = shaking(ms, this.#seed);
    if (this.#course) this.#pair = this.#course(ms);
    this.#scene.draw(this.#pair, this.#how === "none" || this.#how === "still" ? FAINT : 1);
    this.#tell(this.#how === "rest" && this.#pair.every(({ blur }) => blur < 0.5));
    if (shakes || this.#course) this.#go();
  }

  /** Whether their faces can be read now, for whoever looks into the page. */
  #tell(readable) {
    if (this.element.dataset.readable !== String(readable)) this.element.dataset.readable = String(readable);
  }

  #resize() {
    const { clientWidth, clientHeight } = this.element;
    if (!clientWidth || !clientHeight || !this.#scene) return;
    const fine = Math.min(2, Math.max(1, devicePixelRatio));
    this.#scene.resize(Math.round(clientWidth * fine), Math.round(clientHeight * fine));
    this.#go();
  }

  /** The graphics unit is gone: what it drew lies flat from now on. */
  #flatten() {
    this.#scene = null;
    this.element.classList.add("flat");
    this.#drawFlat();
  }

  #drawFlat() {
    const { how, faces } = this.#now;
    const inTheAir = how === "air" || how === "still";
    this.element.classList.toggle("rolling", how === "air");
    this.#tell(how === "rest");
    put(this.element, pair(faces, "", inTheAir));
  }
}
