"""Questions to the records process: house edges for the help, and the past of a seat."""

import asyncio
from typing import Any

import zmq
import zmq.asyncio

from config.screens import Keys
from controller.wire.message import LARGEST_TOLD, BadMessage, Message, decode, encode
from controller.wire.records import FROM_RECORDS, Help, HelpWanted, Rounds, RoundsWanted
from terminals.link import connect

PATIENCE = 5.0
"""Seconds; the exact returns of a book take a second or two to work out the first time."""
ROUNDS_SHOWN = 20


class NoRecords(Exception):
    """Nobody answers; the text says so."""


class Asker:
    """One question at a time."""

    def __init__(self, context: zmq.asyncio.Context, endpoint: str | None, keys: Keys | None) -> None:
        self._context, self._endpoint, self._keys = context, endpoint, keys
        self._one = asyncio.Lock()

    async def ask(self, question: Message) -> Any:
        """What the records process says to this, or NoRecords."""
        if self._endpoint is None:
            raise NoRecords("no records process is configured")
        async with self._one:
            socket = connect(self._context, zmq.DEALER, self._endpoint, self._keys)
            try:
                socket.setsockopt(zmq.IMMEDIATE, 0)
                await socket.send(encode(question))
                data = await asyncio.wait_for(socket.recv(), PATIENCE)
                return decode(FROM_RECORDS, data, LARGEST_TOLD)
            except (TimeoutError, BadMessage) as error:
                raise NoRecords(f"the records process does not answer: {error}") from None
            finally:
                socket.close()


class Records(Asker):
    """What a player may know."""

    def __init__(self, context: zmq.asyncio.Context, endpoint: str | None, keys: Keys | None, seat: int) -> None:
        super().__init__(context, endpoint, keys)
        self._seat = seat

    async def help(self) -> dict[str, Any]:
        """House edge and pays of every bet."""
        told = await self.ask(HelpWanted())
        if not isinstance(told, Help):
            raise NoRecords("the records process does not say")
        return {"digest": told.digest, "bets": {bet: row.model_dump(mode="json") for bet, row in told.bets.items()}}

    async def past(self) -> dict[str, Any]:
        """This seat's last rounds."""
        told = await self.ask(RoundsWanted(seat=self._seat, last=ROUNDS_SHOWN))
        if not isinstance(told, Rounds):
            raise NoRecords("the records process does not say")
        return {"rounds": [_short(found, self._seat) for found in told.rounds]}


def _short(told: dict[str, Any], seat: int) -> dict[str, Any]:
    """What a player wants to see of a round: the dice, his wagers, what they brought."""
    happened = told["happened"]
    faces = next((row["faces"] for row in happened if row["what"] == "result"), None)
    money = told["seats"].get(str(seat), {})
    return {
        "round": told["round"],
        "ended_at": told["ended_at"],
        "how": told["how"],
        "faces": faces,
        "money": money,
        "rows": [
            {"bet": row["bet"], "stake": row["stake"], "result": row["result"], "paid": row["paid"]}
            for row in happened
            if row["what"] == "settled" and row.get("seat") == seat
        ],
    }
