"""Five documents with planted faults, written by somebody who had not seen the rules."""
