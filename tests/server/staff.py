"""People at the stations of a simulated cabinet: PINs without the wait, keys that are turned, sessions."""

import hashlib
from collections.abc import Collection
from concurrent.futures import Future
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tests.server.simulated import SimulatedCabinet, Someone

PIN = "270846"


class PinsAtOnce:
    """Keeps PINs by a digest, and is done at once."""

    def __init__(self) -> None:
        self.kept: dict[str, str] = {}
        self.fails = False
        self.made = 0

    def has(self, digest: str) -> bool:
        return digest in self.kept

    def check(self, digest: str | None, pin: str) -> "Future[bool]":
        found: Future[bool] = Future()
        found.set_result(self.kept.get(digest or "") == pin)
        return found

    def make(self, pin: str, named: Collection[str]) -> "Future[str]":  # noqa: ARG002
        made: Future[str] = Future()
        if self.fails:
            made.set_exception(OSError("the disk is full"))
            return made
        self.made += 1
        digest = hashlib.sha256(f"{self.made} {pin}".encode()).hexdigest()
        self.kept[digest] = pin
        made.set_result(digest)
        return made

    def close(self) -> None:
        pass


class StaffMember:
    """Somebody at a station, and what he is told."""

    def __init__(self, cabinet: "SimulatedCabinet", station: "Someone", name: str, pin: str = PIN) -> None:
        self.cabinet, self.station, self.name, self.pin = cabinet, station, name, pin
        self.id = 0

    @property
    def session(self) -> dict[str, Any]:
        """As it was told last."""
        found: dict[str, Any] = self.station.heard("session")[-1]
        return found

    def offered(self) -> dict[str, dict[str, Any]]:
        return {offer["act"]: offer for offer in self.session["acts"]}

    def hello(self) -> dict[str, Any]:
        self.station.say(kind="station_hello", software="test")
        self.cabinet.turn()
        if self.station not in self.cabinet.stations:
            self.cabinet.stations.append(self.station)
        welcome: dict[str, Any] = self.station.heard("station_welcome")[-1]
        return welcome

    def comes(self, kind: str = "sign_in", pin: str | None = None) -> str:
        """Hello and a PIN; gives `ok`, or the code of the refusal."""
        self.hello()
        before = len(self.station.heard("session")), len(self.station.heard("sign_in_refused"))
        self.station.say(kind=kind, name=self.name, pin=pin or self.pin)
        self.look_around()
        if len(self.station.heard("session")) > before[0]:
            self.id = self.session["last_id"]
            return "ok"
        refused = self.station.heard("sign_in_refused")
        assert len(refused) > before[1], "neither let in nor turned away"
        return str(refused[-1]["code"])

    def look_around(self) -> None:
        for _ in range(3):
            self.cabinet.breathe()
            self.cabinet.turn(300)

    def act(self, act: str, **fields: Any) -> dict[str, Any]:
        """An act in this session, and its answer."""
        self.id += 1
        told = {"session": self.session["session"], "operator": self.name, "role": self.session["role"], **fields}
        self.station.say(kind="act", id=self.id, act=act, **told)
        self.cabinet.turn()
        if not self._answers():
            self.look_around()
        return self._answers()[-1]

    def _answers(self) -> list[dict[str, Any]]:
        return [answer for answer in self.station.heard("answer") if answer["id"] == self.id]

    def look(self, what: str, **fields: Any) -> dict[str, Any]:
        """A look, and what was seen or why not."""
        kinds = (f"{what}_seen", "look_refused")
        before = {kind: len(self.station.heard(kind)) for kind in kinds}
        self.station.say(kind="look", session=self.session["session"], what=what, **fields)
        self.cabinet.turn()
        return next(self.station.heard(kind)[-1] for kind in kinds if len(self.station.heard(kind)) > before[kind])

    def preview(self, **change: Any) -> dict[str, Any]:
        self.station.say(kind="preview_wanted", session=self.session["session"], change=change)
        self.cabinet.turn()
        self.cabinet.turn(300)
        found: dict[str, Any] = self.station.heard("preview")[-1]
        return found

    def settings(self, **change: Any) -> dict[str, Any]:
        """Looked at, confirmed, done."""
        looked = self.preview(**change)
        return self.act("settings", change=change, confirm=looked["confirm"]) if looked["ok"] else looked

    def add(self, name: str, role: str) -> "StaffMember":
        """Somebody new, who has chosen a PIN of his own and is in, at a station of his own."""
        assert self.act("add_person", name=name, new_role=role, pin="135790")["ok"]
        other = self.cabinet.staff(name)
        other.pin = "135790"
        assert other.comes() == "ok"
        assert other.act("change_pin", old_pin="135790", pin=PIN)["ok"]
        other.pin = PIN
        return other
