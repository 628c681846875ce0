"""Addresses, by the page that they lead to; ISBN and ISSN with their check digits; the last page of a range."""

from urllib.parse import SplitResult, parse_qsl, urlencode, urlsplit

from citevet.text.patterns import lazy_pattern

TRACKING = lazy_pattern(r"utm_\w+|fbclid|gclid|mc_[ce]id|ref_src|msclkid|igshid|yclid|_hsenc|_hsmi")
_ROUTE = ("!", "/")  # a fragment that starts like this is a page of its own
_SHORT = 10
_DIGITS = "0123456789X"  # modulo 11


def split_address(url: str) -> SplitResult:
    """Return the parts of an address; all are empty where it cannot be read."""
    try:
        return urlsplit(url)
    except ValueError:
        return SplitResult("", "", "", "", "")


def make_page_key(url: str) -> str:
    """Return an address without what does not change its page: scheme, www., tracking, fragment, last slash."""
    try:
        parts = urlsplit(url if "://" in url else f"http://{url}")
        host, query = parts.netloc.lower(), parse_qsl(parts.query, keep_blank_values=True)
    except ValueError:
        return url
    host = host.removeprefix("www.").removesuffix(":443").removesuffix(":80")
    kept = urlencode([(key, value) for key, value in query if not TRACKING.fullmatch(key)])
    fragment = f"#{parts.fragment}" if parts.fragment.startswith(_ROUTE) else ""
    return f"{host}{parts.path.rstrip('/')}{'?' if kept else ''}{kept}{fragment}"


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
