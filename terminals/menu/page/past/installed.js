// Every installed file with its SHA-256 and whether it is as it was released: to scroll through, and as a file.
import { close, open } from "../parts/dialogs.js";
import { h, put } from "../dom.js";
import { exports } from "../parts/files.js";
import { list } from "../parts/parts.js";
import { past, waiting } from "./past.js";
import { t } from "../words.js";

const A_TIME = 200;
const A_FILE = 500;

export function installed() {
  let rows = [];
  const body = h("div", { id: "installed", class: "scrolls" }, waiting());
  const count = h("p", { class: "soft", id: "installed-count" });
  const more = async () => {
    const answer = await past("files", { after: rows.at(-1)?.file ?? "", last: A_TIME }, body);
    if (!answer) return;
    rows = [...rows, ...answer.files];
    count.textContent = t("op.software.shown", { n: rows.length, of: answer.of });
    const leaf = answer.more
      ? h("button", { class: "plain gap", id: "more-files", type: "button", onclick: more }, t("op.more"))
      : null;
    put(body, draw(rows), leaf);
  };
  const files = exports(
    "installed-files",
    async () => toRows(await whole()),
    async () => ({ listing: (await whole()).map(({ file, sha256, what }) => [file, sha256, what]) }),
  );
  open(
    t("op.software.list"),
    count,
    body,
    h("div", { class: "row end gap" }, files, h("button", { class: "go", onclick: close }, t("close"))),
  ).className = "wide";
  more();
}

const draw = (rows) =>
  list(
    [t("op.software.file"), "SHA-256", ""],
    rows.map(({ file, sha256, what }) => ({
      name: file,
      cells: [
        h("code", {}, file),
        h("code", { class: "hash" }, sha256 || "–"),
        what === "as_released" ? t("op.software.released") : h("span", { class: "tag warn" }, t(`op.software.${what}`)),
      ],
    })),
  );

/** All of them; a list that is not read to its end is none. */
async function whole() {
  const found = [];
  for (let more = true; more;) {
    const answer = await past("files", { after: found.at(-1)?.file ?? "", last: A_FILE });
    if (!answer) throw new Error("the list was not read to its end");
    found.push(...answer.files);
    more = answer.more;
  }
  return found;
}

const toRows = (rows) => [["file", "sha256", "what"], ...rows.map(({ file, sha256, what }) => [file, sha256, what])];
