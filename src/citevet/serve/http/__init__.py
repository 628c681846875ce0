"""The HTTP service: a thin server process, and worker processes that do the work."""

PROGRESS, RESULT, ERROR = b"p", b"r", b"e"  # first byte of a frame from a worker: what follows
