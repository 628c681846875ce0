"""Frames from a worker process to the server: a length of eight bytes, a byte that says what follows, and that."""

LENGTH = 8  # bytes of the number before a frame, as in world/child_process.py
PROGRESS, RESULT, ERROR = b"p", b"r", b"e"
