"""MET: what is wrong with an entry of the corpus itself."""
