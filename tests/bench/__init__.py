"""Benchmarks: goals measured side by side with a peer in one run. They report; they are no timed tests."""
