"""Vet every citation: does the source exist, and does it say so?"""

__version__ = "0.1.0"
