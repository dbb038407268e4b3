"""How the demo answers a browser: a body and its headers, under a policy that lets nothing in from elsewhere."""

from http import HTTPStatus
from typing import NamedTuple

POLICY = "default-src 'none'; {more}; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
PLAIN = POLICY.format(more="style-src 'unsafe-inline'")
"""Of the first page, which has no script."""
SCRIPTED = POLICY.format(more="script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'")
"""Of pages that are files, as the cabinet's own screens are."""
HTML, JSON, SVG = "text/html", "application/json", "image/svg+xml"
TYPES = {".html": HTML, ".js": "text/javascript", ".css": "text/css"}


class Reply(NamedTuple):
    """What a browser is given."""

    body: bytes
    kind: str = HTML
    status: HTTPStatus = HTTPStatus.OK
    policy: str = PLAIN

    def headers(self) -> dict[str, str]:
        """With the length of the body."""
        return {
            "Content-Type": f"{self.kind}; charset=utf-8",
            "Content-Security-Policy": self.policy,
            "X-Content-Type-Options": "nosniff",
            "Referrer-Policy": "same-origin",  # with none at all a form's Origin is "null", which is nobody's
            "Cache-Control": "no-cache",
            "Content-Length": str(len(self.body)),
        }


def no(status: HTTPStatus, why: str) -> Reply:
    """A refusal, in words."""
    return Reply(why.encode(), "text/plain", status)
