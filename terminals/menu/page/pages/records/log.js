// The event log: doors, keys, faults, links, power, people, settings; filtered, leafed through, and given to a file.
import { h, put } from "../../dom.js";
import { exports } from "../../parts/files.js";
import { field, text } from "../../parts/fields.js";
import { columns, fingerprint, showSheet, when } from "../../parts/paper.js";
import { list, word } from "../../parts/parts.js";
import { latest, moment, momentOf, numberOf, optional, past, select, waiting } from "../../past/past.js";
import { partsOf, whatWords } from "../../recall/happened.js";
import { turnedRows, typesOfSettings } from "../../parts/turned.js";
import { named, namesUnder, t } from "../../words.js";

const A_TIME = 100;
const A_FILE = 500;
/** Lines in one file, which is made in memory; who wants more asks for a shorter span, or at the console. */
const MOST_IN_A_FILE = 50_000;
/** The kinds whose details have names of their own. */
const WITH_NAMES = ["cash", "journal", "settings", "shift", "seat"];
export const KINDS = [
  "care",
  "cash",
  "dice",
  "dice_unit",
  "door",
  "drop",
  "entry",
  "fault",
  "hold",
  "host",
  "ignored",
  "jackpot",
  "journal",
  "key",
  "late",
  "malfunction",
  "no_roll",
  "operator",
  "paper",
  "person",
  "power",
  "seat",
  "second_place",
  "settings",
  "shift",
  "software",
  "test",
  "void",
];

export const log = {
  open(place) {
    let rows = [];
    const ours = latest();
    const body = h("div", {}, waiting());
    const kind = select("kind", t("op.log.kind"), [
      ["", t("op.log.all")],
      ...KINDS.map((name) => [name, t(`op.log.${name}`)]),
    ]);
    const filters = [
      kind,
      optional("seat", t("op.log.seat")),
      field(t("op.log.words"), text({ id: "words", maxlength: 60 })),
      field(t("op.log.by_whom"), text({ id: "person", maxlength: 32, autocapitalize: "none" })),
      moment("since", t("op.log.since")),
      moment("until", t("op.log.until")),
    ];
    const [of, seat, words, person, since, until] = filters.map((one) => one.querySelector("input, select"));
    const asks = () => ({
      of: of.value || null,
      seat: numberOf(seat),
      since: momentOf(since),
      until: momentOf(until),
      words: words.value.trim() || null,
      whats: meaning(words.value.trim()),
      person: person.value.trim().toLowerCase() || null,
    });
    const more = async () => {
      const still = ours();
      await typesOfSettings();
      const answer = await past("log", { ...asks(), before: rows.at(-1)?.id ?? null, last: A_TIME }, body);
      if (!answer || !still()) return;
      rows = [...rows, ...answer.rows];
      const leaf =
        answer.more || answer.rows.length === A_TIME
          ? h("button", { class: "plain gap", id: "more", onclick: more }, t("op.more"))
          : null;
      put(body, draw(rows), leaf);
    };
    const search = (event) => {
      event?.preventDefault();
      rows = [];
      put(cut);
      put(body, waiting()); // the lines of another search, and their way to more, are not this one's
      return more();
    };
    const cut = h("p", { class: "why", id: "cut", role: "status" });
    const filed = async (made) => {
      const found = await whole(asks());
      put(cut, found.older_than === null ? null : t("op.log.cut", { n: found.rows.length, id: found.older_than }));
      return made(found);
    };
    const files = exports(
      "log",
      () => filed(toRows),
      () => filed(toDocument),
    );
    const form = h(
      "form",
      { class: "tools", onsubmit: search },
      filters,
      h("button", { class: "go", id: "search" }, t("op.log.search")),
      files,
      h("button", { class: "plain", type: "button", id: "report", onclick: () => report(rows) }, t("op.print")),
    );
    of.addEventListener("change", search);
    place.append(form, cut, body);
    search();
  },
};

/** More are not asked for at once. */
const MOST_MEANT = 64;

/** What happened by the words of this language: they do not stand in the journal. */
function meaning(words) {
  const wanted = words.toLocaleLowerCase();
  const means = (name) => t(`op.happened.${name}`).toLocaleLowerCase().includes(wanted);
  return wanted ? namesUnder("op.happened").filter(means).slice(0, MOST_MEANT) : [];
}

const HEAD = () => [t("op.changes.at"), t("op.log.kind"), t("op.log.seat"), t("op.log.what"), t("op.log.details")];

const cells = (row) => [when(row.at), word("op.log", row.of), row.seat ? String(row.seat) : "", ...told(row)];

/** The lines that are looked at. */
const report = (rows) => showSheet(t("op.page.log"), () => [columns(HEAD(), rows.map(cells))], null, "wide");

const draw = (rows) =>
  h(
    "div",
    { id: "log" },
    list(
      HEAD(),
      rows.map((row) => ({
        name: String(row.id),
        cells: [
          when(row.at),
          h("span", { class: "tag" }, word("op.log", row.of)),
          row.seat ? String(row.seat) : "",
          ...told(row),
        ],
      })),
    ),
  );

/** What happened, and every part of it; an older line may have only its own sentence. */
export function told({ fact, text, details }) {
  if (!fact) return [text, details];
  return [whatWords(fact.what), fact.what === "settings" ? turned(fact) : partsOf(fact)];
}

const turned = ({ old, new: now, by }) =>
  [...turnedRows(old, now).map(([name, was, is]) => named(name, `${was} → ${is}`)), `${t("op.part.by")} ${by}`].join(
    "; ",
  );

const toldOf = (details) => (details?.startsWith("{") ? JSON.parse(details) : null);

/** Every line that the filter lets through, newest first; `older_than`: where the file ends before the log does. */
async function whole(asks) {
  const rows = [];
  let [more, of] = [true, null];
  while (more && rows.length < MOST_IN_A_FILE) {
    of = await past("log", { ...asks, before: rows.at(-1)?.id ?? null, last: A_FILE });
    if (!of) throw new Error("the log was not read to its end");
    rows.push(...of.rows);
    more = of.more || of.rows.length === A_FILE;
  }
  return {
    journal: of.journal,
    life: of.life,
    rows,
    older_than: more && (await isThereMore(asks, rows.at(-1).id)) ? rows.at(-1).id : null,
  };
}

async function isThereMore(asks, before) {
  const answer = await past("log", { ...asks, before, last: 1 });
  return !answer || answer.rows.length > 0;
}

/** A spreadsheet has one way to say that there is more: a last line. */
const toRows = ({ rows, older_than: older }) => [
  ["id", "seq", "at", "kind", "seat", "text", "details"],
  ...rows.map((row) => [row.id, row.seq, new Date(row.at).toISOString(), row.of, row.seat, row.text, row.details]),
  ...(older === null ? [] : [[older, "", "", "cut", "", t("op.log.cut", { n: rows.length, id: older }), ""]]),
];
/** As `boxcars events --json` prints it; where the file is cut, it says so. */
const toDocument = ({ journal, life, rows, older_than: older }) => ({
  journal,
  life,
  fingerprint: fingerprint(),
  ...(older === null ? {} : { older_than: older }),
  events: rows.map(({ of, details, ...row }) => ({
    ...row,
    kind: of,
    details: (WITH_NAMES.includes(of) && toldOf(details)) || details,
  })),
});
