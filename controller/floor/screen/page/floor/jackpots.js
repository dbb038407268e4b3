// Progressive jackpots: every pot with its meters as it grows, and its last twenty-five wins.
import { h, put } from "../dom.js";
import { money } from "../money.js";
import { when } from "../parts/paper.js";
import { facts, list, sideways } from "../parts/parts.js";
import { t } from "../words.js";

const PER_CENT = 10_000; // millionths

export const jackpots = {
  open(/** @type {HTMLElement} */ place) {
    const body = h("div", { id: "jackpots" });
    place.append(h("p", { class: "soft" }, t("floor.jackpots.says")), body);
    return (/** @type {any} */ now) => {
      const pots = now.jackpots ?? [];
      put(body, pots.length ? pots.map(drawn) : h("p", { class: "soft" }, t("op.none")));
    };
  },
};

function drawn(/** @type {any} */ of) {
  const [what, at] = Object.entries(of.trigger)[0];
  return h(
    "section",
    { class: "card pot", "data-jackpot": of.jackpot },
    h("h2", {}, potName(of.jackpot)),
    h("b", { class: "worth" }, money(of.current)),
    h("p", { class: of.open ? "in" : "out-of" }, t(of.open ? "floor.jackpots.open" : "floor.jackpots.closed")),
    facts([
      [t("floor.jackpots.trigger"), t(`jackpot.on.${what}`, { n: at })],
      [t("floor.jackpots.rate"), `${of.rate / PER_CENT} %`],
      [t("floor.jackpots.base"), money(of.base)],
      [t("floor.jackpots.ceiling"), money(of.ceiling)],
      [t("floor.jackpots.overflow"), money(of.overflow)],
      [t("floor.jackpots.fed"), money(of.fed)],
      [t("floor.jackpots.paid"), money(of.paid)],
      [t("floor.jackpots.hits"), String(of.hits)],
      [t("floor.jackpots.wins"), String(of.wins)],
      of.unanswered && [t("floor.jackpots.unanswered"), String(of.unanswered), "out-of"],
    ]),
    of.last.length ? sideways(potName(of.jackpot), wins(of.last)) : null,
  );
}

function wins(/** @type {any[]} */ last) {
  const heads = ["hit", "at", "where", "seats", "amount", "proof"].map((name) => t(`floor.jackpots.head.${name}`));
  const rows = last.map((one) => [
    String(one.hit),
    when(one.at),
    t("floor.jackpots.where", { machine: one.cabinet, round: one.round }),
    Object.entries(one.seats)
      .map(([seat, amount]) => t("floor.jackpots.seat", { n: seat, amount: money(amount) }))
      .join(" · "),
    money(one.amount),
    one.decision
      ? t("floor.jackpots.proof", { entry: one.entry, decision: one.decision })
      : t("floor.jackpots.waits", { entry: one.entry }),
  ]);
  return list(heads, rows);
}

/** A house calls its jackpots what it likes. */
const potName = (/** @type {string} */ name) => name.replaceAll("_", " ");
