"""The output of the `citevet corpus` commands: records, text and JSON."""
