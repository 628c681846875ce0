"""The only room that touches network, cache, model files, subprocesses and the clock."""
