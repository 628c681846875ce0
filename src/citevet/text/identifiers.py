"""ISBN and ISSN with their check digits; the last page of a range."""

_SHORT = 10
_DIGITS = "0123456789X"  # modulo 11


def mod_11_check_digit(digits: str) -> str:
    """Compute the last digit of an ISBN of ten digits, or of an ISSN, from those before it."""
    weights = range(len(digits), 1, -1)
    return _DIGITS[-sum(weight * int(digit) for weight, digit in zip(weights, digits, strict=False)) % 11]


def isbn_13_check_digit(digits: str) -> str:
    """Compute the thirteenth digit from the first twelve."""
    return str(-sum((1, 3)[index % 2] * int(digit) for index, digit in enumerate(digits[:12])) % 10)


def to_isbn_13(digits: str) -> str:
    """Return the form with thirteen digits, so that both forms of one book are equal."""
    if len(digits) != _SHORT or mod_11_check_digit(digits) != digits[-1]:
        return digits
    return f"978{digits[:9]}{isbn_13_check_digit('978' + digits[:9])}"


def complete_page(first: str, last: str) -> str:
    """Return the last page of a range: 1123-31 ends on page 1131."""
    return first[: max(len(first) - len(last), 0)] + last
