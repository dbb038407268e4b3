"""The page that Prometheus reads, on loopback only: the controller's status and the journal's meters as text.

`docs/metrics.md` says what each means; `docs/examples/alerts.yml` is a start for alerts.
"""

import socket
import threading
from collections.abc import Iterator, Mapping
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, ClassVar, get_args

from controller.protocol.public import PhaseName
from controller.protocol.status import Histogram, Status

LOOPBACK = "127.0.0.1"
MOST_READERS = 8
CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
GRAPHED = ("wagered", "won", "games", "rolls", "vigorish", "voids", "hand_pays", "malfunctions", "power_ups")
"""Meters of the table that are worth a graph; those with a colon that begin so are labelled."""
GRAPHED_BY = ("no_rolls", "door_openings", "in", "out", "power_odds_shown", "power_odds_hit")


def page(status: Status | None, meters: Mapping[str, int]) -> str:
    """The whole page."""
    lines = [*_gauge("boxcars_up", "whether the controller answers", {"": int(status is not None)})]
    if status is not None:
        lines += _of_the_machine(status)
        for name, histogram in status.latencies.items():
            lines += _histogram(f"boxcars_{name}_seconds", MEANING[name], histogram)
    lines += _of_the_meters(meters)
    return "\n".join(lines) + "\n"


MEANING = {
    "answer": "from taking a message in to handing its answer over, commit included",
    "commit": "one commit of the journal",
    "turn": "one turn of the loop",
}


def _of_the_machine(status: Status) -> Iterator[str]:
    phases = {_label("phase", phase): int(phase == status.phase) for phase in get_args(PhaseName)}
    yield from _gauge("boxcars_phase", "1 for the phase that the table is in", phases)
    yield from _gauge("boxcars_ready", "the dice unit has answered, recovery is over", {"": int(status.ready)})
    yield from _gauge("boxcars_demo", "the journal is for demonstration", {"": int(status.demo)})
    yield from _gauge("boxcars_round", "the round being played", {"": status.round})
    yield from _gauge("boxcars_uptime_seconds", "since the controller started", {"": status.up_ms // 1000})
    holds = {_label("reason", reason): 1 for reason in status.holds}
    yield from _gauge("boxcars_hold", "why the table stands still", holds)
    seats = status.seats
    yield from _gauge("boxcars_seats_linked", "seats whose terminal is there", {"": sum(s.linked for s in seats)})
    yield from _gauge(
        "boxcars_seats_locked", "seats that wait for an attendant", {"": sum(bool(s.lock) for s in seats)}
    )
    links = {f'{{role="{link.role}",name="{_escaped(link.name)}"}}': int(link.up) for link in status.links}
    yield from _gauge("boxcars_link_up", "drivers and what is behind them", links)
    for link in status.links:
        numbers = {name: value for name, value in link.details.items() if isinstance(value, int | float)}
        for name, value in numbers.items():
            labels = f'{{role="{link.role}",name="{_escaped(link.name)}",what="{name}"}}'
            yield f"boxcars_link_detail{labels} {float(value):g}"
    yield from _counters(status.counters)
    troubles: dict[str, int] = {}
    for trouble in status.troubles:
        labels = _label("code", trouble.code)
        troubles[labels] = troubles.get(labels, 0) + trouble.times
    yield from _gauge("boxcars_troubles", "what a person should know, of the latest kinds", troubles)


def _counters(counters: Mapping[str, int]) -> Iterator[str]:
    for group, label, text in (
        ("refused", "code", "commands refused by the table"),
        ("not_taken", "code", "messages that were no command, or not theirs to send"),
        ("accepted", "kind", "commands taken"),
        ("messages", "role", "messages heard"),
        ("let_go", "code", "connections let go or turned away"),
    ):
        found = {
            _label(label, name.partition(".")[2]): n for name, n in counters.items() if name.startswith(group + ".")
        }
        yield from _typed("counter", f"boxcars_{group}_total", text, found)
    for name in ("events", "rolls"):
        yield from _typed("counter", f"boxcars_{name}_total", f"{name} since the start", {"": counters.get(name, 0)})
    for name in ("peers_not_reading", "bytes_waiting"):
        yield from _gauge(f"boxcars_{name}", "of the controller's queues", {"": counters.get(name, 0)})


def _of_the_meters(meters: Mapping[str, int]) -> Iterator[str]:
    plain = {_label("meter", name): meters[name] for name in GRAPHED if name in meters}
    yield from _gauge("boxcars_meter", "lifetime meters of the table, money in its smallest unit", plain)
    for group in GRAPHED_BY:
        found = {_label("of", name.partition(":")[2]): n for name, n in meters.items() if name.startswith(group + ":")}
        yield from _gauge(f"boxcars_meter_{group}", "lifetime meters of the table", found)


def _histogram(name: str, text: str, histogram: Histogram) -> Iterator[str]:
    yield f"# HELP {name} {text}"
    yield f"# TYPE {name} histogram"
    so_far = 0
    for bound, count in zip(histogram.bounds, histogram.counts, strict=False):
        so_far += count
        yield f'{name}_bucket{{le="{bound / 1_000_000:g}"}} {so_far}'
    total = sum(histogram.counts)
    yield f'{name}_bucket{{le="+Inf"}} {total}'
    yield f"{name}_sum {histogram.total_us / 1_000_000:g}"
    yield f"{name}_count {total}"


def _gauge(name: str, text: str, values: Mapping[str, int]) -> Iterator[str]:
    return _typed("gauge", name, text, values)


def _typed(kind: str, name: str, text: str, values: Mapping[str, int]) -> Iterator[str]:
    if values:
        yield f"# HELP {name} {text}"
        yield f"# TYPE {name} {kind}"
    for labels, value in values.items():
        yield f"{name}{labels} {value}"


def _label(name: str, value: str) -> str:
    return f'{{{name}="{_escaped(value)}"}}'


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ")


class FewReaders(ThreadingHTTPServer):
    """A thread each, but few: where one more comes, who has been here for longest without an end is let go."""

    daemon_threads = True

    def __init__(self, address: tuple[str, int], handler: type[BaseHTTPRequestHandler]) -> None:
        self._readers: dict[Any, None] = {}
        self._one = threading.Lock()
        super().__init__(address, handler)

    def process_request(self, request: Any, client_address: Any) -> None:
        with self._one:
            if len(self._readers) >= MOST_READERS:
                self._let_go(next(iter(self._readers)))
            self._readers[request] = None
        super().process_request(request, client_address)

    def shutdown_request(self, request: Any) -> None:
        with self._one:
            self._readers.pop(request, None)
        super().shutdown_request(request)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Who leaves in the middle is no news."""

    def _let_go(self, request: Any) -> None:
        del self._readers[request]
        with suppress(OSError):
            request.shutdown(socket.SHUT_RDWR)


class MetricsServer:
    """Serves the last page that it was given."""

    def __init__(self, port: int) -> None:
        page_of = self
        names = {f"{LOOPBACK}:{port}", f"localhost:{port}"}

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.0"
            timeout: ClassVar[float] = 5.0

            def do_GET(self) -> None:
                if self.headers.get("Host") not in names:
                    self.send_error(403, "this is served on loopback, to who asks for it by that name")
                    return
                if self.path != "/metrics":
                    self.send_error(404, "only /metrics is here")
                    return
                body = page_of.text.encode()
                self.send_response(200)
                self.send_header("Content-Type", CONTENT_TYPE)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_: object) -> None:
                """Who reads metrics is no news."""

        self.text = page(None, {})
        self._server = FewReaders((LOOPBACK, port), Handler)
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self) -> None:
        """No more."""
        self._server.shutdown()
        self._server.server_close()
