"""Poll 21: the installed files signed with the host's seed. Pure.

It takes seconds, so the poll is acknowledged, the controller has it worked out beside play, and what came of it answers
the first general poll after that; or the same poll, asked again.
"""

from typing import NamedTuple

from controller.protocol.devices.sas import SasImage
from drivers.sas.polls.answers import whole

SIGNATURE = 0x21


class SignatureWanted(NamedTuple):
    """The host waits for this one."""

    address: int
    number: int
    seed: int


class Signing:
    """The one signature of an address that is wanted and was not told yet."""

    def __init__(self, address: int) -> None:
        self._address, self._numbers = address, 0
        self._wanted: SignatureWanted | None = None

    def want(self, seed: int) -> list[SignatureWanted]:
        """Have it worked out, unless it is under way."""
        if self._wanted is None or self._wanted.seed != seed:
            self._numbers += 1
            self._wanted = SignatureWanted(self._address, self._numbers, seed)
            return [self._wanted]
        return []

    def want_anew(self) -> list[SignatureWanted]:
        """Whoever works it out may be another by now."""
        wanted, self._wanted = self._wanted, None
        return self.want(wanted.seed) if wanted is not None else []

    def worked_out(self, image: SasImage, seed: int | None = None) -> bytes | None:
        """The answer that waits to be told, to whoever asks, or asks with this seed."""
        wanted = self._wanted
        if wanted is None or image.signed != wanted.number or seed not in (None, wanted.seed):
            return None
        return whole(self._address, SIGNATURE, image.signature.to_bytes(2, "little"))

    def told(self) -> None:
        """The host has it."""
        self._wanted = None
