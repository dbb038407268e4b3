// The gaming day: close it by hand, and its totals on paper.
import { ask } from "../asking.js";
import { form } from "../dialogs.js";
import { h, put } from "../dom.js";
import { actButton, actions, redraw } from "../parts.js";
import { state } from "../state.js";
import { t } from "../words.js";

export const day = {
  open(place) {
    const refresh = () => redraw(place, state.session?.acts, () => actions(actButton("close_day", t("op.day.close"), askClose, "danger")));
    return refresh;
  },
};

function askClose() {
  form(t("op.day.close"), { body: [h("p", {}, t("op.day.close.says"))], go: t("op.day.close"), look: "danger", act: () => ask({ kind: "act", act: "close_day" }) });
}
