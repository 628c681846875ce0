"""The HTTP service: a thin server process, and worker processes that do the work."""
