// The wheel, drawn from above: a rotor that turns while the ball is up, the ball on its track as the wheel tells of it,
// and at rest on a number once that is known. Who wants no motion sees it stand, and reads the stage beside it.
import { h, put, svg } from "../dom.js";
import { t } from "../words.js";
import { outcomeWords } from "../own.js";

const RIM = 100;
const POCKETS = { outer: 84, inner: 60 };
const REST = 54; // where a ball at rest lies
const TRACK = 92; // and where it runs
const STILL = ["number", "rest", "last", "none", "away"];
const SECONDS = 60;
const WORDS = { none: "spun.none", away: "phase.away" };

export class Wheel {
  element = h("div", { class: "wheel", role: "img" });
  #rotor = null;
  #numbers = [];
  #laid = "";

  /** Drawn for this offer's wheel, where it is another one than before. */
  lay({ rotor, rpm }) {
    const key = JSON.stringify([rotor, rpm]);
    if (key === this.#laid) return;
    this.#laid = key;
    this.#numbers = rotor.map(([number]) => number);
    this.#rotor = svg(
      "g",
      {},
      rotor.map(pocket),
      svg("circle", { r: POCKETS.inner - 12, class: "cone" }),
      hub(),
      restingBall(),
    );
    const ball = svg("circle", { r: 4.4, cy: -TRACK, class: "ball" });
    put(this.element, layer("bowl", bowl()), layer("rotor", this.#rotor), layer("running", ball));
    this.element.dataset.way = rpm < 0 ? "left" : "right";
    this.element.style.setProperty("--turn", `${SECONDS / Math.abs(rpm)}s`);
  }

  /** `now`: as `wheelNow` tells it. */
  show(now) {
    const { stage, outcome } = now;
    const at = this.#numbers.indexOf(outcome?.number);
    const turn = at < 0 ? 0 : (-360 * at) / this.#numbers.length; // what has come stands on top
    this.element.dataset.stage = stage;
    this.element.dataset.number = at < 0 ? "" : String(outcome.number);
    this.element.classList.toggle("turning", !STILL.includes(stage));
    this.#rotor?.setAttribute("transform", `rotate(${turn})`);
    this.#rotor?.querySelector(".resting").setAttribute("transform", `rotate(${-turn})`);
    this.element.setAttribute("aria-label", stageWords(now));
  }
}

/** A wheel that stands, for a page on which nobody plays. */
export function picture(of) {
  const wheel = new Wheel();
  wheel.lay(of);
  wheel.show({ stage: "none", outcome: null });
  return wheel.element;
}

/** The stage in words, or the outcome where it is known. */
export function stageWords(now) {
  const { stage, outcome } = now;
  if (outcome) return outcomeWords(outcome);
  return t(WORDS[stage] ?? `ball.${stage}`);
}

const layer = (name, ...children) =>
  svg("svg", { viewBox: `${-RIM} ${-RIM} ${2 * RIM} ${2 * RIM}`, class: name, "aria-hidden": "true" }, children);

const bowl = () => [
  svg("circle", { r: RIM - 1, class: "wood" }),
  svg("circle", { r: RIM - 4, class: "track" }),
  svg("circle", { r: POCKETS.outer + 2, class: "edge" }),
];

function pocket([number, colour], index, all) {
  const step = 360 / all.length;
  const half = (step * Math.PI) / 360;
  const corner = (radius, side) => `${radius * Math.sin(side * half)} ${-radius * Math.cos(half)}`;
  const { outer, inner } = POCKETS;
  const low = inner - 12;
  const ground = `M ${corner(low, -1)} L ${corner(outer, -1)} A ${outer} ${outer} 0 0 1 ${corner(outer, 1)} L ${corner(low, 1)} Z`;
  return svg(
    "g",
    { transform: `rotate(${step * index})`, class: `pocket ${colour}` },
    svg("path", { d: ground }),
    svg(
      "text",
      { y: -(outer + inner) / 2 - 1, "text-anchor": "middle", "dominant-baseline": "central" },
      String(number),
    ),
    svg("line", { x1: 0, x2: 0, y1: -low, y2: -outer, transform: `rotate(${step / 2})`, class: "fret" }),
  );
}

const hub = () => [
  [0, 90, 180, 270].map((angle) =>
    svg("path", { d: "M -3 0 L 0 -30 L 3 0 Z", transform: `rotate(${angle})`, class: "arm" }),
  ),
  svg("circle", { r: 10, class: "knob" }),
];

const restingBall = () => svg("g", { class: "resting" }, svg("circle", { r: 4.4, cy: -REST, class: "ball" }));
