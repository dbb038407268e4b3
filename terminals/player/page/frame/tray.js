// The player's tray: money, chips to choose from, and what can be done with them.
import { byId, h, put, say, showIf, svg } from "../dom.js";
import { chip } from "../felt/chip.js";
import { hasGroup, spotOf } from "../limits.js";
import * as acts from "../acts.js";
import { askCashOut } from "../over/lock.js";
import { money } from "../money.js";
import { noises } from "../noises.js";
import { isAuto, mayAuto, toggleAuto } from "../play/auto.js";
import { hasLayouts, showLayouts } from "../play/layouts.js";
import { addedTo, bettingOpen, changed, held, lastHere, live, spare, state } from "../state.js";
import { toast } from "../over/toast.js";
import { t } from "../words.js";

const has = (list) => list.length > 0;
const stakes = () => Object.keys(state.you?.stakes ?? {});
const takesCalls = () => stakes().some((bet) => spotOf(bet)?.calls);
const offersCalls = () => Object.values(state.offer?.spots ?? {}).some((spot) => spot.calls);
const offersOdds = () => Object.values(state.offer?.spots ?? {}).some((spot) => spot.base);

/** Every button: its name, what it does, when it can be pressed, whether it is there at all, whether it is down. */
const BUTTONS = [
  { name: "undo", does: acts.undo, may: () => bettingOpen() && acts.mayUndo() },
  { name: "clear", does: acts.clear, may: () => bettingOpen() && has(addedTo()) },
  lays("double"),
  lays("repeat"),
  { name: "auto", does: toggleAuto, may: mayAuto, down: isAuto, there: () => state.care?.auto !== false },
  lays("press"),
  lays("odds", offersOdds),
  ...["inside", "outside", "across"].map((name) => lays(name, () => hasGroup(name))),
  { name: "whole", does: toggleWhole, may: live, down: () => state.whole, there: paysWhole },
  { name: "layouts", does: showLayouts, may: live, there: hasLayouts },
  { name: "rack", does: turnRack, may: live, down: () => high, there: () => (state.chips?.length ?? 0) > RACK },
  { name: "remove", does: () => toMode("remove"), may: bettingOpen, down: () => state.mode === "remove" },
  { name: "call", does: () => toMode("call"), may: takesCalls, there: offersCalls, down: () => state.mode === "call" },
];

function paysWhole() {
  return Object.values(state.offer?.spots ?? {}).some((spot) => spot.whole);
}

function toggleWhole() {
  state.whole = !state.whole;
  changed();
}

/** A button that lays several wagers at once. */
function lays(name, there) {
  return { name, does: () => acts.lay(name), may: () => acts.would(name), there };
}

function toMode(mode) {
  state.mode = state.mode === mode ? "place" : mode;
  changed();
}

const KEYS = {
  u: "undo",
  c: "clear",
  x: "double",
  r: "repeat",
  o: "odds",
  "-": "remove",
  a: "auto",
  l: "layouts",
  w: "whole",
};

export function setUpTray() {
  for (const button of BUTTONS) {
    button.element = h("button", { "data-act": button.name, onclick: () => button.does() });
    byId("buttons").append(button.element);
  }
  byId("done").addEventListener("click", () => acts.done());
  byId("cash-out").addEventListener("click", askCashOut);
  document.addEventListener("keydown", pressed);
}

function pressed(event) {
  if (event.ctrlKey || event.altKey || event.metaKey || document.querySelector("dialog[open], #touch-grid")) return;
  const number = Number(event.key);
  if (number >= 1 && number <= (state.chips ? rack().length : 0)) choose(rack()[number - 1]);
  else if (event.key === "d") byId("done").click();
  else if (event.key === "s" && !byId("shooting").hidden) byId("shoot").click();
  else BUTTONS.find((button) => button.name === KEYS[event.key])?.element.click();
}

const OF_THE_PANEL = { REPEAT: "repeat", CLEAR: "clear" };

/** REPEAT or CLEAR beside the screen does what the button here would do; where that cannot be, it is said why. */
export function pressedBeside({ button, round }) {
  const { name, does, may } = BUTTONS.find((one) => one.name === OF_THE_PANEL[button]);
  byId("dialog").close(); // the player looks at the felt, and sees there what it did
  const why = whyNot(round) ?? (may() ? null : `button.no_${name}`);
  if (why) refuse(t(why));
  else does();
}

/** Why nothing can be put up or taken back now, whatever it is. */
function whyNot(round) {
  if (!live()) return "refused.line_down";
  if (held()) return "refused.held";
  if (state.you.lock) return "refused.seat_locked";
  if (!state.you.open) return state.you.turned_off ? "refused.host_off" : "refused.seat_closed";
  if (!bettingOpen()) return "refused.bets_closed";
  return round === state.table.round ? null : "refused.wrong_round";
}

function refuse(words) {
  toast(words);
  noises.refused();
}

function choose(amount) {
  state.chip = amount;
  state.mode = "place";
  changed();
}

export function showTray() {
  const { you } = state;
  meter("credits", you ? money(spare()) : "–");
  meter("risk", you ? money(you.layout + you.vigorish) : "–");
  meter("last-win", money(state.won?.amount ?? 0));
  byId("last-win").classList.toggle("won", state.won?.round === lastHere()?.round && lastHere()?.net > 0);
  showChips();
  for (const { name, may, there, down, element } of BUTTONS) {
    showIf(element, there ? there() : true);
    element.disabled = !may();
    if (down) element.setAttribute("aria-pressed", String(down()));
    say(element, t(`tray.${name}`));
  }
  const finished = Boolean(you?.done) && state.table?.phase === "betting";
  byId("done").disabled = !bettingOpen() || !has(stakes()) || finished;
  say(byId("done"), finished ? t("tray.waiting") : t("tray.done"));
  byId("cash-out").disabled = !live() || !you.credits || Boolean(you.lock);
  document.body.dataset.mode = state.mode;
}

const LONG = 10; // characters, as many as there is room for
const LONGER = 13;

/** A larger sum is written smaller: nothing beside it moves. */
function meter(name, words) {
  const place = byId(name);
  say(place, words);
  place.classList.toggle("long", words.length > LONG);
  place.classList.toggle("longer", words.length > LONGER);
}

const RACK = 6; // chips beside one another; of more the others are one touch away
let shown = "";
let high = false; // whether the rack shows the highest

const rack = () => (high ? state.chips.slice(-RACK) : state.chips.slice(0, RACK));

function turnRack() {
  high = !high;
  changed();
}

function showChips() {
  if (!state.chips) return;
  const dear = rack().filter((amount) => spare() < amount);
  const key = JSON.stringify([rack(), state.chip, state.mode, dear]); // not what is left: that changes with every tap
  if (key === shown) return;
  shown = key;
  const focused = document.activeElement?.dataset?.chip;
  const buttons = rack().map((amount) =>
    h(
      "button",
      {
        role: "radio",
        "aria-checked": String(state.chip === amount && state.mode === "place"),
        "aria-label": money(amount),
        "data-chip": amount,
        class: dear.includes(amount) ? "dear" : "",
        onclick: () => choose(amount),
      },
      svg("svg", { viewBox: "-34 -34 68 68" }, chip(amount, 31)),
    ),
  );
  put(byId("chips"), buttons);
  if (focused) document.querySelector(`#chips [data-chip="${focused}"]`)?.focus();
}
