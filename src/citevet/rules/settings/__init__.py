"""CFG: suppressions and baseline that no longer do what they say."""
