"""The desk of the ticket printers' driver: what each printer says becomes events, the job that is wanted an order.

The driver keeps nothing, so the job is told on every change and once a second, and what is heard again is heard once.
"""

from typing import Any

from controller.protocol.devices import printer as wire
from controller.protocol.devices.unit import (
    LinkDown,
    LinkHealth,
    LinkUp,
    NotDone,
    NothingWanted,
    UnitIdentity,
    UnitRebooted,
)
from controller.protocol.status import LinkStatus
from controller.server.connections.cash.seat_desks import SeatDesk, SeatDesks
from controller.server.connections.driver_desk import Here
from controller.server.loop.hub import Hub
from controller.server.loop.ports import Arrival
from controller.server.loop.troubles import Trouble
from controller.table.cash import events
from controller.table.paper.wanted import WantedJob, WantedOfCash


class PrinterDesk(SeatDesk):
    """The printer of one seat."""

    device, messages = "tickets", wire.FROM_DRIVER

    def __init__(self, seat: int, emulated_allowed: bool, exponent: int) -> None:
        super().__init__(seat, emulated_allowed)
        self._exponent = exponent
        self._first_told: int | None = None
        """The last job that a driver may have heard of."""
        self._unit: UnitIdentity | None = None
        self._found = False
        """Whether the table knows of the printer that is there now."""
        self._state: events.PrinterState | None = None
        self._told: events.JobTold | None = None
        self._health: LinkHealth | None = None

    # ---- heard -----------------------------------------------------------------------------------

    def _here(self, hub: Hub, arrival: Arrival, here: Here) -> None:
        super()._here(hub, arrival, here)
        if self.speaks_with(arrival.peer):
            self._meet(None)

    def _meet(self, unit: UnitIdentity | None) -> None:
        """Who is there now; how it is, it has not said yet."""
        self._unit, self._found, self._state, self._told = unit, False, None, None

    def _take(self, hub: Hub, message: Any) -> None:
        match message:
            case LinkUp(unit=unit):
                self._meet(unit)
            case LinkDown(text=text):
                self._tell_trouble(hub, Trouble.TICKETS_LINK_DOWN, text)
                self._lose(hub)
            case LinkHealth(unit=unit):
                self._health = message
                self._know(hub, unit)
            case UnitRebooted(boot_id=boot):
                self._tell_trouble(hub, Trouble.TICKETS_REBOOT, f"boot {boot}", boot=boot)
                self._meet(self._unit)
            case wire.PrinterStatus():
                self._stands(hub, message)
            case wire.PrinterFaults(faults=faults) | wire.PrinterFaultsCleared(faults=faults):
                self._changed(hub, faults=faults)
            case wire.PaperReport(paper=paper):
                self._changed(hub, paper=paper)
            case _:
                self._of_a_job(hub, message)

    def _of_a_job(self, hub: Hub, message: Any) -> None:
        match message:
            case wire.JobReport(job_id=job, serial=serial, outcome=outcome, taken=taken):
                self._say_of_job(hub, events.JobTold(self.seat, job, serial, outcome, taken))
            case wire.JobStarted(job_id=job):
                self._says(hub, job, "printing")
            case wire.JobUnknown(job_id=job):
                self._says(hub, job, "unknown_job")
            case wire.TicketTaken(job_id=job):
                hub.apply(events.TicketGone(self.seat, job))
            case wire.JobNotSent(job_id=job, why=why):
                self._tell_trouble(
                    hub, Trouble.TICKETS_NOT_PRINTED, f"job {job} is not sent: {why}", job=job, words=why
                )
            case wire.JobRefused(job_id=job, verdict=verdict):
                self._tell_trouble(
                    hub, Trouble.TICKETS_NOT_PRINTED, f"job {job} is refused: {verdict}", job=job, words=verdict
                )
            case wire.TextRefused(slot=slot, verdict=verdict):
                self._tell_trouble(
                    hub, Trouble.TICKETS_NOT_PRINTED, f"text {slot} is refused: {verdict}", words=f"{slot}: {verdict}"
                )
            case wire.JobOverdue(job_id=job, waited_ms=waited):
                self._tell_trouble(hub, Trouble.TICKETS_OVERDUE, f"job {job} after {waited} ms", job=job, waited=waited)
            case wire.PrinterMalfunction(text=text):
                self._tell_trouble(hub, Trouble.TICKETS_MALFUNCTION, text)
            case NotDone(command=command, text=text):
                self._tell_trouble(hub, Trouble.NOT_DONE, f"{command}: {text}")

    def _says(self, hub: Hub, job: int, outcome: str) -> None:
        if self._unit is not None:
            self._say_of_job(hub, events.JobTold(self.seat, job, self._unit.serial, outcome))

    def _say_of_job(self, hub: Hub, told: events.JobTold) -> None:
        """Once, however often it is asked and answered."""
        if told != self._told:
            self._told = told
            hub.apply(told)

    # ---- the printer -----------------------------------------------------------------------------

    def _know(self, hub: Hub, unit: UnitIdentity | None) -> None:
        """The health says who is there now, whatever was missed."""
        if unit is None and self._found:
            self._lose(hub)
        if unit != self._unit:
            self._meet(unit)

    def _stands(self, hub: Hub, status: wire.PrinterStatus) -> None:
        """How it is. Once it is known who it is too, the table is told, once; then only what changes."""
        if self._unit is None:
            return
        if not self._found:
            self._found = True
            memory = "memory" in status.faults
            hub.apply(events.PrinterFound(self.seat, self._unit.serial, status.last_job, memory))
        self._is(hub, events.PrinterState(self.seat, status.state, status.paper, status.faults))
        waiting = hub.table.cash[self.seat].printer.at_bezel
        if waiting and not status.ticket_at_bezel and status.state != "booting":
            hub.apply(events.TicketGone(self.seat, waiting))  # its own word for it was lost

    def _changed(self, hub: Hub, **parts: Any) -> None:
        if self._state is not None:
            self._is(hub, self._state._replace(**parts))

    def _is(self, hub: Hub, state: events.PrinterState) -> None:
        before, self._state = self._state, state
        if state == before:
            return
        if state.faults and (before is None or state.faults != before.faults):
            self._tell_trouble(hub, Trouble.TICKETS_FAULT, ", ".join(state.faults), printer=state.faults)
        if state.paper in ("low", "out") and (before is None or state.paper != before.paper):
            self._tell_trouble(hub, Trouble.TICKETS_PAPER, f"paper {state.paper}", printer=[f"paper_{state.paper}"])
        hub.apply(state)

    # ---- gone ------------------------------------------------------------------------------------

    def look_around(self, hub: Hub) -> None:
        """Also a printer that was there before the controller started, and nobody has spoken of since."""
        super().look_around(hub)
        if self._peer is None:
            self._lose(hub)

    def _lose(self, hub: Hub) -> None:
        self._meet(None)
        if hub.table.cash[self.seat].printer.linked:
            hub.apply(events.PrinterGone(self.seat))

    # ---- told ------------------------------------------------------------------------------------

    def _wish(self, hub: Hub, wanted: WantedOfCash) -> Any:
        if self._first_told is None:
            self._first_told = hub.table.cash[self.seat].printer.jobs
        job = wanted.job
        if job is None:
            return NothingWanted()
        fresh = job.may_print and self._found and job.job > self._first_told
        return self._order(job, fresh)

    def tell(self, hub: Hub, news: Any) -> None:
        """A job is fresh in its very first telling alone."""
        super().tell(hub, news)
        if isinstance(self._said, wire.WantedJob) and self._said.fresh:
            self._first_told = self._said.job_id
            self._said = self._said.model_copy(update={"fresh": False})

    def _order(self, job: WantedJob, fresh: bool) -> wire.WantedJob:
        return wire.WantedJob(
            job_id=job.job,
            serial=job.serial,
            template="ticket",
            amount=job.amount,
            exponent=self._exponent,
            language=job.language,
            number=job.number,
            time=job.time,
            zone=job.zone,
            days=job.days,
            sequence=job.sequence,
            demo=job.demo,
            house=job.house,
            place=job.place,
            fresh=fresh,
            may_print=job.may_print and self._found,
        )

    def links(self, hub: Hub) -> list[LinkStatus]:
        details: dict[str, int | float | str | bool] = {"seat": self.seat}
        if self._health is not None:
            details |= self._health.model_dump(exclude={"kind", "v", "unit"})
        if self._unit is not None:
            details |= {"model": self._unit.model, "serial": self._unit.serial, "firmware": self._unit.firmware}
        if self._state is not None:
            details |= {"state": self._state.state, "paper": self._state.paper}
        up, silent = self._peer is not None and self._found, self._silent_ms(hub)
        return [LinkStatus(role=self.device, name=f"seat {self.seat}", up=up, silent_ms=silent, details=details)]


class TicketsDesk(SeatDesks[PrinterDesk]):
    """The printers of all seats."""

    messages = wire.FROM_DRIVER
    no_seat = Trouble.TICKETS_NO_SEAT

    def __init__(self, emulated_allowed: bool, exponent: int) -> None:
        super().__init__(emulated_allowed)
        self._exponent = exponent

    def _new(self, seat: int, emulated_allowed: bool) -> PrinterDesk:
        return PrinterDesk(seat, emulated_allowed, self._exponent)

    def _has(self, hub: Hub, seat: int) -> bool:
        return seat in hub.table.cash and bool(hub.table.cash[seat].setup.ticket_limit)
