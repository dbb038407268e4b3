// Switching off, and starting the program anew: what stays on the seats is said before, and who did it and why is kept.
import { ask } from "../asking.js";
import { form, reason } from "../parts/dialogs.js";
import { h } from "../dom.js";
import { field, text } from "../parts/fields.js";
import { money } from "../money.js";
import { actButton, actions, facts } from "../parts/parts.js";
import { t } from "../words.js";

const USUAL = ["cleaning", "moving", "repair", "closing"];

/** `status` names the installed versions, where there are any. */
export const endings = (status) => [
  h("h2", {}, t("op.ending")),
  h("p", { class: "soft" }, t("op.ending.says")),
  actions(
    actButton("power_off", t("op.ending.power_off"), () => sure("power_off"), "danger"),
    actButton("restart", t("op.ending.restart"), () => sure("restart")),
  ),
  versions(status ?? {}),
];

/** Only a supervisor is offered the way back; where no version was installed before, there is none. */
function versions({ release, release_before: before }) {
  if (!release) return null;
  return [
    h("h2", { class: "gap" }, t("op.rollback")),
    h("p", { class: "soft" }, t("op.rollback.says")),
    h(
      "article",
      { class: "card", id: "versions" },
      facts([
        [t("op.rollback.now"), h("code", {}, release)],
        [t("op.rollback.before"), before ? h("code", {}, before) : t("op.rollback.none")],
      ]),
    ),
    before
      ? h(
          "div",
          { class: "gap" },
          actions(actButton("rollback", t("op.ending.rollback"), () => sure("rollback", before), "danger")),
        )
      : null,
  ];
}

async function sure(act, to = "") {
  const seen = await ask({ kind: "look", what: "seats" });
  const seats = seen.ok ? seen.details.seats : [];
  const sum = (name) => seats.reduce((all, seat) => all + seat[name], 0);
  const input = text({ id: "reason" });
  form(t(`op.ending.${act}`), {
    body: [
      h("p", {}, t(`op.ending.${act}.says`, { to })),
      h(
        "div",
        { id: "what-stays" },
        facts([
          [t("op.ending.credits"), money(sum("credits"))],
          [t("op.ending.wagers"), money(sum("layout"))],
          sum("locked") ? [t("op.ending.locked"), money(sum("locked"))] : null,
        ]),
      ),
      act === "rollback" ? null : h("p", {}, t("op.ending.stays")),
      field(t("op.ending.why"), input),
      reason(
        input,
        USUAL.map((name) => t(`op.ending.${name}`)),
      ),
    ],
    go: t(`op.ending.${act}`),
    look: act === "restart" ? "go" : "danger",
    ready: () => input.value.trim() !== "",
    act: () => ask({ kind: "act", act, reference: input.value.trim() }),
    good: t(`op.ending.${act}.done`),
  });
}
