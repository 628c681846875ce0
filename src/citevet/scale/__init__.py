"""Many documents: a run on all cores that continues after a crash."""
