"""The steps of verifying claims against given sources."""
