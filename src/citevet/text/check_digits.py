"""Check digits of ISBN and ISSN, and the two forms of an ISBN."""

_SHORT = 10
_DIGITS = "0123456789X"  # modulo 11


def isbn_10_check_digit(digits: str) -> str:
    """Compute the tenth digit from the first nine."""
    rest = -sum(weight * int(digit) for weight, digit in zip(range(10, 1, -1), digits, strict=False)) % 11
    return _DIGITS[rest]


def isbn_13_check_digit(digits: str) -> str:
    """Compute the thirteenth digit from the first twelve."""
    return str(-sum((1, 3)[index % 2] * int(digit) for index, digit in enumerate(digits[:12])) % 10)


def issn_check_digit(digits: str) -> str:
    """Compute the eighth digit from the first seven."""
    rest = -sum(weight * int(digit) for weight, digit in zip(range(8, 1, -1), digits, strict=False)) % 11
    return _DIGITS[rest]


def to_isbn_13(digits: str) -> str:
    """Return the form with thirteen digits, so that both forms of one book are equal."""
    if len(digits) != _SHORT or isbn_10_check_digit(digits) != digits[-1]:
        return digits
    return f"978{digits[:9]}{isbn_13_check_digit('978' + digits[:9])}"
