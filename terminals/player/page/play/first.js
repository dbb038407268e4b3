// A first hand, led step by step. It does nothing for the player: it says what can be done now, lights it, and goes on when
// it has been done. It can be left at any time.
import { byId, h, put, showIf } from "../dom.js";
import { isOpen } from "../limits.js";
import { bettingOpen, changed, held, live, myThrow, stakeOn, state } from "../state.js";
import { betName, t } from "../words.js";

let led = null; // the step, and the round in which the first wager went up
let shown = "";

export const canLead = () => Boolean(state.offer?.first_hand?.bet);

export function leadFirstHand() {
  led = { round: null };
  /** @type {HTMLDialogElement} */ (byId("dialog")).close();
  changed();
}

export function leave() {
  led = null;
  changed();
}

const wanted = () => state.offer?.first_hand ?? {};
const lies = (bet) => Boolean(bet) && stakeOn(bet).amount > 0;

/** The first of these that is so is what is said; `at` is lit. */
const STEPS = [
  { name: "wait", so: () => !live() || held() || Boolean(state.you.lock) },
  { name: "credits", so: () => !state.you.credits && !state.you.layout },
  { name: "shoot", so: () => myThrow(), at: () => "#shoot" },
  { name: "watch", so: () => !bettingOpen() },
  { name: "over", so: () => led.round !== null && state.table.round > led.round && !lies(wanted().bet) },
  { name: "bet", so: () => !lies(wanted().bet) && isOpen(wanted().bet), at: () => `[data-spot="${wanted().bet}"]` },
  { name: "closed", so: () => !lies(wanted().bet) },
  {
    name: "behind",
    so: () => Boolean(wanted().behind) && isOpen(wanted().behind) && !lies(wanted().behind),
    at: () => `[data-spot="${wanted().behind}"]`,
  },
  { name: "point", so: () => Boolean(state.table.hand?.point) && !state.you.done, at: () => "#done" },
  { name: "done", so: () => !state.you.done, at: () => "#done" },
  { name: "watch", so: () => true },
];

export function showFirst() {
  const box = byId("first");
  const step = led ? STEPS.find(({ so }) => so()) : null;
  if (led && lies(wanted().bet)) led.round ??= state.table?.round ?? null;
  const lit = step?.at ? document.querySelector(step.at()) : null;
  for (const one of document.querySelectorAll(".led")) if (one !== lit) one.classList.remove("led");
  lit?.classList.add("led");
  showIf(box, step);
  const point = state.table?.hand?.point ?? "";
  const words = step
    ? t(`first.${step.name}`, {
        bet: betName(wanted().bet),
        behind: wanted().behind ? betName(wanted().behind) : "",
        n: point,
      })
    : "";
  const key = JSON.stringify([words, t("first.leave")]);
  if (key === shown) return;
  shown = key;
  put(
    box,
    step ? [h("b", {}, t("first.title")), h("span", {}, words)] : [],
    step ? h("button", { id: "first-leave", onclick: leave }, t(step.name === "over" ? "close" : "first.leave")) : [],
  );
}
