// The keyboard on the glass: it comes up under a field that was touched, and stays away from who types on a real one.
import { byId, h, put } from "../dom.js";
import { t } from "../words.js";

const LETTERS = [
  ["1", "2", "3", "4", "5", "6", "7", "8", "9", "0"],
  ["q", "w", "e", "r", "t", "y", "u", "i", "o", "p"],
  ["a", "s", "d", "f", "g", "h", "j", "k", "l", "-"],
  ["⇧", "z", "x", "c", "v", "b", "n", "m", ",", "."],
];
const MARKS = ["/", ":", ";", "@", "_", "(", ")", "&", "+", "="];
const MORE_MARKS = ["⇧", "'", '"', "?", "!", "¿", "¡", "#", "%", "*"];
const A_ROW = 10;
const NUMBERS = [
  ["1", "2", "3"],
  ["4", "5", "6"],
  ["7", "8", "9"],
  [".", "0", "⌫"],
];

const keys = byId("keys"); // it moves into a dialog and back, so it is not looked for again
let field = null;
let capitals = false;
let signs = false;
let by = "";

export function setUpKeyboard() {
  document.addEventListener("pointerdown", (event) => (by = event.pointerType), true);
  document.addEventListener("keydown", () => (by = "key"), true);
  document.addEventListener("focusin", (/** @type {any} */ { target }) => {
    if (by === "touch" && target.dataset?.keys) show(target);
    else if (by === "key" && field && target !== field) hideKeyboard();
  });
  // Not before the click is over: a button that moves from under the finger is not pressed.
  document.addEventListener("click", (/** @type {any} */ { target }) => {
    if (field && document.activeElement !== field && !keys.contains(target)) hideKeyboard();
  });
}

export function hideKeyboard() {
  field = null;
  keys.hidden = true;
  document.body.append(keys);
  document.body.classList.remove("keyed");
}

function show(input) {
  field = input;
  signs = false;
  (input.closest("dialog") ?? document.body).append(keys);
  keys.hidden = false;
  document.body.classList.add("keyed");
  draw();
  // The page is as low as it will be only after it was laid out with the keys.
  requestAnimationFrame(() => field === input && input.scrollIntoView({ block: "center" }));
}

function draw() {
  const numbers = field.dataset.keys === "number";
  const rows = numbers ? NUMBERS : signs ? withLetters() : LETTERS;
  const last = numbers ? [key("✓")] : [key(TURN), key("⌫", "wide"), key(" ", "space"), key("✓", "wide")];
  keys.className = numbers ? "numbers" : "";
  put(
    keys,
    rows.map((row) =>
      h(
        "div",
        { class: "keys-row" },
        row.map((of) => key(of)),
      ),
    ),
    h("div", { class: "keys-row" }, last),
  );
}

/** Marks, and between them the letters of this language that are on no English keyboard. */
function withLetters() {
  const letters = t("op.keys.letters").split(" ");
  return [MARKS, letters.slice(0, A_ROW), letters.slice(A_ROW, 2 * A_ROW), MORE_MARKS];
}

/** Between letters and what is on no English keyboard. */
const TURN = "turn";
const turnsTo = () => (signs ? "abc" : "/:ñ");

const said = (of) =>
  ({
    [TURN]: t("op.keys.signs"),
    "⇧": t("op.keys.shift"),
    "⌫": t("op.keys.back"),
    "✓": t("op.keys.done"),
    " ": t("op.keys.space"),
    "✕": t("op.keys.clear"),
  })[of] ?? of;

function key(of, look = "") {
  const letter = capitals && of.length === 1 ? of.toUpperCase() : of;
  // The field keeps the focus, and with it its caret; a real click, so that a screen reader can press keys too.
  return h(
    "button",
    {
      type: "button",
      tabindex: -1,
      class: of === "✓" ? `go ${look}` : look,
      "aria-label": said(of === "⇧" ? of : letter),
      onpointerdown: (event) => event.preventDefault(),
      onclick: () => press(of, letter),
    },
    of === " " ? "␣" : of === TURN ? turnsTo() : letter,
  );
}

function press(of, letter) {
  if (!field) return;
  if (of === "✓") return hideKeyboard();
  if (of === TURN) {
    signs = !signs;
    return draw();
  }
  if (of === "⇧") {
    capitals = !capitals;
    return draw();
  }
  const { selectionStart: from, selectionEnd: to } = field;
  if (of === "⌫") field.setRangeText("", from === to ? Math.max(0, from - 1) : from, to, "end");
  else if (field.maxLength < 0 || field.value.length - (to - from) < field.maxLength)
    field.setRangeText(letter, from, to, "end");
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

/** A pad of ten digits beside one PIN or several: it types into the one that had the focus last. Real digits work
 * too. */
export function pad(...inputs) {
  let at = inputs[0];
  for (const input of inputs) input.addEventListener("focus", () => (at = input));
  const digit = (of) =>
    h(
      "button",
      {
        type: "button",
        "aria-label": said(of),
        onpointerdown: (event) => event.preventDefault(),
        onclick: () => type(at, of),
      },
      of,
    );
  return h(
    "div",
    { class: "pad", role: "group", "aria-label": t("op.keys.digits") },
    [..."123456789"].map(digit),
    digit("✕"),
    digit("0"),
    digit("⌫"),
  );
}

function type(input, of) {
  const { value } = input;
  if (of === "✕") input.value = "";
  else if (of === "⌫") input.value = value.slice(0, -1);
  else if (value.length < input.maxLength) input.value = value + of;
  input.dispatchEvent(new Event("input", { bubbles: true }));
}
