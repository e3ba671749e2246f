"""Burgrave: a server for medieval board games among friends."""

__version__ = "0.1.0"
