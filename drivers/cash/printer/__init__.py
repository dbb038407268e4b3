"""The ticket printer: what drives it.

`codec` has the messages that only the printer knows and `words` what they mean; line, link and session are those of
every unit on a serial line (`drivers.common`). For the technician there are `tools`, in `commands`. When a job may be
sent again is judged in `controller.protocol.devices.reprint`, which the journal's side can ask as well.
"""
