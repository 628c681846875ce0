"""The HTTP service: a thin server process, and worker processes that do the work."""

PROGRESS, PARTIAL, RESULT, ERROR = b"p", b"s", b"r", b"e"  # first byte of a frame from a worker: what follows
