"""Forms beside the examples of the published systems."""
