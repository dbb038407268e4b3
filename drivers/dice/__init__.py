"""The driver of the dice unit.

From the wire up: `codec` (bytes ⇄ frames), `messages` (frames ⇄ meaning), `link` (requests, retries, reports),
`session` (what is wanted of the unit; beside it `identity`, `orders`, and `reports`: whose roll is it?), `port` and
`line` (the serial port, opened again when it is lost), `driver` (the process). `tools/` is for the technician.
"""
