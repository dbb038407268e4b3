// The history of all changes of settings: old and new, when and by whom.
import { ask } from "../../asking.js";
import { h, put } from "../../dom.js";
import { when } from "../../parts/paper.js";
import { list } from "../../parts/parts.js";
import { toastAnswer } from "../../frame/toast.js";
import { turnedRows, typesOfSettings } from "../../parts/turned.js";
import { t } from "../../words.js";

const A_TIME = 50;

export const changes = {
  open(place) {
    const rows = [];
    const load = async () => {
      await typesOfSettings();
      const before = rows.at(-1)?.id ?? null;
      const answer = await ask({ kind: "past", about: "changes", asks: { before, last: A_TIME } });
      if (!answer.ok) return put(place, h("p", { class: "bad" }, toastAnswer(answer)));
      rows.push(...answer.details.rows);
      const more = answer.details.rows.length === A_TIME || answer.details.more;
      const leaf = more ? h("button", { class: "plain gap", onclick: load }, t("op.more")) : null;
      return put(
        place,
        list(
          [t("op.changes.at"), t("op.receipt.by"), t("op.settings.what"), t("op.settings.old"), t("op.settings.new")],
          rows.flatMap(linesOf),
          t("op.changes.none"),
        ),
        leaf,
      );
    };
    load();
  },
};

function linesOf(row) {
  const { by, old, new: now } = row.fact ?? {};
  return turnedRows(old, now).map((cells) => [when(row.at), by ?? "", ...cells]);
}
