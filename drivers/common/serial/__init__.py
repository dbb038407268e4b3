"""A unit on a serial line, whatever it is: from the wire up to a link that asks again.

`codec` (bytes ⇄ frames), `messages` (frames ⇄ meaning), `link` (requests, retries, reports), `port` (found and opened),
`reopened` (the same port opened again whenever it went), `statistics` (what is counted of all that).
"""
