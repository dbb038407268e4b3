"""A script is played to its end, with a look at the store all the while; whatever was wrong is returned."""

import shutil
import signal
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from tests.floor.chaos import watch
from tests.floor.chaos.house import SILENT_SECONDS, House
from tests.floor.chaos.script import FLOOR, Alarm, Setting, Trouble, listed
from tests.floor.chaos.troubles import ACTS
from tests.floor.floors import Cabinet, printed

PATIENCE = 300.0
"""Seconds for anything that has to happen in the end; a busy machine may need a minute to start a process."""
LOOK_EVERY = 0.2
ON_THE_WAY = 10.0
"""Seconds from the floor's hearing of a cabinet to the word of its uplink that it was answered."""


class Wrong(Exception):
    """It does not go on from here."""


class Run:
    """One house, one script."""

    def __init__(self, house: House, script: list[Trouble], said: Callable[[str], None], patience: float) -> None:
        self.house, self._script, self._said, self._patience = house, script, said, patience
        self.wrong: list[str] = []
        self.words_count = True
        """Whether what an uplink says to be delivered has to be in the store."""
        self._may: set[Alarm] = set()
        self._last = watch.Seen(set(), {})
        self._looked = time.monotonic()
        self._quiet = watch.Quiet(SILENT_SECONDS - ON_THE_WAY)
        self._slow: set[Alarm] = set()
        """Nobody listed them: this machine was too slow to be heard. They have to end by themselves too."""

    def all_of_it(self) -> list[str]:
        """From the opening of the house to the last proof."""
        try:
            self.house.start_all()
            self.house_copied_at_first()
            for number, trouble in enumerate(self._script):
                self._said(str(trouble))
                self._may = listed(self._script[:number]) | trouble.kept | trouble.passing
                ACTS[trouble.what](self, trouble)
                self.until_recovered()
                if self.wrong:
                    raise Wrong(f"by {trouble}")
            self._prove()
        except Exception as error:  # whatever ends it is wrong too
            self.wrong.append(f"{type(error).__name__}: {error}")
        return self.wrong

    def house_copied_at_first(self) -> None:
        """A store in which nothing stands yet: an older copy is always there."""
        self.until(lambda: watch.look(self.house) is not None, "the store is made")
        self.without_floor(self.house.copy_store)
        self.until_recovered()

    # ---- for troubles ----

    def wait(self, seconds: float) -> None:
        """While everything goes on."""
        until = time.monotonic() + seconds
        while (left := until - time.monotonic()) > 0:
            self._look()
            time.sleep(min(LOOK_EVERY, left))

    def until(self, found: Callable[[], bool], what: str) -> None:
        """Else it is wrong, and all is over."""
        end = time.monotonic() + self._patience
        while not found():
            self._look()
            if self.wrong:
                raise Wrong(f"while waiting: {what}")
            if time.monotonic() > end:
                raise Wrong(f"never happened: {what}; open are {sorted(self._last.alarms)}")
            time.sleep(LOOK_EVERY)

    def until_raised(self, alarms: set[Alarm]) -> None:
        """Each is open at this moment or was."""
        missing = set(alarms)

        def all_seen() -> bool:
            self._look()
            missing.difference_update(self._last.alarms)
            return not missing

        self.until(all_seen, f"{sorted(alarms)} are raised")

    def until_over(self, alarms: set[Alarm]) -> None:
        """None is open."""

        def none_open() -> bool:
            self._look()
            return not alarms & self._last.alarms

        self.until(none_open, f"{sorted(alarms)} are over")

    def without_floor(self, work: Callable[[], None]) -> None:
        """As a store is copied or put back."""
        self.house.stop(FLOOR, signal.SIGKILL)
        work()
        self.house.start(FLOOR)

    def rest(self) -> None:
        """Nobody plays any more."""
        for name in self.house.cabinets:
            self.house.rest(name)
        for name in self.house.cabinets:
            self.until(lambda name=name: self.house.rests(name), f"the player of {name} rests")  # type: ignore[misc]

    def play(self) -> None:
        """Everybody does."""
        for name in self.house.cabinets:
            self.house.play(name)

    def play_at(self, name: str) -> None:
        """A cabinet whose uplink or player was ended goes on, and so does all else."""
        for part in (name, f"player {name}"):
            if self.house.ended(part):
                self.house.start(part)
        self.play()

    def until_delivered(self) -> None:
        """All of every journal, and there: after its store was put back an uplink still has the floor's older word."""
        for cabinet in self.house.cabinets.values():

            def there(of: Cabinet = cabinet) -> bool:
                return self.house.delivered(of) and self.delivered_of(of) == of.head()[0]

            self.until(there, f"{cabinet.name} is delivered")
        self._until_nobody_is_slow()

    def _until_nobody_is_slow(self) -> None:
        """Whoever was called silent for this machine's slowness is heard by now, and the floor says so."""
        self.until_over(self._slow)
        self._slow = set()

    def delivered_of(self, cabinet: Cabinet) -> int:
        """What the floor has of it."""
        self._look()
        return self._last.has.get(cabinet.name, 0)

    def until_recovered(self) -> None:
        """Every uplink is heard again."""
        for name, cabinet in self.house.cabinets.items():
            since = time.time_ns() // 1_000_000

            def heard(cabinet: Cabinet = cabinet, since: int = since) -> bool:
                said = cabinet.status()
                return not said.get("trouble", "?") and said["heard_at"] > since

            self.until(heard, f"{name} is heard")
        self._until_nobody_is_slow()

    # ---- what has to be so ----

    def _look(self) -> None:
        for name in self.house.who_ended_by_itself():
            self.wrong.append(f"{name} ended by itself: {self.house.log(name)[-1500:]}")
        status = {name: cabinet.status() for name, cabinet in self.house.cabinets.items()}
        before, self._looked = self._looked, time.monotonic()
        for name, said in status.items():
            self._quiet.note(name, said.get("heard_at", 0), before)
        seen = watch.look(self.house)
        if seen is None:
            return
        self._last = seen
        odd = seen.alarms - self._may
        self._slow |= odd & self._quiet.silent(time.monotonic())
        self.wrong += [f"nobody listed {code} of {cabinet}" for cabinet, code in sorted(odd - self._slow)]
        if self.words_count:
            for name, delivered in ((name, said.get("delivered", 0)) for name, said in status.items()):
                if delivered > seen.has.get(name, 0):
                    self.wrong.append(f"{name} says that {delivered} is delivered; the floor has {seen.has.get(name)}")

    def _prove(self) -> None:
        self.rest()
        self.until_delivered()
        journals = [str(cabinet.journal) for cabinet in self.house.cabinets.values()]
        said = printed("floor", "--config", str(self.house.config), "verify", *journals)
        if said.count(", 0 are not on the floor yet") != len(journals) or "WRONG" in said:
            self.wrong.append(said)
        self.until(lambda: watch.look(self.house) is not None, "the store can be looked at")
        self._look()
        odd = self._last.alarms ^ listed(self._script)
        self.wrong += [f"{'listed' if one in self._last.alarms ^ odd else 'not listed'}: {one}" for one in sorted(odd)]


def what_is_wrong(
    script: list[Trouble],
    setting: Setting,
    said: Callable[[str], None] = lambda _: None,
    bug: str = "-",
    patience: float = PATIENCE,
) -> list[str]:
    """A house for this script, and how it went; of one that failed the files stay."""
    folder = Path(tempfile.mkdtemp(prefix="boxcars-chaos-"))
    house = House(folder, setting, bug)
    wrong = ["it was broken off"]
    try:
        wrong = Run(house, script, said, patience).all_of_it()
    finally:
        house.end()
        if not wrong or bug != "-":
            shutil.rmtree(folder, ignore_errors=True)
        else:
            wrong.append(f"the files lie in {folder}")
    return wrong
