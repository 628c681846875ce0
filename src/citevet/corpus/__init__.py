"""The user's sources on disk: entries, their files, and the index over them."""
