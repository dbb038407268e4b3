"""The controller's process: one loop behind three ports (clock, store, transport), and a desk for each kind of peer.

loop/         the order of a turn, the ports, inbox and outbox; `hub` is what a desk may ask of the loop
connections/  the desks of peers that come and go: terminals, displays, device drivers
staff/        the desk of the operators' stations
zmq/          the transport of a cabinet, and whose key is whose
sockets/      ZeroMQ's protocol, read and written by our own code
host/         the process itself, and the machine around it: chance, power, software, disks

A desk turns messages of one role into events, and what was decided into messages. In a cabinet the vault and ZeroMQ
stand behind the ports; in a simulator, other things.
"""
