// Notes and tickets, seat by seat: what waits for a person, what lies in the stacker, which devices are there.
import { ask } from "../../asking.js";
import { h } from "../../dom.js";
import { every } from "../../frame/frame.js";
import { drops, lastPapers } from "../../past/lastly.js";
import { money } from "../../money.js";
import { actButton, actions, facts, redraw, word } from "../../parts/parts.js";
import * as settling from "../../past/settling.js";
import { lookAtCash } from "../../devices/slots.js";
import { state } from "../../state.js";
import { tell } from "../../frame/toast.js";
import { t } from "../../words.js";

const EVERY_MS = 1000;

export const notes = {
  open(place) {
    let seen = null;
    const cards = h("div", {});
    const look = async () => {
      seen = (await lookAtCash()) ?? seen;
      refresh();
    };
    const refresh = () =>
      redraw(cards, [seen, state.session?.acts], () =>
        !seen
          ? h("p", {}, t("op.wait"))
          : seen.length
            ? h(
                "div",
                { class: "cards" },
                [...seen].sort(byNeed).map((seat) => card(seat, look)),
              )
            : h("p", { class: "soft" }, t("op.notes.none")),
      );
    place.append(cards, drops(), lastPapers());
    every(EVERY_MS, look);
    return refresh;
  },
};

const needs = ({ holds, drops }) => holds.length + drops.length;
const byNeed = (one, other) => needs(other) - needs(one) || one.seat - other.seat;

function card(seat, look) {
  const tags = seat.holds.map((why) => h("span", { class: "tag warn" }, word("op.notes.hold", why)));
  return h(
    "article",
    { class: `card ${needs(seat) ? "waits" : ""}`, "data-cash": seat.seat },
    h("div", { class: "row" }, h("b", { class: "big" }, t("seat", { n: seat.seat })), tags),
    waiting(seat, look),
    h(
      "div",
      { class: "gap" },
      facts([
        [t("op.notes.in_box"), boxWords(seat.box)],
        [t("op.notes.tickets"), `${seat.box.tickets} · ${money(seat.box.ticket_amount)}`],
        [t("op.notes.should"), money(seat.box.cash)],
      ]),
    ),
    actions(
      seat.holds.includes("tickets_off") ? now("tickets_on", seat, look) : null,
      seat.holds.some((why) => ENDED_BY_CASH_ON.includes(why)) ? now("cash_on", seat, look) : null,
      seat.holds.includes("off") ? null : actButton("cash_off", t("op.notes.cash_off"), () => settling.off(seat, look)),
    ),
  );
}

const ENDED_BY_CASH_ON = ["off", "authority"];

function now(act, { seat }, look) {
  const press = async () => {
    tell(await ask({ kind: "act", act, seat }), t(`op.notes.${act}.done`));
    look();
  };
  return actButton(act, t(`op.notes.${act}`), press, "go");
}

const boxWords = ({ notes, found }) => {
  const rows = Object.entries(notes).map(([value, many]) => `${many} × ${money(Number(value))}`);
  if (found) rows.push(t("op.notes.found.many", { n: found }));
  return rows.length ? rows.join(", ") : "–";
};

/** What waits for a person, each with what can be done about it. */
function waiting(seat, look) {
  return [
    seat.paper?.unknown ? unknownPaper(seat, look) : null,
    seat.ticket?.stage === "voiding" ? unknownTicket(seat, look) : null,
    seat.found.map((found) => foundCash(seat, found, look)),
    anotherDevice(seat, look),
    seat.drops.map((drop) => uncounted(seat, drop, look)),
    seat.printer?.left ? part("left", t("op.notes.left"), t("op.notes.left.says")) : null,
  ];
}

const part = (name, title, says, ...buttons) =>
  h("section", { class: "gap", "data-waits": name }, h("h3", {}, title), h("p", {}, says), actions(...buttons));

function unknownPaper(seat, look) {
  const { what, amount, unknown } = seat.paper;
  const title = t(`op.notes.unknown.${what}`, { amount: money(amount) });
  const says = `${word("op.notes.because", unknown)} ${t("op.notes.unknown.says")}`;
  const press = () => settling.unknown(seat, look);
  return part("unknown", title, says, actButton("settle_unknown", t("op.notes.settle"), press, "go"));
}

function unknownTicket(seat, look) {
  const { amount, ends } = seat.ticket;
  const buttons = ["ticket_was_out", "ticket_was_not_out"].map((act) =>
    actButton(act, t(`op.notes.${act}`), () => settling.ticket(act, seat, look)),
  );
  return part("ticket", t("op.notes.ticket", { amount: money(amount), ends }), t("op.notes.ticket.says"), ...buttons);
}

function foundCash(seat, found, look) {
  const title = found.amount ? t("op.notes.found", { amount: money(found.amount) }) : t("op.notes.found.some");
  const buttons = ["credit_found", "pay_found"].map((act) =>
    actButton(act, t(`op.notes.${act}`), () => settling.found(act, seat, found, look)),
  );
  const says = t(found.amount ? "op.notes.found.says" : "op.notes.found.some.says");
  return part(found.name, title, `${word("op.notes.because", found.why)} ${says}`, ...buttons);
}

function anotherDevice(seat, look) {
  const another = seat.acceptor?.another ?? seat.printer?.another ?? null;
  if (another === null) return null;
  const says = t("op.notes.another.says", { device: String(another) });
  const press = () => settling.device(seat, String(another), look);
  return part("another", t("op.notes.another"), says, actButton("accept_cash_device", t("op.notes.accept"), press));
}

function uncounted(seat, drop, look) {
  const says = t("op.notes.drop.says", { amount: money(drop.cash) });
  const press = () => settling.count(seat, drop, look);
  return part(
    `drop-${drop.drop}`,
    t("op.notes.drop", { n: drop.drop }),
    says,
    actButton("count_stacker", t("op.notes.count"), press, "go"),
  );
}
