"""Whose answer is it? Only what our floor has signed, for this request and this cabinet, is one."""

import http.client
import json
from typing import TypeVar

from controller.protocol import floor as wire
from controller.vault.journal.signing import is_signed

Kind = TypeVar("Kind", bound=wire.FloorAnswer)


class NoFloor(Exception):
    """Nothing came of it: try again later."""


class NotBelieved(Exception):
    """Somebody answered, and it is not our floor."""


class TurnedAway(Exception):
    """The floor does not hear us; the text is its code."""


def nonce_in(body: bytes, status: int = http.client.OK) -> str:
    """What the floor begins a line with."""
    if status != http.client.OK:
        raise NoFloor(f"it answers {status}")
    try:
        return str(json.loads(body)["nonce"])[:64]
    except (ValueError, TypeError, KeyError):
        raise NotBelieved("it begins no line as our floor does") from None


class Belief:
    """The last answer of one floor to one cabinet."""

    def __init__(self, cabinet: str, floor_key: bytes) -> None:
        self._cabinet, self._floor_key = cabinet, floor_key
        self.body, self.signature = b"", ""
        """As it came, to be kept."""

    def answer(self, status: int, body: bytes, signature: str, of: str, kind: type[Kind]) -> Kind:
        """What was answered to this request; else one of the above."""
        if status == http.client.FORBIDDEN:
            raise TurnedAway(body.decode("ascii", "replace")[:40])
        if status != http.client.OK:
            raise NoFloor(f"it answers {status} {body[:80].decode('ascii', 'replace')}")
        answer = self.read(body, signature, kind)
        if answer.of != of:
            raise NotBelieved("an answer that our floor did not give to this request")
        return answer

    def read(self, body: bytes, signature: str, kind: type[Kind]) -> Kind:
        """An answer of our floor to this cabinet, to whatever it asked."""
        try:
            signed = is_signed(self._floor_key, bytes.fromhex(signature), wire.answer_text(wire.id_of(body)))
            answer = wire.read(kind, json.loads(body), "answer_unreadable")
        except (ValueError, wire.BadBatch) as error:
            raise NotBelieved(f"an answer that is none: {error}") from None
        if not signed or answer.cabinet != self._cabinet:
            raise NotBelieved("an answer that our floor did not give to this cabinet")
        self.body, self.signature = body, signature
        return answer
