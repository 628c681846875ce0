"""IDN: malformed and outdated identifiers."""
