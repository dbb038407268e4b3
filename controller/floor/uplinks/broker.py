"""The floor's end of the uplinks by NATS: batches out of JetStream, questions and what goes ahead by core NATS.

A batch is acknowledged after its commit, and terminated where it can never be good; then it lies aside with its alarm.
While the store is away it is given back. The stream may forget and repeat as it likes: the cursor decides.
"""

import asyncio
import ssl
from collections import OrderedDict
from contextlib import suppress
from pathlib import Path
from typing import Any

import nats.errors
import orjson
import structlog
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from nats.js.api import AckPolicy, ConsumerConfig, RetentionPolicy, StreamConfig

from controller.floor.keys import BROKER_CERTIFICATE, BROKER_KEY
from controller.floor.uplinks.desk import AGAIN, OK, FloorDesk, Reply, UplinkConnection, UplinkRequest
from controller.protocol import floor as wire
from controller.protocol import nats as names

TOGETHER = 64
FETCH_SECONDS, RETRY_SECONDS = 1.0, 1.0
ACK_SECONDS = 30.0
KEPT_OF_A_CABINET = 8
"""Batches that wait of one; it has one under way, so more come only of trouble, and the cursor asks for them anew."""
MOST_LINES = 4096
MOST_ASKED = 1024

log = structlog.get_logger()


class Broker:
    """Hears cabinets through one broker."""

    def __init__(
        self, address: str, key: Ed25519PrivateKey, desk: FloorDesk, tls: ssl.SSLContext | None = None
    ) -> None:
        self._address, self._key, self._desk, self._tls = address, key, desk, tls
        self._lines: OrderedDict[tuple[str, str], UplinkConnection] = OrderedDict()
        self._client: Any = None

    async def run(self) -> None:
        """Until cancelled; a broker that is away is called again."""
        while True:
            try:
                await self._serve()
            except (OSError, TimeoutError, nats.errors.Error) as error:
                log.error("the broker does not answer", why=str(error) or type(error).__name__)
            finally:
                await self._hang_up()
            await asyncio.sleep(RETRY_SECONDS)

    async def _hang_up(self) -> None:
        if self._client is not None:
            client, self._client = self._client, None
            await names.hang_up(client)

    async def _serve(self) -> None:
        self._client = await names.called(self._address, self._key, self._tls)
        batches = await self._batches()
        for what, heard in ((names.ASK, self._asked), (names.URGENT, self._hinted)):
            await self._client.subscribe(names.subject("*", what), cb=heard, pending_msgs_limit=MOST_ASKED)
        log.info("hears cabinets through a broker", address=self._address)
        while self._client.is_connected:
            with suppress(nats.errors.TimeoutError):
                await self._take(await batches.fetch(TOGETHER, timeout=FETCH_SECONDS))

    async def _batches(self) -> Any:
        """The stream and its one consumer, made where they are not there yet."""
        stream = self._client.jetstream()
        await stream.add_stream(
            StreamConfig(
                name=names.STREAM,
                subjects=[names.subject("*", names.BATCHES)],
                retention=RetentionPolicy.WORK_QUEUE,
                max_msgs_per_subject=KEPT_OF_A_CABINET,
                max_msg_size=wire.LARGEST_ENTRY + 4096,
            )
        )
        config = ConsumerConfig(ack_policy=AckPolicy.EXPLICIT, ack_wait=ACK_SECONDS)
        return await stream.pull_subscribe("", names.CONSUMER, stream=names.STREAM, config=config)

    async def _take(self, messages: list[Any]) -> None:
        """Those of one cabinet in their order, those of several at once."""
        of_cabinet: dict[str, list[Any]] = {}
        for message in messages:
            of_cabinet.setdefault(message.subject, []).append(message)
        await asyncio.gather(*(self._take_in_turn(one) for one in of_cabinet.values()))

    async def _take_in_turn(self, messages: list[Any]) -> None:
        for message in messages:
            request = _request(message, wire.BATCHES_PATH)
            reply = await self._desk.delivered(request)
            if reply.status == AGAIN:
                await message.nak(delay=RETRY_SECONDS)
                continue
            if reply.status == OK:
                where = names.subject(request.cabinet, names.CURSOR)
                await self._client.publish(where, reply.body, headers={wire.ANSWER_HEADER: reply.signature})
            if reply.code in wire.GOES_ON:
                await message.ack()
            else:
                await message.term()

    async def _asked(self, message: Any) -> None:
        headers = message.headers or {}
        request = _request(message, headers.get(names.PATH_HEADER, ""))
        name = headers.get(names.LINE_HEADER, "")[:40]
        if request.path == wire.NONCE_PATH:
            await message.respond(orjson.dumps({"nonce": self._line(request.cabinet, name).nonce}))
            return
        line = self._lines.get((request.cabinet, name))
        if line is None:  # it was begun with a floor that is no more: nobody's fault, and it begins anew
            reply = Reply(AGAIN, b"line")
        else:
            self._lines.move_to_end((request.cabinet, name))
            reply = await self._desk.asked(line, request)
        said = {names.STATUS_HEADER: str(reply.status), wire.ANSWER_HEADER: reply.signature}
        await self._client.publish(message.reply, reply.body, headers=said)

    async def _hinted(self, message: Any) -> None:
        await self._desk.hinted(_request(message, ""))

    def _line(self, cabinet: str, name: str) -> UplinkConnection:
        line = self._lines.setdefault((cabinet, name), UplinkConnection())
        self._lines.move_to_end((cabinet, name))
        while len(self._lines) > MOST_LINES:
            self._lines.popitem(last=False)
        return line


def _request(message: Any, path: str) -> UplinkRequest:
    headers = message.headers or {}
    return UplinkRequest(
        cabinet=message.subject.split(".")[1],
        proof=headers.get(wire.PROOF_HEADER, ""),
        path=path,
        data=message.data,
        signature=headers.get(wire.BATCH_HEADER, ""),
        origin="the broker",
    )


def settings_of_broker(folder: Path, listen: str, store: str, floor: bytes, cabinets: dict[str, bytes]) -> str:
    """For nats-server: who may speak, and each of its own subjects alone."""
    users = [f"{{ nkey: {names.nkey(floor)} }}"]
    for cabinet, key in cabinets.items():
        may = [names.subject(cabinet, what) for what in (names.BATCHES, names.URGENT, names.ASK)]
        hears = [names.subject(cabinet, names.CURSOR), f"{names.inbox(cabinet)}.>"]
        users.append(
            f"{{ nkey: {names.nkey(key)}, permissions {{ publish: {_list(may)}, subscribe: {_list(hears)} }} }}"
        )
    return "\n".join(
        [
            f'listen: "{listen}"',
            f"max_payload: {wire.LARGEST_ENTRY + 65_536}",
            f'jetstream {{ store_dir: "{store}" }}',
            f'tls {{ cert_file: "{folder / BROKER_CERTIFICATE}", key_file: "{folder / BROKER_KEY}" }}',
            "authorization { users: [",
            *(f"  {user}" for user in users),
            "] }",
            "",
        ]
    )


def _list(words: list[str]) -> str:
    return "[" + ", ".join(f'"{word}"' for word in words) + "]"
