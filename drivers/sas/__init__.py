"""The line to the casino's host, over SAS, from the machine's side.

From the wire up: `codec` (seal, digits), `polls` (a row for each poll, and what is said to it), `engine` (who is
polled, who answers, what was acknowledged: pure), `lines` (how bytes with their mark come and go), `driver` (the
process), `trace`. `tools` is for the technician.
"""
