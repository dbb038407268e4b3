// "Open as script": the round is handed to the runner of `boxcars scenario`, and what the engine of today makes of it
// is laid beside the record, step by step and wager by wager.
import { open } from "../parts/dialogs.js";
import { byId, h, put } from "../dom.js";
import { download } from "../parts/files.js";
import { money } from "../money.js";
import { list, word } from "../parts/parts.js";
import { past, waiting } from "../past/past.js";
import { betName, named, t } from "../words.js";
import { resultWords } from "./outcome.js";

export async function openScript(number) {
  const place = h("div", {}, waiting());
  open(t("op.recall.script_of", { n: number }), place);
  const answer = await past("script", { number }, place);
  if (!answer || !place.isConnected) return;
  const { script, from_round: from, steps } = answer.document;
  const text = `${JSON.stringify(script, null, 1)}\n`;
  const save = () => download(`round-${number}.json`, text, "application/json");
  put(
    place,
    verdict(answer.document),
    h("p", { class: "soft" }, t("op.recall.script.says", { from, n: number })),
    h("h3", {}, t("op.recall.comparison")),
    h(
      "div",
      { class: "compared", id: "compared", tabindex: 0 },
      steps.toReversed().map((step) => comparison(step, step.round === number)),
    ),
    h("details", {}, h("summary", {}, t("op.recall.the_script")), h("pre", { class: "script", tabindex: 0 }, text)),
    h(
      "div",
      { class: "row end gap" },
      h("button", { class: "plain", onclick: () => byId("dialog").close() }, t("close")),
      h("button", { class: "go", id: "save-script", onclick: save }, t("op.recall.save_script")),
    ),
  );
  byId("dialog").className = "wide";
}

function verdict({ agrees, all_agree: all }) {
  const more = agrees ? t(all ? "op.recall.all_agree" : "op.recall.earlier_differ") : "";
  return [
    h(
      "p",
      { class: agrees ? "big" : "bad", id: "agrees", "data-agrees": String(agrees) },
      t(agrees ? "op.recall.agrees" : "op.recall.differs"),
    ),
    h("p", { class: all ? "soft" : "bad", id: "all-agree", "data-agrees": String(all) }, more),
  ];
}

/** The latest step stands first and open: it is the round that was asked for. */
function comparison(step, shown) {
  const came = step.kind === "roll" ? resultWords({ ...step, faces: step.dice }) : t(`op.recall.${step.kind}_step`);
  const head = [
    t("op.recall.step", { n: step.step, round: step.round }),
    " · ",
    came,
    " · ",
    h("b", { class: step.agrees ? "" : "bad" }, t(step.agrees ? "op.recall.same" : "op.recall.other")),
  ];
  return h(
    "details",
    { "data-step": step.step, "data-agrees": String(step.agrees), open: shown || !step.agrees },
    h("summary", {}, head),
    hand(step.hand),
    refused(step.refused),
    rowsOf(step),
  );
}

const sides = (row, words) => [words(row.recorded), words(row.played), row.agrees ? "=" : t("op.recall.other")];

function rowsOf({ rows }) {
  if (rows === null) return h("p", { class: "soft" }, t("op.recall.rows_left_out"));
  const head = [t("op.log.seat"), t("op.meters.bet"), t("op.recall.recorded"), t("op.recall.played"), ""];
  const row = (one) => ({
    look: one.agrees ? null : "differs",
    name: `${one.what}:${one.seat}:${one.bet}`,
    cells: [String(one.seat), betName(one.bet), ...sides(one, one.what === "settled" ? wager : returned)],
  });
  return list(head, rows.map(row), t("op.recall.no_settled"));
}

function wager(told) {
  if (!told) return t("op.recall.nothing_there");
  return [
    `${money(told.stake)} · ${word("op.result", told.result)} · ${money(told.paid)}`,
    told.stays ? ` · ${t("op.recall.staying")}` : "",
  ].join("");
}

const returned = (told) => (told ? `${t("result.returned")} ${money(told.amount)}` : t("op.recall.nothing_there"));

function hand(told) {
  if (!told || told.agrees) return null;
  const words = ({ come_out: comeOut, point, roll_count: roll, seven_out: out }) =>
    [
      comeOut ? t("op.recall.come_out") : "",
      point ? t("op.recall.point", { point }) : "",
      String(roll),
      out ? t("op.recall.seven_out") : "",
    ]
      .filter(Boolean)
      .join(" · ");
  const recorded = `${t("op.recall.recorded")} ${words(told.recorded)}`;
  const played = `${t("op.recall.played")} ${words(told.played)}`;
  return h("p", { class: "bad" }, named(t("op.recall.the_hand"), `${recorded} | ${played}`));
}

/** The engine's own sentence says why: today it would not take what was taken then. */
const refused = (refusals) =>
  refusals.map(({ reason }) =>
    h("p", { class: "bad" }, named(t("op.recall.refused_today"), t("op.recall.own_words", { words: reason }))),
  );
