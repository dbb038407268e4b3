"""Which unit is there, and which one belongs to this cabinet."""

from dataclasses import dataclass

from controller.protocol.devices.unit import UnitIdentity
from drivers.common.serial.codec import VERSION
from drivers.common.serial.messages import Identity, StatusReply


@dataclass(frozen=True, slots=True)
class ExpectedUnit:
    """The unit of this cabinet; None is any."""

    model: str | None = None
    serial: int | None = None

    def refuses(self, unit: UnitIdentity) -> bool:
        return self.model not in (None, unit.model) or self.serial not in (None, unit.serial)

    def __str__(self) -> str:
        model = f"model {self.model}" if self.model else "any model"
        return f"{model}, serial {'any' if self.serial is None else self.serial}, protocol version {VERSION}"


@dataclass(slots=True)
class UnitThere:
    """Who is at the port now, and how it is: as far as it is known."""

    identity: UnitIdentity | None = None
    status: StatusReply | None = None

    def forget(self) -> None:
        """It has gone, or may be another one."""
        self.identity = self.status = None


def identity_of(found: Identity) -> UnitIdentity:
    """HELLO's answer in words; a model is padded with spaces or zeros."""
    return UnitIdentity(
        model=found.model.rstrip(b" \0").decode("ascii", "backslashreplace"),
        serial=found.serial,
        firmware=f"{found.major}.{found.minor}",
        boot_id=found.boot_id,
    )
