// Beside the felt: the bet timer, the puck, the dice, SHOOT, what was won, the hand and its ladder, the last rolls.
import { byId, h, put, putNew, say, showIf } from "../dom.js";
import { diceOf } from "../dice/known.js";
import { Stage } from "../dice/stage.js";
import { noises } from "../noises.js";
import { counted, ladder } from "../shown/ladder.js";
import { Ring } from "../shown/ring.js";
import { strip } from "../shown/rolls.js";
import { passDice, shoot } from "../acts.js";
import { money } from "../money.js";
import { numbersOf, ofGame, shownOf } from "../own.js";
import { LANDED } from "../phases.js";
import { showWheel } from "../plan/beside.js";
import { nameOf } from "../shown/pots.js";
import { held, lastHere, live, myThrow, rolled, state } from "../state.js";
import { betName, ended, t } from "../words.js";

const ring = new Ring();
const stage = new Stage(() => document.dispatchEvent(new Event("landed")));

byId("ring").append(ring.element);
byId("dice").append(stage.element);
document.addEventListener("landed", () => showDice(state.table));
const sized = new ResizeObserver(measure);
for (const id of ["wins", "history"]) sized.observe(byId(id));
sized.observe(byId("history").parentElement);
byId("shoot").addEventListener("click", shoot);
byId("pass-dice").addEventListener("click", passDice);
setInterval(() => {
  shootWords();
  showWhen();
  const counts = live() && !held() && state.table.phase === "betting" && !state.you.lock;
  noises.left(counts ? ring.seconds : null);
}, 250);

export const setClock = (table) => ring.set(table);

export const secondsLeft = () => ring.seconds;

export function showSide() {
  const { table, offer } = state;
  const shoots = myThrow() && !state.you.lock; // of a locked seat it stands on what covers the felt
  showIf(byId("shooting"), shoots);
  document.body.classList.toggle("shoots", shoots); // a rule that looks for it (`:has`) is asked at every tap
  if (!live()) ring.set(null); // how much time is left is the table's to say
  ring.element.setAttribute("aria-label", t("clock"));
  shootWords();
  showWhen();
  showIf(byId("counts"), offer?.wheel);
  if (offer?.wheel) showWheel(table, offer);
  else showDice(table);
  showPuck(table);
  showIf(byId("hand"), offer?.spots?.hot_shooter || table?.hand);
  const { rolls, over } = counted(table);
  say(byId("roll-count"), t("ladder.count", { n: rolls }));
  const pays = offer?.spots?.hot_shooter?.pays ?? null;
  putNew(byId("ladder"), [pays, rolls, over, t("ladder.top")], () => ladder(offer, rolls, over));
  say(byId("history-title"), t(ofGame(table, "past.rolls")));
  showHistory();
  showWins();
}

function showHistory() {
  const { table } = state;
  const from = [table?.game ?? null, table?.past ?? [], room.rolls, t("roll.out")];
  putNew(byId("history"), from, () =>
    table?.game ? numbersOf(table, room.rolls) : strip(table?.past ?? [], room.rolls),
  );
}

/** How much there is room for: measured when it changes, since a page that is asked for its sizes while it is drawn has to
 * be laid out for it. */
const room = { rolls: 1, wins: 0 };

function measure() {
  [room.rolls, room.wins] = [rollsThatFit(), byId("wins").clientHeight];
  showHistory();
  showWins();
}

const ROLL = { width: 44, height: 56 };
const MOST_ROLLS = 20;

/** In whole rows: a roll that is cut in half tells nothing. */
function rollsThatFit() {
  const box = byId("history");
  const [across, down] = [(box.clientWidth + 4) / ROLL.width, (box.parentElement.clientHeight - HEAD) / ROLL.height];
  return Math.min(MOST_ROLLS, Math.max(1, Math.floor(across)) * Math.max(1, Math.floor(down)));
}

const HEAD = 32; // what stands over them

const LONG = 9; // letters that SHOOT has room for as wide as they are

function shootWords() {
  const button = byId("shoot");
  if (byId("shooting").hidden) return;
  const seconds = ring.seconds;
  const words = seconds === null ? t("shoot") : `${t("shoot")} ${seconds}`;
  say(button, words);
  button.classList.toggle("long", words.length > LONG);
}

/** How long bets are open, and how it goes on sooner. */
function showWhen() {
  const n = ring.seconds;
  const counts = live() && !held() && state.table.phase === "betting" && n !== null;
  const least = ring.soonest; // a law's: then nobody who is done makes it sooner
  const said = least === null ? whenWords() : least < n ? "when.soonest" : "when.least";
  say(byId("when"), counts ? t(ofGame(state.table, said), { n, least }) : "");
}

function whenWords() {
  if (state.you?.lock || !Object.keys(state.you?.stakes ?? {}).length) return "when.open";
  return state.you.done ? "when.waiting" : "when.done";
}

/** What they make is said when they lie, not while they fall. */
function showDice(table) {
  showIf(byId("dice"), !table?.game);
  if (table?.game) return say(byId("rolled"), shownOf(table));
  const dice = diceOf(table);
  const words = diceWords(dice);
  stage.show(dice, dice.faces ? t("roll.said", faceNames(dice.faces)) : words);
  return say(byId("rolled"), stage.falls ? t("phase.rolling") : words);
}

const faceNames = ([a, b]) => ({ total: a + b, a, b });

function diceWords({ how, faces }) {
  if (how === "rest") return t("rolled", faceNames(faces));
  if (how === "none") return t(state.table?.past?.length ? "rolled.unknown" : "rolled.none");
  return t(how === "still" ? "phase.held" : "phase.rolling");
}

function showPuck(table) {
  const point = table?.hand?.point ?? null;
  showIf(byId("puck"), !table?.game); // where there are no hands there is no puck
  const puck = () => h("span", { class: point ? "puck on" : "puck off" }, point ? t("puck.on") : t("puck.off"));
  const words = () => h("p", {}, point ? t("puck.point", { n: point }) : t("puck.come_out"));
  putNew(byId("puck"), [point, t("puck.come_out")], () => [puck(), words()]);
}

let told = "";
let since = { round: null, at: 0 };
const WORD_MS = 400; // in which a seat has heard what a roll has brought it

/** What the roll brought, wager by wager, wins first: as many rows as there is room for, and how many more. */
function showWins() {
  const box = byId("wins");
  const said = headline();
  const key = JSON.stringify([said, state.last, room.wins, t("wins.none")]);
  if (key === told) return;
  told = key;
  const { last } = state;
  if (!said.rows) return put(box, h(said.words ? "h3" : "p", { class: "quiet" }, said.words));
  const decided = [...last.rows].sort((a, b) => b.paid - a.paid || b.stake - a.stake).map(winRow);
  const rows = [...last.pots.map(potRow), ...decided, commissionRow(last.rows)].filter(Boolean);
  const returned = last.returned.map((row) =>
    h(
      "li",
      { class: "push" },
      h("span", {}, betName(row.bet)),
      h("i", {}, t("result.returned")),
      h("b", {}, money(row.amount)),
    ),
  );
  const list = h("ul", {}, rows, returned);
  put(
    box,
    h("h3", { class: said.won ? "total" : "" }, said.words, rows.length ? h("b", {}, money(last.net)) : null),
    list,
  );
  let hidden = 0;
  while (box.scrollHeight > box.clientHeight && list.children.length > 1) {
    list.children[list.children.length - (hidden ? 2 : 1)].remove();
    hidden += 1;
    if (hidden === 1) list.append(h("li", { class: "quiet", id: "wins-more" }));
    byId("wins-more").textContent = t("wins.more", { n: hidden });
  }
  return undefined;
}

/** What is said over the rows, and whether there are any: those of an older roll only where nobody knows of this one.
 * Once bets are closed "this roll" is the next one, and the last is named by its round. */
function headline() {
  const { last, laid, unheard } = state;
  const round = rolled();
  const underWay = state.table !== null && !LANDED.includes(state.table.phase);
  if (lastHere() && !underWay)
    return { rows: true, won: last.net > 0, words: last.net > 0 ? t("wins.total") : endedHere(last.how) };
  if (!last && !Object.keys(laid).length) return { words: t("wins.none") }; // who has not played yet
  if (!underWay && round !== null && round > unheard)
    return waits(round) ? { words: "" } : { words: t("wins.nothing") };
  return last ? { rows: true, words: t("past.round", { n: last.round }) } : { words: "" };
}

const endedHere = (how) => (how === "settled" ? t(ofGame(state.table, "ended.settled")) : ended(how));

/** The table is told of a roll and the seat of its wagers, in whatever order. */
function waits(round) {
  if (since.round !== round) {
    since = { round, at: performance.now() };
    setTimeout(showWins, WORD_MS + 50);
  }
  return performance.now() - since.at < WORD_MS;
}

/** What the house paid of a jackpot for this roll. */
const potRow = (won) =>
  h("li", { class: "win pot-row" }, h("span", {}, nameOf(won)), h("b", {}, `+${money(won.amount)}`));

/** What was held on these wagers and has gone with them: the net has it. */
function commissionRow(rows) {
  const held = rows.reduce((sum, row) => sum + (row.vigorish ?? 0), 0);
  return held ? h("li", { class: "lose" }, h("span", {}, t("result.commission")), h("b", {}, money(-held))) : null;
}

function winRow(row) {
  const result = ["win", "lose", "push"].includes(row.result) ? row.result : "push";
  const amount = row.paid > 0 ? `+${money(row.paid)}` : result === "lose" ? money(-row.stake) : money(row.stake);
  return h(
    "li",
    { class: result },
    h("span", {}, betName(row.bet)),
    h("i", {}, t(`result.${result}`)),
    h("b", {}, amount),
  );
}
