"""The driver of the USB boards: buttons, lamps, keys and doors.

From the wire up: `codec` (eight bytes ⇄ meaning), `board` (one board, without USB or clock), `usb` (boards found,
read and written, one thread per board), `driver` (the process). `tools` is for the technician.
"""
