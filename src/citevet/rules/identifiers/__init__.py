"""IDN: the form of identifiers, known without asking any register."""
