"""What axe finds on a page."""

import sys
from pathlib import Path

from playwright.sync_api import Page

AXE = Path(sys.prefix) / "javascript" / "node_modules" / "axe-core" / "axe.min.js"
"""`make check` installs it, by the lock of `tools/javascript`."""
NOT_ASKED = "{'label-content-name-mismatch': {enabled: false}}"
"""What is printed on a spot is drawn: odds, dice, a chip. Its name says the same in words, and in another order."""


def found_by_axe(page: Page) -> list[str]:
    """Every rule that is broken, and where."""
    assert AXE.exists(), "`make check` installs axe"
    page.evaluate(AXE.read_text())
    result = page.evaluate("axe.run(document, {resultTypes: ['violations'], rules: " + NOT_ASKED + "})")
    return [
        f"{broken['id']}: {node['target'][0]}: {node['failureSummary']}"[:300]
        for broken in result["violations"]
        for node in broken["nodes"][:5]
    ]
