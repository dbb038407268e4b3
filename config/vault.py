"""Where the journal is kept when nothing else is said."""

from pathlib import Path

DIRECTORY = Path("/var/lib/boxcars/vault")
