"""The text of a source of the outside world, or the reason why there is none."""
