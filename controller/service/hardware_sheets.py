"""Panels and terminals as text, for `boxcars service panels` and `boxcars service terminals`."""

from controller.protocol.stations.hardware import BoardSeen, PanelsSeen, TerminalSeen, TerminalsSeen


def panels_sheet(seen: PanelsSeen) -> list[str]:
    """Board by board."""
    lines = [] if seen.driver else ["the panel driver is not there: nothing can be read"]
    for board in seen.boards:
        lines += _board(board)
    return lines or ["no board is configured"]


def terminals_sheet(seen: TerminalsSeen) -> list[str]:
    """A line a seat; a software that is not of the controller's version is marked."""
    head = f"{'seat':>4} {'link':<10} {'round trip':>10} {'worst':>8} {'key':<20} software"
    more = [f"more from seat {seen.more} on: --seat {seen.more}"] if seen.more else []
    return [f"controller {seen.version}", head, *(_terminal(row) for row in seen.terminals), *more]


def _board(board: BoardSeen) -> list[str]:
    what = [*(["cabinet"] if board.cabinet else []), *([f"seat {board.seat}"] if board.seat else [])]
    charge = "" if board.supply_percent is None else f", battery {board.supply_percent} %"
    lines = [f"{board.board}: {', '.join(what)}, {'present' if board.present else 'LOST'}{charge}"]
    presses = [f"{name} {times}" for name, times in board.presses.items()]
    rows = [("held", board.held), ("pressed", presses), ("lamps", board.lamps)]
    if board.cabinet:
        latches = [f"{door} {latch.times}, last {latch.last}" for door, latch in board.latches.items()]
        rows += [("keys", board.keys), ("open", board.open_doors), ("latched", board.latched_doors)]
        rows += [("latches", latches), ("tower", board.tower)]
    return [*lines, *(f"    {name:<10}{', '.join(words) or '-'}" for name, words in rows)]


def _terminal(row: TerminalSeen) -> str:
    if not row.linked:
        return f"{row.seat:>4} no"
    since = f"{(row.since_ms or 0) // 1000} s"
    marks = [*(["not the controller's version"] if row.differs else []), *(["touch test"] if row.touching else [])]
    mark = f" ({', '.join(marks)})" if marks else ""
    took = f"{_ms(row.round_trip_ms):>10} {_ms(row.worst_round_trip_ms):>8}"
    return f"{row.seat:>4} {since:<10} {took} {row.key or 'local':<20} {row.software}{mark}"


def _ms(value: float | None) -> str:
    return "-" if value is None else f"{value:.2f} ms"
