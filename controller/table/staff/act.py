"""What an act of the staff is: one class for each act, which says all of it.

Its fields are what the table is told: what has no default is needed, what has one may be said. Besides the class says
who may do it, in which phases, where a menu shows it, and in words what it does; `do` does it. Menu, console, wire and
journal are made of that; `operating` lists the classes.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import MISSING, dataclass, field, fields, replace
from typing import Any, ClassVar, NamedTuple, Self, dataclass_transform

from controller.table.phases import Phase
from controller.table.state import Table
from controller.table.work import Work

BETWEEN_ROLLS = frozenset({Phase.IDLE, Phase.BETTING, Phase.SETTLING})
AFTER_CLOSE = frozenset({Phase.DRAWING, Phase.CLOSED, Phase.SHOOTING, Phase.ROLLING, Phase.RECOVERY, Phase.ASKING})
ANY_TIME = frozenset(Phase)

EVERYBODY = frozenset({"attendant", "technician", "supervisor"})
FLOOR = frozenset({"attendant", "supervisor"})
WORKSHOP = frozenset({"technician", "supervisor"})
SUPERVISOR = frozenset({"supervisor"})

NOT_ASKED = {"asked": False}
"""Of a field: nobody is asked for it."""


def always(_table: Table, _role: str) -> None:
    """Nothing has to be so of the table first."""


@dataclass_transform(kw_only_default=True, frozen_default=True, field_specifiers=(field,))
class _Typed(ABC):
    """Makes a class of typed fields of every act, and keeps what its head says."""

    word: ClassVar[str]
    says: ClassVar[str]
    roles: ClassVar[frozenset[str]]
    phases: ClassVar[frozenset[Phase]]
    group: ClassVar[str]
    first: ClassVar[Callable[[Table, str], None]]
    twice: ClassVar[bool]
    needs: ClassVar[tuple[str, ...]]
    takes: ClassVar[tuple[str, ...]]

    def __init_subclass__(
        cls,
        *,
        word: str = "",
        roles: frozenset[str] = frozenset(),
        phases: frozenset[Phase] = ANY_TIME,
        group: str = "service",
        first: Callable[[Table, str], None] = always,
        twice: bool = False,
        asks: tuple[str, ...] | None = None,
    ) -> None:
        """`word`: what wire and journal call it, if not as the class is called. `group`: the page of the menu. `first`:
        what must be so of the table before anything else is looked at, given the role; refuses if it is not. `twice`: a
        person is asked again. `asks`: what a person is asked for, where the table is told something else."""
        made: Any = dataclass(frozen=True, kw_only=True)(cls)
        cls.word = word or re.sub(r"(?<!^)(?=[A-Z])", "_", cls.__name__).lower()
        cls.says = (cls.__doc__ or "")[:1].lower() + (cls.__doc__ or "")[1:].partition(".")[0]
        cls.roles, cls.phases, cls.group, cls.first, cls.twice = roles, phases, group, first, twice
        asked = [one for one in fields(made) if one.metadata.get("asked", True)]
        asked.sort(key=lambda one: one.name == "reason")  # why it is done is said last
        cls.needs = tuple(one.name for one in asked if one.default is MISSING) if asks is None else asks
        cls.takes = tuple(one.name for one in asked if one.default is not MISSING) if asks is None else ()


class Act(_Typed):
    """Anything that a person of the staff may do."""

    reason: str = field(default_factory=str, metadata=NOT_ASKED)
    """Why it is done. An act that asks for it has this field again; of others only version 1 of the wire says it."""

    gives_paper: ClassVar[bool] = False
    """A receipt or report comes of it, which has the next number of the machine."""
    seconds: ClassVar[frozenset[str]] = FLOOR
    """Roles of which the second person is, where the house wants one."""

    @property
    def called(self) -> str:
        """The word for it."""
        return self.word

    def at_stake(self, table: Table) -> int:  # noqa: ARG002 - most acts move no money
        """How much money it moves or lets go, that may be too much for one person."""
        return 0

    def takes_two(self, table: Table) -> bool:
        """Whether the house wants a second person for it; looked at before it is done."""
        most = table.settings.alone_up_to
        return most is not None and self.at_stake(table) > most

    @abstractmethod
    def do(self, work: Work, by: "OperatorAct") -> None:
        """Do it; refuses what cannot be done."""


class AtTheSeat(Act):
    """An act of somebody who stands at a seat: it calls no more."""

    seat: int


class OperatorAct(NamedTuple):
    """A person of the staff does an act: who, in which role, under which number of theirs, and with whom."""

    client: str
    id: int
    operator: str
    role: str
    act: Act
    second: str = ""
    """Who stood by and gave key and PIN too."""

    @property
    def seat(self) -> int:
        """The seat that it is about; 0: none."""
        return getattr(self.act, "seat", 0)

    @property
    def why(self) -> str:
        """The reason that was given, or what was named with it."""
        return self.act.reason or getattr(self.act, "reference", "")

    def with_more(self, **told: Any) -> Self:
        """The same act, with what was found out of it meanwhile."""
        return self._replace(act=replace(self.act, **told))
