"""Money as the house writes it. Amounts are whole numbers of the smallest unit; nothing is ever rounded away.

Pages write it the same: `terminals/common/page/money.js`, held to the same cases.
"""

from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError

from config.files.complaints import complaint
from config.files.reading import BadFile, read_toml


class MoneyLook(BaseModel):
    """`[money]` of a cabinet: how amounts, kept in the smallest unit, are written."""

    model_config = ConfigDict(strict=True, frozen=True, extra="forbid")

    symbol: Annotated[str, StringConstraints(max_length=4)] = "$"
    after: bool = False
    """The symbol stands behind the number."""
    decimals: Annotated[int, Field(ge=0, le=3)] = 2
    point: Annotated[str, StringConstraints(min_length=1, max_length=1)] = "."
    group: Annotated[str, StringConstraints(max_length=1)] = ","

    def write(self, amount: int) -> str:
        """`$1,234.50`, always with its decimals."""
        whole, part = divmod(abs(amount), 10**self.decimals)
        text = f"{whole:,}".replace(",", self.group)
        if self.decimals:
            text = f"{text}{self.point}{part:0{self.decimals}}"
        sign = "−" if amount < 0 else ""
        return f"{sign}{text} {self.symbol}" if self.after else f"{sign}{self.symbol}{text}"


class MoneyFormat(MoneyLook):
    """`[money]` of a screen: the same, and what a player has to bet with."""

    chips: Annotated[list[Annotated[int, Field(ge=1, le=10**12)]], Field(min_length=1, max_length=8)] = [
        100,
        500,
        1000,
        2500,
        10_000,
        50_000,
    ]
    """The chips a player chooses from."""


def money_of(cabinet: Path) -> MoneyLook:
    """How the cabinet of this file writes money; as everywhere, where there is no such file or it does not say."""
    if not cabinet.exists():
        return MoneyLook()
    try:
        return MoneyLook.model_validate(read_toml(cabinet).get("money", {}))
    except ValidationError as error:
        raise BadFile(f"{cabinet}: money: {complaint(error)}") from None


_look = [MoneyLook()]
"""How this process writes money, said once at its start."""


def money_looks(look: MoneyLook) -> None:
    """From now on money is written like this."""
    _look[0] = look


def money(amount: int) -> str:
    """An amount as this house writes it."""
    return _look[0].write(amount)
