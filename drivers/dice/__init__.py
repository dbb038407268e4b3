"""The dice unit: what drives it.

`codec` has the messages that only the dice unit knows and `words` what they mean; line, link, session and process are
those of every unit on a serial line (`drivers.common`). For the technician there are `tools`, in `commands`.
"""
