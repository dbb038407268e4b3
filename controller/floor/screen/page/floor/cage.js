// The cage: a ticket looked up by its number, paid or settled, and what is owed on tickets that are out.
import { h, put } from "../dom.js";
import { field } from "../parts/fields.js";
import { money } from "../money.js";
import { when } from "../parts/paper.js";
import { facts, list, sideways, word } from "../parts/parts.js";
import { latest, waiting } from "../past/past.js";
import { toast } from "../frame/toast.js";
import { t } from "../words.js";
import { fetched } from "./asking.js";

const PAYS = ["cashier", "supervisor"];
const LOCKED_ENDS = ["redeemed", "issued"];
const OVERDUE = "past_its_day";

export const cage = {
  open(/** @type {HTMLElement} */ place, /** @type {any} */ who) {
    const pays = PAYS.includes(who.role);
    const [shown, owed] = [h("div", { id: "ticket", "aria-live": "polite" }), h("div", { id: "liability" })];
    const loads = () => liability(owed, pays);
    const ours = latest();
    const number = h("input", {
      ...{ id: "number", inputmode: "numeric", autocomplete: "off", spellcheck: "false" },
      ...{ maxlength: 40, required: true },
    });
    const look = async (/** @type {Event} */ event) => {
      event.preventDefault();
      const still = ours();
      put(shown, waiting());
      const answer = await fetched("ticket", { number: number.value });
      if (!still()) return; // another ticket lies there by now
      number.select();
      put(shown, answer?.ok ? ticket(answer.ticket, pays, shown, loads) : no(answer, "floor.no_answer"));
    };
    const wide = field(t("floor.cage.number"), number, t("floor.cage.number.hint"));
    wide.classList.add("line");
    place.append(
      h("p", { class: "soft" }, t("floor.journalled")),
      h(
        "form",
        { class: "tools", onsubmit: look },
        wide,
        h("button", { class: "go", id: "look" }, t("floor.cage.look")),
      ),
      shown,
      owed,
    );
    void loads();
  },
};

const no = (/** @type {any} */ answer, /** @type {string} */ none) =>
  h("p", { class: "bad", role: "alert", "data-code": answer?.code ?? "none" }, why(answer, none));

/** Why it was not done, and what to do. Without an answer nobody knows whether it was. */
const why = (/** @type {any} */ answer, /** @type {string} */ none) =>
  t(answer ? `floor.cage.no.${answer.code}` : none);

const inGroups = (/** @type {string} */ number) => number.replace(/(.{3})(?!$)/g, "$1 ");

/** How it stands, and what may be done with it; `done` is what just became of it. */
function ticket(
  /** @type {any} */ of,
  /** @type {boolean} */ pays,
  /** @type {HTMLElement} */ shown,
  /** @type {() => void} */ loads,
  done = "",
) {
  const late = of.late && of.state === "issued";
  const payable = of.state === "issued" && !late;
  const drawn = (/** @type {any} */ now, /** @type {string} */ words) => {
    put(shown, ticket(now, pays, shown, loads, words));
    loads();
  };
  const reason = payable ? "" : t(`floor.cage.no.${late ? "late" : `is_${of.state}`}`);
  const state = late ? t(`floor.age.${OVERDUE}`) : word("floor.ticket", of.state);
  return h(
    "section",
    { class: "card ticket", "data-state": of.state },
    h("b", { class: "worth" }, money(of.amount)),
    facts([
      [t("floor.tickets.state"), state, payable ? "in" : "out-of"],
      [t("floor.cage.number"), inGroups(of.number)],
      [t("floor.cage.printed_at"), of.printed_at],
      [t("floor.cage.reserved_at"), when(of.reserved_at)],
      [t("floor.cage.until"), when(of.until)],
      late ? null : [t("floor.cage.changed_at"), when(of.changed_at)],
      of.machine && [t("floor.cage.machine"), of.machine],
      of.paid && [t("floor.cage.paid"), of.paid],
    ]),
    done || reason ? h("p", { class: done ? "why done" : "why", role: "status" }, done || reason) : null,
    pays && payable ? paying(of, drawn) : null,
    pays && of.state === "locked" ? settling(of, drawn) : null,
  );
}

function paying(/** @type {any} */ of, /** @type {(now: any, words: string) => void} */ drawn) {
  const button = h("button", { class: "go", id: "pay" }, t("floor.cage.pay", { amount: money(of.amount) }));
  const { fields, typed } = of.alone ? { fields: [], typed: () => ({}) } : second();
  return acting("ticket/pay", of, [fields, button], typed, drawn, "floor.cage.paid_now");
}

function settling(/** @type {any} */ of, /** @type {(now: any, words: string) => void} */ drawn) {
  const { fields, typed } = second();
  const buttons = LOCKED_ENDS.map((state) =>
    h("button", { class: "plain", value: state, id: `settle-${state}` }, t(`floor.cage.settle.${state}`)),
  );
  const said = (/** @type {any} */ pressed) => ({ ...typed(), state: pressed.value });
  return acting("ticket/settle", of, [fields, buttons], said, drawn, "floor.cage.settled");
}

/** Fields for the other person, and what was typed there; a password does not stay. */
function second() {
  const name = h("input", { id: "beside", autocomplete: "off", maxlength: 64, required: true });
  const password = h("input", {
    ...{ id: "beside-password", type: "password", autocomplete: "off" },
    ...{ maxlength: 200, required: true },
  });
  const typed = () => {
    const said = { beside: name.value, password: password.value };
    password.value = "";
    return said;
  };
  const fields = [
    h("p", { class: "soft" }, t("floor.cage.second")),
    field(t("floor.cage.second.name"), name),
    field(t("floor.cage.second.password"), password),
  ];
  return { fields, typed };
}

/** A form whose buttons are asked once: while there is no answer nobody presses again. */
function acting(
  /** @type {string} */ path,
  /** @type {any} */ of,
  /** @type {any} */ parts,
  /** @type {(pressed: any) => object} */ said,
  /** @type {(now: any, words: string) => void} */ drawn,
  /** @type {string} */ good,
) {
  const wrong = h("div", {});
  const form = h("form", { class: "acting" }, parts, wrong);
  form.addEventListener("submit", async (/** @type {any} */ event) => {
    event.preventDefault();
    const buttons = [...form.querySelectorAll("button")];
    for (const one of buttons) one.disabled = true;
    const answer = await fetched(path, { number: of.number, ...said(event.submitter) });
    for (const one of buttons) one.disabled = false;
    if (!answer?.ok) return put(wrong, no(answer, "floor.cage.not_known"));
    drawn(answer.ticket, t(good, { amount: money(answer.ticket.amount) }));
  });
  return form;
}

const ours = latest();

async function liability(/** @type {HTMLElement} */ place, /** @type {boolean} */ pays) {
  const still = ours();
  const rows = await fetched("liability");
  if (!still()) return;
  if (!rows) return put(place, h("p", { class: "bad" }, t("floor.no_answer")));
  const file = h("a", { href: "liability.csv", download: "", "data-csv": "liability" }, t("floor.csv"));
  const sum = (/** @type {string} */ of) =>
    rows.reduce((/** @type {number} */ all, /** @type {any} */ one) => all + one[of], 0);
  const cells = (/** @type {any} */ one) => [
    t(`floor.age.${one.age}`),
    one.age === OVERDUE && one.state === "issued" ? "–" : word("floor.ticket", one.state),
    String(one.tickets),
    money(one.amount),
  ];
  const heads = ["floor.age", "floor.tickets.state", "floor.tickets.many", "floor.tickets.amount"];
  const [age, state, ...figures] = heads.map((key) => t(key));
  const whole = { look: "together", cells: [t("floor.cage.all"), "", String(sum("tickets")), money(sum("amount"))] };
  const late = rows.some((/** @type {any} */ one) => one.age === OVERDUE && one.state === "issued");
  put(
    place,
    h("div", { class: "part-head" }, h("h2", {}, t("floor.cage.owed")), file),
    sideways(
      t("floor.cage.owed"),
      list([age, state, ...figures.map((one) => `${one}#`)], rows.length ? [...rows.map(cells), whole] : []),
    ),
    pays && late ? expiring(() => liability(place, pays)) : null,
  );
}

/** Those of which the days are over become the house's, by name. */
function expiring(/** @type {() => void} */ then) {
  const wrong = h("div", {});
  const button = h("button", { class: "plain gap", id: "expire" }, t("floor.cage.expire"));
  button.addEventListener("click", async () => {
    button.disabled = true;
    const answer = await fetched("ticket/expire", {});
    button.disabled = false;
    if (!answer?.ok) return put(wrong, no(answer, "floor.no_answer"));
    toast(t("floor.cage.expired", { n: String(answer.tickets), amount: money(answer.amount) }));
    then();
  });
  return [h("p", { class: "soft gap" }, t("floor.cage.expire.says")), button, wrong];
}
