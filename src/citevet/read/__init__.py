"""Bytes to a Document, one file per format; used for manuscripts and for sources alike."""
