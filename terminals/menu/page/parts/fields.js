// Fields with a label, a hint, and keys on the glass; amounts are read without ever passing through a fraction.
import { h } from "../dom.js";
import { decimals, point } from "../money.js";

/** A labelled field around an input; `hint` says what is allowed. */
export const field = (label, input, hint = "") =>
  h("label", { class: "field" }, label, input, hint ? h("small", {}, hint) : null);

export const text = (attributes = {}) =>
  h("input", {
    type: "text",
    maxlength: 120,
    autocomplete: "off",
    spellcheck: "false",
    "data-keys": "text",
    ...attributes,
  });

export const number = (attributes = {}) =>
  text({ inputmode: "decimal", maxlength: 16, "data-keys": "number", ...attributes });

/** A PIN is never shown, never kept by the browser, and taken out of the field as soon as it is used. */
export function pin(attributes = {}) {
  const input = h("input", {
    type: "password",
    inputmode: "numeric",
    maxlength: 12,
    autocomplete: "off",
    ...attributes,
  });
  input.addEventListener("input", () => (input.value = input.value.replace(/\D/g, "")));
  return input;
}

/** `1250.50` as whole cents, or null where it is no amount. */
export function amountIn(input) {
  const [whole, part = "", ...more] = input.value.trim().replaceAll(" ", "").split(point());
  if (more.length || !/^\d{1,13}$/.test(whole) || !/^\d*$/.test(part) || part.length > decimals()) return null;
  return Number(whole + part.padEnd(decimals(), "0"));
}

/** An amount as a person types it. */
export function typed(amount) {
  if (amount === null || amount === undefined) return "";
  const digits = String(amount).padStart(decimals() + 1, "0");
  const cut = digits.length - decimals();
  return Number(digits.slice(cut)) ? digits.slice(0, cut) + point() + digits.slice(cut) : digits.slice(0, cut);
}

/** One of a few, as buttons that are large enough to hit: radio buttons to those who hear the screen. */
export function choice(label, options, chosen, pick) {
  const buttons = options.map(([value, words]) =>
    h(
      "button",
      {
        type: "button",
        class: "pick",
        role: "radio",
        "aria-checked": String(value === chosen),
        "data-value": value,
        onclick: () => set(value),
      },
      words,
    ),
  );
  function set(value) {
    for (const button of buttons) button.setAttribute("aria-checked", String(button.dataset.value === value));
    pick(value);
  }
  return h("div", { class: "row", role: "radiogroup", "aria-label": label }, buttons);
}
