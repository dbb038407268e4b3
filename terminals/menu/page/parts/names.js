// Names to choose from: a few as buttons, many with a field that narrows them as one types.
import { h, put } from "../dom.js";
import { text } from "./fields.js";
import { t } from "../words.js";

/** So many are seen at once; of more, one searches. */
const FEW = 12;

/** Buttons of these names, and above them a search where they are many. `pick` hears who was chosen. */
export function chooseName(names, pick) {
  let chosen = "";
  const shown = h("div", { class: "names", role: "group", "aria-label": t("op.users.name") });
  const search = text({ id: "search-names", maxlength: 32, autocapitalize: "none", placeholder: t("op.names.search") });
  const choose = (of) => () => {
    chosen = of;
    draw();
    pick(of);
  };
  const button = (of) =>
    h(
      "button",
      {
        type: "button",
        class: "pick",
        "data-name": of,
        "aria-pressed": String(of === chosen),
        onclick: choose(of),
      },
      of,
    );
  function draw() {
    const wanted = search.value.trim().toLowerCase();
    // Who begins so comes first: nobody types more than two letters of a colleague.
    const found = [
      ...names.filter((of) => of.startsWith(wanted)),
      ...names.filter((of) => !of.startsWith(wanted) && of.includes(wanted)),
    ];
    put(shown, found.length ? found.map(button) : h("p", { class: "soft" }, t("op.names.none")));
  }
  search.addEventListener("input", draw);
  draw();
  return h("div", { class: "choose-name" }, names.length > FEW ? search : null, shown);
}
