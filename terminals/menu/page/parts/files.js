// Files for the station: what is on the screen, as a spreadsheet reads it or as the console would print it.
import { h } from "../dom.js";
import { state } from "../state.js";
import { toast } from "../frame/toast.js";
import { t } from "../words.js";

/** Give the browser a file to keep. */
export function download(name, text, kind) {
  const address = URL.createObjectURL(new Blob([text], { type: kind }));
  const link = h("a", { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

const cell = (value) => {
  const text =
    value === null || value === undefined ? "" : typeof value === "object" ? JSON.stringify(value) : String(value);
  // No spreadsheet takes it for a formula.
  const safe = typeof value === "string" && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** Rows of cells as CSV; the first row names the columns. */
export const csv = (rows) => rows.map((row) => row.map(cell).join(",")).join("\n") + "\n";

/** The two buttons; `rows` and `document` are asked when one is pressed, and may take their time. */
export function exports(name, rows, document) {
  const button = (kind, save) => {
    const press = async () => {
      made.disabled = true;
      try {
        await save();
      } catch {
        toast(t("op.export.failed"), true);
      } finally {
        made.disabled = false;
      }
    };
    const made = h(
      "button",
      { type: "button", class: "plain", "data-export": kind, "data-key": `export-${kind}`, onclick: press },
      t(`op.export.${kind}`),
    );
    return made;
  };
  const machine = () => state.session?.paper?.machine ?? null;
  const whose = () => (machine()?.asset || machine()?.name || "").replaceAll(/[^\w-]+/g, "_");
  const stamp = () =>
    `${whose() ? `${whose()}-` : ""}${name}-${new Date().toISOString().slice(0, 19).replaceAll(":", "")}`;
  return [
    button("csv", async () => download(`boxcars-${stamp()}.csv`, csv(await rows()), "text/csv")),
    button("json", async () =>
      download(
        `boxcars-${stamp()}.json`,
        `${JSON.stringify({ machine: machine(), ...(await document()) }, null, 1)}\n`,
        "application/json",
      ),
    ),
  ];
}
