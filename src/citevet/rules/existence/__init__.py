"""EXI: cited sources and files that do not exist."""
