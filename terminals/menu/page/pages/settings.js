// Everything that can be turned: edit, look at what it does (every bet's exact return, now and then), accept.
import { ask } from "../asking.js";
import { form } from "../parts/dialogs.js";
import { h, put } from "../dom.js";
import { amountIn, number, text, typed } from "../parts/fields.js";
import { money } from "../money.js";
import { bet, list, word } from "../parts/parts.js";
import { state } from "../state.js";
import { toast, toastAnswer } from "../frame/toast.js";
import { learnTypes, turnedRows } from "../parts/turned.js";
import { whyOf } from "../frame/why.js";
import { known, named, t } from "../words.js";

export const settings = {
  open(place) {
    const edits = new Map();
    const rows = h("div", {});
    const shown = h("div", { id: "preview", "aria-live": "polite" });
    const button = h(
      "button",
      { class: "go", id: "preview-go", disabled: true, onclick: () => preview(edits, shown, load) },
      t("op.settings.preview"),
    );
    const undo = h(
      "button",
      { class: "plain", id: "settings-undo", disabled: true, onclick: () => load() },
      t("op.settings.undo"),
    );
    const turned = () => {
      button.disabled = undo.disabled = !edits.size || [...edits.values()].includes(undefined);
      put(shown);
    };
    const load = async () => {
      const answer = await ask({ kind: "look", what: "settings" });
      edits.clear();
      turned();
      if (!answer.ok) return put(rows, h("p", { class: "bad" }, toastAnswer(answer)));
      learnTypes(answer.details.settings);
      return put(rows, draw(answer.details, edits, turned));
    };
    place.append(rows, h("div", { class: "row gap sticky" }, button, undo), shown);
    load();
  },
};

function draw({ settings: all, must_wait: wait, waits_for: lies }, edits, turned) {
  const groups = [...new Set(all.map(({ group }) => group))];
  const waits = wait
    ? h("p", { class: "why", id: "must-wait" }, `${t("op.settings.must_wait")} ${whyOf("must_wait", lies)}`)
    : null;
  const group = (name) => [
    h("h2", { class: "gap" }, word("op.settings.group", name)),
    h(
      "div",
      { class: "settings" },
      all.filter((one) => one.group === name).map((one) => setting(one, wait, edits, turned)),
    ),
  ];
  return [waits, groups.map(group)];
}

const nameOf = (name) => word("op.setting", name);

function setting(one, wait, edits, turned) {
  const say = (value, input) => {
    if (JSON.stringify(value) === JSON.stringify(one.value)) edits.delete(one.name);
    else edits.set(one.name, value);
    input.classList.toggle("changed", edits.has(one.name));
    input.setAttribute("aria-invalid", String(value === undefined));
    turned();
  };
  const input = INPUTS[one.type](one, say);
  input.dataset.setting = one.name;
  if (one.waits && wait) for (const part of [input, ...input.querySelectorAll("input, button")]) part.disabled = true;
  const says = known(`op.says.${one.name}`) ? t(`op.says.${one.name}`) : one.says;
  const range = rangeOf(one.group === "kinds" ? { ...one, optional: false } : one); // what empty means there, its words say
  const hint = [says, range, one.waits ? t("op.settings.waits") : ""].filter(Boolean).join(" · ");
  const tag = one.type === "choices" || one.type === "texts" ? "div" : "label";
  return h(tag, { class: "field" }, h("span", {}, nameOf(one.name)), input, h("small", {}, hint));
}

/** A bound that nobody comes near says nothing to a person. */
const ENDLESS = 10 ** 12;

function rangeOf({ type, minimum, maximum, optional }) {
  const show = type === "money" ? money : String;
  const range =
    minimum === null || maximum === null || maximum >= ENDLESS
      ? ""
      : t("op.settings.range", { min: show(minimum), max: show(maximum) });
  const unit = type === "seconds" ? t("op.settings.seconds") : type === "rate" ? t("op.settings.rate") : "";
  return [range, unit, optional ? t("op.settings.optional") : ""].filter(Boolean).join(" · ");
}

/** How each type is typed; `undefined` is what cannot be a value. */
const INPUTS = {
  money: (one, say) => figure(one, say, typed(one.value), amountIn),
  seconds: (one, say) => figure(one, say, one.value ?? "", whole),
  count: (one, say) => figure(one, say, one.value ?? "", whole),
  rate: (one, say) => words(one, say, (value) => (/^\d{1,6}\/\d{1,6}$/.test(value) ? value : undefined)),
  text: (one, say) => words(one, say, (value) => value || undefined),
  texts: textsByLanguage,
  switch: (one, say) => {
    const input = h("input", { type: "checkbox", checked: one.value === true });
    input.addEventListener("change", () => say(input.checked, input));
    return input;
  },
  choice: (one, say) => {
    const options = one.optional
      ? [["", t("op.settings.none")], ...one.choices.map((of) => [of, of])]
      : one.choices.map((of) => [of, of]);
    const input = h(
      "select",
      {},
      options.map(([value, words_]) =>
        h("option", { value, selected: value === (one.value ?? "") }, word(`op.choice.${one.name}`, words_)),
      ),
    );
    input.addEventListener("change", () => say(input.value || null, input));
    return input;
  },
  choices: (one, say) => {
    const chosen = [...one.value];
    const box = h("div", { class: "row" });
    const toggle = (of) => (event) => {
      if (chosen.includes(of)) chosen.splice(chosen.indexOf(of), 1);
      else chosen.push(of);
      event.currentTarget.setAttribute("aria-pressed", String(chosen.includes(of)));
      say(chosen.length ? [...chosen] : undefined, box);
    };
    box.append(
      ...one.choices.map((of) =>
        h(
          "button",
          { type: "button", class: "pick", "aria-pressed": String(chosen.includes(of)), onclick: toggle(of) },
          state.names[of],
        ),
      ),
    );
    return box;
  },
};

/** `en: what it says`: a field for each language that there is; one left empty says nothing. */
function textsByLanguage(one, say) {
  const said = new Map(one.value.map((row) => [row.slice(0, row.indexOf(": ")), row.slice(row.indexOf(": ") + 2)]));
  const box = h("div", { class: "texts" });
  const whole = () => [...said].filter(([, words_]) => words_).map(([language, words_]) => `${language}: ${words_}`);
  box.append(
    ...one.choices.map((language) => {
      const input = text({ value: said.get(language) ?? "", maxlength: 280, "aria-label": state.names[language] });
      input.addEventListener("input", () => {
        said.set(language, input.value.trim());
        say(whole(), box);
      });
      return h("span", { class: "row gap" }, h("small", {}, state.names[language]), input);
    }),
  );
  return box;
}

function figure(one, say, value, read) {
  const input = number({ value });
  input.addEventListener("input", () => {
    const empty = input.value.trim() === "";
    const found = empty && one.optional ? null : (read(input) ?? undefined);
    const outside =
      typeof found === "number" &&
      ((one.minimum !== null && found < one.minimum) || (one.maximum !== null && found > one.maximum));
    say(outside ? undefined : found, input);
  });
  return input;
}

const whole = (input) => (/^\d{1,9}$/.test(input.value.trim()) ? Number(input.value.trim()) : null);

function words(one, say, read) {
  const input = text({ value: one.value ?? "" });
  input.addEventListener("input", () => {
    const value = input.value.trim();
    say(value === "" && one.optional ? null : read(value), input);
  });
  return input;
}

/** `limits.max` 5 is `{limits: {max: 5}}` on the wire. */
function changeOf(edits) {
  const change = {};
  for (const [name, value] of edits) {
    const [outer, inner] = name.split(".");
    if (inner) (change[outer] ??= {})[inner] = value;
    else change[outer] = value;
  }
  return change;
}

// ---- what it would do ----

async function preview(edits, shown, load) {
  const change = changeOf(edits);
  put(shown, h("p", { class: "big gap", role: "status" }, t("op.settings.working")));
  const answer = await ask({ kind: "preview", change });
  if (JSON.stringify(changeOf(edits)) !== JSON.stringify(change)) return undefined; // it is of what stood there before
  if (!answer.ok) return put(shown, h("p", { class: "bad gap" }, toastAnswer(answer)));
  const seen = answer.details;
  const head = [t("op.settings.what"), t("op.settings.old"), t("op.settings.new")];
  const turned = list(head, rowsOf(seen));
  const accept = seen.ok
    ? h("button", { class: "go", id: "accept", onclick: () => confirm(seen, change, load) }, t("op.settings.accept"))
    : null;
  const players = seen.ok ? await whoPlays(seen) : null;
  const refused = seen.ok
    ? null
    : h(
        "div",
        { id: "refused", role: "alert" },
        h("p", { class: "bad big" }, refusalOf(seen)),
        h("p", {}, whyRefused(seen)),
      );
  put(
    shown,
    h("h2", { class: "gap" }, t("op.settings.does")),
    refused,
    seen.turned.length ? turned : null,
    seen.ok && seen.returns_wagers
      ? h("p", { class: "why gap", id: "goes-back" }, t("op.settings.returns_wagers"), " ", goesBack(seen))
      : null,
    players,
    exposedOf(seen),
    accept ? h("div", { class: "row gap" }, accept) : null,
    returnsOf(seen),
  );
  shown.scrollIntoView({ block: "start" });
  return accept?.focus();
}

/** Another book comes into force under people who play: what they have, and whether a hand runs. */
async function whoPlays({ turned }) {
  if (!turned.some(({ name }) => name === "rulebook")) return null;
  const answer = await ask({ kind: "look", what: "seats" });
  const credits = answer.ok ? t("op.settings.book.players", { amount: money(answer.details.on_seats) }) : "";
  const hand = state.table?.hand?.rolls ? t("op.settings.book.hand") : "";
  return h("p", { class: "why gap", id: "who-plays" }, `${credits} ${hand}`.trim());
}

const isOver = (row) => row.edge_then?.startsWith("-") ?? false;

/** Of the cap, the bets by the names that stand on the felt; of anything else, what the controller names. */
function whyRefused({ code, about, returns }) {
  return code === "over_the_cap"
    ? returns
        .filter(isOver)
        .map((row) => bet(row.bet))
        .join(", ")
    : whyOf(code, about);
}

const refusalOf = (seen) => toastAnswer({ code: seen.code, details: {} });

const rowsOf = ({ turned }) =>
  turned.flatMap(({ name, old, new: fresh }) => turnedRows({ [name]: old }, { [name]: fresh }));

/** What goes back, in this person's words; a controller that does not count it says a sentence. */
function goesBack({ goes_back: of, returns_wagers: said }) {
  if (!of) return said;
  return of.wagers
    ? t("op.settings.goes_back", { wagers: of.wagers, seats: of.seats, amount: money(of.amount) })
    : t("op.settings.nothing_goes_back");
}

/** What the house has to have: worked out, and no forecast. */
function exposedOf({ exposed: of }) {
  if (!of) return null;
  const words_ = of.now === of.then ? money(of.then) : `${money(of.now)} → ${money(of.then)}`;
  return h(
    "p",
    { class: "gap", id: "exposed" },
    named(t("op.settings.exposed"), ""),
    h("b", {}, words_),
    h("small", {}, ` ${t("op.settings.exposed.says")}`),
  );
}

function returnsOf({ returns }) {
  if (!returns.length) return null;
  const changed = returns.filter((row) => row.now !== row.then || row.edge_now !== row.edge_then);
  const same = returns.filter((row) => !changed.includes(row));
  const cell = (percent, edge) =>
    percent === null ? t("op.settings.not_offered") : h("span", { title: edge ?? "" }, `${percent} %`);
  const row = (of) => ({
    look: changed.includes(of) ? (isOver(of) ? "differs over" : "differs") : null,
    name: of.bet,
    cells: [bet(of.bet), cell(of.now, of.edge_now), of.edge_now ?? "", cell(of.then, of.edge_then), of.edge_then ?? ""],
  });
  const head = [
    t("help.spot"),
    `${t("op.settings.return_now")}#`,
    `${t("help.edge")}#`,
    `${t("op.settings.return_then")}#`,
    `${t("help.edge")}#`,
  ];
  return [
    h("h2", { class: "gap" }, t("op.settings.returns", { n: changed.length })),
    h("div", { id: "returns" }, list(head, [...changed, ...same].map(row))),
  ];
}

function confirm(seen, change, load) {
  const rows = rowsOf(seen);
  form(t("op.settings.confirm"), {
    body: [
      list([t("op.settings.what"), t("op.settings.old"), t("op.settings.new")], rows),
      h("p", {}, t("op.settings.confirm.says", { name: state.session.operator })),
    ],
    go: t("op.settings.confirm.go"),
    act: () => ask({ kind: "act", act: "settings", change, confirm: seen.confirm }),
    done() {
      toast(t("op.settings.done"));
      load();
    },
  });
}
