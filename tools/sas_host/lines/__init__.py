"""What carries bytes with a ninth bit: a stream socket, a tty, or an RFC 2217 server."""
