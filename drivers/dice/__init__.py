"""The dice unit: what drives it, and what stands in for it.

From the wire up: `codec` (bytes ⇄ frames), `messages` (frames ⇄ meaning), `link` (requests, retries, reports),
`session` (what is wanted of the unit; beside it `identity`, `orders`, and `reports`: whose roll is it?), `port` and
`line` (the serial port, reopened), `driver` (the process). For the technician there are `tools` and `monitor`.
`emulator/` is built from the interface document alone.
"""
