// What a player hears, and when. Everything that sounds also shows on the screen.
import { LOUDEST, Mixer } from "./sound/mixer.js";
import { Stickman } from "./sound/stickman.js";

const KEPT = { off: 0, on: 2 }; // what older pages have kept
const FIRST = 2;
const CLOSED = ["closed", "shooting", "rolling"];
const SOON_S = 5;
const SCALE = [0, 2, 4, 7, 9, 12, 14, 16]; // half tones of the rungs: the scale of the palette
const PIECES = ["chip", "refused", "tick", "closed", "shoot", "shake", "land", "win_1", "win_2", "win_3", "power"];

const mixer = new Mixer(kept());
export const stickman = new Stickman(mixer);
let shaking = null;
let ticked = null;

document.addEventListener("pointerdown", () => void mixer.warm(PIECES), { once: true });

function kept() {
  const found = localStorage.getItem("sound");
  const step = found === null ? FIRST : Number(KEPT[found] ?? found);
  return Number.isInteger(step) && step >= 0 && step <= LOUDEST ? step : FIRST;
}

/** How loud it is: 0 is silent, `LOUDEST` the most. */
export const loudness = () => mixer.volume;

/** One step louder; after the loudest comes silence. */
export function nextLoudness() {
  mixer.volume = (mixer.volume + 1) % (LOUDEST + 1);
  localStorage.setItem("sound", String(mixer.volume));
  void mixer.play("chip");
}

function play(name, how = {}) {
  void mixer.play(name, how);
}

/** Dice are heard for as long as they are in the air. */
async function shake(on) {
  if (on === (shaking !== null)) return;
  if (on) return void (shaking = mixer.play("shake", { loop: true }));
  const [over] = [shaking, (shaking = null)];
  (await over)?.stop();
}

export const noises = {
  chip: (ok) => ok && play("chip", { rate: 0.94 + Math.random() * 0.12 }), // no two chips sound alike
  refused: () => play("refused"),
  money: () => play("money"),
  ticket: () => play("ticket"),
  /** By the step of its celebration; nothing for a roll that cost money. */
  won: (step) => step && play(`win_${step}`),
  climbed: (rung) => play("rung", { rate: 2 ** (SCALE[Math.min(rung, SCALE.length - 1)] / 12) }),
  /** The last seconds, once each. */
  left(seconds) {
    if (seconds !== null && seconds !== ticked && seconds > 0 && seconds <= SOON_S) play("tick");
    ticked = seconds;
  },
  table(before, now, seat) {
    const inTheAir = now.phase === "rolling" && !Object.keys(now.holds).length && !now.game;
    void shake(inTheAir);
    stickman.hears(before, now);
    if (!before) return;
    if (before.phase === "betting" && CLOSED.includes(now.phase)) play("closed");
    if (before.phase !== "shooting" && now.phase === "shooting" && now.shooter === seat) play("shoot");
    if (!Object.keys(before.levels).length && Object.keys(now.levels).length) play("power");
    if (before.phase === "rolling" && now.phase === "settling" && !now.game) play("land");
  },
};
