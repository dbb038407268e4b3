// A law's profile laid beside the machine as it is turned now: a part of the page of the par sheet, and of its paper.
import { h, put } from "../dom.js";
import { columns as paperColumns, facts as paperFacts } from "../parts/paper.js";
import { bet, list, word } from "../parts/parts.js";
import { past, waiting } from "./past.js";
import { named, t } from "../words.js";

/** What was shown last: it goes on the paper with the sheet. */
let shown = null;

export function profileCard() {
  const picks = h("div", { class: "row gap", id: "profiles" });
  const place = h("div", { id: "profile", "aria-live": "polite" });
  const look = async (name) => {
    put(place, waiting());
    const answer = await past("profile", name ? { name } : {}, place);
    if (!answer) return;
    shown = answer.document;
    put(
      picks,
      shown.profiles.map((one) => pick(one, shown.name, look)),
    );
    put(place, draw(shown));
  };
  look("");
  return h("section", {}, h("h2", { class: "gap" }, t("op.profile.title")), picks, place);
}

const pick = ({ name, title }, chosen, look) =>
  h(
    "button",
    { class: "pick", "aria-pressed": String(name === chosen), title, onclick: () => look(name) },
    name === "none" ? t("op.profile.all") : name.toUpperCase(),
  );

const stands = (line) => t(`op.profile.${line.stands.replace(" ", "_")}`);
const WELL = ["fulfilled", "not used"];

/** By which setting, and what it is now; what has none is always so. */
function by({ setting, value }) {
  if (!setting) return t("op.profile.always");
  const name = word("op.setting", setting);
  if (value === null || value === undefined) return name;
  return named(name, value === true ? t("op.yes") : value === false ? t("op.no") : value);
}

const HEAD = () => ["asks", "section", "stands", "by"].map((name) => t(`op.profile.${name}`));
const cells = (line) => [word("op.requirement", line.name), line.section, stands(line), by(line)];

const summary = ({ well, lines }) => t("op.profile.well", { well, of: lines.length });
const forbidden = ({ returns }) =>
  returns.map((row) => t(`op.profile.returns.${row.which}`, { bet: bet(row.bet), returns: row.returns }));

function draw(seen) {
  const row = (line) => ({
    name: line.name,
    look: WELL.includes(line.stands) ? null : "differs",
    cells: cells(line),
  });
  return [
    h("p", { class: "big gap", id: "profile-well" }, summary(seen)),
    h("p", { class: "soft" }, `${seen.title} · ${seen.source}`),
    seen.born ? h("p", { class: "soft" }, t("op.profile.born", { name: seen.born.toUpperCase() })) : null,
    forbidden(seen).map((said) => h("p", { class: "bad" }, said)),
    h("div", { class: "scroll", id: "profile-lines" }, list(HEAD(), seen.lines.map(row))),
    h("p", { class: "soft gap" }, t("op.profile.says")),
  ];
}

/** For the paper of the par sheet: the profile that is being looked at. */
export const profileOnPaper = () =>
  shown
    ? [
        paperFacts([
          [t("op.profile.title"), `${shown.name.toUpperCase()} · ${shown.title}`],
          ["", summary(shown)],
          ...forbidden(shown).map((said) => ["", said]),
        ]),
        paperColumns(HEAD(), shown.lines.map(cells)),
      ]
    : [];
