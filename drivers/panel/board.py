"""One board as the driver knows it: reports and wishes in, messages and frames out. No USB, no clock.

What cannot be read counts as open; a press counts when it began after it was asked for.
"""

from dataclasses import dataclass, field
from typing import Literal

from controller.protocol.devices.panel import (
    ALL_DOORS,
    Button,
    ClearLatches,
    FromPanelDriver,
    PanelFound,
    PanelHealth,
    PanelLost,
    PanelPress,
    PanelReport,
    ToPanelDriver,
    WantedLights,
    WantedPress,
)
from controller.protocol.message import cut
from drivers.panel.codec import Report, ReportFault, lights, parse

SILENCE = 3.0
"""Seconds without a good report after which a board is lost."""


@dataclass(slots=True)
class BoardCounts:
    reports: int = 0
    repeats: int = 0
    bad_reports: int = 0
    frames_sent: int = 0
    losses: int = 0


@dataclass(slots=True)
class PressQuestion:
    """A press asked for, and since when."""

    asking: int
    buttons: tuple[Button, ...]
    since: float


@dataclass(slots=True)
class Board:
    serial: str
    counts: BoardCounts = field(default_factory=BoardCounts)
    report: Report | None = None  # the newest; None while the board is lost
    frames: list[bytes] = field(default_factory=list)  # to be sent, oldest first
    _heard: float = 0.0
    _last_lost: PanelLost | None = None
    _lights: WantedLights | None = None
    _question: PressQuestion | None = None
    _out_seq: int = 0

    @property
    def present(self) -> bool:
        return self.report is not None

    def connected(self, now: float) -> None:
        """The board was opened; its first report is still to come."""
        self._heard = now

    def received(self, data: bytes, when: float) -> list[FromPanelDriver]:
        """Bytes that were read at `when`."""
        report = parse(data)
        if isinstance(report, ReportFault):
            self.counts.bad_reports += 1
            return []
        before = self.report
        self._heard = when
        if before is not None and report.seq == before.seq:
            self.counts.repeats += 1
            return []
        self.counts.reports += 1
        self.report = report
        if before is None:
            self._last_lost = None
            self._light()
            return self.standing()
        changed = [self.truth()] if _without_seq(report) != _without_seq(before) else []
        return [*changed, *self._presses(before, report, when)]

    def silent(self, now: float) -> bool:
        """Whether an opened board has said nothing good for too long."""
        return now - self._heard >= SILENCE

    def silence_at(self) -> float:
        return self._heard + SILENCE

    def lost(self, why: Literal["absent", "silence", "usb_error"], text: str) -> list[FromPanelDriver]:
        """The board cannot be read: said once for each new reason."""
        if self.present:
            self.counts.losses += 1
        self.report = None
        self.frames.clear()
        if self._last_lost is not None and why == self._last_lost.why:
            return []
        self._last_lost = PanelLost(board=self.serial, why=why, text=cut(text))
        return self.standing()

    def standing(self) -> list[FromPanelDriver]:
        """How things stand, for a controller that just came, and after every loss and return."""
        if self.report is not None:
            return [PanelFound(board=self.serial, latched_doors=self.report.latched_doors), self.truth()]
        return [self.truth()] if self._last_lost is None else [self._last_lost, self.truth()]

    def told(self, wish: ToPanelDriver, now: float) -> None:
        match wish:
            case WantedLights():
                if wish != self._lights:
                    self._lights = wish
                    self._light()
            case WantedPress(asking=asking, buttons=buttons):
                if self._question is None or (self._question.asking, self._question.buttons) != (asking, buttons):
                    self._question = PressQuestion(asking, buttons, since=now)
            case ClearLatches():
                self._light(clear_latches=True)

    def truth(self) -> PanelReport:
        """Everything the board tells, or the worst while it tells nothing."""
        report = self.report
        if report is None:
            return PanelReport(board=self.serial, present=False, open_doors=ALL_DOORS)
        return PanelReport(
            board=self.serial,
            present=True,
            buttons=report.buttons,
            keys=report.keys,
            open_doors=report.open_doors,
            latched_doors=report.latched_doors,
            supply_percent=report.supply_percent,
        )

    def health(self) -> PanelHealth:
        counts = self.counts
        return PanelHealth(
            board=self.serial,
            present=self.present,
            reports=counts.reports,
            repeats=counts.repeats,
            bad_reports=counts.bad_reports,
            frames_sent=counts.frames_sent,
            losses=counts.losses,
        )

    def _presses(self, before: Report, report: Report, when: float) -> list[FromPanelDriver]:
        return [
            PanelPress(board=self.serial, button=button, asking=self._asked_for(button, when))
            for button in report.buttons
            if button not in before.buttons
        ]

    def _asked_for(self, button: Button, when: float) -> int | None:
        question = self._question
        asked = question is not None and button in question.buttons and when > question.since
        return question.asking if question is not None and asked else None

    def _light(self, *, clear_latches: bool = False) -> None:
        wanted = self._lights
        if not self.present or (wanted is None and not clear_latches):
            return  # a board that returns is lit then; what it latched is to be read before it is cleared
        self._out_seq += 1
        wanted = wanted or WantedLights(board=self.serial)
        frame = lights(self._out_seq, wanted.lamps, wanted.pattern, wanted.tower, clear_latches=clear_latches)
        self.frames.append(frame)
        self.counts.frames_sent += 1


def _without_seq(report: Report) -> tuple[object, ...]:
    return report.buttons, report.keys, report.open_doors, report.latched_doors, report.supply_percent
