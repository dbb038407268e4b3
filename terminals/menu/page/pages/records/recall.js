// Recall: looking for a round that is over, and stepping from roll to roll. Nothing here plays; it also works on a held
// table, for as long as the records process answers.
import { byId, h, put } from "../../dom.js";
import { exports } from "../../parts/files.js";
import { fingerprint, when } from "../../parts/paper.js";
import { list, word } from "../../parts/parts.js";
import { latest, moment, momentOf, numberOf, optional, past, waiting } from "../../past/past.js";
import { rounds } from "../../recall/asking.js";
import { rowsOf } from "../../recall/files.js";
import { listenToKeys, roundAt, scrollToHere } from "../../recall/hand.js";
import { resultOf, resultWords } from "../../recall/outcome.js";
import { draw } from "../../recall/round.js";
import { toast } from "../../frame/toast.js";
import { t } from "../../words.js";

const A_TIME = 20;
const MOST_SAVED = 1000; // rounds in one file, as many as the console tells at once
const A_TIME_SAVED = 100;

export const recall = {
  open(place) {
    const view = { seen: null, round: null, seat: 0 };
    const body = h("div", { id: "recalled" });
    const fields = [
      optional("number", t("op.recall.number")),
      optional("seat", t("op.log.seat")),
      moment("since", t("op.log.since")),
      moment("until", t("op.log.until")),
    ];
    const [number, seat, since, until] = fields.map((one) => one.querySelector("input"));
    let found = [];
    const ours = latest();
    const asks = () => ({
      number: numberOf(number),
      seat: numberOf(seat),
      since: momentOf(since),
      until: momentOf(until),
    });
    const more = async () => {
      const still = ours();
      const answer = await rounds({ ...asks(), before: found.at(-1)?.round ?? null, last: A_TIME }, body);
      if (!answer || !still()) return;
      found = [...found, ...answer.rounds];
      if (numberOf(number) !== null && found.length === 1) return show(found[0]);
      const leaf =
        answer.more || answer.rounds.length === A_TIME
          ? h("button", { class: "plain gap", id: "more", onclick: more }, t("op.more"))
          : null;
      put(
        body,
        found.length
          ? [
              saving(asks),
              listed(found, show),
              h("p", { class: "soft", id: "found" }, t("op.recall.found", { n: found.length })),
            ]
          : h("p", { class: "soft", id: "none" }, t("op.recall.none")),
        leaf,
      );
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
      const still = ours();
      const answer = await past("seen", { number: round.round }, body);
      if (!answer || !still()) return;
      Object.assign(view, { round, seen: answer.document });
      const seats = Object.keys(round.seats).map(Number);
      if (!seats.includes(view.seat)) view.seat = seats.includes(numberOf(seat)) ? numberOf(seat) : (seats[0] ?? 0);
      drawn();
    };
    const drawn = () => {
      put(body, draw(view, { step, go, back, pick }));
      scrollToHere();
    };
    const pick = (one) => {
      view.seat = one;
      drawn();
      body.querySelector(`[role="radio"][data-value="${one}"]`)?.focus({ preventScroll: true });
    };
    const step = (to) => go(roundAt(view.seen, view.round.round, to), to);
    const go = async (wanted, pressed = null) => {
      if (wanted === view.round.round) return;
      const still = ours();
      const answer = await rounds({ number: wanted, last: 1 }, byId("no-round"));
      if (!answer || !still()) return;
      if (!answer.rounds.length) return put(byId("no-round"), t("op.recall.no_round", { n: wanted }));
      await show(answer.rounds[0]);
      if (pressed) byId(pressed)?.focus({ preventScroll: true });
    };
    place.append(
      h(
        "form",
        { class: "tools", onsubmit: search },
        fields,
        h("button", { class: "go", id: "search" }, t("op.log.search")),
      ),
      h("p", { class: "soft", id: "zone" }, t("op.recall.zone", { zone: zone() })),
      body,
    );
    listenToKeys(place, step);
    search();
  },
};

/** The zone in which this screen reads and shows times: its name, and how far it is from UTC now. */
function zone() {
  const name = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const parts = new Intl.DateTimeFormat("en", { timeZoneName: "longOffset" }).formatToParts(new Date());
  const offset = parts.find(({ type }) => type === "timeZoneName")?.value ?? "";
  return name === "UTC" ? name : `${name}, ${offset.replace("GMT", "UTC")}`;
}

/** All rounds that the search finds, not only those in the list. */
function saving(asks) {
  const all = async () => {
    const found = await everything(asks());
    if (found.length === MOST_SAVED) toast(t("op.recall.cut", { n: MOST_SAVED }));
    return found;
  };
  return h(
    "div",
    { class: "row", id: "save-found" },
    h("span", { class: "soft" }, t("op.recall.save_found", { n: MOST_SAVED })),
    exports(
      "rounds",
      async () => rowsOf(await all()),
      async () => ({ fingerprint: fingerprint(), rounds: await all() }),
    ),
  );
}

async function everything(asked) {
  let all = [];
  for (;;) {
    const answer = await rounds({ ...asked, before: all.at(-1)?.round ?? null, last: A_TIME_SAVED });
    if (!answer) throw new Error("no records");
    all = [...all, ...answer.rounds];
    if (all.length >= MOST_SAVED || (!answer.more && answer.rounds.length < A_TIME_SAVED))
      return all.slice(0, MOST_SAVED);
  }
}

function listed(found, show) {
  const row = (one) => {
    const came = resultOf(one);
    return {
      name: String(one.round),
      cells: [
        h("button", { class: "plain", "data-round": one.round, onclick: () => show(one) }, String(one.round)),
        when(one.ended_at),
        word("op.how", one.how.replaceAll(" ", "_")),
        came ? resultWords(came).replace("+", "·") : "–",
        Object.keys(one.seats).join(" "),
      ],
    };
  };
  return list(
    [t("op.recall.number"), t("op.recall.ended"), t("op.recall.how"), t("op.recall.dice"), t("op.recall.seats")],
    found.map(row),
  );
}
