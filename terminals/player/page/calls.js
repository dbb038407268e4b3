// ON and OFF: in place of the buttons, a row for all wagers that take a call and one for each kind of them.
import { byId, h, put, showIf } from "./dom.js";
import { callable, turnGroup } from "./acts.js";
import { isWorking, spotOf } from "./limits.js";
import { changed, state } from "./state.js";
import { t } from "./words.js";

let shown = "";

export function showCalls() {
  if (state.mode === "call" && !callable().length) state.mode = "place";
  const calling = state.mode === "call";
  showIf(byId("calls"), calling);
  showIf(byId("buttons"), !calling);
  const key = JSON.stringify([calling, callable().map((bet) => [bet, isWorking(bet)]), t("calls.back")]);
  if (key === shown) return;
  shown = key;
  if (calling)
    put(
      byId("calls"),
      h("p", {}, t("calls.hint")),
      groups().map(([kind, name]) => group(kind, name)),
      h("button", { id: "calls-back", onclick: back }, t("calls.back")),
    );
}

function groups() {
  const kinds = [...new Set(callable().map((bet) => spotOf(bet).kind))];
  const all = kinds.length > 1 ? [[null, t("calls.all")]] : [];
  return [...all, ...kinds.map((kind) => [kind, t(`bet.${kind}`)])];
}

function group(kind, name) {
  const bets = callable(kind);
  const turn = (on) =>
    h(
      "button",
      {
        "data-call": `${kind ?? "all"} ${on ? "on" : "off"}`,
        "aria-pressed": String(bets.every((bet) => isWorking(bet) === on)),
        "aria-label": `${name} ${t(on ? "chip.on" : "chip.off")}`,
        onclick: () => turnGroup(kind, on),
      },
      t(on ? "chip.on" : "chip.off"),
    );
  return h(
    "div",
    { class: "call-group", role: "group", "aria-label": name },
    h("span", {}, name),
    turn(true),
    turn(false),
  );
}

function back() {
  state.mode = "place";
  changed();
}
