// One's own PIN: the old one, the new one twice.
import { ask } from "../asking.js";
import { h } from "../dom.js";
import { field, pin } from "../parts/fields.js";
import { openPage } from "../frame/frame.js";
import { pad } from "../frame/keyboard.js";
import { state } from "../state.js";
import { toast, toastAnswer } from "../frame/toast.js";
import { t } from "../words.js";

export const pinPage = {
  open(place) {
    const [old, fresh, again] = ["old", "new", "again"].map((name) => pin({ id: `pin-${name}` }));
    const why = h("p", { class: "bad", role: "alert" });
    const submit = async (event) => {
      event.preventDefault();
      if (fresh.value !== again.value) return (why.textContent = t("op.pin.differs"));
      const answer = await ask({ kind: "act", act: "change_pin", old_pin: old.value, pin: fresh.value });
      for (const input of [old, fresh, again]) input.value = "";
      if (!answer.ok) return (why.textContent = toastAnswer(answer));
      why.textContent = "";
      toast(t("op.pin.changed"));
      return state.session?.must_change_pin ? null : openPage("table");
    };
    const made = h(
      "form",
      { class: "fields", onsubmit: submit },
      field(t("op.pin.old"), old),
      field(t("op.pin.new"), fresh, t("op.pin.rule")),
      field(t("op.pin.again"), again),
      why,
      h("button", { class: "go", id: "pin-go" }, t("op.pin.change")),
    );
    place.append(
      state.session?.must_change_pin ? h("p", { class: "big why" }, t("op.pin.must")) : "",
      h("div", { class: "beside" }, made, pad(old, fresh, again)),
    );
    old.focus();
  },
};
