"""What a player's terminal and the controller say to each other, in both versions of the wire."""
