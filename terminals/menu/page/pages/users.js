// Who may come in, in which role; a supervisor adds, changes, unlocks and removes people, and gives new PINs.
import { ask } from "../asking.js";
import { form } from "../parts/dialogs.js";
import { h } from "../dom.js";
import { choice, field, pin, text } from "../parts/fields.js";
import { pad } from "../frame/keyboard.js";
import { lookAgain } from "../looking.js";
import { actButton, actions, list } from "../parts/parts.js";
import { state } from "../state.js";
import { t } from "../words.js";

const EVERY_MS = 3000;
const ROLES = ["attendant", "technician", "supervisor"];
const roles = () => ROLES.map((role) => [role, t(`op.role.${role}`)]);

export const users = {
  open: (place) => lookAgain(place, EVERY_MS, () => ({ what: "people" }), draw).refresh,
};

function draw({ people }, look) {
  const head = [t("op.users.name"), t("op.users.role"), t("op.users.state"), ""];
  const row = (person) => ({
    name: person.name,
    cells: [h("b", {}, person.name), t(`op.role.${person.role}`), tags(person), buttons(person, look)],
  });
  return [
    actions(actButton("add_person", t("op.users.add"), () => askNew(look), "go")),
    h("div", { class: "gap" }, list(head, people.map(row))),
  ];
}

const tags = (person) => [
  person.station ? h("span", { class: "tag" }, t("op.users.in", { station: person.station })) : null,
  person.must_change_pin ? h("span", { class: "tag warn" }, t("op.users.must_change")) : null,
  person.locked_ms
    ? h("span", { class: "tag off" }, t("op.users.locked", { minutes: Math.ceil(person.locked_ms / 60_000) }))
    : null,
  !person.locked_ms && person.failures
    ? h("span", { class: "tag" }, t("op.users.failures", { n: person.failures }))
    : null,
];

function buttons(person, look) {
  const self = person.name === state.session?.operator;
  return actions(
    person.locked_ms || person.failures
      ? actButton("unlock_person", t("op.users.unlock"), () => askPlain("unlock_person", person, look), "go")
      : null,
    self ? null : actButton("set_pin", t("op.users.set_pin"), () => askPin(person, look)),
    self ? null : actButton("change_role", t("op.users.change_role"), () => askRole(person, look)),
    self
      ? null
      : actButton("remove_person", t("op.users.remove"), () => askPlain("remove_person", person, look), "danger"),
  );
}

function pinBeside(input) {
  return h("div", { class: "beside" }, field(t("op.users.pin"), input, t("op.users.pin.hint")), pad(input));
}

function askNew(look) {
  const name = text({ id: "person-name", maxlength: 32, autocapitalize: "none" });
  const code = pin({ id: "person-pin" });
  let role = "attendant";
  const low = () => name.value.trim().toLowerCase();
  form(t("op.users.add"), {
    body: [
      field(t("op.users.name"), name, t("op.users.name.hint")),
      choice(t("op.users.role"), roles(), role, (chosen) => (role = chosen)),
      pinBeside(code),
    ],
    go: t("op.users.add"),
    ready: () => /^[a-z][a-z0-9._-]*$/.test(low()) && code.value.length >= 4,
    act: () => ask({ kind: "act", act: "add_person", name: low(), new_role: role, pin: code.value }),
    good: t("op.users.added"),
    done: look,
  });
}

function askPin(person, look) {
  const code = pin({ id: "person-pin" });
  form(t("op.users.set_pin.of", { name: person.name }), {
    body: [pinBeside(code)],
    go: t("op.users.set_pin"),
    ready: () => code.value.length >= 4,
    act: () => ask({ kind: "act", act: "set_pin", name: person.name, pin: code.value }),
    good: t("op.users.pin_set"),
    done: look,
  });
}

function askRole(person, look) {
  let role = person.role;
  form(t("op.users.role.of", { name: person.name }), {
    body: [choice(t("op.users.role"), roles(), role, (chosen) => (role = chosen))],
    go: t("op.users.change_role"),
    act: () => ask({ kind: "act", act: "change_role", name: person.name, new_role: role }),
    good: t("op.users.role_changed"),
    done: look,
  });
}

function askPlain(act, person, look) {
  form(t(`op.users.${act}`, { name: person.name }), {
    body: [h("p", {}, t(`op.users.${act}.says`))],
    go: t(act === "remove_person" ? "op.users.remove" : "op.users.unlock"),
    look: act === "remove_person" ? "danger" : "go",
    act: () => ask({ kind: "act", act, name: person.name }),
    good: t(`op.users.${act}.done`, { name: person.name }),
    done: look,
  });
}
