"""Numbers, units and dates of a claim against those of its source."""
