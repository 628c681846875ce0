"""What server and worker process agree on.

A frame to the server is a length of eight bytes, a byte that says what follows, and that.
"""

LENGTH = 8  # bytes of the number before a frame, as in world/child_process.py
COMMENTED = "docx-comments"  # the report format that is a copy of the document, and needs it
PROGRESS, RESULT, ERROR = b"p", b"r", b"e"
