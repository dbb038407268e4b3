// Search across every round of every machine, and a round opened with the recall of the cabinet itself.
import { byId, h, put } from "../dom.js";
import { field } from "../parts/fields.js";
import { money } from "../money.js";
import { when } from "../parts/paper.js";
import { list } from "../parts/parts.js";
import { latest, moment, momentOf, numberOf, optional, past, waiting } from "../past/past.js";
import { rounds as askRounds } from "../recall/asking.js";
import { listenToKeys, roundAt, scrollToHere } from "../recall/hand.js";
import { draw } from "../recall/round.js";
import { betName, speakOf, t } from "../words.js";
import { fetched, query, recallFrom } from "./asking.js";

const A_TIME = 100;

export const rounds = {
  open(/** @type {HTMLElement} */ place) {
    const body = h("div", { id: "recalled" });
    const line = h("input", { id: "line", type: "search", maxlength: 200, placeholder: t("floor.line.example") });
    const fields = [
      optional("seat", t("op.log.seat")),
      text("result", t("floor.result")),
      moment("since", t("op.log.since")),
      moment("until", t("op.log.until")),
    ];
    const [seat, result, since, until] = fields.map((one) => one.querySelector("input"));
    const asked = () => ({
      line: line.value,
      seat: numberOf(seat),
      result: result.value.trim(),
      since: momentOf(since),
      until: momentOf(until),
      zone: -new Date().getTimezoneOffset(),
    });
    const view = opened(body, () => search());
    let found = /** @type {any[]} */ ([]);
    const ours = latest();
    const more = async () => {
      const still = ours();
      const answer = await fetched(
        `rounds?${query({ ...asked(), before: found.length ? found.at(-1).at - 1 : null })}`,
      );
      if (!still()) return;
      if (!answer) return put(body, h("p", { class: "bad" }, t("floor.no_answer")));
      found = [...found, ...answer.rounds];
      put(
        body,
        understood(answer.understood),
        h("div", { class: "part-head" }, h("span", {}), file(asked())),
        listed(found, view.show),
        answer.rounds.length === A_TIME
          ? h("button", { class: "plain gap", id: "more", onclick: more }, t("op.more"))
          : null,
      );
    };
    const search = (/** @type {Event | undefined} */ event = undefined) => {
      event?.preventDefault();
      found = [];
      put(body, waiting());
      return more();
    };
    const wide = field(t("floor.line"), line);
    wide.classList.add("line");
    const go = h("button", { class: "go", id: "search" }, t("op.log.search"));
    place.append(
      h("p", { class: "soft" }, t("floor.journalled")),
      h("form", { class: "tools", onsubmit: search }, wide, fields, go),
      body,
    );
    listenToKeys(place, view.step);
    void search();
  },
};

const text = (/** @type {string} */ id, /** @type {string} */ words) => {
  const made = field(words, h("input", { id, maxlength: 20 }));
  made.classList.add("short");
  return made;
};

/** A day in words: one that was said, or so many days ago where the reader is. */
function dayOf(/** @type {string} */ said) {
  const day = /^\d+$/.test(said) ? new Date() : new Date(`${said}T12:00`);
  if (/^\d+$/.test(said)) day.setDate(day.getDate() - Number(said));
  return day.toLocaleDateString(t("language.locale"), { dateStyle: "medium" });
}

/** What was made of the free line, and what was not. */
function understood(/** @type {any} */ of) {
  const clock = of.minute === null ? "" : `${Math.floor(of.minute / 60)}:${String(of.minute % 60).padStart(2, "0")}`;
  const parts = [
    of.cabinet,
    of.seat === null ? "" : t("seat", { n: of.seat }),
    of.date && dayOf(of.date),
    clock && t(of.either ? "floor.about_either" : "floor.about", { clock }),
    of.result,
    of.bet && betName(of.bet),
  ].filter(Boolean);
  return [
    parts.length
      ? h("p", { class: "soft", id: "understood" }, t("floor.understood", { parts: parts.join(" · ") }))
      : null,
    of.unknown ? h("p", { class: "why", id: "unknown" }, t("floor.unknown", { words: of.unknown })) : null,
  ];
}

const file = (/** @type {any} */ asked) =>
  h("a", { href: `rounds.csv?${query(asked)}`, download: "", "data-csv": "rounds" }, t("floor.csv"));

function listed(/** @type {any[]} */ found, /** @type {(one: any) => void} */ show) {
  const row = (/** @type {any} */ one) => [
    h("button", { class: "plain open", "data-round": one.round, onclick: () => show(one) }, String(one.round)),
    one.cabinet,
    when(one.at),
    one.seat ? t("seat", { n: one.seat }) : "–",
    one.result || "–",
    one.bets.trim() ? one.bets.trim().split(" ").map(betName).join(", ") : "–",
    money(one.cost),
    money(one.back),
  ];
  const names = ["op.recall.number", "floor.machine", "op.recall.ended", "op.log.seat", "floor.result", "floor.bets"];
  return list([...names.map((key) => t(key)), `${t("floor.cost")}#`, `${t("floor.back")}#`], found.map(row));
}

/** A round as the cabinet's recall draws it, with its ways from roll to roll. */
function opened(/** @type {HTMLElement} */ body, /** @type {() => void} */ back) {
  const view = { seen: /** @type {any} */ (null), round: /** @type {any} */ (null), seat: 0, cabinet: "" };
  const ours = latest();
  const show = async (/** @type {any} */ one) => {
    recallFrom(one.journal);
    view.cabinet = one.cabinet;
    await turn(one.round, one.seat);
  };
  const turn = async (/** @type {number} */ number, /** @type {number} */ seat) => {
    const still = ours();
    put(body, waiting());
    const answer = await askRounds({ number, last: 1 }, body);
    if (!answer || !still()) return;
    if (!answer.rounds.length) return put(body, h("p", { class: "bad" }, t("op.recall.no_round", { n: number })));
    const [round] = answer.rounds;
    speakOf(answer.device);
    const seen = await past("seen", { number }, body);
    if (!seen || !still()) return;
    const seats = Object.keys(round.seats).map(Number);
    Object.assign(view, { round, seen: seen.document, seat: seats.includes(seat) ? seat : (seats[0] ?? 0) });
    drawn();
  };
  const drawn = () => {
    put(body, h("h2", { id: "recalled-at" }, view.cabinet), draw(view, { step, go, back, pick }));
    scrollToHere();
  };
  const pick = (/** @type {number} */ seat) => {
    view.seat = seat;
    drawn();
  };
  const go = (/** @type {number} */ number) => (number === view.round.round ? undefined : turn(number, view.seat));
  const step = (/** @type {string} */ to) => {
    if (view.round && byId("recall-mark")) void go(roundAt(view.seen, view.round.round, to));
  };
  return { show, step };
}
