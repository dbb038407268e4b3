// Recall: a round that is over, as the players saw it and line by line. Nothing here plays; it also works on a held table.
import { pair } from "../dice.js";
import { open } from "../dialogs.js";
import { byId, h, put } from "../dom.js";
import { choice } from "../fields.js";
import { download, exports } from "../files.js";
import { money } from "../money.js";
import { columns as paperColumns, showSheet, when } from "../paper.js";
import { list, signed, word } from "../parts.js";
import { latest, moment, momentOf, numberOf, optional, past, waiting } from "../past.js";
import { recalledFelt } from "../recalled.js";
import { betName, known, t } from "../words.js";

const A_TIME = 20;

export const recall = {
  open(place) {
    const view = { spots: null, round: null, seat: 0 };
    const body = h("div", { id: "recalled" });
    const fields = [optional("number", t("op.recall.number")), optional("seat", t("op.log.seat")), moment("since", t("op.log.since")), moment("until", t("op.log.until"))];
    const [number, seat, since, until] = fields.map((one) => one.querySelector("input"));
    let found = [];
    const ours = latest();
    const asks = () => ({ number: numberOf(number), seat: numberOf(seat), since: momentOf(since), until: momentOf(until) });
    const more = async () => {
      const still = ours();
      const answer = await past("rounds", { ...asks(), before: found.at(-1)?.round ?? null, last: A_TIME }, body);
      if (!answer || !still()) return;
      found = [...found, ...answer.rounds];
      if (numberOf(number) !== null && found.length === 1) return show(found[0]);
      const leaf = answer.more || answer.rounds.length === A_TIME ? h("button", { class: "plain gap", id: "more", onclick: more }, t("op.more")) : null;
      put(body, found.length ? listed(found, show) : h("p", { class: "soft" }, t("op.recall.none")), leaf);
    };
    const search = (event) => {
      event?.preventDefault();
      found = [];
      put(body, waiting());
      return more();
    };
    const back = () => {
      number.value = "";
      return search();
    };
    const show = async (round) => {
      view.round = round;
      view.spots ??= Object.keys((await past("returns", {}))?.sheet.bets ?? {});
      const seats = Object.keys(round.seats).map(Number);
      if (!seats.includes(view.seat)) view.seat = numberOf(seat) ?? seats[0] ?? 0;
      put(body, draw(view, { step, again: () => show(view.round), back }));
    };
    const step = async (by) => {
      const wanted = view.round.round + by;
      const still = ours();
      const answer = await past("rounds", { number: wanted, last: 1 }, body);
      if (!still()) return;
      if (answer?.rounds.length) await show(answer.rounds[0]);
      else if (answer) put(byId("no-round"), t("op.recall.no_round", { n: wanted }));
    };
    place.append(h("form", { class: "tools", onsubmit: search }, fields, h("button", { class: "go", id: "search" }, t("op.log.search"))), body);
    search();
  },
};

const result = ({ happened }) => happened.find(({ what }) => what === "result")?.faces ?? null;
const ended = ({ happened }) => happened.find(({ what }) => what === "round ended")?.details ?? {};

function listed(rounds, show) {
  const row = (one) => {
    const faces = result(one);
    return { name: String(one.round), cells: [h("button", { class: "plain", "data-round": one.round, onclick: () => show(one) }, String(one.round)), when(one.ended_at), word("op.how", one.how.replaceAll(" ", "_")), faces ? `${faces[0]} · ${faces[1]} = ${faces[0] + faces[1]}` : "–", Object.keys(one.seats).join(" ")] };
  };
  return list([t("op.recall.number"), t("op.recall.ended"), t("op.recall.how"), t("op.recall.dice"), t("op.recall.seats")], rounds.map(row));
}

// ---- one round ----

function draw(view, { step, again, back }) {
  const { round } = view;
  const seats = Object.keys(round.seats).map(Number);
  const pick = (seat) => {
    view.seat = Number(seat);
    again();
  };
  const buttons = [
    h("button", { class: "plain", id: "previous", onclick: () => step(-1) }, `◀ ${t("op.recall.previous")}`),
    h("button", { class: "plain", id: "next", onclick: () => step(1) }, `${t("op.recall.next")} ▶`),
    h("button", { class: "plain", id: "back", onclick: back }, t("op.recall.list")),
    h("button", { class: "plain", id: "script", onclick: () => openScript(round.round) }, t("op.recall.script")),
    exports(`round-${round.round}`, () => rowsOf(round), () => ({ rounds: [round] })),
    h("button", { class: "plain", id: "report", onclick: () => report(view) }, t("op.print")),
  ];
  return [
    mark(round),
    h("div", { class: "row" }, buttons),
    h("p", { class: "bad", id: "no-round", role: "alert" }),
    round.archived ? h("p", { class: "why" }, round.archived) : null,
    seats.length ? h("div", { class: "row" }, h("b", {}, t("op.recall.as_seen")), choice(t("op.recall.as_seen"), seats.map((seat) => [String(seat), t("seat", { n: seat })]), String(view.seat), pick)) : null,
    thrown(round),
    recalledFelt(spotsOf(view), seenBy(round, view.seat)),
    h("h2", { class: "gap" }, t("op.recall.settled")),
    h("div", { id: "settled" }, list(SETTLED(), settledRows(round), t("op.recall.no_settled"))),
    h("h2", { class: "gap" }, t("op.recall.balances")),
    h("div", { class: "scroll", id: "balances" }, list(BALANCES(), balanceRows(round))),
    h("h2", { class: "gap" }, t("op.recall.happened")),
    h("div", { id: "happened" }, list([t("op.changes.at"), t("op.log.seat"), t("op.log.what"), t("op.log.details")], round.happened.map(happened))),
  ];
}

function mark(round) {
  const { point, roll_count: roll, shooter, come_out: comeOut, seven_out: sevenOut } = ended(round);
  const hand = roll ? t(shooter ? "op.recall.hand" : "op.recall.hand_of_house", { roll, shooter }) : "";
  const stage = comeOut ? t("op.recall.come_out") : point ? t("op.recall.point", { point }) : "";
  const words = [t("op.recall.round", { n: round.round }), word("op.how", round.how.replaceAll(" ", "_")), round.reason, when(round.ended_at), hand, stage, sevenOut ? t("op.recall.seven_out") : ""];
  return h("p", { class: "recall-mark", id: "recall-mark" }, t("op.recall.mark"), h("small", {}, words.filter(Boolean).join(" · ")));
}

/** Every throw of the round: those that did not count, with why, and the one that did. */
function thrown(round) {
  const throws = round.happened.filter(({ what }) => what === "no roll" || what === "result");
  const one = ({ what, faces, outcome }) => {
    const words = what === "result" ? `${faces[0]} + ${faces[1]} = ${faces[0] + faces[1]}` : `${t("op.log.no_roll")}: ${word("op.outcome", outcome)}`;
    return h("figure", { "data-throw": what === "result" ? faces.join("-") : outcome }, pair(what === "result" ? faces : null, words), h("figcaption", {}, words));
  };
  const shooter = round.happened.findLast(({ what }) => what === "shooter")?.seat;
  return h("div", { class: "rolled" }, shooter === undefined ? null : h("b", {}, shooter ? t("op.recall.shooter", { n: shooter }) : t("op.recall.house_rolls")), throws.map(one));
}

function spotsOf({ spots, round }) {
  const laid = Object.values(round.layout).flatMap(({ stakes }) => stakes.map(([bet]) => bet));
  return [...new Set([...(spots ?? []), ...laid])];
}

function seenBy(round, seat) {
  const mine = round.happened.filter((row) => row.what === "settled" && row.seat === seat);
  return { stakes: Object.fromEntries(round.layout[seat]?.stakes ?? []), levels: round.happened.findLast(({ what }) => what === "draw")?.levels ?? {}, settled: mine };
}

const SETTLED = () => [t("op.log.seat"), t("op.meters.bet"), ...["stake", "paid", "vigorish"].map((name) => `${t(`op.recall.${name}`)}#`), t("op.recall.result"), t("op.recall.stays")];
const settledRows = (round) => round.happened.filter(({ what }) => what === "settled").map((row, index) => ({ name: `settled-${index}`, cells: [String(row.seat), betName(row.bet), money(row.stake), money(row.paid), money(row.vigorish), word("op.result", row.result), row.stays ? t("op.yes") : t("op.no")] }));

const OF_A_SEAT = ["credits", "layout", "vigorish", "locked"];
const BALANCES = () => [t("op.log.seat"), ...OF_A_SEAT.flatMap((name) => [`${t(`op.balance.${name}`)} ${t("op.recall.before")}#`, `${t("op.recall.after")}#`]), `${t("op.recall.change")}#`];

function balanceRows(round) {
  const all = (money) => OF_A_SEAT.reduce((sum, name) => sum + (money?.[name] ?? 0), 0);
  return Object.entries(round.seats).map(([seat, { before, after }]) => ({ name: `balance-${seat}`, cells: [seat, ...OF_A_SEAT.flatMap((name) => [money(before?.[name] ?? 0), money(after?.[name] ?? 0)]), signed(all(after) - all(before))] }));
}

/** One line of what happened: when, whose, what, and the rest of what was recorded. */
function happened({ at, seq, what, seat, asked, ...rest }) {
  const name = what.replaceAll(" ", "_");
  const { bet, amount, do: does, told, details, ...others } = { ...rest, ...(asked ? { ...asked, what: undefined } : {}) };
  const words = [does ? word("op.do", does) : "", bet ? betName(bet) : "", amount === undefined ? "" : money(amount)].filter(Boolean);
  const more = Object.entries({ ...others, ...(typeof details === "object" ? details : {}) }).filter(([key, value]) => value !== undefined && value !== "" && !["seq", "id", "round", "seat", "mac", "payload"].includes(key));
  const said = typeof details === "string" && details ? [details] : [];
  return { name: `${seq}`, cells: [when(at), String(seat ?? asked?.seat ?? ""), known(`op.happened.${name}`) ? t(`op.happened.${name}`) : what, [words.join(" "), ...said, ...more.map(([key, value]) => `${key} ${plainly(key, value)}`)].filter(Boolean).join(" · ")] };
}

const AMOUNTS = ["stake", "paid", "vigorish", "credits"];
const plainly = (key, value) => (AMOUNTS.includes(key) && typeof value === "number" ? money(value) : typeof value === "object" ? JSON.stringify(value).replaceAll('"', "") : String(value));

// ---- out of the menu ----

const rowsOf = (round) => [["round", "entry", "at", "what", "seat", "details"], ...round.happened.map(({ seq, at, what, seat, ...rest }) => [round.round, seq, new Date(at).toISOString(), what, seat ?? "", rest])];

async function openScript(number) {
  const place = h("div", {}, waiting());
  open(t("op.recall.script_of", { n: number }), place);
  const answer = await past("script", { number }, place);
  if (!answer) return;
  const { script, agrees, from_round: from } = answer.document;
  const text = `${JSON.stringify(script, null, 1)}\n`;
  const save = () => download(`round-${number}.json`, text, "application/json");
  put(
    place,
    h("p", { class: agrees ? "big" : "bad", id: "agrees", "data-agrees": String(agrees) }, t(agrees ? "op.recall.agrees" : "op.recall.differs")),
    h("p", { class: "soft" }, t("op.recall.script.says", { from, n: number })),
    h("pre", { class: "script", tabindex: 0 }, text),
    h("div", { class: "row end gap" }, h("button", { class: "plain", onclick: () => byId("dialog").close() }, t("close")), h("button", { class: "go", id: "save-script", onclick: save }, t("op.recall.save_script"))),
  );
  byId("dialog").className = "wide";
}

function report(view) {
  const body = () => [
    mark(view.round),
    thrown(view.round),
    h("h2", {}, t("op.recall.settled")),
    paperColumns(SETTLED(), settledRows(view.round).map(({ cells }) => cells)),
    h("h2", {}, t("op.recall.balances")),
    paperColumns(BALANCES(), balanceRows(view.round).map(({ cells }) => cells)),
    h("h2", {}, t("op.recall.happened")),
    paperColumns([t("op.changes.at"), t("op.log.seat"), t("op.log.what"), t("op.log.details")], view.round.happened.map(happened).map(({ cells }) => cells)),
  ];
  showSheet(t("op.page.recall"), body, null, "wide");
}
