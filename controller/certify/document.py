"""The verdict as JSON. It says nothing of time or workers, so the same run gives the same document."""

from typing import Any

from controller.certify.run import CHUNK, Certified
from controller.certify.verdict import SHEET_FAILS, VerdictLine, WayToEnd, intervals
from controller.games.craps.rules.odds import rate_text
from controller.games.row import Ending
from controller.vault.engine import engine_version

Document = dict[str, Any]


def certify_document(run: Certified) -> Document:
    """The whole sheet."""
    book = run.plan.book
    return {
        "rulebook": book.name,
        "digest": book.digest(),
        "engine": engine_version(),
        "settings": book.settings_in_force(),
        "seed": run.seed,
        "rolls": run.tally.rolls,
        "chunk": CHUNK,
        "wagers": sum(run.tally.endings.values()),
        "fails_by_chance": SHEET_FAILS,
        "intervals": intervals(run.plan),
        "outside": run.outside,
        "not_played": run.plan.not_played,
        "bets": {line.bet: _bet(line) for line in run.lines},
    }


def _bet(line: VerdictLine) -> Document:
    return {
        "inside": line.inside,
        "stake": line.stake,
        "wagers": line.wagers,
        "returned_percent": None if line.returned is None else float(line.returned * 100),
        "exact": rate_text(line.exact),
        "exact_percent": float(line.exact * 100),
        "low_percent": line.allowed.low * 100,
        "high_percent": line.allowed.high * 100,
        "ways": [_way(way, line) for way in line.ways],
        "impossible": [_impossible(ending, count) for ending, count in sorted(line.impossible)],
    }


def _way(way: WayToEnd, line: VerdictLine) -> Document:
    return {
        "result": way.result,
        "paid": way.paid,
        "count": way.seen,
        "expected": float(way.exact * line.wagers),
        "low": way.allowed.low * line.wagers,
        "high": way.allowed.high * line.wagers,
        "inside": way.inside,
    }


def _impossible(ending: Ending, count: int) -> Document:
    return {**ending._asdict(), "count": count}
