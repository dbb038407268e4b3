"""Facts of notes and tickets in an English sentence, as `english` makes those of the rest."""

from controller.facts.english import Data, Said, either, in_json, says

LINKED = either(
    "linked", {True: "seat {seat}: the {device} is there", False: "seat {seat}: the {device} is away"}, "{text}"
)
HELD = either("on", {True: "seat {seat}: cash waits: {why}", False: "seat {seat}: cash goes on: {why}"}, "{about}")
KEPT = says("{move}: a {what} of {amount} is in the box")
UNKNOWN = says("{move}: nobody knows what became of {amount}: {why}")
FOUND = says("{name}: {amount} without a move: {why}")
TURNED = says("{move}: {amount} is paid by hand, not by a ticket: {why}")
VOIDED = says("ticket …{ends} was to be voided: {verdict}, {amount}")
DROP = in_json("seat {seat}: box {drop} is out, with {amount}")
COUNTED = in_json("seat {seat}: box {drop} had {counted}, by {by}")
TAKEN = either(
    "taken",
    {
        True: "seat {seat}: the ticket of job {job} was taken",
        False: "seat {seat}: nobody takes the ticket of job {job}",
    },
)


def faults(fact: Data) -> Said:
    """Of which device, and their names."""
    return f"seat {fact['seat']}: {fact['device']}: " + (", ".join(fact["faults"]) or "all clear"), ""


def doubted(fact: Data) -> Said:
    """How many events nobody was told of."""
    what = f"{fact['missing']} events are lost" if fact["missing"] else "nobody listened for a while"
    return f"seat {fact['seat']}: acceptor: {what}", ""


def settled(fact: Data) -> Said:
    """By one person, or by two."""
    by = " and ".join(name for name in (fact["by"], fact["witness"]) if name) or "the authority"
    return f"{fact['name']}: {fact['amount']} {fact['how']}, by {by}", ""


def came(fact: Data) -> Said:
    """What became of a job, and whether the money went with it."""
    late = "" if fact["moved"] else ", and moves nothing"
    return f"{fact['move']}: job {fact['job']} of {fact['amount']} came {fact['outcome']}{late}", ""


def if_left(fact: Data) -> str:
    """That a ticket was taken is no line of the log; that nobody takes it is."""
    return "" if fact["taken"] else "paper"
