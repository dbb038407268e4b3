// Dice or wheel: the unit and its link over time, its tests, other dice or another ball, and whether they fall evenly.
import { ask } from "../../asking.js";
import { histogram, trendChart } from "../../parts/charts.js";
import { h, put } from "../../dom.js";
import { choice } from "../../parts/fields.js";
import { exports } from "../../parts/files.js";
import { every } from "../../frame/frame.js";
import { columns as paperColumns, showSheet, when } from "../../parts/paper.js";
import { actButton, actions, facts, list, redraw, word } from "../../parts/parts.js";
import { latest, moment, momentOf, numberOf, optional, past, waiting } from "../../past/past.js";
import { state } from "../../state.js";
import { tell } from "../../frame/toast.js";
import { t } from "../../words.js";
import { told } from "../records/log.js";
import { askDice } from "./service.js";

const EVERY_MS = 1000;
const TREND_EVERY_MS = 10_000;
const TESTS_SHOWN = 5;
const UNIT = "unit"; // what the link to dice unit or wheel is called in the status
const TRENDS = ["temperature", "round_trip_ms", "retries", "crc_errors"];

export const dice = {
  open(place) {
    const view = { unit: null, service: false, tests: [], trend: null, which: "temperature", record: null, all: false };
    const [unit, trend, tools, record] = ["unit", "trend", "span", "record"].map((id) =>
      h("div", { id: `dice-${id}` }),
    );
    const look = async () => {
      const [machine, tests] = await Promise.all([
        ask({ kind: "status" }),
        past("log", { of: "test", last: TESTS_SHOWN }),
      ]);
      if (machine.ok) view.unit = machine.details.links.find(({ name }) => name === UNIT) ?? null;
      if (tests) view.tests = tests.rows;
      showUnit();
    };
    const showUnit = () => redraw(unit, [rough(view.unit), view.tests, state.session?.acts], () => unitOf(view, look));
    const showTrend = () =>
      redraw(trend, [view.trend?.samples.at(-1), view.which], () =>
        trendOf(view, (which) => {
          view.which = which;
          showTrend();
        }),
      );
    const ours = latest();
    const load = async (event) => {
      event?.preventDefault();
      const still = ours();
      put(record, waiting());
      const [last, since, until] = ["last", "since", "until"].map((id) => tools.querySelector(`#${id}`));
      const answer = await past(
        "dice",
        { last: numberOf(last) || null, since: momentOf(since), until: momentOf(until), all: view.all },
        record,
      );
      if (!answer || !still()) return;
      view.record = answer.document;
      put(record, recordOf(view.record));
    };
    const spans = choice(
      t("op.dice.span"),
      [
        ["since", t("op.dice.since_change")],
        ["all", t("op.dice.all")],
      ],
      "since",
      (value) => {
        view.all = value === "all";
        load();
      },
    );
    put(
      tools,
      h("h2", { class: "gap" }, t("op.dice.fairness")),
      spans,
      h(
        "form",
        { class: "tools gap", onsubmit: load },
        optional("last", t("op.dice.last")),
        moment("since", t("op.log.since")),
        moment("until", t("op.log.until")),
        h("button", { class: "go", id: "search" }, t("op.dice.count")),
      ),
    );
    place.append(unit, trend, tools, record);
    every(EVERY_MS, look);
    every(TREND_EVERY_MS, async () => {
      view.trend = (await past("trend", {})) ?? view.trend;
      showTrend();
    });
    load();
    return showUnit;
  },
};

/** What of the unit is worth drawing anew for. */
const rough = (link) =>
  link && { ...link, silent_ms: 0, details: { ...link.details, round_trip_ms: 0, frames_sent: 0, frames_received: 0 } };

// ---- the unit ----

function unitOf({ unit, tests }, look) {
  const plain = async (act) => {
    tell(await ask({ kind: "act", act }), t(`op.service.${act}.done`));
    look();
  };
  const details = Object.entries(unit?.details ?? {}).map(([name, value]) => [
    word("op.unit", name),
    shown(name, value),
  ]);
  const half = Math.ceil(details.length / 2);
  const rows = tests.map((row) => [when(row.at), ...told(row)]);
  return [
    h(
      "p",
      { class: unit?.up ? "big" : "big why", id: "unit-link" },
      t(unit?.up ? "op.dice.linked" : "op.dice.not_linked"),
    ),
    h(
      "div",
      { class: "cards" },
      [details.slice(0, half), details.slice(half)]
        .filter((part) => part.length)
        .map((part) => h("article", { class: "card" }, facts(part))),
    ),
    h(
      "div",
      { class: "gap" },
      actions(
        ["self_test", "test_shake", "clear_faults"].map((act) =>
          actButton(act, t(`op.service.${act}`), () => plain(act)),
        ),
        actButton("change_dice", t("op.service.change_dice"), () => askDice(look)),
      ),
    ),
    h("h2", { class: "gap" }, t("op.dice.tests")),
    h(
      "div",
      { id: "tests" },
      list([t("op.changes.at"), t("op.log.what"), t("op.log.details")], rows, t("op.dice.no_tests")),
    ),
  ];
}

const shown = (name, value) =>
  typeof value === "boolean"
    ? t(value ? "op.yes" : "op.no")
    : name === "state"
      ? word("op.unit_state", value)
      : name === "temperature"
        ? `${value} °C`
        : name.endsWith("_ms")
          ? `${(+value).toFixed(1)} ms`
          : String(value);

function trendOf({ trend, which }, pick) {
  if (!trend) return waiting();
  const points = trend.samples.map((sample) => [sample.at, sample.figures[which] ?? null]);
  const chart = trendChart(points, word("op.unit", which));
  return [
    h("h2", { class: "gap" }, t("op.dice.trend")),
    choice(
      t("op.dice.trend"),
      TRENDS.map((name) => [name, word("op.unit", name)]),
      which,
      pick,
    ),
    h(
      "p",
      { class: "soft", id: "samples", "data-samples": trend.samples.length },
      t("op.dice.trend.says", { n: trend.samples.length, s: trend.every_ms / 1000 }),
    ),
    chart ?? h("p", { class: "soft" }, t("op.dice.few")),
  ];
}

// ---- do they fall evenly? ----

/** As the game counts its results: name and histogram. */
const histograms = (record) => Object.entries(record).filter(([, part]) => part?.counts);
const nameOf = (of) => word("op.dice", of);

function recordOf(record) {
  const head = ["what", "name", "counted", "expected"];
  const rows = () => [
    head,
    ...histograms(record).flatMap(([of, { counts, expected }]) =>
      Object.entries(counts).map(([name, count]) => [of, name, count, expected[name]]),
    ),
  ];
  const report = () =>
    showSheet(
      t("op.dice.fairness"),
      () => [spanOf(record), chartsOf(record), squares(record, paperColumns)],
      null,
      "wide",
    );
  return [
    h(
      "div",
      { class: "row" },
      exports("dice", rows, () => record),
      h("button", { class: "plain", id: "report", onclick: report }, t("op.print")),
    ),
    spanOf(record),
    chartsOf(record),
    h("div", { id: "squares" }, squares(record, list)),
    h("p", { class: "soft" }, t("op.dice.says")),
  ];
}

const spanOf = (record) =>
  h(
    "p",
    { class: "big", id: "rolls", "data-rolls": record.rolls },
    t("op.dice.rolls", { n: record.rolls }),
    h(
      "small",
      { class: "soft" },
      record.rolls ? ` · ${when(record.from)} – ${when(record.to)}` : "",
      record.dice_changed_at ? ` · ${t("op.dice.changed_at", { at: when(record.dice_changed_at) })}` : "",
      record.cut ? ` · ${t("op.dice.cut")}` : "",
    ),
  );

const chartsOf = (record) =>
  h(
    "div",
    { class: "charts" },
    histograms(record).map(([of, part]) => histogram(of, part, nameOf(of))),
  );

function squares(record, made) {
  const words = (one) =>
    one.chi_square === null
      ? t("op.dice.too_few")
      : one.warning
        ? t("op.dice.warning")
        : one.chi_square > one.once_in_20
          ? t("op.dice.once_in_20")
          : t("op.dice.even");
  const figure = (value, digits) => (value === null ? "–" : value.toFixed(digits));
  const rows = histograms(record).map(([of, part]) => [
    nameOf(of),
    figure(part.chi_square, 3),
    String(part.degrees_of_freedom),
    figure(part.p_value, 4),
    String(part.once_in_20),
    String(part.once_in_1000),
    words(part),
  ]);
  return made(
    [
      t("op.log.what"),
      `${t("op.dice.square")}#`,
      `${t("op.dice.freedom")}#`,
      `${t("op.dice.p")}#`,
      `${t("op.dice.in_20")}#`,
      `${t("op.dice.in_1000")}#`,
      "",
    ],
    rows,
  );
}
