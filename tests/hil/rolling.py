"""Rolling as the controller does: a roll is wanted until it has an answer, and only an authentic answer counts."""

import os
from dataclasses import dataclass

from controller.protocol.devices.authentic.roll import judge
from controller.protocol.devices.dice import Outcome, RollRefused, RollReport, UnitStatus, WantedRoll
from controller.protocol.devices.unit import LinkUp
from tests.hil.rig import DiceRig, Driver


@dataclass
class Croupier:
    """Throws one roll after another through a driver, and believes nothing that is not signed."""

    driver: Driver
    rig: DiceRig
    next_id: int = 0

    def ready(self) -> UnitStatus:
        """The unit's status once it is there and can shake; the next roll id follows from it."""
        controller = self.driver.controller
        controller.hears(LinkUp)
        status = controller.hears(UnitStatus, lambda now: now.state == "ready", since=len(controller.said))
        self.next_id = max(self.next_id, status.last_roll + 1)
        return status

    def wish(self) -> WantedRoll:
        """A new throw: a new id, a new nonce."""
        wish = WantedRoll(
            roll_id=self.next_id, nonce=os.urandom(8).hex(), duration_ms=self.rig.duration_ms, strength=180
        )
        self.next_id += 1
        return wish

    def answer(self, wish: WantedRoll) -> RollReport | RollRefused:
        """What becomes of a wish."""
        answer = self.driver.controller.hears(
            RollReport | RollRefused,  # type: ignore[arg-type]
            lambda said: said.roll_id == wish.roll_id,
            telling=wish,
        )
        assert isinstance(answer, RollReport | RollRefused)
        return answer

    def report(self, wish: WantedRoll) -> RollReport:
        """An authentic report, ok or not."""
        report = self.answer(wish)
        assert isinstance(report, RollReport), report
        assert self.judged(report, wish) == "authentic"
        return report

    def judged(self, report: RollReport, wish: WantedRoll, key: bytes | None = None) -> str:
        return judge(report, roll_id=wish.roll_id, nonce=bytes.fromhex(wish.nonce), key=key or self.rig.key)

    def roll(self) -> Outcome:
        return self.report(self.wish()).outcome
