// One round that is over: labelled as recall, the hand it belongs to, the felt of one seat, every throw, settlements,
// balances, and all that happened; on the screen and on paper.
import { h } from "../dom.js";
import { choice } from "../parts/fields.js";
import { exports } from "../parts/files.js";
import { money } from "../money.js";
import { columns as paperColumns, fingerprint, showSheet, when } from "../parts/paper.js";
import { list, signed, word } from "../parts/parts.js";
import { betName, named, t } from "../words.js";
import { limitsThen, puckAndHand, recalledFelt, sightOf, wagerHead, wagerRows, wagersThen } from "./felt.js";
import { OF_A_SEAT, rowsOf } from "./files.js";
import { handStrip } from "./hand.js";
import * as happened from "./happened.js";
import { drawnResult, resultMark, resultOf, resultWords } from "./outcome.js";
import { openScript } from "./script.js";

const ended = ({ happened: rows }) => rows.find(({ what }) => what === "round ended")?.details ?? {};

/** `view`: the round as it was recorded, what was seen of it, and through whose eyes. */
export function draw(view, { step, go, back, pick }) {
  const { round, seen, seat } = view;
  const seats = Object.keys(round.seats).map(Number);
  const buttons = [
    h("button", { class: "plain", id: "back", onclick: back }, t("op.recall.list")),
    h("button", { class: "plain", id: "script", onclick: () => openScript(round.round) }, t("op.recall.script")),
    exports(
      `round-${round.round}`,
      () => rowsOf([round]),
      () => ({ fingerprint: fingerprint(), rounds: [round] }),
    ),
    h("button", { class: "plain", id: "report", onclick: () => report(view) }, t("op.print")),
  ];
  const eyes = h(
    "div",
    { class: "row" },
    h("b", {}, t("op.recall.as_seen")),
    choice(
      t("op.recall.as_seen"),
      seats.map((one) => [String(one), t("seat", { n: one })]),
      String(seat),
      (one) => pick(Number(one)),
    ),
  );
  return [
    mark(round),
    handStrip(seen, round.round, { step, go }),
    h("p", { class: "bad", id: "no-round", role: "alert" }),
    h("div", { class: "row" }, buttons),
    round.archived ? h("p", { class: "why", id: "archived" }, t("op.recall.archived")) : null,
    h("div", { class: "then" }, puckAndHand(seen), thrown(round)),
    seats.length ? eyes : null,
    felt(view),
    h("h2", { class: "gap" }, t("op.recall.settled")),
    h("div", { id: "settled" }, list(SETTLED(), settledRows(round), t("op.recall.no_settled"))),
    h("h2", { class: "gap" }, t("op.recall.balances")),
    h("div", { class: "scroll", id: "balances" }, list(BALANCES(), balanceRows(round))),
    h("h2", { class: "gap" }, t("op.recall.happened")),
    h("div", { id: "happened" }, list(happened.HEAD(), happened.happenedRows(round.happened))),
  ];
}

function felt({ round, seen, seat }) {
  const sight = sightOf(seen, round, seat);
  if (!sight)
    return h(
      "p",
      { class: "why", id: "no-felt" },
      t("op.recall.no_felt"),
      " ",
      t("op.recall.own_words", { words: seen.felt.why }),
    );
  const open = Object.keys(round.layout).length
    ? null
    : h("p", { class: "soft", id: "not-closed" }, t("op.recall.not_closed"));
  return [
    recalledFelt(sight),
    limitsThen(seen),
    open,
    h("h2", { class: "gap" }, t("op.recall.lay_there")),
    h("div", { class: "scroll", id: "wagers" }, wagersThen(sight)),
  ];
}

function mark(round) {
  const { point, roll_count: roll, shooter, come_out: comeOut, seven_out: sevenOut } = ended(round);
  const hand = roll ? t(shooter ? "op.recall.hand" : "op.recall.hand_of_house", { roll, shooter }) : "";
  const stage = comeOut ? t("op.recall.come_out") : point ? t("op.recall.point", { point }) : "";
  const words = [
    t("op.recall.round", { n: round.round }),
    word("op.how", round.how.replaceAll(" ", "_")),
    round.reason ? t("op.recall.own_words", { words: round.reason }) : "",
    when(round.ended_at),
    hand,
    stage,
    sevenOut ? t("op.recall.seven_out") : "",
  ];
  return h(
    "p",
    { class: "recall-mark", id: "recall-mark" },
    t("op.recall.mark"),
    h("small", {}, words.filter(Boolean).join(" · ")),
  );
}

/** Every throw of the round: those that did not count, with why, and the one that did. */
function thrown(round) {
  const throws = round.happened.filter(({ what }) => what === "no roll" || what === "result");
  const one = (line) => {
    const came = line.what === "result" ? resultOf(round) : null;
    const words = came ? resultWords(came) : named(t("op.log.no_roll"), word("op.outcome", line.outcome));
    return h(
      "figure",
      { "data-throw": came ? resultMark(came) : line.outcome },
      drawnResult(came, words),
      h("figcaption", {}, words),
    );
  };
  const shooter = round.happened.findLast(({ what }) => what === "shooter")?.seat;
  return h(
    "div",
    { class: "rolled" },
    shooter === undefined
      ? null
      : h("b", {}, shooter ? t("op.recall.shooter", { n: shooter }) : t("op.recall.house_rolls")),
    throws.map(one),
  );
}

const SETTLED = () => [
  t("op.log.seat"),
  t("op.meters.bet"),
  ...["stake", "paid", "vigorish"].map((name) => `${t(`op.recall.${name}`)}#`),
  t("op.recall.result"),
  t("op.recall.stays"),
];
const settledRows = (round) =>
  round.happened
    .filter(({ what }) => what === "settled")
    .map((row, index) => ({
      name: `settled-${index}`,
      cells: [
        String(row.seat),
        betName(row.bet),
        money(row.stake),
        money(row.paid),
        money(row.vigorish),
        word("op.result", row.result),
        row.stays ? t("op.yes") : t("op.no"),
      ],
    }));

const BALANCES = () => [
  t("op.log.seat"),
  ...OF_A_SEAT.flatMap((name) => [`${t(`op.balance.${name}`)} ${t("op.recall.before")}#`, `${t("op.recall.after")}#`]),
  `${t("op.recall.change")}#`,
];

function balanceRows(round) {
  const all = (told) => OF_A_SEAT.reduce((sum, name) => sum + (told?.[name] ?? 0), 0);
  return Object.entries(round.seats).map(([seat, { before, after }]) => ({
    name: `balance-${seat}`,
    cells: [
      seat,
      ...OF_A_SEAT.flatMap((name) => [money(before?.[name] ?? 0), money(after?.[name] ?? 0)]),
      signed(all(after) - all(before)),
    ],
  }));
}

// ---- on paper ----

const cellsOf = (rows) => rows.map(({ cells }) => cells);

function report(view) {
  const { round, seen, seat } = view;
  const sight = sightOf(seen, round, seat);
  const feltThen = () => [
    h("h2", {}, `${t("op.recall.as_seen")} ${t("seat", { n: seat })}`),
    recalledFelt(sight)[0],
    limitsThen(seen),
    h("div", { class: "tight" }, paperColumns(wagerHead(), cellsOf(wagerRows(sight)))),
  ];
  const body = () => [
    mark(round),
    h("div", { class: "then" }, puckAndHand(seen), thrown(round)),
    sight ? feltThen() : null,
    h("h2", {}, t("op.recall.settled")),
    paperColumns(SETTLED(), cellsOf(settledRows(round))),
    h("h2", {}, t("op.recall.balances")),
    h("div", { class: "tight" }, paperColumns(BALANCES(), cellsOf(balanceRows(round)))),
    h("h2", {}, t("op.recall.happened")),
    paperColumns(happened.HEAD(), cellsOf(happened.happenedRows(round.happened))),
  ];
  showSheet(t("op.page.recall"), () => withoutIds(body()), null, "wide");
}

/** On paper are the same parts as on the screen, whose names are theirs alone. */
function withoutIds(parts) {
  const whole = h("div", {}, parts);
  for (const part of whole.querySelectorAll("[id]")) part.removeAttribute("id");
  return whole;
}
