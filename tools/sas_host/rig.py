"""One host, one casino and one machine under test, and what a case of a conformance run says with them."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from tools.sas_host.answers import Answer, Kind
from tools.sas_host.casino import Casino
from tools.sas_host.conversation import Host
from tools.sas_host.duty import Duty
from tools.sas_host.lines.line import LineLost


class Wrong(Exception):
    """The machine does not keep to the protocol."""


class Off(Exception):
    """The machine does not have this, or is set not to; that is no fault."""


@dataclass
class Rig:
    """What every case has. `asset` and `features` are known once the cases of their polls ran."""

    host: Host
    casino: Casino
    duty: Duty
    address: int
    asset: int = 0
    features: bytes = b""
    cents: int = 0
    """May be moved to the machine and back; 0: no money is moved."""
    stops_play: bool = False
    """Play may be stopped and the bill acceptor switched off, for a moment."""
    last: Answer | None = None
    notes: list[str] = field(default_factory=list)

    def data(self, code: int, body: bytes = b"") -> dict[str, int]:
        """The numbers of an answer that has to be data."""
        return self.whole(code, body).number

    def whole(self, code: int, body: bytes = b"") -> Answer:
        """An answer that has to be data."""
        answer = self._kept(self.host.ask(self.address, code, body))
        if answer.kind is Kind.SILENCE:
            raise Off("no answer: the machine does not know it, or this host may not ask it")
        if answer.kind is not Kind.DATA:
            raise Wrong(f"{answer.kind.value} where data is due {answer.why}".rstrip())
        return answer

    def acknowledged(self, code: int, body: bytes = b"") -> str:
        """An answer that has to be the bare address."""
        answer = self._kept(self.host.ask(self.address, code, body))
        if answer.kind is Kind.SILENCE:
            raise Off("no answer")
        if answer.kind is not Kind.ACK:
            raise Wrong(f"{answer.kind.value} where an acknowledgement is due {answer.why}".rstrip())
        return "acknowledged"

    def silent(self, message: bytes, marked: bool = True) -> str:
        """Bytes that nobody may answer."""
        heard = self.host.raw(message, [marked] + [False] * (len(message) - 1))
        self.last = Answer(self.address, Kind.SILENCE, message, heard)
        if heard:
            raise Wrong(f"answered {heard.hex(' ')} to what nobody may answer")
        return "silent"

    def same(self, what: str, *values: int) -> None:
        """Several polls that say the same."""
        if len(set(values)) > 1:
            raise Wrong(f"{what}: {' and '.join(map(str, values))} in different polls")

    def shown(self) -> str:
        """The figures of the last answer, in words."""
        return ", ".join(f"{name} {value}" for name, value in (self.last.figures if self.last else {}).items())

    def keep(self, answer: Answer) -> Answer:
        """An answer that the table is to show."""
        return self._kept(answer)

    def _kept(self, answer: Answer) -> Answer:
        self.last = answer
        if answer.marked:
            raise Wrong("the ninth bit is set in an answer")
        if answer.raw and answer.late:
            self.notes.append(f"first byte after {1000 * answer.first:.1f} ms, gap {1000 * answer.gap:.1f} ms")
        return answer


class Case(NamedTuple):
    """A row of the table before it was tried."""

    stage: str
    poll: str
    name: str
    run: Callable[[Rig], str]


class Row(NamedTuple):
    """And afterwards."""

    case: Case
    verdict: str
    sent: bytes
    raw: bytes
    said: str


def tried(rig: Rig, cases: Iterable[Case]) -> Iterable[Row]:
    """Each in its turn; whatever the machine tells meanwhile is dealt with between them."""
    for case in cases:
        rig.last, before = None, len(rig.casino.found)
        rig.notes.clear()
        try:
            verdict, said = "ok", case.run(rig)
        except Off as off:
            verdict, said = "off", str(off)
        except Wrong as wrong:
            verdict, said = "WRONG", str(wrong)
        except KeyError as lacking:
            verdict, said = "WRONG", f"the answer does not say {lacking}"
        except LineLost as lost:
            verdict, said = "WRONG", f"the line: {lost}"
            rig.host.line.reopen()
        rig.duty.turn()
        found = rig.casino.found[before:]
        if found:
            verdict, said = "WRONG", "; ".join((said, *found))
        elif rig.notes and verdict == "ok":
            verdict, said = "late", "; ".join((said, *rig.notes[:1]))
        last = rig.last
        yield Row(case, verdict, last.sent if last else b"", last.raw if last else b"", said)
