"""Captions agree in spite of abbreviations and order, and differ when no party is the same."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citevet.resolve.law.captions import are_one_case, choose_search_words, compare_captions


@pytest.mark.parametrize(
    ("cited", "official"),
    [
        ("Bell Atl. Corp. v. Twombly", "Bell Atlantic Corporation v. William Twombly"),
        ("Obergefell vs. Hodges", "Obergefell v. Hodges"),
        ("United States v. Nixon", "UNITED STATES v. NIXON, President of the United States, et al."),
        ("In re Gault", "Application of Gault"),
        ("SEC v. W.J. Howey Co.", "Securities & Exchange Commission v. W. J. Howey Co."),
        ("N.L.R.B. v. United States", "National Labor Relations Board v. United States"),
        ("Nat'l Ass'n of Mfrs. v. Dep't of Def.", "National Association of Manufacturers v. Department of Defense"),
        ("Dred Scott v. Sandford", "Scott v. Sandford"),
        (
            "R (Tortoise Media Ltd) v Conservative and Unionist Party",
            "Tortoise Media Limited, R (on the application of) v Conservative and Unionist Party",
        ),
        ("R (Miller) v Prime Minister", "R (on the application of Miller) v The Prime Minister"),
        ("O'Connor v. Ortega", "O’Connor v. Ortega"),
        ("Ashcroft v. Iqbal", "Iqbal v. Hasty"),
    ],
)
def test_variants_of_one_name_agree(cited: str, official: str) -> None:
    """Lawyers shorten names in many ways."""
    assert compare_captions(cited, [official]) == "same"
    assert compare_captions(official, [cited]) == "same"


@pytest.mark.parametrize(
    ("cited", "official"),
    [
        ("Varghese v. China Southern Airlines", "Hutto v. Davis"),
        ("United States v. Invented", "United States v. Nixon"),
        ("Ash v SSHD", "Oak v The Secretary of State for the Home Department"),
        ("Ash Ltd v HMRC", "Oak Ltd v The Commissioners for His Majesty’s Revenue and Customs"),
        ("Ash v. Comm'r of Internal Revenue", "Oak v. Commissioner of Internal Revenue"),
        ("Holdings Ltd v Smith", "Tortoise Media Ltd v Conservative and Unionist Party"),
        ("In re Invented", "Gregg v. Georgia"),
        ("Miller v. National Bank", "Jurek v. National Bank"),
    ],
)
def test_names_without_a_common_party_differ(cited: str, official: str) -> None:
    """Words such as "United States" and "Bank" are no party in common."""
    assert compare_captions(cited, [official]) == "different"


@pytest.mark.parametrize(
    ("cited", "official"),
    [
        ("", "Roe v. Wade"),
        ("A v B", "Roe v. Wade"),
        ("Civil Rights Cases", "United States v. Stanley"),
        ("Board of Commissioners v. State", "Roe v. Wade"),
        ("Roe v. Wade", "In re A.B."),
    ],
)
def test_names_that_cannot_be_compared_are_unknown(cited: str, official: str) -> None:
    """Initials, subjects and offices do not tell two cases apart."""
    assert compare_captions(cited, [official]) == "unknown"


def test_any_of_the_official_names_may_agree() -> None:
    """A database has a short, a usual and a full name."""
    assert compare_captions("Roe v. Wade", ["Doe v. Bolton", "Jane ROE v. Henry WADE"]) == "same"


@given(st.text(), st.lists(st.text(), max_size=3))
def test_any_text_can_be_compared(cited: str, official: list[str]) -> None:
    """Captions are the document's and the service's words."""
    assert compare_captions(cited, official) in {"same", "different", "unknown"}


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("Acme Mfg. Co. v. Roe", "Acme Manufacturing Company v. Roe", True),
        ("Cmty. Action Servs. v. Doe", "Community Action Services v. Doe", True),
        ("Jones Mfg. Co. v. Smith", "Peters Manufacturing Company v. Brown", False),
    ],
)
def test_abbreviated_words_make_one_case(one: str, other: str, *, same: bool) -> None:
    """A word in short is the word in full, and the trade alone does not make two companies one."""
    assert are_one_case(one, other) is same
    assert (compare_captions(one, [other]) == "same") is same


@pytest.mark.parametrize(
    ("cited", "official"),
    [
        ("Bay Valley Foods, LLC v. FFI Grp., LLC", "Bay Valley Foods, LLC v. FFI Group, LLC and Kramer Corporation"),
        ("Hazari LLC v. Everest Ins. Co.", "Hazari LLC dba Stay Inn v. Everest Insurance Company"),
        ("Kalu v. IRS", "Kalu v. Internal Revenue Service"),
    ],
)
def test_usual_words_may_be_abbreviated_in_one_case(cited: str, official: str) -> None:
    """Grp. and IRS are no words by which two cases could be told apart."""
    assert are_one_case(cited, official)
    assert not are_one_case(cited, official.replace(official.split(maxsplit=1)[0], "Bjornstad"))


@pytest.mark.parametrize(
    ("caption", "words"),
    [
        ("Kalu v. IRS", ("kalu",)),
        ("SEC v. FTC", ("sec", "ftc")),
        ("EEOC v. AutoZone, Inc.", ("autozone",)),
    ],
)
def test_initials_are_not_sought(caption: str, words: tuple[str, ...]) -> None:
    """A collection has the office by its whole name; where there is nothing else, they are better than nothing."""
    assert choose_search_words(caption) == words
