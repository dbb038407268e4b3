"""The line to the floor by a broker: batches go by JetStream, what goes ahead by core NATS, and questions by request.

What the broker says it took is not delivered. Only the floor's signed answer counts, which comes on the cabinet's
cursor; where none comes, the floor is asked, as on the other line.
"""

import asyncio
import json
import secrets
from collections.abc import Coroutine
from pathlib import Path
from typing import Any, TypeVar

import nats.errors
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from config.floor import Uplink
from controller.protocol import floor as wire
from controller.protocol import nats as names
from controller.protocol.hints import HintSaid
from controller.protocol.jackpots.pots import POTS_PATH, PotsAnswer, PotsSaid
from controller.protocol.tickets import TICKETS_PATH, AsksSaid, TicketsAnswer
from controller.uplink.believing import Belief, Kind, NoFloor, NotBelieved, TurnedAway, nonce_in
from controller.uplink.certificate import key_in_certificate, trusting

PATIENCE = 10.0
"""Seconds for the broker, and for the floor behind it."""
Result = TypeVar("Result")


class NatsLine:
    """To one floor, as `line.Line` is."""

    def __init__(self, settings: Uplink, key: Ed25519PrivateKey, patience: float = PATIENCE) -> None:
        assert settings.nats is not None
        self._patience = patience
        self._address, self._cabinet, self._key = settings.nats, settings.cabinet, key
        self.belief = Belief(settings.cabinet, key_in_certificate(Path(settings.certificate)))
        self._tls = trusting(Path(settings.certificate)) if settings.nats.startswith("tls://") else None
        self._loop = asyncio.new_event_loop()
        self._client: Any = None
        self._cursors: Any = None
        self._line, self._nonce, self._number = "", "", 0

    def send(self, data: bytes) -> wire.FloorAnswer:
        """A batch."""
        return self._do(self._send(data))

    def say(self, head: wire.HeadSaid) -> wire.FloorAnswer:
        """Where we stand."""
        return self._do(self._ask(wire.HEADS_PATH, json.dumps(head.model_dump()).encode(), wire.FloorAnswer))

    def hint(self, said: HintSaid) -> None:
        """What goes ahead; nobody answers."""
        self._do(self._hint(said.model_dump_json().encode()))

    def tickets(self, said: AsksSaid) -> TicketsAnswer:
        """What is asked about tickets."""
        return self._do(self._ask(TICKETS_PATH, said.model_dump_json().encode(), TicketsAnswer))

    def pots(self, said: PotsSaid) -> PotsAnswer:
        """How the pots stand, and the floor's lease."""
        return self._do(self._ask(POTS_PATH, said.model_dump_json().encode(), PotsAnswer))

    def cursor(self, journal: str, seq: int | None = None) -> wire.FloorAnswer:
        """Which entry the floor has last; or the hash of the one asked about."""
        asked = "" if seq is None else f"?seq={seq}"
        return self._do(self._ask(f"{wire.CURSOR_PATH}/{journal}{asked}", b"", wire.FloorAnswer))

    def end(self) -> None:
        """For good."""
        self.close()
        self._loop.close()

    def close(self) -> None:
        """Hang up; the next request calls anew."""
        if self._client is not None:
            client, self._client = self._client, None
            self._loop.run_until_complete(names.hang_up(client))

    def _do(self, work: Coroutine[Any, Any, Result]) -> Result:
        try:
            return self._loop.run_until_complete(asyncio.wait_for(work, 3 * self._patience))
        except (OSError, TimeoutError, nats.errors.Error) as error:
            self.close()
            raise NoFloor(str(error) or type(error).__name__) from None
        except (NoFloor, NotBelieved, TurnedAway):
            self.close()
            raise

    async def _send(self, data: bytes) -> wire.FloorAnswer:
        id = wire.id_of(data)
        signature = self._key.sign(wire.batch_text(id)).hex()
        headers = {names.MESSAGE_ID: id, wire.BATCH_HEADER: signature}
        stream = (await self._call()).jetstream(timeout=PATIENCE)
        subject = names.subject(self._cabinet, names.BATCHES)
        taken = await stream.publish(subject, data, headers=headers)
        if taken.duplicate:  # taken once is not kept: the floor, which was asked, has not got it, or may take it now
            headers[names.MESSAGE_ID] = f"{id}.{secrets.token_hex(8)}"
            await stream.publish(subject, data, headers=headers)
        async with asyncio.timeout(PATIENCE):
            while True:
                came = await self._cursors.next_msg(timeout=PATIENCE)
                answer = self.belief.read(came.data, (came.headers or {}).get(wire.ANSWER_HEADER, ""), wire.FloorAnswer)
                if answer.of == id:
                    return answer

    async def _hint(self, data: bytes) -> None:
        signature = self._key.sign(wire.hint_text(wire.id_of(data))).hex()
        client = await self._call()
        await client.publish(names.subject(self._cabinet, names.URGENT), data, headers={wire.BATCH_HEADER: signature})

    async def _ask(self, path: str, data: bytes, kind: type[Kind]) -> Kind:
        client = await self._call()
        self._number += 1
        text = wire.request_text(self._nonce, self._number, path, wire.id_of(data))
        proof = f"{self._number} {self._key.sign(text).hex()}"
        came = await self._request(client, path, data, {wire.PROOF_HEADER: proof})
        headers = came.headers or {}
        status, signature = headers.get(names.STATUS_HEADER, "0"), headers.get(wire.ANSWER_HEADER, "")
        return self.belief.answer(int(status), came.data, signature, wire.id_of(text), kind)

    async def _call(self) -> Any:
        if self._client is None:
            client = await names.called(self._address, self._key, self._tls, names.inbox(self._cabinet))
            self._client = client
            self._cursors = await client.subscribe(names.subject(self._cabinet, names.CURSOR))
            self._line, self._number = secrets.token_hex(8), 0
            came = await self._request(client, wire.NONCE_PATH, b"", {})
            self._nonce = nonce_in(came.data)
        return self._client

    async def _request(self, client: Any, path: str, data: bytes, headers: dict[str, str]) -> Any:
        headers = headers | {names.LINE_HEADER: self._line, names.PATH_HEADER: path}
        return await client.request(
            names.subject(self._cabinet, names.ASK), data, timeout=self._patience, headers=headers
        )
