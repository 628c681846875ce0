"""What the check of support is made of."""
