// What each seat holds and why it waits; credits on, hand-pays, large wins, seats on and off.
import { ask } from "../asking.js";
import { form, reason } from "../parts/dialogs.js";
import { h } from "../dom.js";
import { amountIn, field, number, text, typed } from "../parts/fields.js";
import { every } from "../frame/frame.js";
import { decimals, money } from "../money.js";
import { actButton, actions, bet, facts, redraw, word } from "../parts/parts.js";
import { receipt } from "../parts/receipt.js";
import { calls, state, waits } from "../state.js";
import { tell } from "../frame/toast.js";
import { t } from "../words.js";

const EVERY_MS = 1000;

export const seats = {
  open(place) {
    let seen = null;
    let chosen = null;
    const look = async () => {
      const answer = await ask({ kind: "look", what: "seats", seat: chosen });
      if (answer.ok) seen = answer.details;
      if (answer.ok && !chosen) state.waiting = seen.seats.filter(waits).length;
      refresh();
    };
    const choose = (seat) => {
      chosen = seat;
      look();
    };
    const refresh = () =>
      redraw(place, [seen, chosen, state.session?.acts], () => {
        if (!seen) return h("p", {}, t("op.wait"));
        const one = chosen && seen.seats.find(({ seat }) => seat === chosen);
        return one ? seatPage(one, choose, look) : all(seen, choose);
      });
    every(EVERY_MS, look);
    return refresh;
  },
};

// ---- all of them: who waits comes first ----

function all(seen, choose) {
  const since = ({ called_ms }) => called_ms ?? -1;
  const waiting = seen.seats.filter(waits).toSorted((one, other) => since(other) - since(one)); // who called first, first
  const others = seen.seats.filter((seat) => !waits(seat));
  const total = h("p", { class: "soft gap" }, t("op.seats.total", { amount: money(seen.on_seats) }));
  return [
    h(
      "div",
      { class: "cards seat-cards" },
      [...waiting, ...others].map((seat) => card(seat, choose)),
    ),
    total,
  ];
}

/** Since when a seat calls, to the second: `0:42`. */
const since = (ms) => `${Math.floor(ms / 60_000)}:${String(Math.floor(ms / 1000) % 60).padStart(2, "0")}`;

function card(seat, choose) {
  const tags = [
    calls(seat)
      ? h("span", { class: "tag warn", "data-calls": seat.seat }, t("op.seats.calls", { time: since(seat.called_ms) }))
      : null,
    seat.lock ? h("span", { class: "tag warn" }, word("op.lock", seat.lock)) : null,
    seat.open ? null : h("span", { class: "tag off" }, t("op.seats.closed")),
    seat.turned_off ? h("span", { class: "tag off", "data-turned-off": seat.seat }, t("op.seats.turned_off")) : null,
    seat.owed ? h("span", { class: "tag warn" }, t("op.seats.owed", { amount: money(seat.owed) })) : null,
    seat.linked ? null : h("span", { class: "tag off" }, t("op.seats.away")),
    seat.linked && seat.screen === false
      ? h("span", { class: "tag warn", "data-dark": seat.seat }, t("op.seats.dark"))
      : null,
  ];
  const rows = [
    [t("meter.credits"), money(seat.credits)],
    [t("op.seats.layout"), money(seat.layout + seat.vigorish)],
    seat.lock ? [t("op.seats.waits"), money(seat.lock_amount), "why"] : null,
  ];
  return h(
    "button",
    {
      class: `card ${waits(seat) ? "waits" : ""}`,
      "data-seat": seat.seat,
      "data-key": `seat-${seat.seat}`,
      onclick: () => choose(seat.seat),
    },
    h("span", { class: "row" }, h("b", { class: "big" }, t("seat", { n: seat.seat })), tags),
    facts(rows),
  );
}

// ---- one of them ----

function seatPage(seat, choose, look) {
  const stakes = Object.entries(seat.stakes ?? {});
  const rows = [
    [t("meter.credits"), money(seat.credits)],
    [t("op.seats.layout"), money(seat.layout)],
    seat.vigorish ? [t("op.seats.vigorish"), money(seat.vigorish)] : null,
    seat.locked ? [t("op.seats.locked"), money(seat.locked), "why"] : null,
    [
      t("op.seats.screen"),
      !seat.linked ? t("op.seats.away") : seat.screen === false ? t("op.seats.dark") : t("op.seats.there"),
    ],
    [t("op.seats.play"), t(!seat.open ? "op.seats.closed" : seat.turned_off ? "op.seats.turned_off" : "op.seats.open")],
    seat.owed ? [t("op.seats.owed_by_hand"), money(seat.owed), "why"] : null,
  ];
  const locked = seat.lock
    ? h(
        "article",
        { class: "card waits" },
        h("h2", {}, word("op.lock", seat.lock)),
        h("p", { class: "sum" }, money(seat.lock_amount)),
        h("p", {}, word("op.lock.why", seat.lock) === seat.lock ? seat.why : word("op.lock.why", seat.lock)),
      )
    : null;
  return [
    h(
      "div",
      { class: "row" },
      h("button", { class: "plain", "data-key": "back", onclick: () => choose(null) }, `‹ ${t("op.seats.all")}`),
      h("b", { class: "big", id: "chosen" }, t("seat", { n: seat.seat })),
    ),
    h(
      "div",
      { class: "gap" },
      calls(seat)
        ? h(
            "article",
            { class: "card waits", id: "calls" },
            h("h2", {}, t("op.seats.calls", { time: since(seat.called_ms) })),
            h("p", {}, t("op.seats.calls.says")),
          )
        : null,
      locked,
    ),
    h("div", { class: "gap" }, actionsOf(seat, look)),
    h(
      "div",
      { class: "cards gap" },
      h("article", { class: "card" }, h("h2", {}, t("op.seats.holds")), facts(rows)),
      h(
        "article",
        { class: "card" },
        h("h2", {}, t("op.seats.layout")),
        stakes.length
          ? facts(stakes.map(([name, amount]) => [bet(name), money(amount)]))
          : h("p", { class: "soft" }, t("op.seats.no_wagers")),
      ),
    ),
  ];
}

function actionsOf(seat, look) {
  const plain = async (act, good) => {
    tell(await ask({ kind: "act", act, seat: seat.seat }), good);
    look();
  };
  const pays = ["hand_pay", "jackpot"].includes(seat.lock) || seat.owed > 0;
  return actions(
    calls(seat)
      ? actButton("attend", t("op.seats.attend"), () => plain("attend", t("op.seats.attend.done")), "go")
      : null,
    pays ? actButton("hand_pay", t("op.seats.hand_pay"), () => askHandPay(seat, look), "go") : null,
    pays ? actButton("cancel_hand_pay", t("op.seats.cancel_hand_pay"), () => askCancel(seat, look)) : null,
    seat.lock === "large_win"
      ? actButton("reset_large_win", t("op.seats.large_win"), () => askLargeWin(seat, look), "go")
      : null,
    actButton("credit", t("op.seats.credit"), () => askCredit(seat, look), pays ? "plain" : "go"),
    seat.open
      ? actButton("close_seat", t("op.seats.close"), () => plain("close_seat", t("op.seats.closed.done")))
      : actButton("open_seat", t("op.seats.reopen"), () => plain("open_seat", t("op.seats.opened.done"))),
  );
}

const NOTES = [20, 50, 100, 500, 1000];

function askCredit({ seat, credits }, look) {
  const input = number({ id: "amount" });
  const sum = h("p", { class: "sum", id: "sum" }, "–");
  const show = () => (sum.textContent = amountIn(input) ? money(amountIn(input)) : "–");
  input.addEventListener("input", show);
  const add = (note) => () => {
    input.value = typed((amountIn(input) ?? 0) + note);
    input.dispatchEvent(new Event("input", { bubbles: true }));
  };
  const notes = h(
    "div",
    { class: "row" },
    NOTES.map((note) => note * 10 ** decimals()).map((note) =>
      h("button", { type: "button", class: "pick", onclick: add(note) }, `+ ${money(note)}`),
    ),
  );
  form(t("op.seats.credit.title", { n: seat }), {
    body: [sum, notes, field(t("op.amount"), input, t("op.seats.credit.now", { amount: money(credits) }))],
    go: t("op.seats.credit"),
    ready: () => (amountIn(input) ?? 0) > 0,
    act: () => ask({ kind: "act", act: "credit", seat, amount: amountIn(input) }),
    done({ details }) {
      const amount = amountIn(input);
      receipt(
        t("op.receipt.credit"),
        [
          [t("op.receipt.seat"), String(seat)],
          [t("op.amount"), money(amount)],
          [t("op.receipt.credits"), money(details.credits)],
          [t("op.receipt.move"), details.move],
        ],
        details,
      );
      look();
    },
  });
}

/** The number of the form for the tax office, where what is paid or was won wants one. */
function formField(amount) {
  const input = text({ id: "form-number", "data-keys": "text", maxlength: 40 });
  const said = () => input.value.trim();
  return {
    body: amount ? field(t("op.seats.form", { amount: money(amount) }), input, t("op.seats.form.says")) : null,
    ready: () => !amount || said() !== "",
    told: () => (amount ? { form: said() } : {}),
    row: () => (amount ? [[t("op.receipt.form"), said()]] : []),
  };
}

function askHandPay({ seat, lock_amount, owed, form: taxed }, look) {
  const amount = owed || lock_amount;
  const input = text({ id: "receipt", "data-keys": "number", maxlength: 40 });
  const papers = formField(taxed);
  form(t("op.seats.hand_pay.title", { n: seat }), {
    body: [
      h("p", { class: "sum" }, money(amount)),
      h("p", {}, t("op.seats.hand_pay.says")),
      field(t("op.receipt.number"), input),
      papers.body,
    ],
    go: t("op.seats.hand_pay"),
    ready: () => input.value.trim() !== "" && papers.ready(),
    act: () => ask({ kind: "act", act: "hand_pay", seat, reference: input.value.trim(), ...papers.told() }),
    done({ details }) {
      receipt(
        t("op.receipt.hand_pay"),
        [
          [t("op.receipt.number"), details.receipt],
          ...papers.row(),
          [t("op.receipt.seat"), String(seat)],
          [t("op.amount"), money(details.amount)],
          [t("op.receipt.move"), details.move],
        ],
        details,
        [t("op.receipt.player"), t("op.receipt.attendant")],
      );
      look();
    },
  });
}

function askCancel({ seat, lock_amount, owed }, look) {
  const amount = owed || lock_amount;
  const input = text({ id: "reason" });
  form(t("op.seats.cancel_hand_pay"), {
    body: [
      h("p", { class: "sum" }, money(amount)),
      h("p", {}, t("op.seats.cancel_hand_pay.says", { n: seat })),
      field(t("op.reason"), input),
      reason(input, [t("op.reason.stays"), t("op.reason.mistake")]),
    ],
    go: t("op.seats.cancel_hand_pay"),
    look: "danger",
    ready: () => input.value.trim() !== "",
    act: () => ask({ kind: "act", act: "cancel_hand_pay", seat, reference: input.value.trim() }),
    good: t("op.seats.cancel_hand_pay.done"),
    done: look,
  });
}

function askLargeWin({ seat, lock_amount: amount, form: taxed }, look) {
  const papers = formField(taxed);
  form(t("op.seats.large_win"), {
    body: [h("p", { class: "sum" }, money(amount)), h("p", {}, t("op.seats.large_win.says", { n: seat })), papers.body],
    go: t("op.seats.large_win"),
    ready: papers.ready,
    act: () => ask({ kind: "act", act: "reset_large_win", seat, ...papers.told() }),
    done({ details }) {
      receipt(
        t("op.receipt.large_win"),
        [[t("op.receipt.seat"), String(seat)], [t("op.amount"), money(details.amount)], ...papers.row()],
        details,
        [t("op.receipt.player"), t("op.receipt.attendant")],
      );
      look();
    },
  });
}
