"""ORCIDs inside references and beside them."""

from collections.abc import Callable
from typing import Any

import pytest

NOTE = "A claim.[^1]\n\n[^1]: Smith, A. (2019). T. "


@pytest.mark.parametrize(
    ("written", "normal", "fault"),
    [
        ("https://orcid.org/0000-0002-1825-0097", "0000-0002-1825-0097", None),
        ("ORCID: 0000-0001-5109-3700", "0000-0001-5109-3700", None),
        ("orcid 0000-0002-1694-233X", "0000-0002-1694-233X", None),
        ("ORCID 0000-0002-1825-0098", "0000-0002-1825-0098", "the check digit should be 7, not 8"),
    ],
)
def test_found(extracted: Callable[..., Any], written: str, normal: str, fault: str | None) -> None:
    """An ORCID belongs to the reference, with its check digit tested, and is no citation."""
    found = extracted(f"{NOTE}{written}")
    orcids = [one for one in found.references[0].identifiers if one.kind == "orcid"]
    assert [(written, normal, fault, len(NOTE))] == [
        (one.text, one.normal, one.fault, one.span.start) for one in orcids
    ]
    assert ["footnote"] == [citation.kind for citation in found.citations]


def test_in_prose(spot: Callable[..., Any]) -> None:
    """An ORCID in the running text cites nothing."""
    assert [] == spot("Jane Roe, ORCID 0000-0002-1825-0097, wrote it.")


def test_people(extracted: Callable[..., Any]) -> None:
    """ORCIDs of front matter, text and links belong to people; code, other digits and the list are left out."""
    good, bad = "0000-0002-1825-0097", "0000-0002-1825-0098"
    front = f"---\norcid: {bad}\n---\n\nJane {good} (`{good}`), 4000-0002-1825-0097.\n\n"
    linked = f"[{good}](https://orcid.org/{good})\n\n## References\n\nRoe, C. (2020). T. ORCID {bad}"
    found = extracted(front + linked).people
    assert [f"orcid: {bad}", good, good] == [one.text for one in found]
    assert ["the check digit should be 7, not 8", None, None] == [one.fault for one in found]
