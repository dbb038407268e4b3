// The table now: what it does, what holds it and how that ends, who shoots and why; hold, resume, void, close-out.
import { ask } from "../asking.js";
import { form, reason } from "../parts/dialogs.js";
import { h } from "../dom.js";
import { field, text } from "../parts/fields.js";
import { lookAgain } from "../looking.js";
import { actButton, actions, facts, word } from "../parts/parts.js";
import { tell } from "../frame/toast.js";
import { partsOf } from "../recall/happened.js";
import { t } from "../words.js";

const EVERY_MS = 1000;

export const table = {
  open: (place) => lookAgain(place, EVERY_MS, () => ({ what: "table" }), draw).refresh,
};

function draw(seen, look) {
  return [
    holdsOf(seen),
    buttons(seen, look),
    h("div", { class: "cards gap" }, roundOf(seen), houseOf(seen), doorsOf(seen)),
  ];
}

function holdsOf({ holds }) {
  if (!holds.length) return h("p", { class: "big", id: "plays" }, t("op.table.plays"));
  const one = ({ reason: name, about, remedy, ends_by: by }) =>
    h(
      "article",
      { class: "card waits", "data-hold": name },
      h("h2", {}, word("hold", name)),
      h("p", {}, partsOf({ what: "hold", ...about })),
      h(
        "p",
        { class: "soft" },
        by.length
          ? t("op.table.ends_by", { who: by.map((role) => t(`op.role.${role}`)).join(", ") })
          : word("op.remedy", name) === name
            ? remedy
            : word("op.remedy", name),
      ),
    );
  return h("div", { class: "cards" }, holds.map(one));
}

function buttons(seen, look) {
  const plain = async (act, good) => {
    tell(await ask({ kind: "act", act }), good);
    look();
  };
  return h(
    "div",
    { class: "gap" },
    actions(
      seen.alarms.length
        ? actButton("silence_alarm", t("op.table.silence_alarm"), () => askReason("silence_alarm", look), "go")
        : null,
      actButton("hold", t("op.table.hold"), () => askReason("hold", look), "danger"),
      actButton("resume", t("op.table.resume"), () => plain("resume", t("op.table.resumed")), "go"),
      actButton("void", t("op.table.void"), () => askReason("void", look), "danger"),
      actButton("no_spin", t("op.table.no_spin"), () => askReason("no_spin", look), "danger"),
      actButton("close_out", t("op.table.close_out"), () => askReason("close_out", look), "danger"),
    ),
  );
}

const USUAL = ["dice", "player", "spill", "dispute", "machine"];

function askReason(act, look) {
  const input = text({ id: "reason" });
  form(t(`op.table.${act}`), {
    body: [
      h("p", {}, t(`op.table.${act}.says`)),
      field(t("op.reason"), input),
      reason(
        input,
        USUAL.map((name) => t(`op.reason.${name}`)),
      ),
    ],
    go: t(`op.table.${act}`),
    look: "danger",
    ready: () => act === "hold" || input.value.trim() !== "",
    act: () => ask({ kind: "act", act, reference: input.value.trim() }),
    good: t(`op.table.${act}.done`),
    done: look,
  });
}

function roundOf(seen) {
  const shooter = seen.shooter ? t("seat", { n: seen.shooter }) : t("display.house");
  const rows = [
    [t("op.table.phase"), word("op.phase", seen.phase)],
    [t("op.table.round"), String(seen.round)],
    ...(seen.shooter_why ? [[t("display.shooter"), shooter]] : []),
  ];
  return h(
    "article",
    { class: "card" },
    h("h2", {}, t("op.table.round")),
    facts(rows),
    seen.shooter_why ? h("p", { class: "soft", id: "shooter-why" }, t(`op.shooter.${seen.shooter_code}`)) : null,
  );
}

function houseOf(seen) {
  const rows = [
    [t("op.table.book"), seen.book],
    [t("op.table.life"), t(`op.life.${seen.life}`)],
    [t("op.page.service"), seen.in_service ? t("op.yes") : t("op.no")],
  ];
  return h(
    "article",
    { class: "card" },
    h("h2", {}, t("op.table.machine")),
    facts(rows),
    h("p", { class: "soft", id: "go-live" }, goLive(seen)),
  );
}

/** In our own words, for the amount in the controller's is in cents. */
function goLive(seen) {
  if (seen.life === "live") return t("op.table.live");
  return seen.go_live_ready ? t("op.table.go_live") : t("op.table.not_clean");
}

function doorsOf(seen) {
  const doors = Object.entries(seen.doors).map(([door, open]) => [
    word("op.door", door),
    open ? t("op.door.open") : t("op.door.closed"),
    open ? "why" : "",
  ]);
  const unit = Object.entries(seen.unit).map(([name, value]) => [
    word("op.unit", name),
    typeof value === "boolean" ? t(value ? "op.yes" : "op.no") : String(value),
  ]);
  return h("article", { class: "card" }, h("h2", {}, t("op.table.doors")), facts([...doors, ...unit]));
}
