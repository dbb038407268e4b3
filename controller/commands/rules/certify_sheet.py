"""The verdict for people: a table in the order of the felt, and what is outside in words beneath it."""

from collections.abc import Iterator

from rich import box
from rich.table import Table

from controller.certify.document import Document
from controller.commands.rules.par_sheet import print_parts


def print_sheet(document: Document, title: str) -> None:
    """Print the head, the table, and what is to be said beneath it."""
    print_parts(_head(document, title), _table(document), _notes(document))


def _head(document: Document, title: str) -> list[str]:
    return [
        f"{title} ({document['rulebook']})",
        f"digest {document['digest']}",
        f"engine {document['engine']}, seed {document['seed']}",
        f"{document['rolls']:,} rolls, {document['wagers']:,} wagers",
    ]


def _table(document: Document) -> Table:
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0), show_edge=False)
    table.add_column("bet", no_wrap=True)
    for name in ("wagers", "return %", "exact %", "chance allows", "to"):
        table.add_column(name, justify="right", no_wrap=True)
    table.add_column("")
    for bet, line in document["bets"].items():
        returned = line["returned_percent"]
        table.add_row(
            bet,
            f"{line['wagers']:,}",
            "none yet" if returned is None else f"{returned:.4f}",
            f"{line['exact_percent']:.4f}",
            f"{line['low_percent']:.4f}",
            f"{line['high_percent']:.4f}",
            "" if line["inside"] else "OUTSIDE",
            style="" if line["inside"] else "bold red",
        )
    return table


def _notes(document: Document) -> Iterator[str]:
    for bet, line in document["bets"].items():
        for ending in line["impossible"]:
            yield (
                f"{bet}: {ending['count']:,} times {ending['stake']} laid: {ending['result']}, {ending['paid']} paid, "
                f"{ending['vigorish']} vigorish: the exact figures have no such ending"
            )
        for way in line["ways"]:
            if not way["inside"]:
                yield (
                    f"{bet}: {way['result']}, {way['paid']} paid came {way['count']:,} times; expected "
                    f"{way['expected']:,.1f}, chance allows {way['low']:,.1f} to {way['high']:,.1f}"
                )
    for bet, reason in document["not_played"].items():
        yield f"not played: {bet}: {reason}"
    outside = document["outside"]
    yield f"{len(outside)} outside: {', '.join(outside)}" if outside else "every bet is inside"
    yield f"a sound engine is called outside once in {1 / document['fails_by_chance']:,.0f} runs"
