"""How our console tools complain."""

import sys

USAGE_ERROR = 2


def fail(message: str) -> int:
    """One clear line on standard error, and the exit code of a tool that was not asked rightly."""
    print(f"boxcars: {message}", file=sys.stderr)
    return USAGE_ERROR
