"""ISBNs of ten and thirteen digits."""

from collections.abc import Callable
from typing import Any

import pytest


@pytest.mark.parametrize(
    ("text", "written", "normal"),
    [
        ("ISBN 978-0-387-00454-9.", "ISBN 978-0-387-00454-9", "9780387004549"),
        ("ISBN 0-306-40615-2,", "ISBN 0-306-40615-2", "9780306406157"),
        ("ISBN-13: 978-0-306-40615-7", "ISBN-13: 978-0-306-40615-7", "9780306406157"),
        ("ISBN 080442957X", "ISBN 080442957X", "9780804429573"),
        ("ISBN 0 8044 2957 X", "ISBN 0 8044 2957 X", "9780804429573"),
        ("978-0-306-40615-7", "978-0-306-40615-7", "9780306406157"),
        ("eISBN 979-10-90636-07-1", "eISBN 979-10-90636-07-1", "9791090636071"),
    ],
)
def test_found(spot: Callable[..., Any], text: str, written: str, normal: str) -> None:
    """Ten and thirteen digits of one book have one normal form."""
    assert [("isbn", written, normal, "1:1")] == spot(text)


@pytest.mark.parametrize(
    "text", ["Phone 978-555-1234.", "0-306-40615-2 alone", "`ISBN 0-306-40615-2`", "9780306406157 alone", "an ISBN"]
)
def test_not_found(spot: Callable[..., Any], text: str) -> None:
    """Telephone numbers, digits without label, and code are no ISBN."""
    assert [] == spot(text)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("ISBN 978-0-306-40615-8", "the check digit should be 7, not 8"),
        ("ISBN 0-306-40615-3", "the check digit should be 2, not 3"),
        ("ISBN 978-0-306-40615", "12 digits, where an ISBN has 10 or 13"),
        ("ISBN 123-0-306-40615-7", "an ISBN of 13 digits starts with 978 or 979"),
        ("ISBN 0000000000", "no book has an ISBN of zeros alone: copy the number from the book"),
        ("ISBN 978-0-306-40615-7", None),
    ],
)
def test_faults(faults: Callable[..., Any], text: str, fault: str | None) -> None:
    """Check digit, length and prefix are checked; zeros add up and are no book all the same."""
    assert [(fault, None)] == faults(text)
