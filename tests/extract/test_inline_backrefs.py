"""Short forms in running text that refer to an earlier citation."""

from collections.abc import Callable

import pytest

from citevet.model import Extraction

Read = Callable[..., Extraction]


def again(found: Extraction) -> list[tuple[str, str, str | None]]:
    """Return the short forms, the citations that they refer to, and the pages."""
    return [
        (each.text, each.meant.why, each.locator.page if each.locator else None)
        for each in found.citations
        if each.meant.how == "earlier"
    ]


@pytest.mark.parametrize(
    ("short", "page"),
    [
        ("(ebd., S. 13)", "13"),
        ("(vgl. ebd.: 13 f.)", "13"),
        ("(vgl. dazu ebd., S. 13)", "13"),
        ("(s. ebd., S. 13)", "13"),
        ("(see, e.g., ibid., p. 13)", "13"),
        ("(ibid., p. 13)", "13"),
        ("(see ibid., 13–15)", "13-15"),
        ("[ibid., p. 13]", "13"),
        ("(*ibid.*, p. 13)", "13"),
        ("(ibid.)", "3"),
        ("(Ebd.)", "3"),
        ("(id.)", "3"),
        ("(a. a. O., S. 13)", "13"),
        ("(위의 글, 13쪽)", "13"),
        ("(Sommer, op. cit., p. 13)", "13"),
        ("(Sommer, a.a.O.)", None),
    ],
)
def test_ibid_refers_to_previous_citation(short: str, page: str | None, extracted: Read) -> None:
    """The sentence is tied to the work cited before, at the page named now."""
    found = extracted(f"Asphalt was hot (Sommer 2023, p. 3). Concrete was cool {short}.\n")
    assert [(short, "(Sommer 2023, p. 3)", page)] == again(found)
    one, other = found.citations
    assert ("author-year", one.normal) == (other.kind, other.normal)
    assert [other.id] == [tie.citation for tie in found.claims[1].ties]
    assert "Concrete was cool." == found.claims[1].plain.text


@pytest.mark.parametrize(
    ("short", "text", "page"),
    [
        ("Ebd., S. 99.", "Ebd., S. 99", "99"),
        ("Vgl. ebd., S. 99.", "Vgl. ebd., S. 99", "99"),
        ("Ibid., pp. 13–15.", "Ibid., pp. 13–15", "13-15"),
        ("*Ibid.*, p. 13.", "*Ibid.*, p. 13", "13"),
        ("A.a.O., S. 13.", "A.a.O., S. 13", "13"),
        ("Ibid.", "Ibid", "3"),
    ],
)
def test_sentence_with_only_ibid(short: str, text: str, page: str, extracted: Read) -> None:
    """It backs the sentence before it and is not a claim."""
    found = extracted(f"Asphalt was hot (Sommer 2023, p. 3). Concrete was cool. {short} Grass was cold.\n")
    assert [(text, "(Sommer 2023, p. 3)", page)] == again(found)
    claims = [(claim.plain.text, len(claim.ties)) for claim in found.claims]
    assert [("Asphalt was hot.", 1), ("Concrete was cool.", 1), ("Grass was cold.", 0)] == claims


@pytest.mark.parametrize("said", ["Ebenda steht es auch.", "Idem velle est.", "The field is its id. It is new."])
def test_sentence_with_more_than_ibid(said: str, extracted: Read) -> None:
    """A short form in a sentence of its own may be followed only by a place."""
    assert [] == again(extracted(f"Asphalt was hot (Sommer 2023, p. 3). {said}\n"))


@pytest.mark.parametrize(
    ("before", "kind"),
    [
        ("Sommer (2023) found it.", "author-year"),
        ("It was hot [3].", "numeric"),
        ("It was hot [REF-001, p. 4].", "corpus"),
        ("It was hot, BGH, Urt. v. 12.3.2019 – VI ZR 123/18, Rn. 3.", "de-case"),
        ("It was hot (doi:10.1000/182).", "doi"),
    ],
)
def test_ibid_after_any_kind_of_citation(before: str, kind: str, extracted: Read) -> None:
    """A short form can repeat every kind of citation."""
    one, other = extracted(f"{before} It was cool (ibid., p. 9).\n").citations
    assert (kind, kind, one.normal) == (one.kind, other.kind, other.normal)


def test_ibid_resolves_to_list_entry(extracted: Read) -> None:
    """The repeated citation finds the same entry of the document's list."""
    text = "It was hot (Doe 2003). It was cool (ibid., p. 9).\n\n## References\n\nDoe, J. (2003). Pavements. Press.\n"
    one, other = extracted(text).citations
    assert "r1" == one.reference == other.reference


def test_ibid_skips_statutes_and_note_markers(extracted: Read) -> None:
    """A statute has no pages, and a note may be a remark."""
    text = "It was hot (Doe 2003, p. 4). So is § 823 BGB.[^1] It was cool (ibid., p. 9).\n\n[^1]: A remark.\n"
    assert [("(ibid., p. 9)", "(Doe 2003, p. 4)", "9")] == again(extracted(text))


def test_sentence_with_ibid_after_us_statute(extracted: Read) -> None:
    """A sentence "Ibid." after a statute of the US means the statute, as "Id." does; with a page it means the work."""
    text = "Smith (2019, p. 3) agrees. The law is clear. 28 U.S.C. § 1331. {} More follows."
    assert [("Ibid", "28 U.S.C. § 1331", None)] == again(extracted(text.format("Ibid.")))
    assert [("Ibid., p. 7", "Smith (2019, p. 3)", "7")] == again(extracted(text.format("Ibid., p. 7.")))


def test_repeated_ibid(extracted: Read) -> None:
    """A second one means the same work and inherits the page of the first."""
    found = extracted("Hot (Doe 2003, p. 4). Cool (ibid., p. 9). Dry (ibid.).\n")
    assert [("9"), ("9")] == [page for _, _, page in again(found)]


@pytest.mark.parametrize(
    "text",
    [
        "It was hot (Doe 2003; Roe 2004). It was cool (ibid., p. 9).",
        "It was hot (Doe 2003). It was (Doe 2005). It was cool (Doe, op. cit., p. 9).",
        "It was hot (Doe 2003), as Roe says. It was cool (Roe, op. cit., p. 9).",
    ],
)
def test_ambiguous_short_form(text: str, extracted: Read) -> None:
    """It is a citation without a target."""
    last = extracted(text).citations[-1]
    assert ("footnote", "", "", None) == (last.kind, last.normal, last.meant.why, last.reference)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("It was cool (ibid., p. 9).", "nothing is cited before it"),
        ("It was hot (Doe 2003). It was cool (Roe, op. cit., p. 9).", "no source by that name is cited"),
    ],
)
def test_short_form_before_any_citation(text: str, why: str, extracted: Read) -> None:
    """It is a citation that says why it cannot be resolved."""
    last = extracted(text).citations[-1]
    assert (why, None) == (last.meant.why, last.reference)


@pytest.mark.parametrize(
    ("brackets", "expected"),
    [
        ("(ebd., S. 13; Brandt 2020)", [("ebd., S. 13", "sommer 2023", "13"), ("Brandt 2020", "brandt 2020", None)]),
        ("(see ibid.; Brandt 2020)", [("see ibid.", "sommer 2023", "3"), ("Brandt 2020", "brandt 2020", None)]),
        ("(Brandt 2020; ebd., S. 13)", [("Brandt 2020", "brandt 2020", None), ("ebd., S. 13", "brandt 2020", "13")]),
        (
            "[Brandt 2020; Lenz 2021; vgl. ebd., S. 13]",
            [
                ("Brandt 2020", "brandt 2020", None),
                ("Lenz 2021", "lenz 2021", None),
                ("vgl. ebd., S. 13", "lenz 2021", "13"),
            ],
        ),
        ("(ebd., S. 13; ebd., S. 15)", [("ebd., S. 13", "sommer 2023", "13"), ("ebd., S. 15", "sommer 2023", "15")]),
        ("[ibid.; see ibid., p. 5]", [("ibid.", "sommer 2023", "3"), ("see ibid., p. 5", "sommer 2023", "5")]),
        (
            "(Brandt 2020; Sommer, op. cit., p. 5)",
            [("Brandt 2020", "brandt 2020", None), ("Sommer, op. cit., p. 5", "sommer 2023", "5")],
        ),
        (
            "(vgl. Sommer, a.a.O.; ebd., S. 13; Brandt 2020)",
            [
                ("vgl. Sommer, a.a.O.", "sommer 2023", None),
                ("ebd., S. 13", "sommer 2023", "13"),
                ("Brandt 2020", "brandt 2020", None),
            ],
        ),
        (
            "(Brandt 2020; Poe, op. cit., p. 5; ibid., p. 7)",
            [("Brandt 2020", "brandt 2020", None), ("Poe, op. cit., p. 5", "", "5"), ("ibid., p. 7", "", "7")],
        ),
        ("(ebd., S. 13; und so weiter)", []),
        ("(Brandt 2020; ebd., passim)", [("(Brandt 2020; ebd., passim)", "brandt 2020", None)]),
        ("(ebd. und anderswo; Brandt 2020)", [("(ebd. und anderswo; Brandt 2020)", "brandt 2020", None)]),
    ],
)
def test_ibid_in_brackets_with_other_works(
    brackets: str, expected: list[tuple[str, str, str | None]], extracted: Read
) -> None:
    """Before a semicolon it means the citation before the brackets; after one, the previous work inside them."""
    found = extracted(f"Asphalt was hot (Sommer 2023, p. 3). Concrete was cool {brackets}.\n")
    _, *inside = found.citations
    assert expected == [(each.text, each.normal, each.locator.page if each.locator else None) for each in inside]
    assert [each.id for each in inside] == [tie.citation for tie in found.claims[1].ties]


@pytest.mark.parametrize(
    ("brackets", "meant"),
    [
        ("(Brandt 2020; ebd., S. 13)", "brandt 2020"),
        ("(ebd., S. 13; Brandt 2020)", ""),
        ("(Lenz 2021; Brandt 2020; ebd., S. 13)", ""),
        ("(ebd., S. 13; ebd., S. 15)", "sommer 2023"),
        ("(Brandt 2020; Sommer, op. cit.)", ""),
        ("(Brandt 2020; Poe, op. cit.)", ""),
        ("(Poe, op. cit.)", ""),
    ],
)
def test_ibid_after_brackets_with_ibid(brackets: str, meant: str, extracted: Read) -> None:
    """After brackets with one work the next "ebd." means it; after several works it is ambiguous."""
    found = extracted(f"Asphalt was hot (Sommer 2023). Concrete was cool {brackets}. Glass was warm (ebd.).\n")
    assert meant == found.citations[-1].normal


@pytest.mark.parametrize(
    "text", ["(ibid., and Doe)", "(ID)", "(ebdo)", "[ibid.](https://example.org)", "`(ibid.)`", "(identical)"]
)
def test_brackets_without_short_form(text: str, extracted: Read) -> None:
    """More than a place, other words, links and code do not refer to an earlier citation."""
    assert [] == again(extracted(f"It was hot (Doe 2003). It was cool {text}.\n"))


@pytest.mark.parametrize(
    ("piece", "each"),
    [
        ("(ibid. ", 0),
        ("(ibid.) ", 1),
        ("(a, ", 0),
        ("(ibid. . . . ", 0),
        ("(Doe 2003) (ibid., p. 4) ", 2),
        ("(Doe 2003; ibid., p. 4) ", 2),
        ("(ibid.; ", 0),
        ("(a op. cit; ", 0),
        ("; ibid.", 0),
        ("(Doe 2003; ibid., p. 4) (ibid.; ibid., p. 4) ", 4),
    ],
)
def test_many_brackets(piece: str, each: int, extracted: Read) -> None:
    """Unclosed brackets cite nothing, and each of hundreds of brackets cites once."""
    assert 500 * each == len(extracted(piece * 500, "x.txt").citations)
