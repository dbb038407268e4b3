// The last rolls as a strip, latest first: the total, both dice, and what the roll did to the puck.
import { h } from "../dom.js";
import { t } from "../words.js";

const MARK = { point: "ON", made: "✓", out: "✕" };

export function strip(past, most) {
  const latest = past.slice(-most).reverse();
  return latest.map(({ faces: [a, b], did }) => {
    const total = a + b;
    const said = t("roll.said", { total, a, b }) + (did ? `, ${t(`roll.${did}`)}` : "");
    return h(
      "li",
      { class: `roll ${did}`, "aria-label": said, title: said },
      h("b", {}, String(total)),
      h("small", {}, `${a}·${b}`),
      did ? h("i", {}, MARK[did]) : null,
    );
  });
}
