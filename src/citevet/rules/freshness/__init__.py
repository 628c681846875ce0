"""FRE: whether a cited file is still what was cited."""
