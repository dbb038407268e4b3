"""How bytes come in on this machine: sockets without libzmq, for peers that may do their worst.

`zmtp` reads and writes ZeroMQ's protocol and does no input or output; `local` are the connections; `doors` accept
them, within bounds; `link` is the edge's line, by which peers elsewhere come (`controller.edge`). Who may call it:
`controller.server.zmq.transport`, and the edge for the words of the link.
"""
