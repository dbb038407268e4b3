"""Tables of the code as text for `docs/`: generated from the code, so that paper and machine say the same.

`make docs` writes them between their markers; a test says when that was forgotten.
"""

import re
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path

from controller.compliance.requirements import SOURCES, requirements
from controller.floor.witness.codes import FOUND
from controller.games.craps.course import COURSE
from controller.games.craps.rules.refusal import CODES as CODES_OF_A_WAGER
from controller.records.figures.metrics import METRICS, Metric
from controller.server.loop.troubles import Trouble
from controller.server.staff.settings.shown import OF_THE_TABLE
from controller.server.staff.station_codes import CODES as STATION_CODES
from controller.table.event_rows import EVENTS
from controller.table.events import Event
from controller.table.holds.acts import RESUMES
from controller.table.holds.reasons import REMEDY
from controller.table.phases import MEANING, MOVES, Phase
from controller.table.refusals import CODES
from controller.table.staff.operating import ACTS
from controller.table.staff.settings import TableSettings
from controller.vault.faults import FAULTS
from systemd.refusals import REFUSALS

DOCS = Path(__file__).parents[2] / "docs"
PAGES = ("round.md", "errors.md", "metrics.md", "compliance.md")
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


def legal_in(phase: Phase) -> dict[type[Event], str]:
    """What may happen in this phase besides what always may, and what it does there."""
    return {
        kind: row.does[phase] for kind, row in EVENTS.items() if not isinstance(row.does, str) and phase in row.does
    }


def _legal() -> str:
    return _table(
        ("phase", "event", "what it does"),
        ((f"`{phase}`", f"`{kind.__name__}`", does) for phase in Phase for kind, does in legal_in(phase).items()),
    )


def _always() -> str:
    rows = ((f"`{kind.__name__}`", row.does) for kind, row in EVENTS.items() if isinstance(row.does, str))
    return _table(("event", "what it does"), rows)


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
        ("setting", "kind", "at first", "what it is"),
        (
            (f"`{row.name}`", row.of.kind, str(TableSettings.model_fields[row.field].default), row.says)
            for row in OF_THE_TABLE
        ),
    )


def _codes(codes: Mapping[str, tuple[str, str]]) -> str:
    return _table(("code", "what it means", "what to do"), ((f"`{code}`", *told) for code, told in codes.items()))


def _metrics() -> str:
    rows = ((f"`{_labelled(metric)}`", metric.type, metric.says) for metric in METRICS)
    return _table(("metric", "type", "what it says"), rows)


def _requirements() -> str:
    rows = (
        (
            f"`{name}`",
            f"{row.asks}{f'. **Lacks:** {row.lacks}' if row.lacks else ''}",
            "; ".join(f"{source.upper()} {where}" for source, where in row.sources.items()),
            row.state,
            f"`{row.setting}`" if row.setting else "–",
            "<br>".join(f"[{test.partition('::')[2]}](../{test.partition('::')[0]})" for test in row.tests) or "–",
        )
        for name, row in requirements().items()
    )
    return _table(("name", "what is asked", "source", "state", "setting", "test"), rows)


def _sources() -> str:
    return _table(("short", "what is read there"), ((of.upper(), says) for of, says in SOURCES.items()))


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
    "floor": partial(_codes, FOUND),
    "requirements": _requirements,
    "sources": _sources,
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
