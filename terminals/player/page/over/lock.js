// What covers the whole screen: an attendant is awaited, or after a power failure the player keeps or withdraws.
import { byId, h, put, say, showIf } from "../dom.js";
import { printsTicket, turnedWords } from "../cash.js";
import { cashOut, choose, passDice, shoot } from "../acts.js";
import { isLocked } from "../limits.js";
import { money } from "../money.js";
import { ofGame } from "../own.js";
import { LANDED } from "../phases.js";
import { ownPots } from "../shown/pots.js";
import { secondsLeft } from "../frame/side.js";
import { live, myThrow, state } from "../state.js";
import { betName, known, t } from "../words.js";

let shown = "";

setInterval(() => {
  const left = byId("asked-left");
  if (left) say(left, secondsLeft() === null ? "" : String(secondsLeft()));
  const button = byId("lock-shoot");
  if (button) say(button, shootWords());
}, 250);

const shootWords = () => `${t("shoot")} ${secondsLeft() ?? ""}`.trim();

export function showLock() {
  const { you } = state;
  const what = !live() ? "" : you.asked ? "asked" : (you.lock ?? "");
  const key = JSON.stringify([
    what,
    you?.lock_amount,
    you?.stakes,
    myThrow(),
    isRolled(),
    turnedWords(),
    ownPots(state.pots),
    t("cash.button"),
  ]);
  if (key === shown) return;
  shown = key;
  const lock = byId("lock");
  showIf(lock, what);
  shut();
  if (what === "asked") put(lock, question());
  else if (what) put(lock, waiting(what, you.lock_amount));
}

/** What lies under a lock, or belongs to a table out of reach, cannot be touched; the menu at the top stays. Under the
 * fields of a touch test nothing can. */
export function shut() {
  const { classList } = document.body;
  const fields = classList.contains("touching");
  const covered = fields || classList.contains("away") || !byId("lock").hidden;
  for (const part of [document.querySelector("main"), byId("side"), byId("tray")]) part.inert = covered;
  for (const part of [byId("top"), byId("lock")]) part.inert = fields;
}

/** Who waits may still throw or pass the dice; nothing else of his is asked, and what plays on is said. */
function waiting(what, amount) {
  const title = known(`lock.${what}`) ? t(`lock.${what}`) : t("lock.other");
  return h(
    "div",
    { class: `card ${what}`, role: "alertdialog", "aria-label": title },
    h("h2", {}, title),
    amount ? h("p", { class: "sum" }, money(amount)) : null,
    turnedWords() ? h("p", { id: "turned" }, turnedWords()) : null,
    ownPots(state.pots).map(([won, of]) => h("p", { class: "own-pot" }, h("b", {}, won), " ", of)),
    h("p", {}, waitsFor(what)),
    playsOn(),
    myThrow()
      ? h(
          "div",
          { class: "pair" },
          h("button", { id: "lock-shoot", class: "go", onclick: shoot }, shootWords()),
          h("button", { id: "lock-pass", onclick: passDice }, t("shooter.pass")),
        )
      : null,
  );
}

/** Who ends it: an attendant, or the floor of the house, which says what a jackpot pays. */
function waitsFor(what) {
  if (what === "pot") return t("lock.wait.pot");
  return t(isRolled() ? ofGame(state.table, "lock.wait.roll") : "lock.wait");
}

/** Whether something that could be taken down is on the roll under way: what is left of it comes back after it. */
function isRolled() {
  return live() && !LANDED.includes(state.table.phase) && Object.keys(state.you.stakes).some((bet) => !isLocked(bet));
}

function playsOn() {
  const stakes = Object.entries(state.you.stakes);
  if (!stakes.length) return h("p", { id: "plays-on" }, t("lock.none"));
  return h(
    "p",
    { id: "plays-on" },
    t(isRolled() ? ofGame(state.table, "lock.rolls") : "lock.plays"),
    " ",
    h("b", {}, stakes.map(([bet, stake]) => `${betName(bet)} ${money(stake)}`).join(" · ")),
  );
}

function question() {
  const { you } = state;
  return h(
    "div",
    { class: "card", role: "alertdialog", "aria-label": t("asked.title") },
    h("h2", {}, t("asked.title")),
    h("p", {}, t("asked.why", { amount: money(you.layout + you.vigorish) })),
    h(
      "div",
      { class: "pair" },
      h("button", { id: "keep", class: "go", onclick: () => choose(true) }, t("asked.keep")),
      h("button", { id: "withdraw", onclick: () => choose(false) }, t("asked.withdraw")),
    ),
    h("p", { class: "quiet" }, t("asked.silence"), " ", h("b", { id: "asked-left" })),
  );
}

/** By whom it is paid, and what becomes of what lies on the felt. */
function cashOutWords() {
  const { cash, you } = state;
  const [how, limit] = printsTicket() ? ["cash.ticket", 0] : ["cash", cash?.ticket_limit ?? 0];
  const says = t(`${how}.${you.layout ? "stays" : "all"}`, { amount: money(you.layout) });
  return limit ? `${t("cash.above", { amount: money(limit) })} ${says}` : says;
}

/** Cash-out asks once more: where no ticket is printed it locks the seat until an attendant has paid. */
export function askCashOut() {
  const dialog = byId("dialog");
  const close = () => dialog.close();
  const yes = () => {
    close();
    cashOut();
  };
  const { credits } = state.you;
  put(
    dialog,
    h("h2", {}, t("cash.title")),
    h("p", { class: "sum" }, money(credits)),
    h("p", {}, cashOutWords()),
    h(
      "div",
      { class: "pair" },
      h("button", { id: "cash-yes", class: "go", onclick: yes }, t("cash.yes")),
      h("button", { onclick: close }, t("cash.no")),
    ),
  );
  dialog.className = "small";
  dialog.showModal();
}
