// Beside the felt: the bet timer, the puck, the dice, SHOOT, what was won, the hand and its ladder, the last rolls.
import { byId, h, put, say } from "./dom.js";
import { pair } from "./dice.js";
import { ladder } from "./ladder.js";
import { Ring } from "./ring.js";
import { strip } from "./rolls.js";
import { passDice, shoot } from "./acts.js";
import { money } from "./money.js";
import { held, live, state } from "./state.js";
import { betName, t } from "./words.js";

const ring = new Ring();
const MOST_ROWS = 8;
let drawn = "";

byId("ring").append(ring.element);
byId("shoot").addEventListener("click", shoot);
byId("pass-dice").addEventListener("click", passDice);
setInterval(() => shootWords(), 250);

export function setClock(left, lasts) {
  ring.set(left, lasts);
}

export const secondsLeft = () => ring.seconds;

export function showSide() {
  const { table, offer, seat } = state;
  const mine = live() && !held() && table.phase === "shooting" && table.shooter === seat;
  byId("shooting").hidden = !mine;
  ring.element.setAttribute("aria-label", t("clock"));
  shootWords();
  showDice(table);
  showPuck(table);
  put(byId("wins"), wins());
  byId("hand").hidden = !offer?.spots?.hot_shooter && !table?.hand;
  const rolls = table?.hand?.rolls ?? 0;
  say(byId("roll-count"), t("ladder.count", { n: rolls }));
  put(byId("ladder"), ladder(offer, rolls));
  put(byId("history"), strip(table?.past ?? [], 20));
}

function shootWords() {
  const button = byId("shoot");
  if (byId("shooting").hidden) return;
  const seconds = ring.seconds;
  say(button, seconds === null ? t("shoot") : `${t("shoot")} ${seconds}`);
}

function showDice(table) {
  const faces = table?.last?.faces ?? table?.past?.at(-1)?.faces ?? null;
  const rolling = table?.phase === "rolling";
  const words = rolling ? t("phase.rolling") : faces ? t("rolled", { total: faces[0] + faces[1] }) : t("rolled.none");
  byId("dice").classList.toggle("rolling", rolling);
  const key = JSON.stringify([faces, words]);
  if (key !== drawn) put(byId("dice"), pair(faces, words));
  drawn = key;
  say(byId("rolled"), words);
}

function showPuck(table) {
  const point = table?.hand?.point ?? null;
  const puck = h("span", { class: point ? "puck on" : "puck off" }, point ? t("puck.on") : t("puck.off"));
  put(byId("puck"), puck, h("p", {}, point ? t("puck.point", { n: point }) : t("puck.come_out")));
}

/** What the last round brought, wager by wager: wins first. */
function wins() {
  const { last } = state;
  if (!last) return h("p", { class: "quiet" }, t("wins.none"));
  const rows = [...last.rows].sort((a, b) => b.paid - a.paid || b.stake - a.stake);
  const total = rows.reduce((sum, row) => sum + row.paid, 0);
  const lost = rows.filter((row) => row.result === "lose").reduce((sum, row) => sum + row.stake, 0);
  const head = total ? h("h3", { class: "total" }, t("wins.total"), h("b", {}, money(total))) : h("h3", {}, t(`ended.${last.how}`), lost ? h("b", {}, money(-lost)) : null);
  const shown = rows.slice(0, MOST_ROWS).map(winRow);
  const returned = last.returned.slice(0, 4).map((row) => h("li", { class: "push" }, h("span", {}, betName(row.bet)), h("i", {}, t("result.returned")), h("b", {}, money(row.amount))));
  const more = rows.length > MOST_ROWS ? h("li", { class: "quiet" }, t("wins.more", { n: rows.length - MOST_ROWS })) : null;
  return [head, h("ul", {}, shown, returned, more)];
}

function winRow(row) {
  const result = ["win", "lose", "push"].includes(row.result) ? row.result : "push";
  const amount = row.paid > 0 ? `+${money(row.paid)}` : result === "lose" ? money(-row.stake) : money(row.stake);
  return h("li", { class: result }, h("span", {}, betName(row.bet)), h("i", {}, t(`result.${result}`)), h("b", {}, amount));
}
