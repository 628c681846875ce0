"""The corpus on disk: entries, their files, and the index over them."""
