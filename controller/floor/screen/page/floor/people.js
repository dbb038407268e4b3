// Names, roles and passwords: everybody changes their own; a supervisor says who may look.
import { h, put } from "../dom.js";
import { field } from "../parts/fields.js";
import { list } from "../parts/parts.js";
import { select } from "../past/past.js";
import { toast } from "../frame/toast.js";
import { t } from "../words.js";
import { fetched } from "./asking.js";

const ROLES = ["viewer", "cashier", "auditor", "supervisor"];

export const people = {
  open(/** @type {HTMLElement} */ place, /** @type {any} */ who) {
    place.append(ownPassword());
    if (who.role !== "supervisor") return;
    const body = h("div", { id: "people" });
    const load = async () => {
      const found = await fetched("people");
      put(body, found ? listed(found, who.name, load) : h("p", { class: "bad" }, t("floor.no_answer")));
    };
    place.append(h("h2", { class: "gap" }, t("floor.people")), body, adding(load));
    void load();
  },
};

const secret = (/** @type {string} */ id, /** @type {string} */ words, kind = "new-password") =>
  field(words, h("input", { id, type: "password", autocomplete: kind, minlength: 10, maxlength: 200, required: true }));

function ownPassword() {
  const [old, fresh] = [
    secret("old", t("floor.password.old"), "current-password"),
    secret("new", t("floor.password.new")),
  ];
  const change = async (/** @type {Event} */ event) => {
    event.preventDefault();
    const [was, is] = [old, fresh].map((one) => one.querySelector("input"));
    const answer = await fetched("password", { old: was.value, new: is.value });
    for (const one of [was, is]) one.value = "";
    said(answer, t("floor.password.changed"));
  };
  return [
    h("h2", {}, t("floor.password.own")),
    h(
      "form",
      { class: "tools", onsubmit: change },
      old,
      fresh,
      h("button", { class: "go" }, t("floor.password.change")),
    ),
  ].reduce((whole, part) => (whole.append(part), whole), h("section", { id: "own" }));
}

function listed(/** @type {any[]} */ found, /** @type {string} */ own, /** @type {() => void} */ load) {
  const remove = async (/** @type {string} */ name) => {
    said(await fetched("people/remove", { name }), t("floor.removed", { name }));
    load();
  };
  const row = (/** @type {any} */ { name, role }) => [
    name,
    t(`floor.role.${role}`),
    name === own
      ? ""
      : h("button", { class: "plain", "data-key": `remove-${name}`, onclick: () => remove(name) }, t("floor.remove")),
  ];
  return list([t("floor.name"), t("floor.role"), t("floor.remove")], found.map(row));
}

function adding(/** @type {() => void} */ load) {
  const name = field(
    t("floor.name"),
    h("input", { id: "new-name", maxlength: 64, required: true, autocomplete: "off" }),
  );
  const role = select(
    "new-role",
    t("floor.role"),
    ROLES.map((one) => [one, t(`floor.role.${one}`)]),
  );
  const password = secret("new-secret", t("floor.password"));
  const add = async (/** @type {Event} */ event) => {
    event.preventDefault();
    const [named, is] = [name, password].map((one) => one.querySelector("input"));
    const said_ = { name: named.value, role: role.querySelector("select").value, password: is.value };
    said(await fetched("people", said_), t("floor.added", { name: named.value }));
    for (const one of [named, is]) one.value = "";
    load();
  };
  return h(
    "form",
    { class: "tools gap", onsubmit: add },
    name,
    role,
    password,
    h("button", { class: "go" }, t("floor.add")),
  );
}

function said(/** @type {any} */ answer, /** @type {string} */ good) {
  if (answer?.ok) toast(good);
  else toast(t(answer ? `floor.refused.${answer.code}` : "floor.no_answer"), true);
}
