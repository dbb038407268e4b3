"""The dice unit: what drives it, and what stands in for it.

From the wire up: `codec` (bytes ⇄ frames), `messages` (frames ⇄ meaning), `link` (requests, retries, reports),
`session` (what is wanted of the unit), `port` and `line` (the serial port, reopened), `driver` (the process). Beside
them the technician's `tools` and `monitor`. `emulator/` is built from the interface document alone.
"""
