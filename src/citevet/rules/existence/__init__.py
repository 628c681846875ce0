"""EXI: whether what is cited is there at all."""
