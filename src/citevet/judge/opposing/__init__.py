"""Where a passage says the opposite of a claim, by the words of both."""
