// The second person: over whatever was asked, a colleague gives name and PIN, and the act is sent again with both.
import { h, put } from "../dom.js";
import { field, pin } from "../parts/fields.js";
import { hideKeyboard, pad } from "./keyboard.js";
import { chooseName } from "../parts/names.js";
import { state } from "../state.js";
import { toastAnswer } from "./toast.js";
import { t } from "../words.js";

let leaving = () => {};

/** Whoever asked for it is not here any more, and nobody does it in their name. */
export const leaveSecond = () => leaving();

/** Asks until the act is taken, refused for another reason, or the person gives up; gives the last answer.
 * `say` sends the act with `{second, second_pin}`; `lacks` is what was answered without. */
export function withSecond(lacks, say) {
  return new Promise((resolve) => {
    const dialog = h("dialog", { id: "second", "aria-labelledby": "second-title" });
    const leave = (answer) => {
      leaving = () => {};
      hideKeyboard();
      dialog.close();
      dialog.remove();
      resolve(answer);
    };
    leaving = () => leave(lacks);
    dialog.addEventListener("cancel", (event) => {
      event.preventDefault();
      leave(lacks);
    });
    put(dialog, h("h2", { id: "second-title" }, t("op.second.title")), secondForm(lacks, say, leave));
    hideKeyboard(); // it would lie under the dialog
    document.body.append(dialog);
    dialog.showModal();
  });
}

function secondForm(lacks, say, leave) {
  const named = lacks.details?.name ?? "";
  let second = named;
  const code = pin({ id: "second-pin" });
  const why = h("p", { class: "bad", role: "alert", id: "second-why" });
  const go = h("button", { class: "go", id: "second-go" }, t("op.second.go"));
  const check = () => (go.disabled = second === "" || code.value.length < 4);
  const submit = async (event) => {
    event.preventDefault();
    check();
    if (go.disabled) return;
    go.disabled = true;
    const told = { second, second_pin: code.value };
    code.value = "";
    const answer = await say(told);
    if (answer.ok || !ABOUT_THE_SECOND.has(answer.code)) return leave(answer);
    why.textContent = toastAnswer(answer);
    check();
  };
  const others = (state.door?.names ?? []).filter((name) => name !== state.session?.operator);
  const pick = (name) => {
    second = name;
    code.focus();
    check();
  };
  check();
  return h(
    "form",
    { onsubmit: submit, oninput: check },
    h("p", {}, t("op.second.says")),
    named ? h("p", { class: "big" }, named) : chooseName(others, pick),
    h("div", { class: "beside" }, field(t("op.pin.title"), code), pad(code)),
    why,
    h(
      "div",
      { class: "row end" },
      h("button", { type: "button", class: "plain", onclick: () => leave(lacks) }, t("op.cancel")),
      go,
    ),
  );
}

/** Refusals after which another try may do. */
const ABOUT_THE_SECOND = new Set([
  "second_missing",
  "second_pin",
  "second_key",
  "second_alone",
  "second_role",
  "locked_out",
  "pin_change_first",
  "busy",
]);
