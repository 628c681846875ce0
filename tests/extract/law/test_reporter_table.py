"""Every reporter that reporters-db knows is read, in all spellings that lawyers use."""

import pytest
from reporters_db import REPORTERS

from citevet.extract.law.us_cases import find_us_cases
from citevet.text.reporter_volumes import find_edition

_YEAR_FIRST = frozenset({"neutral"})
# Shapes of a citation that are not volume, reporter and page have a regex of their own in the table.
_PLAIN = (None, ["$full_cite"])


def _list_spellings() -> list[tuple[str, str]]:
    """Return each reporter of volumes and pages as the table spells it, with a volume."""
    return [
        (name, "2012" if reporter["cite_type"] in _YEAR_FIRST else "12")
        for reporters in REPORTERS.values()
        for reporter in reporters
        for name, edition in reporter["editions"].items()
        if edition.get("regexes") in _PLAIN
    ]


@pytest.mark.parametrize("drop", ["", " ", ".", " ."], ids=["as listed", "no blanks", "no stops", "neither"])
def test_every_reporter_is_read_in_every_spelling(drop: str) -> None:
    """347 U.S. 483, 347 US 483, 87 Ohio App.3d 43, 12 OrApp 34."""
    spellings = [(name.translate({ord(sign): None for sign in drop}), volume) for name, volume in _list_spellings()]
    text = "\n".join(f"See Ash v. Elm, {volume} {name} 345." for name, volume in spellings)
    found = {(hit.law.volume, hit.law.page, text.count("\n", 0, hit.start)) for hit in find_us_cases(text)}
    unread = [name for at, (name, volume) in enumerate(spellings) if (volume, "345", at) not in found]
    assert len(spellings) > 1000
    assert len(unread) <= len(spellings) * 0.01, unread


@pytest.mark.parametrize(
    ("written", "volume", "edition"),
    [
        ("AD3d", "147", "A.D.3d"),
        ("Ohio App.3d", "87", "Ohio App. 3d"),
        ("Cal 2nd", "12", "Cal. 2d"),
        ("VT", "2007", "VT"),  # a year is the volume of a neutral citation
        ("VT", "12", "Vt."),
        ("Mar", "12", None),  # 12 Mar 2020 is a day
        ("SCR", "1", None),  # Canada's Supreme Court Reports
        ("Nonesuch Rep.", "1", None),
    ],
)
def test_spellings_lead_to_their_edition(written: str, volume: str, edition: str | None) -> None:
    """Blanks, stops and the form of ordinals differ from state to state."""
    assert find_edition(written, volume) == edition


@pytest.mark.parametrize(
    ("text", "normal"),
    [
        ("See In re Grievance of Bunk, 2007 VT 41.", "2007 VT 41"),
        ("See Operating Engineers Local 406 JATC, 271 NLRB 1396 (1984).", "271 N.L.R.B. 1396"),
        ("See Ash v. Comm'r, T.C. Memo 2019-123.", "2019 T.C. Memo. 123"),
        ("See Ash v. Elm, 23 Empl. Prac. Dec. (CCH) ¶30986 (D.D.C. 1980).", "23 Empl. Prac. Dec. (CCH) 30986"),
        ("State v. Ash, 2010-NMCERT-001.", "2010 NMCERT 001"),
        ("People v Ash, 12 Misc 3d 345 (Sup Ct, NY County 2006).", "12 Misc. 3d 345"),
    ],
)
def test_other_forms_are_read(text: str, normal: str) -> None:
    """Neutral citations, decisions of boards, topical reporters and memoranda."""
    assert [hit.normal for hit in find_us_cases(text)] == [normal]


@pytest.mark.parametrize(
    "text",
    [
        "R v Smith, 12 March 2020, and the 12 Feb 2021 order.",
        "Judgment in Ash v Elm, 3 May 2019, page 4.",
        "R v Jordan, 2016 SCC 27, 1 SCR 631.",
        "The team bought 12 Apple 345 units (2019).",
    ],
)
def test_other_numbers_are_no_reporters(text: str) -> None:
    """Days, reports of other countries and things that are counted."""
    assert find_us_cases(text) == []
