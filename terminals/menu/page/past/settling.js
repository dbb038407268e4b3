// What persons say about notes and tickets that no machine can know: each with who says so, and why.
import { ask } from "../asking.js";
import { form, reason } from "../parts/dialogs.js";
import { h } from "../dom.js";
import { amountIn, choice, field, number, text } from "../parts/fields.js";
import { money } from "../money.js";
import { t } from "../words.js";

const filled = (input) => input.value.trim() !== "";
const witnessField = (input) => field(t("op.notes.witness"), input, t("op.notes.witness.says"));
const why = (input, ...usual) => [field(t("op.reason"), input), reason(input, usual)];

/** Was it in the box? Two persons have looked. */
export function unknown({ seat, paper }, look) {
  const [witness, said] = [text({ id: "witness" }), text({ id: "reason" })];
  let amount = null;
  const made = form(t("op.notes.settle"), {
    body: [
      h("p", { class: "sum" }, money(paper.amount)),
      h("p", {}, t("op.notes.settle.says")),
      choice(
        t("op.notes.settle"),
        [
          ["in", t("op.notes.settle.in")],
          ["out", t("op.notes.settle.out")],
        ],
        null,
        (value) => {
          amount = value === "in" ? paper.amount : 0;
          made.dispatchEvent(new Event("input"));
        },
      ),
      witnessField(witness),
      why(said, t("op.notes.reason.counted")),
    ],
    go: t("op.notes.settle"),
    ready: () => amount !== null && filled(witness) && filled(said),
    act: () => act("settle_unknown", seat, { amount, name: witness.value.trim(), reason: said.value.trim() }),
    good: t("op.notes.settled"),
    done: look,
  });
}

/** A ticket of which the printer could not say whether it came out. */
export function ticket(name, { seat, ticket: out }, look) {
  const [witness, said] = [text({ id: "witness" }), text({ id: "reason" })];
  form(t(`op.notes.${name}`), {
    body: [
      h("p", { class: "sum" }, money(out.amount)),
      h("p", {}, t(`op.notes.${name}.says`)),
      witnessField(witness),
      why(said, t("op.notes.reason.looked")),
    ],
    go: t(`op.notes.${name}`),
    look: "danger",
    ready: () => filled(witness) && filled(said),
    act: () => act(name, seat, { name: witness.value.trim(), reason: said.value.trim() }),
    good: t("op.notes.settled"),
    done: look,
  });
}

/** Cash without a move: to the seat, or by hand to whom it belongs. Two persons may have counted something else. */
export function found(name, { seat }, one, look) {
  const [amount, witness, said] = [number({ id: "amount" }), text({ id: "witness" }), text({ id: "reason" })];
  const isOther = () => filled(amount) || filled(witness);
  const isCounted = () => amountIn(amount) !== null && (!one.amount || filled(witness));
  const counted = one.amount ? "op.notes.counted.other" : "op.notes.counted";
  form(t(`op.notes.${name}`), {
    body: [
      one.amount ? h("p", { class: "sum" }, money(one.amount)) : null,
      h("p", {}, t(`op.notes.${name}.says`, { n: seat })),
      field(t(counted), amount, t(one.amount ? "op.notes.counted.other.says" : "op.notes.counted.none")),
      one.amount ? witnessField(witness) : null,
      why(said, t("op.notes.reason.player"), t("op.notes.reason.counted")),
    ],
    go: t(`op.notes.${name}`),
    ready: () => filled(said) && (isCounted() || (Boolean(one.amount) && !isOther())),
    act: () =>
      act(name, seat, {
        reference: one.name,
        amount: isOther() ? amountIn(amount) : one.amount,
        ...(filled(witness) ? { name: witness.value.trim() } : {}),
        reason: said.value.trim(),
      }),
    good: t("op.notes.settled"),
    done: look,
  });
}

/** What was counted in a box; over and short follow. */
export function count({ seat }, drop, look) {
  const amount = number({ id: "amount" });
  const over = h("p", { id: "over" });
  const show = () => (over.textContent = amountIn(amount) === null ? "" : overWords(amountIn(amount) - drop.cash));
  amount.addEventListener("input", show);
  form(t("op.notes.drop", { n: drop.drop }), {
    body: [
      h("p", {}, t("op.notes.drop.says", { amount: money(drop.cash) })),
      field(t("op.notes.counted"), amount),
      over,
    ],
    go: t("op.notes.count"),
    ready: () => amountIn(amount) !== null,
    act: () => act("count_stacker", seat, { reference: String(drop.drop), amount: amountIn(amount) }),
    good: t("op.notes.counted.done"),
    done: look,
  });
}

/** By how much a count is over or short of what should be there. */
export const overWords = (over) =>
  over === 0 ? t("op.notes.even") : t(over > 0 ? "op.notes.over" : "op.notes.short", { amount: money(Math.abs(over)) });

export function device({ seat }, another, look) {
  const said = text({ id: "reason" });
  form(t("op.notes.accept"), {
    body: [
      h("p", {}, t("op.notes.accept.says", { n: seat, device: another })),
      why(said, t("op.notes.reason.replaced")),
    ],
    go: t("op.notes.accept"),
    look: "danger",
    ready: () => filled(said),
    act: () => act("accept_cash_device", seat, { reason: said.value.trim() }),
    good: t("op.notes.accepted"),
    done: look,
  });
}

export function off({ seat }, look) {
  const said = text({ id: "reason" });
  form(t("op.notes.cash_off"), {
    body: [
      h("p", {}, t("op.notes.cash_off.says", { n: seat })),
      why(said, t("op.notes.reason.repair"), t("op.notes.reason.player")),
    ],
    go: t("op.notes.cash_off"),
    look: "danger",
    ready: () => filled(said),
    act: () => act("cash_off", seat, { reason: said.value.trim() }),
    good: t("op.notes.cash_off.done"),
    done: look,
  });
}

const act = (name, seat, more) => ask({ kind: "act", act: name, seat, ...more });
