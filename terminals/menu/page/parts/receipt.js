// The receipt of one act: when, what, who did it and who stood by, and the number of the paper.
import { machineNow, onPaper, facts as paperFacts, showSheet } from "./paper.js";
import { state } from "../state.js";
import { t } from "../words.js";

/** What the player or the drawer is given on paper; the act is done, whether it is printed or not. */
export function receipt(title, rows, { second, paper }, sign = null) {
  const at = machineNow();
  showSheet(
    title,
    () =>
      paperFacts([
        [t("op.receipt.at"), onPaper(at)],
        ...rows,
        [t("op.receipt.by"), state.session?.operator ?? ""],
        second ? [t("op.receipt.with"), second] : null,
        paper ? [t("op.paper.number"), String(paper)] : null,
      ]),
    second ? [...(sign ?? [t("op.receipt.attendant")]), t("op.receipt.second")] : sign,
  );
}
