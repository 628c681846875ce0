"""Which volumes cannot exist yet."""

import pytest

from citevet.text.reporter_volumes import find_unpublished_volume


@pytest.mark.parametrize(
    ("reporter", "volume", "year", "fault"),
    [
        ("U.S.", "612", 2026, "U.S. has no volume 612"),
        ("U.S.", "610", 2026, None),
        ("U.S.", "612", 2028, None),
        ("U.S.", "347", 1900, None),  # the year of the document says nothing about volumes before the table's last
        ("U.S.", "0", 2026, "U.S. has no volume 0"),
        ("F.3d", "1000", 2040, "F.3d has no volume 1000"),
        ("F.4th", "251", 2027, "F.4th has no volume 251"),
        ("F.4th", "251", 2028, None),
        ("F.7th", "1", 2026, "no series F.7th"),
        ("F.7th", "1", 2050, None),
        ("Cal. 5th", "9999", 2026, "Cal. 5th has no volume 9999"),
        ("Ill. 2d", "9999", 2026, None),
        ("U.S.", "²", 2026, None),
    ],
)
def test_volumes_beyond_the_last_are_not_published(reporter: str, volume: str, year: int, fault: str | None) -> None:
    """A series that continues has more volumes later."""
    assert find_unpublished_volume(reporter, volume, year) == fault
