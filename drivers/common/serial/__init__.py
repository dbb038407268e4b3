"""A unit on a serial line, whatever it is: from the wire up to a link that asks again.

`codec` (bytes ⇄ frames), `messages` (frames ⇄ meaning), `link` (requests, retries, reports), `port` (found
and opened), `statistics` (what is counted of all that).
"""
