"""The line, as all our addresses hear it: bytes with their mark and the time → answers and effects. Pure.

A byte with the mark begins a poll, whatever was before it. A poll for another machine, or for everybody, tells our
addresses that what they said last was read.
"""

from collections.abc import Iterator, Mapping

from config.sas import SasSettings
from controller.protocol.devices.sas import SasImage, SasLink, SasTransfer
from drivers.sas.codec import ALL, GENERAL, ByteHeard, Said, is_sound
from drivers.sas.engine.address import Address
from drivers.sas.engine.effects import Effect
from drivers.sas.polls.progressives import ONE, SEVERAL, ProgressiveBoard, levels_of
from drivers.sas.polls.table import POLLS, Poll

LOOP_BROKEN = 5.0
"""Seconds in which nothing was heard at all."""
CHIRP_EVERY = 0.2
UNKNOWN_POLL = 2
"""Bytes of a poll that is not in the table: how long it is, nobody knows."""


class Engine:
    """All addresses of ours on one line."""

    def __init__(self, settings: SasSettings, now: float, asks: int = 0) -> None:
        """`asks`: where the numbers of transfers begin, at which no other driver's did."""
        self._settings, self._asks = settings, asks
        self._addresses: dict[int, Address] = {}
        self._message = bytearray()
        """Of the poll that is being heard: address and command first."""
        self._heard_at = self._byte_at = now
        self._chirp_at = now + LOOP_BROKEN
        self._said: list[Said] = []
        self._board = ProgressiveBoard()
        self._effects: list[Effect] = []

    # ---- the controller's side -----------------------------------------------------------------

    def told(self, images: Mapping[int, SasImage], now: float) -> None:
        """What was committed; an address without an image is ours no more."""
        self._addresses = {number: of for number, of in self._addresses.items() if number in images}
        for number, image in sorted(images.items()):
            known = self._addresses.get(number)
            if known is None:
                self._addresses[number] = Address(number, self._settings, image, now, self._asks)
            else:
                self._say(known.told(image))

    def kept(self, address: int, transfers: tuple[SasTransfer, ...]) -> None:
        """Transfers of an address that were done."""
        if address in self._addresses:
            self._addresses[address].transfers.keep(transfers)

    def told_anew(self) -> None:
        """Whether the controller has heard what was told is unsure."""
        self._effects += self._board.told_anew()
        for of in self._addresses.values():
            of.told_anew()

    def opened(self, now: float) -> None:
        """The line is there, for the first time or again."""
        self._message.clear()
        self._heard_at = self._byte_at = now
        self._chirp_at = now + LOOP_BROKEN

    # ---- the line's side -----------------------------------------------------------------------

    def feed(self, heard: ByteHeard, now: float, seconds: int) -> None:
        """One byte; `seconds`: the machine's clock, UTC."""
        late = now - self._byte_at > self._settings.gap_ms / 1000
        self._byte_at = now
        if late:
            self._break_off()
        if heard.mark or (heard.mark is None and not self._message):
            self._begins(heard.value, now)
        elif self._message:
            self._message.append(heard.value)
            self._goes_on(now, seconds)

    def due(self, now: float) -> None:
        """What time alone brings."""
        self._effects += self._board.due(now)
        for of in self._addresses.values():
            self._say(of.due(now))
        if now >= self._chirp_at and self._addresses:
            self._said += [Said(bytes((number,)), mark=True) for number in self._addresses]
            self._chirp_at = now + CHIRP_EVERY

    def deadline(self) -> float:
        """When to be asked `due` at the latest."""
        if not self._addresses:
            return float("inf")
        return min(self._chirp_at, self._board.deadline(), *(of.deadline() for of in self._addresses.values()))

    def take_said(self) -> list[Said]:
        """What goes on the line now."""
        said, self._said = self._said, []
        return said

    def take_effects(self) -> Iterator[Effect]:
        """What there is to do."""
        effects, self._effects = self._effects, []
        yield from effects
        for of in self._addresses.values():
            yield from of.take_effects()

    def links(self, now: float) -> list[SasLink]:
        """How each address is."""
        return [
            SasLink(
                address=number,
                linked=of.is_linked(now),
                loop=now - self._heard_at < LOOP_BROKEN,
                last_poll=of.last_poll.hex()[:16],
                polls=of.counts.polls,
                answers=of.counts.answers,
                repeated=of.counts.repeated,
                busy=of.counts.busy,
                bad_crc=of.counts.bad_crc,
                unknown=of.counts.unknown,
                broken=of.counts.broken,
            )
            for number, of in self._addresses.items()
        ]

    # ---- inside --------------------------------------------------------------------------------

    def _begins(self, first: int, now: float) -> None:
        """A poll for one machine or for everybody. For the others, that alone says much."""
        self._break_off()
        self._overtaken()
        self._heard_at, self._chirp_at = now, now + LOOP_BROKEN
        number = first & ~GENERAL
        for of in self._addresses.values():
            if of.address != number:
                of.heard_other(now)
        if not first & GENERAL:
            self._message.append(first)
        elif number in self._addresses:
            self._say(self._addresses[number].general_poll(now))

    def _goes_on(self, now: float, seconds: int) -> None:
        message = bytes(self._message)
        number, poll = message[0], POLLS.get(message[1])
        if poll is None:
            if len(message) == UNKNOWN_POLL and number in self._addresses:
                self._addresses[number].counts.unknown += 1
            self._forget_unknown()
            return
        if len(message) < poll.length(message):
            return
        self._message.clear()
        if poll.data is not None and not is_sound(message):
            self._count_bad(number)
            return
        if number in self._addresses or number == ALL:
            self._show(poll, message, now)
        if number in self._addresses:
            self._say(self._addresses[number].long_poll(poll, message, now, seconds))
        elif number == ALL and poll.to_all:
            for of in self._addresses.values():
                of.broadcast(poll, message, seconds)

    def _show(self, poll: Poll, message: bytes, now: float) -> None:
        """What the progressives stand at."""
        if poll.code in (ONE, SEVERAL):
            levels = levels_of(poll.code, poll.of(message), self._settings.progressive_group)
            self._effects += self._board.heard(levels, now) if levels else []

    def _forget_unknown(self) -> None:
        """Nothing of it is kept but that it goes on, until another poll begins or a pause tells that it is over."""
        del self._message[UNKNOWN_POLL:]

    def _count_bad(self, number: int) -> None:
        if number in self._addresses:
            self._addresses[number].counts.bad_crc += 1

    def _break_off(self) -> None:
        """What began and never ended."""
        if self._message:
            of = self._addresses.get(self._message[0])
            known = len(self._message) < UNKNOWN_POLL or self._message[1] in POLLS
            if of is not None and known:
                of.counts.broken += 1
            self._message.clear()

    def _overtaken(self) -> None:
        """What has not gone out by now comes too late, as after a driver that stood still: the host has gone on.

        It is not said, and what was not said nobody has read."""
        if self._said:
            self._said.clear()
            for of in self._addresses.values():
                of.not_said()

    def _say(self, said: bytes) -> None:
        if said:
            self._said.append(Said(said))
