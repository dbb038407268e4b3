"""The line to the floor: one HTTPS connection, one request at a time, each signed for it, and each answer too."""

import http.client
import json
from pathlib import Path
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from config.floor import Uplink
from controller.protocol import floor as wire
from controller.protocol.hints import HINTS_PATH, HintSaid
from controller.protocol.jackpots.pots import POTS_PATH, PotsAnswer, PotsSaid
from controller.protocol.tickets import TICKETS_PATH, AsksSaid, TicketsAnswer
from controller.uplink.believing import Belief, Kind, NoFloor, NotBelieved, TurnedAway, nonce_in
from controller.uplink.certificate import key_in_certificate, trusting

PATIENCE = 10.0
"""Seconds for the floor to answer."""
LARGEST_ANSWER = 65_536


class FloorLine:
    """To one floor."""

    def __init__(self, settings: Uplink, key: Ed25519PrivateKey, patience: float = PATIENCE) -> None:
        self._settings, self._key, self._patience = settings, key, patience
        self.belief = Belief(settings.cabinet, key_in_certificate(Path(settings.certificate)))
        self._context = trusting(Path(settings.certificate))
        self._connection: http.client.HTTPSConnection | None = None
        self._nonce, self._number = "", 0

    def send(self, data: bytes) -> wire.FloorAnswer:
        """A batch."""
        signature = self._key.sign(wire.batch_text(wire.id_of(data))).hex()
        return self._ask("POST", wire.BATCHES_PATH, data, {wire.BATCH_HEADER: signature}, wire.FloorAnswer)

    def say(self, head: wire.HeadSaid) -> wire.FloorAnswer:
        """Where we stand."""
        return self._ask("POST", wire.HEADS_PATH, json.dumps(head.model_dump()).encode(), {}, wire.FloorAnswer)

    def hint(self, said: HintSaid) -> None:
        """What goes ahead."""
        self._ask("POST", HINTS_PATH, said.model_dump_json().encode(), {}, wire.FloorAnswer)

    def tickets(self, said: AsksSaid) -> TicketsAnswer:
        """What is asked about tickets."""
        return self._ask("POST", TICKETS_PATH, said.model_dump_json().encode(), {}, TicketsAnswer)

    def pots(self, said: PotsSaid) -> PotsAnswer:
        """How the pots stand, and the floor's lease."""
        return self._ask("POST", POTS_PATH, said.model_dump_json().encode(), {}, PotsAnswer)

    def cursor(self, journal: str, seq: int | None = None) -> wire.FloorAnswer:
        """Which entry the floor has last; or the hash of the one asked about."""
        asked = "" if seq is None else f"?seq={seq}"
        return self._ask("GET", f"{wire.CURSOR_PATH}/{journal}{asked}", b"", {}, wire.FloorAnswer)

    def end(self) -> None:
        """For good."""
        self.close()

    def close(self) -> None:
        """Hang up; the next request calls anew."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _ask(self, method: str, path: str, data: bytes, headers: dict[str, str], kind: type[Kind]) -> Kind:
        try:
            connection = self._call()
            self._number += 1
            text = wire.request_text(self._nonce, self._number, path, wire.id_of(data))
            headers |= {
                wire.CABINET_HEADER: self._settings.cabinet,
                wire.PROOF_HEADER: f"{self._number} {self._key.sign(text).hex()}",
            }
            connection.request(method, path, data or None, headers)
            reply = connection.getresponse()
            body = reply.read(LARGEST_ANSWER)
            signature = reply.headers.get(wire.ANSWER_HEADER, "")
            return self.belief.answer(reply.status, body, signature, wire.id_of(text), kind)
        except (OSError, http.client.HTTPException) as error:
            self.close()
            raise NoFloor(str(error) or type(error).__name__) from None
        except (NoFloor, NotBelieved, TurnedAway):
            self.close()
            raise

    def _call(self) -> http.client.HTTPSConnection:
        if self._connection is None:
            split = urlsplit(self._settings.address)
            self._connection = http.client.HTTPSConnection(
                split.hostname or "", split.port or 443, timeout=self._patience, context=self._context
            )
            self._connection.request("GET", wire.NONCE_PATH)
            reply = self._connection.getresponse()
            self._nonce, self._number = nonce_in(reply.read(LARGEST_ANSWER), reply.status), 0
        return self._connection
