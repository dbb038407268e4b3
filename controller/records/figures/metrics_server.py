"""Serves the page of metrics on loopback only, to few readers, whoever they are and however they behave."""

import socket
import threading
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, ClassVar

from controller.records.figures.metrics import page

LOOPBACK = "127.0.0.1"
MOST_READERS = 8
CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"


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
