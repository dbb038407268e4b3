"""Figures of the running machine: one row a metric and the page Prometheus reads, and the course of the unit's link.

Called by `process` alone.
"""
