"""The edge: the one process that strangers can reach. It lets peers in by their keys and hands on what they say.

It holds no money and no secret but the pair of keys that terminals know the cabinet by. libzmq runs here, and here
alone: whoever makes it grow or end, ends this process, which is started again while the table plays on.
"""
