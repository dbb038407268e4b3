"""Answers to questions about the past, and about the rules."""

import json
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from config.cabinet import Cabinet
from controller.background_jobs import BackgroundJob
from controller.games.book import GameBook
from controller.games.par import sheet_document
from controller.games.registry import as_book, game_of
from controller.manifest import LISTING
from controller.media import Looking, Shelf
from controller.protocol.message import cut
from controller.protocol.records import figures, history, machine, questions
from controller.protocol.terminals.answers import NotTaken
from controller.records.export import ToExport
from controller.records.figures.trend import LinkCourse
from controller.records.jobs import JOBS, ToVerify
from controller.records.rounds.as_script import NoScript, as_script
from controller.records.rounds.as_seen import NoSuchRound, as_seen
from controller.records.rounds.in_parts import in_parts
from controller.records.sheets.cash_report import NoSuchSpan, cash_of_day, cash_of_shift
from controller.records.sheets.fairness import Span, dice_document
from controller.records.sheets.journal_sheet import journal_document
from controller.records.sheets.meter_sheet import meter_document
from controller.records.sheets.profile_sheet import NoSuchProfile, profile_document
from controller.support.bundle import ToBundle
from controller.vault.books.event_log import LogLine, LogQuery, find
from controller.vault.counts.meters import TABLE, looked_at
from controller.vault.faults import VaultFault
from controller.vault.read.figures import read_meters
from controller.vault.read.papers import last_papers
from controller.vault.read.reader import Reader
from controller.vault.read.recall import Which, open_round, recall

LARGEST_ANSWER = 200 * 1024
"""Bytes of JSON; the rest is asked for again."""
MOST_BOOKS = 4
"""Sheets kept; one takes a second or two to work out."""

NO_MANIFEST = NotTaken(code="no_manifest", reason="no release manifest is named in the configuration")

Rules = Mapping[str, Any]


class Library:
    """What is on the shelf, read anew for each question."""

    def __init__(
        self,
        journal: Path,
        rules: Callable[[], Rules],
        shelf: Shelf,
        manifest: Path | None = None,
        pin: Path | None = None,
        run: Path = Path(),
        cabinet: Cabinet | None = None,
    ) -> None:
        self._journal = journal
        self._pin, self._run = pin, run
        self._rules, self._cabinet = rules, cabinet
        self._sheets: dict[str, dict[str, Any]] = {}
        self._manifest = manifest
        self._shelf = shelf
        self._looking = Looking(shelf)
        self.course = LinkCourse()
        """Of the unit's link; the process sees to it."""
        self._jobs = {name: BackgroundJob(does) for name, does in JOBS.items()}

    def answer(self, question: questions.ToRecords, of_seat: int | None) -> questions.FromRecords:
        """`of_seat`: whoever asks is told of this seat alone."""
        match question:
            case history.RoundsWanted():
                return self._rounds(question, of_seat)
            case history.SeenWanted(number=number):
                return self._seen(number)
            case history.LogWanted():
                return self._log(question)
            case history.LastPapersWanted(seat=seat):
                return self._last_papers(seat)
            case machine.TrendWanted():
                return self.course.told()
            case figures.MetersWanted(seat=seat):
                return self._meters(seat)
            case figures.DaysWanted(last=last):
                return self._days(last)
            case figures.MeterSheetWanted():
                return self._meter_sheet(question)
            case figures.CashReportWanted():
                return self._cash_report(question)
            case figures.DiceRecordWanted():
                span = Span(question.since, question.until, question.last, question.all)
                with Reader(self._journal) as reader:
                    return figures.DiceRecord(document=dice_document(reader, span))
            case history.ScriptWanted(number=number):
                return self._script(number)
            case machine.JournalWanted():
                with Reader(self._journal) as reader:
                    return machine.JournalSeen(document=journal_document(reader, time.time_ns() // 1_000_000))
            case machine.JobWanted():
                return self._job(question)
            case machine.MediaWanted():
                media, answers = self._looking.now()
                seen = tuple(machine.Medium.model_validate(one, strict=False) for one in media)
                return machine.MediaSeen(directory=str(self._shelf.directory), answers=answers, media=seen)
            case machine.FilesWanted():
                return self._files(question)
            case figures.ReturnsWanted():
                digest, sheet = self._sheet()
                return figures.Returns(digest=digest, sheet=sheet)
            case figures.ProfileWanted(name=name):
                return self._profile(name)
            case figures.HelpWanted():
                return self._help()

    def meters(self, seat: int | None) -> dict[str, int]:
        """The lifetime meters of a seat or of the table."""
        return self._meters(seat).lifetime

    def close(self) -> None:
        """Nobody asks any more."""
        for job in self._jobs.values():
            job.close()

    # ---- the journal ----

    def _rounds(self, asked: history.RoundsWanted, of_seat: int | None) -> history.Rounds:
        seat = of_seat or asked.seat
        which = Which(asked.number, seat, asked.since, asked.until, asked.last, asked.before)
        with Reader(self._journal) as reader:
            now = [open_round(reader, seat)] if asked.open and seat is not None else []
            found = now + recall(reader, which)
        if of_seat is not None:
            found = [only_of_seat(told, of_seat) for told in found]
        if found and (asked.part or len(json.dumps(found[0])) > LARGEST_ANSWER):
            return history.Rounds(rounds=(in_parts(found[0], asked.part, LARGEST_ANSWER),), more=len(found) > 1)
        fits = _that_fit(found)
        return history.Rounds(rounds=tuple(fits), more=len(fits) < len(found))

    def _seen(self, number: int) -> history.RoundSeen | NotTaken:
        with Reader(self._journal) as reader:
            try:
                return history.RoundSeen(document=as_seen(reader, number))
            except NoSuchRound as reason:
                return NotTaken(code="no_such_round", reason=str(reason))

    def _log(self, asked: history.LogWanted) -> history.Log:
        span = (asked.of, asked.seat, asked.since, asked.until, asked.last, asked.before)
        wanted = LogQuery(*span, asked.words, asked.whats, asked.person)
        with Reader(self._journal) as reader, reader.view() as connection:
            rows = find(connection, wanted)
        found = [_row(row) for row in rows]
        fits = found[: len(_that_fit([row.model_dump() for row in found]))]
        of = reader.standing
        return history.Log(rows=tuple(fits), more=len(fits) < len(found), journal=of.journal, life=of.life.value)

    def _last_papers(self, seat: int | None) -> history.LastPapers:
        with Reader(self._journal) as reader, reader.view() as connection:
            found = last_papers(connection, seat)
        notes, tickets = (tuple(history.LastPaper(**one._asdict()) for one in papers) for papers in found)
        return history.LastPapers(notes=notes, tickets=tickets)

    def _meters(self, seat: int | None) -> figures.Meters:
        ask = "select lifetime, period, day from meter where scope = ?"
        with Reader(self._journal) as reader, reader.view() as connection:
            row = connection.execute(ask, (seat or TABLE,)).fetchone() or ("{}", "{}", "{}")
        lifetime, period, day = (looked_at(json.loads(text)) for text in row)
        return figures.Meters(seat=seat, lifetime=lifetime, period_began=period, day_began=day)

    def _days(self, last: int) -> figures.Days:
        ask = "select day, closed_at, totals from day order by day desc limit ?"
        with Reader(self._journal) as reader, reader.view() as connection:
            rows = connection.execute(ask, (last,)).fetchall()
        found = [
            figures.DayRow(day=day, closed_at=closed_at, totals=looked_at(json.loads(totals).get(str(TABLE), {})))
            for day, closed_at, totals in rows
        ]
        fits = found[: len(_that_fit([row.model_dump() for row in found]))]
        return figures.Days(days=tuple(fits), more=len(fits) < len(found))

    def _meter_sheet(self, asked: figures.MeterSheetWanted) -> figures.MeterSheet:
        with Reader(self._journal) as reader:
            read = read_meters(reader, asked.seat or TABLE, asked.day)
        return figures.MeterSheet(document=meter_document(read))

    def _cash_report(self, asked: figures.CashReportWanted) -> figures.CashReport | NotTaken:
        with Reader(self._journal) as reader:
            try:
                if asked.operator is None:
                    return figures.CashReport(document=cash_of_day(reader, asked.day))
                return figures.CashReport(document=cash_of_shift(reader, asked.operator, asked.number))
            except NoSuchSpan as reason:
                return NotTaken(code="no_such_span", reason=str(reason))

    def _script(self, number: int) -> history.RoundScript | NotTaken:
        with Reader(self._journal) as reader:
            try:
                told = as_script(reader, number)
            except NoScript as reason:
                return NotTaken(code="no_script", reason=str(reason))
        if len(json.dumps(told)) > LARGEST_ANSWER:
            why = "the script is too long for a message; the console prints it: boxcars recall --round N --script"
            return NotTaken(code="no_script", reason=why)
        return history.RoundScript(document=told)

    def _job(self, asked: machine.JobWanted) -> machine.JobSeen | NotTaken:
        about = self._about(asked)
        if about is None:
            return NO_MANIFEST
        job = self._jobs[asked.job]
        if asked.start:
            if asked.job in ("export", "support"):
                try:
                    self._shelf.find(asked.medium)
                except VaultFault as fault:
                    return NotTaken(code=fault.code, reason=cut(str(fault)))
            job.start(about)
        now = job.now()
        answer = now.answer and {name: value for name, value in now.answer.items() if name != LISTING}
        return machine.JobSeen(job=asked.job, **now._replace(answer=answer)._asdict())

    def _about(self, asked: machine.JobWanted) -> Path | ToBundle | ToExport | ToVerify | None:
        if asked.job == "support":
            trend = self.course.told().model_dump(mode="json")
            return ToBundle(self._journal, self._run, self._shelf, asked.medium, self._manifest, trend)
        if asked.job == "export":
            return ToExport(self._journal, self._shelf, asked.medium, self._manifest, self._pin)
        return ToVerify(self._journal, self._pin) if asked.job == "verify" else self._manifest

    def _files(self, asked: machine.FilesWanted) -> machine.Files | NotTaken:
        if self._manifest is None:
            return NO_MANIFEST
        listing = (self._jobs["software"].now().answer or {}).get(LISTING)
        if listing is None:
            return NotTaken(code="not_compared", reason="the files have not been compared since records started")
        rows = [row for row in listing if row[0] > asked.after]
        found = rows[: asked.last]
        fits = found[: len(_that_fit([{"row": row} for row in found]))]
        files = tuple(machine.InstalledFile(file=file, sha256=sha, what=what) for file, sha, what in fits)
        return machine.Files(files=files, of=len(listing), more=len(fits) < len(rows))

    # ---- the rules ----

    def _book(self) -> GameBook:
        return as_book(self._rules())

    def _sheet(self) -> tuple[str, dict[str, Any]]:
        book = self._book()
        digest = book.digest()
        if digest not in self._sheets:
            if len(self._sheets) >= MOST_BOOKS:
                del self._sheets[next(iter(self._sheets))]
            sheet = game_of(book).par_sheet(book, None)
            self._sheets[digest] = sheet_document(sheet, lambda: sheet)
        return digest, self._sheets[digest]

    def _profile(self, name: str) -> figures.ProfileSeen | NotTaken:
        if self._cabinet is None:
            return NotTaken(code="no_profile", reason="no cabinet.toml is looked at here")
        with Reader(self._journal) as reader:
            try:
                document = profile_document(reader, self._cabinet, self._book(), name)
            except NoSuchProfile as reason:
                return NotTaken(code="no_profile", reason=str(reason))
        return figures.ProfileSeen(document=document)

    def _help(self) -> figures.Help:
        digest, sheet = self._sheet()
        rows = {
            bet: figures.HelpRow(
                house_edge_percent=told["house_edge_percent"],
                wins=told["win"],
                pays=tuple(pay["odds"] for pay in told["pays"]),
            )
            for bet, told in sheet["bets"].items()
        }
        return figures.Help(digest=digest, bets=rows)


def _row(line: LogLine) -> history.LogRow:
    told = line._asdict()
    return history.LogRow(of=told.pop("kind"), **told)


def only_of_seat(told: dict[str, Any], seat: int) -> dict[str, Any]:
    """A round as this seat may see it: what everybody saw, and its own."""
    own = str(seat)
    mine = {name: told[name] for name in ("round", "opened_at", "ended_at", "how", "reason")}
    return {
        **mine,
        "seats": {of: money for of, money in told["seats"].items() if of == own},
        "layout": {of: laid for of, laid in told["layout"].items() if of == own},
        "happened": [row for row in told["happened"] if row["what"] in PUBLIC or row.get("seat") == seat],
    }


PUBLIC = ("shooter", "draw", "no roll", "result", "phase", "hold")
"""What everybody at the table saw; anything else has to be the seat's own."""


def _that_fit(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The first of these that one answer can hold; never none, so that leafing on makes way."""
    size = 0
    fits: list[dict[str, Any]] = []
    for row in rows:
        size += len(json.dumps(row))
        if size > LARGEST_ANSWER and fits:
            break
        fits.append(row)
    return fits
