"""Every message that crosses a process border, and nothing that does input or output. Everybody may call it.

message     the envelope that all messages share: strict, versioned, bounded
public      what everybody hears
terminals/  what players' terminals and the controller say to each other, in both versions of the wire
stations/   what an operator's station and the controller say to each other: sessions, acts, views, hardware
devices/    what drivers and the controller say to each other; whether a reported roll is authentic
records     questions about the past, and the answers
status      the machine at a glance
client      what a client keeps: its line, its numbered commands, which table is new
catalogue   all of them in one list, for `docs/wire.md` and `boxcars schema`
"""
