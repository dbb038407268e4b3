// Questions that lie over a page: say a reason, an amount, a number; or look once more and confirm.
import { byId, h, put } from "../dom.js";
import { hideKeyboard } from "../frame/keyboard.js";
import { toast, toastAnswer } from "../frame/toast.js";
import { t } from "../words.js";

/** Opens a dialog with this in it; gives the dialog. */
export function open(title, ...body) {
  const dialog = byId("dialog");
  byId("toast").hidden = true; // it would lie under the dialog
  dialog.className = "";
  put(dialog, h("h2", { id: "dialog-title" }, title), body);
  dialog.setAttribute("aria-labelledby", "dialog-title");
  if (!dialog.open) dialog.showModal();
  return dialog;
}

export function close() {
  hideKeyboard();
  byId("dialog").close();
}

/** @type {(answer: any) => any} */
const nothing = () => {};

/** A form in a dialog. `act` gives the answer; a refusal is said in the dialog, and what was typed stays. */
export function form(title, { body = [], go, look = "go", act, done = nothing, ready = () => true, good = "" }) {
  const why = h("p", { class: "bad", role: "alert" });
  const button = h("button", { class: look, id: "dialog-go" }, go);
  const check = () => (button.disabled = !ready());
  const submit = async (event) => {
    event.preventDefault();
    if (button.disabled) return;
    button.disabled = true;
    const answer = await act();
    if (!answer) return check();
    if (answer.ok) {
      close();
      if (good) toast(good);
      return done(answer);
    }
    why.textContent = toastAnswer(answer);
    return check();
  };
  const cancel = h("button", { type: "button", class: "plain", onclick: close }, t("op.cancel"));
  const made = h(
    "form",
    { onsubmit: submit, oninput: check },
    body,
    why,
    h("div", { class: "row end" }, cancel, button),
  );
  open(title, made);
  check();
  made.querySelector("input:not([type=checkbox]), select")?.focus();
  return made;
}

/** A field for a reason with the usual ones to tap: at four in the morning nobody wants to type. */
export function reason(input, usual) {
  const tap = (words) => () => {
    input.value = words;
    input.dispatchEvent(new Event("input", { bubbles: true }));
  };
  return h(
    "div",
    { class: "row" },
    usual.map((words) => h("button", { type: "button", class: "pick", onclick: tap(words) }, words)),
  );
}
