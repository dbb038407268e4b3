// "What is this?": a long touch on a spot, or I on the keyboard. What lies there, what that would pay, what it costs, what
// may lie there and what it excludes; and what can be done with it, so that nothing needs a long touch but the question.
import * as acts from "../acts.js";
import { byId, h, put } from "../dom.js";
import { commissionWords, edgeOf, notWith } from "../over/panels.js";
import { refusalWords } from "../over/toast.js";
import { closedNow, isLocked, isOpen, isWorking, mostOn, spotOf, tapAmount, wholeOf } from "../limits.js";
import { money } from "../money.js";
import { ofGame } from "../own.js";
import { bettingOpen, spare, stakeOn, state } from "../state.js";
import { betName, known, ruleWords, t } from "../words.js";

let about = null;
let shown = "";

export function showAbout(bet) {
  if (!spotOf(bet)) return;
  about = bet;
  shown = "";
  if (!state.edges[bet]) acts.tell({ kind: "help" }); // the edges come when they come
  draw();
  const dialog = /** @type {HTMLDialogElement} */ (byId("dialog"));
  if (!dialog.open) dialog.showModal();
}

/** As things stand now, while it is open. */
export function drawAbout() {
  if (about && !byId("dialog").querySelector(`:scope[open] [data-about]`)) about = null;
  if (about) draw();
}

function draw() {
  const spot = spotOf(about);
  if (!spot) return;
  const lies = stakeOn(about).amount;
  const stake = lies || tapAmount(about, state.chip);
  const key = JSON.stringify([about, lies, stake, state.edges[about], bettingOpen(), state.you, t("close")]);
  if (key === shown) return;
  shown = key;
  const dialog = byId("dialog");
  const close = () => /** @type {HTMLDialogElement} */ (dialog).close();
  const focused = document.activeElement?.getAttribute("data-do");
  dialog.className = "sheet";
  put(
    dialog,
    h(
      "div",
      { class: "panel-head", "data-about": about },
      h("h2", {}, betName(about)),
      h("button", { class: "close", onclick: close }, t("close")),
    ),
    h(
      "div",
      { class: "panel-body", tabindex: 0 },
      known(`help.${spot.kind}`) ? h("p", {}, ruleWords(`help.${spot.kind}`, state.offer)) : null,
      h("h3", {}, t(lies ? "about.lies" : "about.chip", { amount: money(stake) })),
      h("ul", { class: "pays", id: "about-pays" }, paysFor(spot, stake)),
      facts(spot).map((words) => h("p", {}, words)),
      h("p", { class: "quiet" }, t(ofGame(state.table, "about.memory"))),
      h("div", { class: "deeds" }, deeds(lies)),
    ),
  );
  if (focused) /** @type {HTMLElement} */ (dialog.querySelector(`[data-do="${focused}"]`))?.focus();
}

/** What a win pays for a stake, by what wins; the game says the odds, and what is left of them after a commission. */
function paysFor(spot, stake) {
  const odds = spot.net ? { "": spot.net } : (spot.pays ?? {});
  const point = String(state.table?.hand?.point ?? "");
  const here = spot.base && odds[point] ? { [point]: odds[point] } : odds; // odds on a line win with its point alone
  return Object.entries(here).map(([key, words]) => {
    const name = key ? (known(`pays.${key}`) ? t(`pays.${key}`) : key) : t("about.win");
    return h("li", {}, h("span", {}, name), h("i", {}, words), h("b", {}, `+${money(wonBy(words, stake))}`));
  });
}

/** `7:6` of a stake, cut down to the smallest unit as the table does; `3×` has the stake in it. */
function wonBy(odds, stake) {
  if (odds.endsWith("×")) return Number(odds.slice(0, -1)) * stake - stake;
  const [above, below] = odds.split(":").map(BigInt);
  return Number((BigInt(stake) * above) / below);
}

function facts(spot) {
  const edge = edgeOf(spot, state.edges[about]);
  const whole = wholeOf(about);
  const working = isWorking(about);
  const closed = bettingOpen() ? closedNow(about) : null;
  return [
    spot.times ? t("help.times", { n: spot.times }) : null,
    commissionWords(spot),
    t("about.edge", { edge }),
    t("help.limits", { min: money(spot.min), max: money(mostOn(about)), unit: money(spot.unit) }),
    whole ? t("about.whole", { amount: money(whole) }) : null,
    ...notWith([[about, spot]]),
    closed ? refusalWords({ bet: about }, { code: closed }) : null,
    isLocked(about) ? t("about.locked") : null,
    working === null ? null : t(working ? "about.working" : "about.off"),
  ].filter(Boolean);
}

/** What can be done with what lies there; what cannot be done now is not offered. */
function deeds(lies) {
  const { mirror, calls } = spotOf(about);
  const free = lies && bettingOpen() ? acts.freeOn(about) : 0;
  const amounts = {
    ...laid(lies),
    press: acts.pressAmount(about),
    half: acts.pressAmount(about, 1 / 2),
    both: mirror && lies ? acts.mirrorAmount(about) : 0,
  };
  const shrinks = free ? acts.regressAmount(about) : 0;
  const button = (name, does, filled = {}) =>
    h("button", { "data-do": name, onclick: does }, t(`about.do.${name}`, filled));
  const adds = (name, does, filled = {}) => {
    const amount = amounts[name];
    return amount > 0 && amount <= spare() ? button(name, does, { amount: money(amount), ...filled }) : null;
  };
  return [
    adds("lay", () => acts.place(about, amounts.lay)),
    adds("whole", () => acts.place(about, amounts.whole)),
    adds("press", () => acts.press(about)),
    amounts.half === amounts.press ? null : adds("half", () => acts.press(about, 1 / 2)),
    shrinks ? button("regress", () => acts.regress(about), { amount: money(shrinks) }) : null,
    mirror ? adds("both", () => acts.bothWays(about), { bet: betName(mirror) }) : null,
    free ? button("chip", () => acts.takeChip(about)) : null,
    free ? button("down", () => acts.takeDown(about)) : null,
    lies && calls ? button("call", () => acts.turn(about)) : null,
  ];
}

/** The chosen chip, and on an empty spot what pays whole: where the spot takes it now. */
function laid(lies) {
  const [chip, whole] = [tapAmount(about, state.chip), wholeOf(about)];
  const taken = (amount) => (isOpen(about) && lies + amount <= mostOn(about) ? amount : 0);
  return { lay: taken(chip), whole: !lies && whole && whole !== chip ? taken(whole) : 0 };
}

/** What a key does to the spot that has the focus. */
export const SPOT_KEYS = {
  i: showAbout,
  p: (bet) => acts.press(bet),
  h: (bet) => acts.press(bet, 1 / 2),
  g: (bet) => acts.regress(bet),
  b: (bet) => spotOf(bet).mirror && acts.bothWays(bet),
  Backspace: acts.takeChip,
  Delete: acts.takeDown,
};

/** Keys of a spot, wherever the felt is drawn. */
export function setUpSpotKeys() {
  document.addEventListener(
    "keydown",
    (event) => {
      const target = /** @type {Element} */ (event.target);
      const bet = /** @type {HTMLElement} */ (target.closest?.(".felt [data-spot]"))?.dataset.spot;
      if (!bet || event.ctrlKey || event.altKey || event.metaKey || !SPOT_KEYS[event.key]) return;
      event.preventDefault();
      event.stopPropagation();
      SPOT_KEYS[event.key](bet);
    },
    { capture: true },
  );
}
