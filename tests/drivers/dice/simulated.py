"""The dice driver's mind and the emulated dice unit on one simulated line and clock."""

from controller.protocol.devices.authentic.roll import judge
from controller.protocol.devices.dice import Malfunction, RollRefused, RollReport, UnitStatus, WantedRoll
from drivers.dice.words import WORDS
from tests.drivers.simulated import START, SerialLine
from tools.emulators.dice.dice import DiceBox
from tools.emulators.dice.memory import Shelf
from tools.emulators.dice.orders import follow
from tools.emulators.dice.pace import FAST, REAL, Pace
from tools.emulators.dice.unit import Unit

KEY = bytes(range(16))


class World(SerialLine):
    """A dice unit, and who rolls it."""

    def __init__(self, pace: Pace = REAL, seed: int = 1) -> None:
        self.unit = Unit(KEY, DiceBox(seed=seed), Shelf(None), pace, START, 1001, "BOXDICE1")
        super().__init__(self.unit, WORDS)

    def roll(self, roll_id: int) -> RollReport | RollRefused:
        """Want a roll until it has an answer, as the controller does."""
        nonce = roll_id.to_bytes(8, "big")
        fresh = WantedRoll(roll_id=roll_id, nonce=nonce.hex(), duration_ms=1000, strength=100, fresh=True)
        self.host.session.told(fresh, self.now)
        self.wish, self.told_at = fresh.model_copy(update={"fresh": False}), self.now
        self.run_until(lambda: self.answers(roll_id) != [])
        self.wish = None
        return self.answers(roll_id)[0]

    def answers(self, roll_id: int) -> list[RollReport | RollRefused]:
        return [said for said in self.said if isinstance(said, RollReport | RollRefused) and said.roll_id == roll_id]

    def check(self, roll_id: int) -> None:
        """One result for this id, the same however often it was told, signed, and the one in the unit's memory."""
        answers = self.answers(roll_id)
        assert answers
        assert all(answer == answers[0] for answer in answers)
        report = answers[0]
        assert isinstance(report, RollReport)
        assert judge(report, roll_id=roll_id, nonce=roll_id.to_bytes(8, "big"), key=KEY) == "authentic"
        kept = self.unit.memory.result(roll_id)
        assert kept is not None
        assert kept.hex() == report.payload + report.mac
        assert [said for said in self.said if isinstance(said, Malfunction)] == []


def of(world: World, kind: type) -> list[object]:
    return [said for said in world.said if isinstance(said, kind)]


def met() -> World:
    world = World(FAST)
    world.run_until(lambda: bool(of(world, UnitStatus)))
    return world


A_ROLL = WantedRoll(roll_id=1, nonce=f"{1:016x}", duration_ms=1000, strength=100)


def malfunctions(world: World) -> list[tuple[str, int]]:
    return [(said.what, said.roll_id) for said in of(world, Malfunction)]  # type: ignore[attr-defined]


def order(world: World, words: str) -> None:
    follow(world.unit, words.split(), world.now)
