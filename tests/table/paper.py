"""Tables of the code as text for `docs/`: generated from the code, so that paper and machine say the same.

`make docs` writes them between their markers; a test says when that was forgotten.
"""

import re
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path

from controller.games.craps.at_the_table import COURSE
from controller.games.craps.rules.refusal import CODES as CODES_OF_A_WAGER
from controller.records.metrics import METRICS, Metric
from controller.server.loop.troubles import Trouble
from controller.server.staff.station_codes import CODES as STATION_CODES
from controller.table.holds.reasons import REMEDY
from controller.table.phases import ALWAYS, LEGAL, MEANING, MOVES, Phase
from controller.table.refusals import CODES
from controller.table.staff.operating import ACTS, RESUMES
from controller.table.staff.settings import TableSettings
from controller.vault.faults import FAULTS
from systemd.refusals import REFUSALS

DOCS = Path(__file__).parents[2] / "docs"
PAGES = ("round.md", "errors.md", "metrics.md")
MARKED = re.compile(r"(<!-- begin (\w+) -->\n).*?(<!-- end \2 -->)", re.DOTALL)


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def _phases() -> str:
    return _table(
        ("phase", "what it is", "ended by time"),
        (
            (f"`{phase}`", MEANING[phase], ", ".join(f"`{name}`" for name in COURSE.timers.get(phase, ())) or "–")
            for phase in Phase
        ),
    )


def _moves() -> str:
    return _table(
        ("from", "to", "when"),
        ((f"`{phase}`", f"`{to}`", why) for phase, leads in MOVES.items() for to, why in leads.items()),
    )


def _legal() -> str:
    return _table(
        ("phase", "event", "what it does"),
        (
            (f"`{phase}`", f"`{kind.__name__}`", does)
            for phase, events in LEGAL.items()
            for kind, does in events.items()
        ),
    )


def _always() -> str:
    return _table(("event", "what it does"), ((f"`{kind.__name__}`", does) for kind, does in ALWAYS.items()))


def _holds() -> str:
    return _table(
        ("hold", "goes when", "a person who may end it"),
        ((f"`{hold}`", remedy, ", ".join(sorted(RESUMES.get(hold, ()))) or "–") for hold, remedy in REMEDY.items()),
    )


def _acts() -> str:
    return _table(
        ("act", "what it does", "who", "when"),
        ((f"`{name}`", act.says, ", ".join(sorted(act.roles)), _when(act.phases)) for name, act in ACTS.items()),
    )


def _when(phases: frozenset[Phase]) -> str:
    return "any time" if phases == frozenset(Phase) else ", ".join(phase for phase in Phase if phase in phases)


def _settings() -> str:
    return _table(
        ("setting", "at first", "what it is"),
        ((f"`{name}`", str(field.default), SAYS[name]) for name, field in TableSettings.model_fields.items()),
    )


SAYS = {
    "bet_time": "seconds from the first wager to the close of bets",
    "shoot_time": "seconds in which the shooter may press",
    "result_time": "seconds for which a result is shown",
    "withdraw_time": "seconds to keep or withdraw after a power failure",
    "close_early": "whether bets close as soon as every seat with wagers says that it is done",
    "max_no_rolls": "how often the dice are shaken again in a round before a person must look",
    "large_win": "won in one roll, more than this locks the seat for an attendant; None: never",
    "credit_limit": "the most that credits put on a seat may bring its balance to",
    "liability_limit": "the most that all wagers together could win; None: no limit",
    "time_zone": "where the machine stands; the gaming day ends by its clock",
    "day_closes": "local time at which the gaming day ends",
    "languages": "what players may choose from, the first being what a screen begins with; none named: every one",
}
"""Every setting of the table in a line."""


def _codes(codes: Mapping[str, tuple[str, str]]) -> str:
    return _table(("code", "what it means", "what to do"), ((f"`{code}`", *told) for code, told in codes.items()))


def _metrics() -> str:
    rows = ((f"`{_labelled(metric)}`", metric.type, metric.says) for metric in METRICS)
    return _table(("metric", "type", "what it says"), rows)


def _labelled(metric: Metric) -> str:
    return f"{metric.name}{{{','.join(metric.labels)}}}" if metric.labels else metric.name


SECTIONS: dict[str, Callable[[], str]] = {
    "phases": _phases,
    "moves": _moves,
    "legal": _legal,
    "always": _always,
    "holds": _holds,
    "acts": _acts,
    "settings": _settings,
    "metrics": _metrics,
    "wagers": partial(_codes, CODES_OF_A_WAGER),
    "codes": partial(_codes, CODES),
    "stations": partial(_codes, STATION_CODES),
    "troubles": partial(_codes, {row.code: row.value for row in Trouble}),
    "vault": partial(_codes, FAULTS),
    "install": partial(_codes, REFUSALS),
}


def filled(page: str) -> str:
    """This page with what stands between its markers made anew."""
    return MARKED.sub(lambda found: f"{found[1]}\n{SECTIONS[found[2]]()}\n{found[3]}", page)


def main() -> int:
    """Write the pages."""
    for name in PAGES:
        page = DOCS / name
        page.write_text(filled(page.read_text(encoding="utf-8")), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
