// Bill acceptors and ticket printers as they are now: who they are, whether they answer, paper and stacker.
import { ask } from "../asking.js";
import { list, word } from "../parts/parts.js";
import { t } from "../words.js";

/** Notes and tickets of every seat, however many answers that takes; nothing where nobody answers. */
export async function lookAtCash() {
  const rows = [];
  for (let seat = null; ;) {
    const answer = await ask({ kind: "look", what: "cash", ...(seat ? { seat } : {}) });
    if (!answer.ok) return null;
    rows.push(...answer.details.seats);
    seat = answer.details.more;
    if (!seat) return rows;
  }
}

const line = (linked) => t(linked ? "op.service.up" : "op.service.down");
const faultsOf = (faults) => faults.map((fault) => word("op.notes.fault", fault)).join(", ") || "–";

/** A row for each acceptor: what it is and what is in its box. */
export function acceptorRows(seats) {
  const rows = seats.filter(({ acceptor }) => acceptor);
  return list(
    [
      t("op.log.seat"),
      t("op.diag.link"),
      t("op.notes.device"),
      t("op.notes.faults"),
      t("op.notes.in_box"),
      t("op.notes.dark"),
    ],
    rows.map(({ seat, acceptor, box, holds }) => ({
      name: `acceptor-${seat}`,
      look: acceptor.linked && !acceptor.faults.length && !holds.length ? null : "over",
      cells: [
        String(seat),
        line(acceptor.linked),
        acceptor.identity || "–",
        faultsOf(acceptor.faults),
        t("op.notes.papers", { n: papersIn(box) }),
        acceptor.why ? word("op.notes.why", acceptor.why) : "–",
      ],
    })),
  );
}

const papersIn = ({ notes, tickets, found }) => Object.values(notes).reduce((sum, n) => sum + n, tickets + found);

/** A row for each printer: what it is and whether it has paper. */
export function printerRows(seats) {
  const rows = seats.filter(({ printer }) => printer);
  return list(
    [
      t("op.log.seat"),
      t("op.diag.link"),
      t("op.notes.device"),
      t("op.notes.faults"),
      t("op.notes.paper"),
      t("op.notes.bezel"),
    ],
    rows.map(({ seat, printer }) => ({
      name: `printer-${seat}`,
      look: printer.linked && !printer.faults.length && printer.paper !== "out" && !printer.left ? null : "over",
      cells: [
        String(seat),
        line(printer.linked),
        printer.serial ? String(printer.serial) : "–",
        faultsOf(printer.faults),
        printer.paper ? word("op.notes.paper", printer.paper) : "–",
        t(printer.left ? "op.notes.bezel.left" : printer.at_the_bezel ? "op.yes" : "op.no"),
      ],
    })),
  );
}
