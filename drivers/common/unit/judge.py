"""What becomes of the report of a play: passed on, held back until more is known, or no result at all."""

from controller.protocol.devices.unit import UnitIdentity
from controller.protocol.message import Message
from drivers.common.serial.link import Link
from drivers.common.serial.messages import Found
from drivers.common.unit.reports import Reports, Whose
from drivers.common.unit.wanted import PlayStep, PlayWanted
from drivers.common.unit.words import Words

ASK_AGAIN_AFTER = 1.0


class Judge:
    """Of the reports of one unit. What is to be said of each is returned."""

    def __init__(self, link: Link, port: str, words: Words) -> None:
        self._link, self._port, self._words = link, port, words
        self._reports = Reports()

    def told(self, play: int | None) -> None:
        """The controller says what is wanted: this play, or nothing."""
        self._reports.told(play)

    def forget_held(self) -> None:
        """They are refused with the unit that said them."""
        self._reports.take_held()

    def judge_held(
        self, unit: UnitIdentity | None, wanted: PlayWanted | None, now: float, last: int | None = None
    ) -> list[Message]:
        """More is known than when these reports came; `last` is the unit's last play, where it has just said it."""
        if unit is None:
            return []
        return [said for found in self._reports.take_held() for said in self.judge(found, unit, wanted, now, last)]

    def judge(
        self,
        found: Found,
        unit: UnitIdentity | None,
        wanted: PlayWanted | None,
        now: float,
        last: int | None = None,
    ) -> list[Message]:
        """One report, with what is known now."""
        play = self._words.play
        match self._whose(found, unit, wanted, last):
            case Whose.UNSURE:
                if (displaced := self._reports.hold(found)) is not None:
                    text = f"{play} {displaced.id} was reported with more others than a sound unit has to report"
                    return [self.malfunction(f"unasked_{play}", text, displaced)]
            case Whose.REPEAT:
                self._link.statistics.repeats += 1
            case Whose.UNASKED:
                return [self.malfunction(f"unasked_{play}", f"{play} {found.id} was not asked for", found)]
            case _ if (flaw := self._words.flaw(found)) != "":
                if wanted is not None and wanted.id == found.id and not wanted.answered:
                    wanted.go(PlayStep.PLAYING, now + ASK_AGAIN_AFTER)
                return [self.malfunction(f"impossible_{play}", flaw, found)]
            case Whose.OLD:
                return [self._pass_on(found, unit)]
            case Whose.WANTED if wanted is not None:
                return self._is_answer(wanted, found, unit)
        return []

    def _is_answer(self, wanted: PlayWanted, found: Found, unit: UnitIdentity | None) -> list[Message]:
        said: list[Message] = []
        if self._reports.contradicted(found):
            text = f"{self._words.play} {found.id} was reported before, and otherwise"
            said.append(self.malfunction(f"contradicting_{self._words.play}", text, found))
        if not wanted.answered or wanted.step is PlayStep.REFUSED:
            wanted.go(PlayStep.DONE)
            said.append(self._pass_on(found, unit))
        return said

    def _whose(self, found: Found, unit: UnitIdentity | None, wanted: PlayWanted | None, last: int | None) -> Whose:
        if unit is None:
            return Whose.UNSURE
        if wanted is None:
            return self._reports.whose(found, None, last)
        return self._reports.whose(found, wanted.id, last, unanswered=not wanted.answered)

    def _pass_on(self, found: Found, unit: UnitIdentity | None) -> Message:
        assert unit is not None, "a report waits until it is known whose it is"
        self._reports.pass_on(found)
        return self._words.report(found, unit)

    def malfunction(self, what: str, text: str, found: Found | None = None) -> Message:
        """What cannot be right is counted."""
        self._link.statistics.malfunctions += 1
        return self._words.malfunction(what, f"{self._port}: {text}; it is no result", found)
