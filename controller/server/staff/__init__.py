"""The desk of the operators' stations: who comes in, what they may see and do."""
