// Switching off, and starting the program anew: what stays on the seats is said before, and who did it and why is kept.
import { ask } from "../asking.js";
import { form, reason } from "../parts/dialogs.js";
import { h } from "../dom.js";
import { field, text } from "../parts/fields.js";
import { money } from "../money.js";
import { actButton, actions, facts } from "../parts/parts.js";
import { t } from "../words.js";

const USUAL = ["cleaning", "moving", "repair", "closing"];

export const endings = () => [
  h("h2", {}, t("op.ending")),
  h("p", { class: "soft" }, t("op.ending.says")),
  actions(
    actButton("power_off", t("op.ending.power_off"), () => sure("power_off"), "danger"),
    actButton("restart", t("op.ending.restart"), () => sure("restart")),
  ),
];

async function sure(act) {
  const seen = await ask({ kind: "look", what: "seats" });
  const seats = seen.ok ? seen.details.seats : [];
  const sum = (name) => seats.reduce((all, seat) => all + seat[name], 0);
  const input = text({ id: "reason" });
  form(t(`op.ending.${act}`), {
    body: [
      h("p", {}, t(`op.ending.${act}.says`)),
      h(
        "div",
        { id: "what-stays" },
        facts([
          [t("op.ending.credits"), money(sum("credits"))],
          [t("op.ending.wagers"), money(sum("layout"))],
          sum("locked") ? [t("op.ending.locked"), money(sum("locked"))] : null,
        ]),
      ),
      h("p", {}, t("op.ending.stays")),
      field(t("op.ending.why"), input),
      reason(
        input,
        USUAL.map((name) => t(`op.ending.${name}`)),
      ),
    ],
    go: t(`op.ending.${act}`),
    look: act === "power_off" ? "danger" : "go",
    ready: () => input.value.trim() !== "",
    act: () => ask({ kind: "act", act, reference: input.value.trim() }),
    good: t(`op.ending.${act}.done`),
  });
}
