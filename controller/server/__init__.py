"""The process: one loop behind three ports (clock, store, transport), and the desks that speak with each kind of peer.

`loop` is the order of a turn. `ports` are what it stands on; `transport` (ZeroMQ) and the vault stand behind them in
a cabinet, other things in a simulator. `guests` knows who is there. A desk (`terminals`, `displays`, `stations`,
`dice_desk`, `panel_desk`) turns messages of one role into events, and what was decided into messages; `statusing`
answers who asks how the machine is.
"""
