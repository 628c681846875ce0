"""A decoder that reads a passage once and each claim about it after: rows, network, tuning, weights."""
