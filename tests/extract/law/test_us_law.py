"""Tests of cases and statutes of the United States."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from operator import attrgetter

import pytest
from eyecite.tokenizers import default_tokenizer

from citevet.extract.law.us_law import find_us_law
from citevet.extract.masked_text import FoundCitation, MaskedText
from citevet.model import Locator

At = Callable[..., list[tuple[int, int, str]]]
FoundIn = Callable[[Callable[[MaskedText], Iterator[FoundCitation]], str], list[FoundCitation]]
Placed = Callable[[Callable[[MaskedText], Iterator[FoundCitation]], str], list[tuple[int, int, str]]]


@pytest.mark.parametrize(
    ("text", "surface", "normal"),
    [
        (
            "In Obergefell v. Hodges, 576 U.S. 644, 651–52 (2015), the",
            "Obergefell v. Hodges, 576 U.S. 644, 651–52 (2015)",
            "576 U.S. 644",
        ),
        (
            "See Koch v. United States, 857 F.3d 267 (5th Cir. 2017).",
            "Koch v. United States, 857 F.3d 267 (5th Cir. 2017)",
            "857 F.3d 267",
        ),
        (
            "A v. B, 369 U.S. 141, 82 S. Ct. 671, 7 L. Ed. 2d 629 (1962).",
            "A v. B, 369 U.S. 141, 82 S. Ct. 671, 7 L. Ed. 2d 629 (1962)",
            "369 U.S. 141",
        ),
        ("is 598 U.S. ___ (2023).", "598 U.S. ___ (2023)", "598 U.S. ___"),
        # as New York writes them, and other spellings without blanks and stops
        ("See People v Roe, 25 NY3d 100 (2015).", "People v Roe, 25 NY3d 100 (2015)", "25 N.Y.3d 100"),
        ("(Roe v Doe, 147 AD3d 589 [1st Dept 2017]).", "Roe v Doe, 147 AD3d 589 [1st Dept 2017]", "147 A.D.3d 589"),
        ("State v. Roe, 87 Ohio App.3d 43 (1993).", "State v. Roe, 87 Ohio App.3d 43 (1993)", "87 Ohio App. 3d 43"),
        ("Doe v. Roe, 682 F3d 775 (9th Cir. 2012).", "Doe v. Roe, 682 F3d 775 (9th Cir. 2012)", "682 F.3d 775"),
        ("Roe v. Doe, 300 So3d 12 (Fla. 2020).", "Roe v. Doe, 300 So3d 12 (Fla. 2020)", "300 So. 3d 12"),
        ("Roe v. Doe, 12 Cal App 4th 345.", "Roe v. Doe, 12 Cal App 4th 345", "12 Cal. App. 4th 345"),
        ("Roe v. Doe, 127 SCt 1955 (2007).", "Roe v. Doe, 127 SCt 1955 (2007)", "127 S. Ct. 1955"),
        ("2018 WL 301424 (S.D.N.Y. Mar. 5, 2018)", "2018 WL 301424 (S.D.N.Y. Mar. 5, 2018)", "2018 WL 301424"),
        ("in No. 21-1234, slip op. at 5.", "No. 21-1234, slip op. at 5", "No. 21-1234"),
        ("2021 NY Slip Op 06798.", "2021 NY Slip Op 06798", "2021 NY Slip Op 06798"),
        ("*Obergefell v. Hodges*, 576 U.S. 644", "Obergefell v. Hodges*, 576 U.S. 644", "576 U.S. 644"),
        (
            "> case Obergefell v.\n> Hodges, 576\n> U.S. 644 (2015)",
            "Obergefell v.\n> Hodges, 576\n> U.S. 644 (2015)",
            "576 U.S. 644",
        ),
        (
            "People v. Smith (2009) 46 Cal.4th 1, at p. 65.",
            "People v. Smith (2009) 46 Cal.4th 1, at p. 65",
            "46 Cal. 4th 1",
        ),
        ("In re Gault, 387 U.S. 1, 27-28 n.4 (1967)", "In re Gault, 387 U.S. 1, 27-28 n.4 (1967)", "387 U.S. 1"),
        (
            "(quoting Terry v. Ohio, 392 U.S. 1, 20 (1968)).",
            "Terry v. Ohio, 392 U.S. 1, 20 (1968)",
            "392 U.S. 1",
        ),
        (
            "Marbury v. Madison, 5 U.S. (1 Cranch) 137 (1803)",
            "Marbury v. Madison, 5 U.S. (1 Cranch) 137 (1803)",
            "5 U.S. 137",
        ),
        ("Doe v. Roe, 1 Minn. 2", "Doe v. Roe, 1 Minn. 2", "1 Minn. 2"),
        ("Jackson v. Roberts, 612 U.S. 88", "Jackson v. Roberts, 612 U.S. 88", "612 U.S. 88"),
    ],
)
def test_case_with_name_pinpoint_and_court(text: str, surface: str, normal: str, at: At, placed: Placed) -> None:
    """The span runs from the first party to the closing parenthesis, across emphasis and lines."""
    assert at(text, (surface, normal)) == placed(find_us_law, text)


def test_parts_of_a_case(found_in: FoundIn) -> None:
    """Parallel citations are further forms of one work."""
    (one,) = found_in(find_us_law, "A v. B, 369 U.S. 141, 145, 82 S. Ct. 671, 675, 7 L. Ed. 2d 629 (1962)")
    assert {
        "volume": "369",
        "reporter": "U.S.",
        "page": "141",
        "case_name": "A v. B",
        "court": "scotus",
        "year": "1962",
        "parallel": "82 S. Ct. 671; 7 L. Ed. 2d 629",
    } == one.parts
    assert Locator(page="145") == one.locator


@pytest.mark.parametrize(
    ("text", "surface", "normal", "article"),
    [
        ("Under 42 U.S.C. § 1983, one", "42 U.S.C. § 1983", "42 U.S.C. § 1983", "1983"),
        ("50 U.S.C. 1701 et seq. says", "50 U.S.C. 1701 et seq.", "50 U.S.C. § 1701", "1701"),
        ("17 C.F.R. § 240.10b-5(c).", "17 C.F.R. § 240.10b-5(c)", "17 C.F.R. § 240.10b-5", "240.10b-5(c)"),
        ("42 U.S.C. § 2000e-2(a)(1)", "42 U.S.C. § 2000e-2(a)(1)", "42 U.S.C. § 2000e-2", "2000e-2(a)(1)"),
        ("28 U.S.C. §§ 1331, 1332.", "28 U.S.C. §§ 1331, 1332", "28 U.S.C. §§ 1331, 1332", "1331, 1332"),
        ("18 USC 1001", "18 USC 1001", "18 U.S.C. § 1001", "1001"),
        ("35 U.S.C. §101, §102(b) bar", "35 U.S.C. §101, §102(b)", "35 U.S.C. §§ 101, 102(b)", "101, 102(b)"),
        ("42 U.S.C. § 1983 and § 12(b) of the Act", "42 U.S.C. § 1983", "42 U.S.C. § 1983", "1983"),
        ("42 CFR §§ 5.50–5.63", "42 CFR §§ 5.50–5.63", "42 C.F.R. §§ 5.50-5.63", "5.50-5.63"),
        ("26 C.F.R. § 1.501-2", "26 C.F.R. § 1.501-2", "26 C.F.R. § 1.501-2", "1.501-2"),
        ("Pub. L. No. 104-292, 110 Stat. 3459.", "Pub. L. No. 104-292, 110 Stat. 3459", "Pub. L. No. 104-292", None),
        ("under Pub. L. 104-292. It", "Pub. L. 104-292", "Pub. L. No. 104-292", None),
        ("at 110 Stat. 3459.", "110 Stat. 3459", "110 Stat. 3459", None),
        ("88 Fed. Reg. 12345", "88 Fed. Reg. 12345", "88 Fed. Reg. 12345", None),
        ("88 Fed. Reg. 12,345", "88 Fed. Reg. 12,345", "88 Fed. Reg. 12345", None),
        ("Fed. R. Civ. P. 12(b)(6) lets", "Fed. R. Civ. P. 12(b)(6)", "Fed. R. Civ. P. 12", "12(b)(6)"),
        ("U.S. Const. amend. XIV, § 1.", "U.S. Const. amend. XIV, § 1", "U.S. Const. amend. XIV", "amend. XIV, § 1"),
        (
            "the 14th Amendment to the U.S. Constitution",
            "14th Amendment to the U.S. Constitution",
            "U.S. Const. amend. XIV",
            "amend. XIV",
        ),
        ("Mass. Gen. Laws ch. 1, § 2.", "Mass. Gen. Laws ch. 1, § 2", "Mass. Gen. Laws ch. 1, § 2", "2"),
        ("Cal. Penal Code § 187(a)", "Cal. Penal Code § 187(a)", "Cal. Penal Code § 187", "187(a)"),
        ("see 42 U.S.C.\n§ 1983", "42 U.S.C.\n§ 1983", "42 U.S.C. § 1983", "1983"),
    ],
)
def test_statute_with_its_section(
    text: str, surface: str, normal: str, article: str | None, at: At, found_in: FoundIn, placed: Placed
) -> None:
    """Codes with and without §, regulations, session laws, rules, constitutions and state codes."""
    assert at(text, (surface, normal)) == placed(find_us_law, text)
    locator = found_in(find_us_law, text)[0].locator
    assert article == (locator.article if locator else None)


@pytest.mark.parametrize(
    ("text", "surface", "normal", "locator"),
    [
        ("Bush v. Gore, 531 U.S. 98. Cf. 531 U.S., at 99.", "531 U.S., at 99", "531 U.S. 98", Locator(page="99")),
        (
            "Bush v. Gore, 531 U.S. 98. Bush, 531 U.S., at 99",
            "Bush, 531 U.S., at 99",
            "531 U.S. 98",
            Locator(page="99"),
        ),
        ("Bush v. Gore, 531 U.S. 98 (2000). Id. at 103.", "Id. at 103", "531 U.S. 98", Locator(page="103")),
        ("Bush v. Gore, 531 U.S. 98 (2000).\n\n*Id.* at 103", "Id.* at 103", "531 U.S. 98", Locator(page="103")),
        (
            "Bush v. Gore, 531 U.S. 98. See Bush, supra, at 100.",
            "Bush, supra, at 100",
            "531 U.S. 98",
            Locator(page="100"),
        ),
        ("Roe v. Wade, 410 U.S. 113 (1973). Then Roe at 155", "Roe at 155", "410 U.S. 113", Locator(page="155")),
        ("42 U.S.C. § 1983. Id. § 1988(b)", "Id. § 1988(b)", "42 U.S.C. § 1988", Locator(article="1988(b)")),
        (
            "Smith v. Lee, 174 Cal.App.2d 600 (1959). 174 Cal.App.2d at p. 651",
            "174 Cal.App.2d at p. 651",
            "174 Cal. App. 2d 600",
            Locator(page="651"),
        ),
    ],
)
def test_short_form_resolves_to_the_full_citation(
    text: str, surface: str, normal: str, locator: Locator, found_in: FoundIn
) -> None:
    """The normal form of a short citation is that of the full one."""
    one = found_in(find_us_law, text)[-1]
    start = text.rindex(surface)
    assert (start, start + len(surface), normal, locator) == (one.span.start, one.span.end, one.normal, one.locator)


def test_parts_of_a_short_form(found_in: FoundIn) -> None:
    """The antecedent and the kind of short form are in the parts."""
    one = found_in(find_us_law, "Bush v. Gore, 531 U.S. 98 (2000). Id. at 103.")[-1]
    assert ("id", "531 U.S. 98", "Bush v. Gore") == (
        one.parts["short"],
        one.parts["antecedent"],
        one.parts["case_name"],
    )


@pytest.mark.parametrize("record", ["Compl. ¶ 4.", "Dkt. No. 7.", "Ex. A."])
def test_id_after_a_filing(record: str, found_in: FoundIn) -> None:
    """After a record citation Id. refers to the record, and cites no law."""
    text = f"Bush v. Gore, 531 U.S. 98 (2000). {record} Id. at 103."
    assert ["531 U.S. 98"] == [one.normal for one in found_in(find_us_law, text)]
    assert len("Bush v. Gore, 531 U.S. 98 (2000)") == found_in(find_us_law, text)[-1].span.end


@pytest.mark.parametrize("text", ["531 U.S., at 99", "Id. at 3", "Bush, supra, at 100"])
def test_short_form_without_antecedent_is_a_fault(text: str, found_in: FoundIn) -> None:
    """A short form needs a full citation before it."""
    assert [("no full citation before it", 0, len(text))] == [
        (one.fault, one.span.start, one.span.end) for one in found_in(find_us_law, text)
    ]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("Roe v. Wade, 410 U.S. 113, 900 (1973)", "the pin 900 lies more than 400 pages after the first page 113"),
        ("Roe v. Wade, 410 U.S. 113, 100 (1973)", "the pin 100 lies before the first page 113"),
        ("Roe v. Wade, 410 U.S. 113, 263 (1973)", None),
        ("Roe v. Wade, 410 U.S. 113, 113 (1973)", None),
        ("Doe v. Roe, 2018 WL 301424, at *4 (S.D.N.Y. 2018)", None),
    ],
)
def test_pinpoint_must_be_in_the_case(text: str, fault: str | None, found_in: FoundIn) -> None:
    """A pinpoint before the first page or far after it belongs to another case; star pages are not compared."""
    assert [(fault, len(text))] == [(one.fault, one.span.end) for one in found_in(find_us_law, text)]


@pytest.mark.parametrize(
    "text",
    [
        "windows v mac",
        "In Smith v. Jones the court said so.",
        "alone 1 Minn. 2 is too little",
        "5 Feb. 2020, 3 Fig. 4, and 2019 J. Phys. 3",
        "meet Anna at 5, Rome at 100",
        "as noted supra, and Smith, supra note 5",
        "User Id. is required",
        "R v Brown [1994] 1 A.C. 212",
        "https://law.example/42 and https://law.example/576 U.S.644",
        "`576 U.S. 644`",
        "§ 5 of the contract",
        "Cal. Const. art. XIII and N.Y. Const. art. IX",
        "the 28th Amendment, and the 42nd Amendment of the Constitution of India",
        "the proposed 28th Amendment to the U.S. Constitution would become the 28th Amendment to the U.S. Constitution",
    ],
)
def test_no_us_law(text: str, placed: Placed) -> None:
    """Names without a reporter, abbreviations, other constitutions, code and addresses are not citations."""
    assert [] == placed(find_us_law, text)


@pytest.mark.parametrize("is_reversed", [False, True])
def test_the_order_of_patterns_does_not_matter(
    found_in: FoundIn, monkeypatch: pytest.MonkeyPatch, *, is_reversed: bool
) -> None:
    """Of two codes that match the same words the longer name counts, in whatever order eyecite tries its patterns."""
    choose = default_tokenizer.get_extractors
    ordered = partial(sorted, key=attrgetter("regex"), reverse=is_reversed)
    monkeypatch.setattr(default_tokenizer, "get_extractors", lambda text: ordered(choose(text)))
    (law,) = found_in(find_us_law, "See N.Y. Penal Law § 20.1 on this.")
    assert ("N.Y. Law", "N.Y. Penal Law § 20.1") == (law.parts["code"], law.normal)


def test_ordinary_prose_does_not_import_eyecite() -> None:
    """The import takes half a second, so a document without reporters skips it."""
    program = (
        "import sys; from citevet.extract import extract; from citevet.read import parse_text;"
        "found = extract(parse_text('Model A v. model B in 2019, see 42 U.S.C. 1983 at 5.', 'a.txt'));"
        "print(len(found.citations), 'eyecite' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "1 False\n"


def test_long_paragraph_is_cut_between_citations(found_in: FoundIn) -> None:
    """No citation is lost where a paragraph is tokenized in pieces."""
    text = "The court held in Roe v. Wade, 410 U.S. 113 (1973). " * 800
    assert {"410 U.S. 113"} == {one.normal for one in found_in(find_us_law, text)}
    assert len(found_in(find_us_law, text)) == 800


def test_us_law_repetition_is_linear(found_in: FoundIn) -> None:
    """200 kB of the worst repetition ends quickly."""
    assert [] == found_in(find_us_law, "v. " * 67_000)
    assert [] == found_in(find_us_law, "§ " * 100_000)
    assert [] == found_in(find_us_law, "U.S. " * 40_000)
    assert len(found_in(find_us_law, "A v. " * 40_000 + "B, 576 U.S. 644 (2015)")) == 1


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("Roe v. Doe, 123 F. Supp. 4d 456 (S.D.N.Y. 2019)", "no series F. Supp. 4d"),
        ("Roe v. Doe, 123 F.5th 456 (2d Cir. 2024)", "no series F.5th"),
        ("Roe v. Doe, 12 F.4th 456 (14th Cir. 2022)", "there is no 14th Cir.: the numbered circuits are 1 to 11"),
        (
            "Jackson v. Roberts, 612 U.S. 88 (2012)",
            "volume 612 of U.S. cannot have a case of 2012: volume 603 is of 2024",
        ),
        ("Roe v. Doe, 999 U.S. 456 (2026)", "U.S. has no volume 999"),
        ("Roe v. Doe, 999 U.S. 456 (2019)", "U.S. has no volume 999"),
        ("Roe v. Doe, 9999 F.3d 12 (9th Cir. 2015)", "F.3d has no volume 9999"),
        ("Roe v. Doe, 301 F. 12 (1920)", "F. has no volume 301"),
        ("Roe v. Doe, 12 F.3d 12 (9th Cir. 1950)", "F.3d has no cases of 1950: it begins in 1993"),
        ("Roe v. Doe, 12 F.2d 12 (9th Cir. 2015)", "F.2d has no cases of 2015: it ends in 1993"),
        ("99 U.S.C. § 101", "the U.S.C. has titles 1 to 54"),
        ("51 C.F.R. § 2.1", "the C.F.R. has titles 1 to 50"),
        ("U.S. Const. art. IX", "the U.S. Constitution has 7 articles"),
        ("U.S. CONST. amend. XXIX, § 1", "the U.S. Constitution has 27 amendments"),
        ("the 28th Amendment to the U.S. Constitution", "the U.S. Constitution has 27 amendments"),
        ("the Twenty-eighth Amendment to the United States Constitution", "the U.S. Constitution has 27 amendments"),
    ],
)
def test_impossible_reporters_are_faults(text: str, fault: str, found_in: FoundIn) -> None:
    """Series, volumes, years, circuits and titles that do not exist are reported without a register."""
    assert [fault] == [one.fault for one in found_in(find_us_law, text)]


@pytest.mark.parametrize(
    "text",
    [
        "Roe v. Doe, 999 F.3d 12 (9th Cir. 2021)",
        "Roe v. Doe, 1 F. Supp. 3d 12 (D.D.C. 2013)",
        "Roe v. Doe, 5 F. Supp. 4d 12 (D.D.C. 2030)",
        "Roe v. Doe, 700 U.S. 12 (2050)",
        "Roe v. Doe, 2 U.S. 401 (1792)",
        "Roe v. Doe, 12 F.4th 456 (11th Cir. 2022)",
        "Roe v. Doe, 12 So. 3d 456 (La. Ct. App. 4th Cir. 2009)",
        "54 U.S.C. § 100101",
        "U.S. Const. art. VII",
        "U.S. Const. amend. 27",
        "the Twenty-Seventh Amendment to the U.S. Constitution",
    ],
)
def test_possible_reporters_are_not_faults(text: str, found_in: FoundIn) -> None:
    """The ends of a series, late prints and volumes after the year of the table are not faults."""
    assert [None] == [one.fault for one in found_in(find_us_law, text)]


@pytest.mark.parametrize(
    "text",
    [
        "Nach § 823 Abs. 1 BGB haftet er, ebenso nach §§ 280 Abs. 1, 241 Abs. 2 BGB.",
        "Art. 2 Abs. 1 GG und Artikel 1 Abs. 3 GG",
        "Satz 5 Abs. 1",
    ],
)
def test_provisions_of_other_countries(text: str, placed: Placed) -> None:
    """§ 823 Abs. 1 is not a volume and page of a US reporter."""
    assert [] == placed(find_us_law, text)
