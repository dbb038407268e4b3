// Service: play stands exactly where it was, and goes on there; what a technician does meanwhile touches no meter.
import { ask } from "../../asking.js";
import { form } from "../../parts/dialogs.js";
import { h } from "../../dom.js";
import { amountIn, field, number, text } from "../../parts/fields.js";
import { every } from "../../frame/frame.js";
import { actButton, actions, facts, list, redraw, word } from "../../parts/parts.js";
import { partsOf } from "../../recall/happened.js";
import { state } from "../../state.js";
import { tell } from "../../frame/toast.js";
import { known, named, t } from "../../words.js";
import { when } from "../../parts/paper.js";
import { healthName, healthValue } from "../../devices/health.js";

const EVERY_MS = 1000;
const TESTS_EVERY_MS = 2000;
const TESTS_SHOWN = 6;
/** Acts of the workshop that have a place of their own on this page; any other that is offered gets a plain form. */
const PLACED = ["begin_service", "end_service", "change_dice", "calibrate_menu"];

export const service = {
  open(place) {
    let seen = null;
    let status = null;
    let tests = [];
    const look = async () => {
      const [table, machine] = await Promise.all([ask({ kind: "look", what: "table" }), ask({ kind: "status" })]);
      if (table.ok) seen = table.details;
      if (machine.ok) status = machine.details;
      refresh();
    };
    const lookBack = async () => {
      const answer = await ask({ kind: "past", about: "tests", asks: { last: TESTS_SHOWN } });
      if (answer.ok) tests = answer.details.rows;
      refresh();
    };
    const refresh = () =>
      redraw(place, [seen, tests, rough(status), state.session?.acts], () =>
        seen ? draw(seen, status, tests, look) : h("p", {}, t("op.wait")),
      );
    every(EVERY_MS, look);
    every(TESTS_EVERY_MS, lookBack);
    return refresh;
  },
};

/** What of the status is worth drawing anew for: not the milliseconds. */
const rough = (status) => status && [status.links.map(({ role, name, up }) => [role, name, up]), status.troubles];

function draw(seen, status, tests, look) {
  const plain = async (act) => {
    tell(await ask({ kind: "act", act }), doneOf(act));
    look();
  };
  const card = seen.in_service
    ? h(
        "article",
        { class: "card waits", id: "in-service" },
        h("h2", {}, t("op.service.on")),
        h("p", {}, t("op.service.on.says")),
      )
    : h(
        "article",
        { class: "card", id: "no-service" },
        h("h2", {}, t("op.service.off")),
        h("p", { class: "soft" }, t("op.service.off.says")),
      );
  const acts = actions(
    seen.in_service
      ? actButton("end_service", t("op.service.end"), () => plain("end_service"), "go")
      : actButton("begin_service", t("op.service.begin"), () => plain("begin_service"), "go"),
    actButton("change_dice", t("op.service.change_dice"), () => askDice(look)),
    state.session.acts
      .filter(({ act, group }) => group === "service" && !PLACED.includes(act))
      .map((offer) =>
        actButton(offer.act, nameOf(offer), () => (offer.needs.length ? askNeeds(offer, look) : plain(offer.act))),
      ),
  );
  return [
    card,
    h("div", { class: "gap" }, acts),
    h("div", { class: "cards gap" }, unitOf(seen), linksOf(status)),
    testsOf(tests),
    troublesOf(status),
  ];
}

const nameOf = ({ act, says }) => (known(`op.service.${act}`) ? t(`op.service.${act}`) : says);
const saysOf = ({ act, says }) => (known(`op.service.${act}.says`) ? t(`op.service.${act}.says`) : says);
const doneOf = (act) => (known(`op.service.${act}.done`) ? t(`op.service.${act}.done`) : t("op.service.done"));

/** A form made from what the controller says the act needs. */
function askNeeds(offer, look) {
  const inputs = offer.needs.map((need) => [
    need,
    need === "amount" || need === "seat"
      ? number({ id: need, maxlength: need === "seat" ? 4 : 16 })
      : text({ id: need }),
  ]);
  const value = (need, input) =>
    need === "amount" ? amountIn(input) : need === "seat" ? Number(input.value) || null : input.value.trim();
  form(nameOf(offer), {
    body: [h("p", {}, saysOf(offer)), inputs.map(([need, input]) => field(word("op.field", need), input))],
    go: nameOf(offer),
    ready: () => inputs.every(([need, input]) => value(need, input)),
    act: () =>
      ask({
        kind: "act",
        act: offer.act,
        ...Object.fromEntries(inputs.map(([need, input]) => [need, value(need, input)])),
      }),
    good: doneOf(offer.act),
    done: look,
  });
}

export function askDice(look) {
  const input = text({ id: "dice" });
  form(t("op.service.change_dice"), {
    body: [h("p", {}, t("op.service.change_dice.says")), field(t("op.service.which_dice"), input)],
    go: t("op.service.change_dice"),
    ready: () => input.value.trim() !== "",
    act: () => ask({ kind: "act", act: "change_dice", reference: input.value.trim() }),
    good: t("op.service.change_dice.done"),
    done: look,
  });
}

function unitOf({ unit }) {
  const rows = Object.entries(unit).map(([name, value]) => [
    word("op.unit", name),
    typeof value === "boolean" ? t(value ? "op.yes" : "op.no") : String(value),
  ]);
  return h("article", { class: "card" }, h("h2", {}, t("op.service.unit")), facts(rows));
}

function linksOf(status) {
  const links = (status?.links ?? []).map(({ role, name, up }) => [
    name === "unit" ? word("op.link", role) : `${word("op.link", role)} ${name}`,
    t(up ? "op.service.up" : "op.service.down"),
    up ? "" : "why",
  ]);
  return h("article", { class: "card" }, h("h2", {}, t("op.service.links")), facts(links));
}

/** What the last tests of the hardware showed, from the event log. */
function testsOf(tests) {
  const row = ({ at, fact: { test, seat, by, came, about } }) => [
    when(at),
    [word("op.service", test), seat ? ` · ${t("seat", { n: seat })}` : ""],
    partsOf({ what: "test", came, about }),
    by,
  ];
  return [
    h("h2", { class: "gap" }, t("op.service.tests")),
    h(
      "div",
      { id: "tests" },
      list(
        [t("op.changes.at"), t("op.service.what"), t("op.service.showed"), t("op.receipt.by")],
        tests.map(row),
        t("op.service.no_tests"),
      ),
    ),
  ];
}

/** What the controller names of a trouble, in words; what somebody else said of it stands small, as it was said. */
function troubleParts({ words, measure, of, value, ...rest }) {
  const health = measure ? h("b", {}, named(healthName(measure, of), healthValue(measure, value))) : null;
  return [health, partsOf({ what: "trouble", ...rest }), words ? h("small", { class: "soft" }, ` ${words}`) : null];
}

function troublesOf(status) {
  const rows = (status?.troubles ?? []).map((/** @type {any} */ { code, text: says, about, times, last }) => [
    when(last),
    h("code", {}, code),
    [t(`op.trouble.${code}`), " ", about ? troubleParts(about) : h("small", { class: "soft" }, says)],
    `${times}×`,
  ]);
  return [
    h("h2", { class: "gap" }, t("op.service.troubles")),
    list(
      [t("op.changes.at"), t("op.service.code"), t("op.service.what"), `${t("op.service.times")}#`],
      rows,
      t("op.service.no_troubles"),
    ),
  ];
}
