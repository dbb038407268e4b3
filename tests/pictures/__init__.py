"""Pictures of the screens in their key states, from the real cabinet: `make pictures`, then look at them."""
