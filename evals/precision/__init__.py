"""Precision on strangers' documents: how many findings of the default report are true."""
