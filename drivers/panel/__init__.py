"""Buttons, lamps, keys and doors: what drives the USB boards, and what stands in for them.

From the wire up: `codec` (eight bytes ⇄ meaning), `board` (one board, without USB or clock), `usb` (boards found,
read and written, a thread each), `driver` (the process). Beside them the technician's `tools`; `emulator/` is built
from the interface document alone.
"""
