"""Lines that claim nothing are neither claims to judge nor places that lack a source."""

import json
from typing import Any

import pytest

from citevet.extract import extract
from citevet.jobs.stages import documents
from citevet.read import parse_text

SITE = "https://example.org"


def anchors(text: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(documents.parse(parse_text(text)))
    return found


@pytest.mark.parametrize(
    "text",
    [
        # rules
        "* * *",
        "──────────",
        "==========",
        "⁂",
        "§ § §",
        # headings
        "**3.2 Results**",
        "3.2 Results",
        "RESULTS AND DISCUSSION",
        "Key findings:",
        "<h2>Results</h2>",
        # links without a statement
        f"- [Tower history]({SITE}/a)\n- [Tower wind]({SITE}/b)",
        f"1. [Tower history]({SITE}/a)\n2. <{SITE}/b>",
        f"* Tower history: {SITE}/a\n* Tower wind – {SITE}/b",
        f"- [Tower history]({SITE}/a) (2019)\n- [Tower wind]({SITE}/b), BBC News",
        f"[Home]({SITE}) | [About]({SITE}/about) · [Blog]({SITE}/b)",
        f"## External links\n\n- [Tower wins prize]({SITE}/p), in French",
        # pointers
        f"See also: [Tower history]({SITE}/a).",
        f"**See also** [Tower history]({SITE}/a)",
        "See also the appendix.",
        f"Learn more at {SITE}/a",
        f"For more information, see [the tower page]({SITE}/a).",
        f"Siehe auch: [Turm]({SITE}/a)",
        f"같이 보기: [탑]({SITE}/a)",
        # pictures and their captions
        "![[map.png]]",
        f"[![Build]({SITE}/b.svg)]({SITE}/ci)",
        '<figure><img src="m.png"><figcaption>Map of the towers</figcaption></figure>',
        "Figure 1: Map of the towers of the city.",
        "**Table 1.** Demographics of participants (n = 120).",
        "*Fig. S2 – Overview of the sites*",
        "Abb. 3: Türme der Stadt im Jahr 1900.",
        "그림 6. 탑의 지도",
        # tables of contents
        "[[_TOC_]]",
        "- [Introduction](#introduction)\n  - [Methods](#methods)",
        "1.1 Background . . . . . . . . 5",
        "# Contents\n\n- Wind 3\n- Why towers sway 9",
        # of the document
        "Last updated: 12 March 2024",
        "Posted on 3 May 2021 by Jane Doe",
        "© 2020 Jane Doe. All rights reserved.",
        "Page 3 of 12",
        f"Tags: [tower]({SITE}/tag/tower), [wind]({SITE}/tag/wind)",
    ],
)
def test_nothing_is_claimed(text: str) -> None:
    """No citation and no paragraph without a source is listed, and no claim is judged."""
    document = parse_text(f"{text}\n")
    assert [] == anchors(f"{text}\n")
    assert {"skipped"} >= {claim.status for claim in extract(document).claims}


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        (f"- Towers sway in strong wind ([study]({SITE}/a)).", "inline"),
        (f"- [Towers sway by 12 cm in strong wind]({SITE}/a)", "inline"),
        (f"- [The tower was finished in 1889]({SITE}/a)", "inline"),
        (f"[Tower]({SITE}/a) and [wind]({SITE}/b)", "inline"),
        (f"- It sways.\n- [Source]({SITE}/a)", "inline"),
        (f"# Towers sway [study]({SITE}/a)", "inline"),
        (f"Figure 1: The tower has grown by 6 metres since 1889 [study]({SITE}/a).", "inline"),
        (f"> Towers sway.\n>\n> — [Smith]({SITE}/a)", "inline"),
        ("Figure 1 shows that the tower is 330 metres tall.", "unsourced"),
        ("Abbildung 5: Der Turm ist 330 Meter hoch.", "unsourced"),
        ("**The tower is 330 metres tall.**", "unsourced"),
        ("Key finding: the tower is 330 metres tall.", "unsourced"),
        ("Contents of the tower weigh 7,300 tonnes.", "unsourced"),
        ("Source code is free, and 40 towers use it.", "unsourced"),
        ("NASA LANDED ON THE MOON IN 1969.", "unsourced"),
        ("3. The tower is 330 metres tall", "unsourced"),
        ("More: the tower is 330 metres tall.", "unsourced"),
        ("By 2020 the tower had 7 million visitors.", "unsourced"),
        ("| Tower | Height |\n|---|---|\n| Eiffel | 330 m |", "unsourced"),
    ],
)
def test_what_claims_something_stays(text: str, kind: str) -> None:
    """Sentences that look like captions, pointers and links are listed as before."""
    assert kind in {anchor["type"] for anchor in anchors(f"{text}\n")}
