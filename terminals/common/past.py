"""Questions to the records process: house edges for the help, and the past of a seat."""

import asyncio
from typing import Any, NamedTuple

import zmq
import zmq.asyncio

from config.screens import PeerKeys
from controller.protocol.message import LARGEST_TOLD, BadMessage, Message, decode, encode
from controller.protocol.records.figures import Help, HelpWanted
from controller.protocol.records.history import Rounds, RoundsWanted
from controller.protocol.records.questions import FROM_RECORDS
from terminals.common.link import connect
from terminals.common.session import session

PATIENCE = 5.0
"""Seconds; the exact returns of a book take a second or two to work out the first time."""
ROUNDS_SHOWN = 20
MOST_PAGES = 10
"""Of so many rounds each, that a player leafs back."""


class Memory(NamedTuple):
    """Of the rounds that are over, what a player still looks at."""

    last: dict[str, Any] | None
    """The last one that decided something: its dice, what became of each wager, and the net of it."""
    won: dict[str, int] | None
    """The last roll that brought more than it cost: how much more, and in which round."""
    laid: tuple[int, dict[str, int]]
    """The last round at whose close something lay there, and what did."""
    begins: int = 0
    """Rounds before this one were another player's."""


class NoRecords(Exception):
    """Nobody answers; the text says so."""


class PastQuestions:
    """One question at a time."""

    def __init__(
        self, context: zmq.asyncio.Context, endpoint: str | None, keys: PeerKeys | None, patience: float = PATIENCE
    ) -> None:
        """`patience`: seconds to wait for an answer."""
        self._context, self._endpoint, self._keys, self._patience = context, endpoint, keys, patience
        self._one = asyncio.Lock()

    async def ask(self, question: Message) -> Any:
        """What the records process says to this, or NoRecords."""
        if self._endpoint is None:
            raise NoRecords("no records process is configured")
        async with self._one:
            socket = connect(self._context, zmq.DEALER, self._endpoint, self._keys)
            try:
                async with asyncio.timeout(self._patience):  # to a process that stands still nothing can be sent either
                    await socket.send(encode(question))
                    data = await socket.recv()
                return decode(FROM_RECORDS, data, LARGEST_TOLD)
            except (TimeoutError, BadMessage) as error:
                raise NoRecords(f"the records process does not answer: {error}") from None
            finally:
                socket.close()


class SeatPast(PastQuestions):
    """What a player may know."""

    def __init__(self, context: zmq.asyncio.Context, endpoint: str | None, keys: PeerKeys | None, seat: int) -> None:
        super().__init__(context, endpoint, keys)
        self._seat = seat

    async def help(self) -> dict[str, Any]:
        """House edge and pays of every bet."""
        told = await self.ask(HelpWanted())
        if not isinstance(told, Help):
            raise NoRecords("the records process does not say")
        return {"digest": told.digest, "bets": {bet: row.model_dump(mode="json") for bet, row in told.bets.items()}}

    async def past(self, pages: int = 1) -> dict[str, Any]:
        """This seat's last rounds, so many pages of them; `more`: there are older ones of the same player."""
        told, more = await self._rounds()
        while more and (done := len(told)) < pages * ROUNDS_SHOWN:
            older, more = await self._rounds(before=told[-1]["round"])
            told += older
            if len(told) == done:
                break
        own = session(told, self._seat)
        more = more and not own.begins
        return {"rounds": shown(own.rounds, self._seat), "more": more and pages < MOST_PAGES, "pages": pages}

    async def memory(self) -> Memory:
        """What a terminal that has just started cannot know: what this seat's last rounds brought."""
        told, _ = await self._rounds()
        return remembered(told, self._seat)

    async def _rounds(self, before: int | None = None) -> tuple[list[dict[str, Any]], bool]:
        """As recall tells them, newest first, and whether there may be older ones; the very first is the one that is
        still being played."""
        wanted = RoundsWanted(seat=self._seat, last=ROUNDS_SHOWN, before=before, open=before is None)
        told = await self.ask(wanted)
        if not isinstance(told, Rounds):
            raise NoRecords("the records process does not say")
        return list(told.rounds), told.more or len(told.rounds) >= ROUNDS_SHOWN


def remembered(told: list[dict[str, Any]], seat: int) -> Memory:
    """What the present player may remember of these rounds."""
    rounds, begins = session(told, seat)
    pots = _pots(told, seat)
    lasts = [_last(told, seat, pots) for told in rounds]
    wins = ({"round": last["round"], "amount": last["net"]} for last in lasts if last["net"] > 0)
    laid = ((told["round"], stakes) for told in rounds if (stakes := _layout(told, seat)))
    decided = (last for last in lasts if last["rows"] or last["returned"] or last["pots"])
    return Memory(next(decided, None), next(wins, None), next(laid, (-1, {})), begins)


def net_of(rows: list[dict[str, Any]]) -> int:
    """What these wagers brought, less what they lost: below zero the roll cost the player money."""
    paid: int = sum(row["paid"] for row in rows)
    lost: int = sum(row["stake"] for row in rows if row["result"] == "lose")
    vigorish: int = sum(row["vigorish"] for row in rows)
    return paid - lost - vigorish


def _pots(told: list[dict[str, Any]], seat: int) -> dict[int, list[dict[str, Any]]]:
    """What each roll has won of jackpots; the floor may have said so in a later round."""
    won: dict[int, list[dict[str, Any]]] = {}
    paid = [row for of in told for row in of["happened"] if row["what"] == "jackpot_paid" and row["seat"] == seat]
    for row in sorted(paid, key=lambda row: int(row["seq"])):
        won.setdefault(row["roll"], []).append({name: row[name] for name in ("jackpot", "amount", "prize")})
    return won


def _last(told: dict[str, Any], seat: int, won: dict[int, list[dict[str, Any]]]) -> dict[str, Any]:
    """As the controller tells it in `settled`, and what came later of jackpots."""
    mine = [row for row in told["happened"] if row.get("seat") == seat]
    rows = [{name: row[name] for name in OF_A_ROW} for row in mine if row["what"] == "settled"]
    rolls = [row["roll_id"] for row in told["happened"] if row["what"] == "result"]
    pots = [pot for roll in rolls for pot in won.get(roll, [])]
    return {
        "round": told["round"],
        "how": told["how"],
        "faces": _shown(told).get("faces"),
        "rows": rows,
        "net": net_of(rows) + sum(pot["amount"] for pot in pots),
        "pots": pots,
        "returned": [
            {name: row[name] for name in ("bet", "amount", "why")} for row in mine if row["what"] == "returned"
        ],
    }


OF_A_ROW = ("bet", "stake", "result", "paid", "stays", "vigorish")


def _layout(told: dict[str, Any], seat: int) -> dict[str, int]:
    """What lay there when bets closed."""
    laid = told["layout"].get(str(seat))
    return dict(laid["stakes"]) if laid else {}


OF_THE_RECORD = ("what", "seq", "at", "roll_id")


def _shown(told: dict[str, Any]) -> dict[str, Any]:
    """What the device showed, by the name that its game has for it: `{"faces": [3, 4]}`; nothing where nothing came."""
    row: dict[str, Any] = next((row for row in told["happened"] if row["what"] == "result"), {})
    return {name: value for name, value in row.items() if name not in OF_THE_RECORD}


def shown(rounds: list[dict[str, Any]], seat: int) -> list[dict[str, Any]]:
    """These rounds as a player reads them, but those in which nothing lay."""
    read = [_short(told, seat) for told in rounds]
    return [told for told in read if told["how"] != "empty" or told["rows"]]


def _short(told: dict[str, Any], seat: int) -> dict[str, Any]:
    """What a player wants to see of a round: what came, their wagers, what they brought; then those that were given
    back, and those that stood."""
    mine = [row for row in told["happened"] if row.get("seat") == seat]
    rows = [
        {"bet": row["bet"], "stake": row["stake"], "result": row["result"], "paid": row["paid"]}
        | ({"vigorish": row["vigorish"]} if row.get("vigorish") else {})
        for row in mine
        if row["what"] == "settled"
    ]
    rows += [
        {"bet": row["bet"], "stake": row["amount"], "result": "returned", "paid": 0}
        for row in mine
        if row["what"] == "returned"
    ]
    decided = {row["bet"] for row in rows}
    stood = [
        {"bet": bet, "stake": stake, "result": "stood", "paid": 0}
        for bet, stake in _layout(told, seat).items()
        if bet not in decided and told["how"] == "settled"
    ]
    return {
        "round": told["round"],
        "ended_at": told["ended_at"],
        "how": told["how"],
        "faces": None,
        **_shown(told),
        "money": told["seats"].get(str(seat), {}),
        "rows": rows + stood,
    }
