"""Limits of the shade model."""

MAX_CROWN = 12.0  # metres
MIN_GAP = 4.0  # metres
