"""What people touch: player terminals, the big display, the service menu.

Knows `controller.protocol` and `config` and nothing else of the controller. Nobody calls it: each screen is a process.
"""
