"""What is counted: meters of play and of cash, and what bets should hold."""
