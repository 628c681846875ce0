"""German decisions, by court, date, docket and what prints them."""

from collections.abc import Callable, Iterator

import pytest

from citevet.extract.forms.de_decision import find
from citevet.extract.found import Found
from citevet.extract.scene import Scene
from citevet.model import Citation, Extraction, Locator

FoundIn = Callable[[Callable[[Scene], Iterator[Found]], str], list[Found]]


@pytest.mark.parametrize(
    ("text", "normal", "date"),
    [
        ("BGH, Urt. v. 12.3.2019 – VI ZR 123/18, NJW 2019, 1234", "BGH VI ZR 123/18", "2019-03-12"),
        ("BGH, Beschluss vom 12. März 2019 - 1 StR 12/18", "BGH 1 StR 12/18", "2019-03-12"),
        ("BGH, Urteil vom 12.03.2019, Az. VI ZR 123/18", "BGH VI ZR 123/18", "2019-03-12"),
        ("BGH, Urt. v. 12. 3. 2019 (VI ZR 123/18)", "BGH VI ZR 123/18", "2019-03-12"),
        ("BGH, 12.03.2019 - VI ZR 123/18", "BGH VI ZR 123/18", "2019-03-12"),
        ("BGH, Urt. v.\n12.3.2019", "BGH 2019-03-12", "2019-03-12"),
        ("BGH VI ZR 123/18", "BGH VI ZR 123/18", None),
        ("BGH NJW 2019, 1234", "BGH NJW 2019, 1234", None),
        ("Urteil des Bundesgerichtshofs vom 12. März 2019 (VI ZR 123/18)", "BGH VI ZR 123/18", "2019-03-12"),
        ("BVerfG, Beschl. v. 3.4.2014 – 1 BvR 209/13", "BVerfG 1 BvR 209/13", "2014-04-03"),
        ("BVerwG, Urt. v. 3.4.2014 – 6 C 12.13, BVerwGE 149, 1", "BVerwG 6 C 12.13", "2014-04-03"),
        ("BSG, Urt. v. 3.4.2020 – B 4 AS 12/18 R", "BSG B 4 AS 12/18 R", "2020-04-03"),
        ("OLG Frankfurt am Main, Beschl. v. 3.4.2020 – 6 U 12/20", "OLG Frankfurt am Main 6 U 12/20", "2020-04-03"),
        ("AG Berlin-Mitte, Urt. v. 3.4.2020 – 12 C 12/20", "AG Berlin-Mitte 12 C 12/20", "2020-04-03"),
        ("OLG Hamm, Beschl. v. 3.2.2020 – I-9 U 12/20, NJW-RR 2020, 55", "OLG Hamm I-9 U 12/20", "2020-02-03"),
        ("BGH hat am 12.3.2019 – VI ZR 123/18", "BGH VI ZR 123/18", "2019-03-12"),
        ("BGH hat mit Urteil vom 12. März 2019 (VI ZR 123/18)", "BGH VI ZR 123/18", "2019-03-12"),
        ("LG Köln entschied am 12.3.2019 (Az. 5 O 12/18)", "LG Köln 5 O 12/18", "2019-03-12"),
        ("LSG Nordrhein-Westfalen NZS 2019, 12", "LSG Nordrhein-Westfalen NZS 2019, 12", None),
    ],
)
def test_court_and_docket(text: str, normal: str, date: str | None, found_in: FoundIn) -> None:
    """A decision is known by its court and docket, else by what prints it, else by its day."""
    (one,) = found_in(find, f"So {text}.")
    assert ("de-case", normal, date, None) == (one.kind, one.normal, one.parts.get("date"), one.fault)
    assert len(text) == len(one.span)


@pytest.mark.parametrize(
    ("text", "prints", "place"),
    [
        ("NJW 2019, 1234", "NJW 2019, 1234", None),
        ("NJW-RR 2019, 12 (13 f.)", "NJW-RR 2019, 12", Locator(page="13")),
        ("BGHZ 221, 139, 141 ff.", "BGHZ 221, 139", Locator(page="141")),
        ("BGHZ 221, 139 = NJW 2019, 1234 Rn. 12", "BGHZ 221, 139; NJW 2019, 1234", Locator(article="Rn. 12")),
        ("NJW 2019, 1234, 1236 Rn. 12", "NJW 2019, 1234", Locator(page="1236", article="Rn. 12")),
        ("juris Rn. 12–14", "juris", Locator(article="Rn. 12-14")),
        ("Rn. 12", None, Locator(article="Rn. 12")),
    ],
)
def test_what_prints_it(text: str, prints: str | None, place: Locator | None, found_in: FoundIn) -> None:
    """Reports and journals behind a decision are the same citation, and the page or paragraph meant is its place."""
    (one,) = found_in(find, f"So BGH, Urt. v. 12.3.2019 – VI ZR 123/18, {text}.")
    assert (prints, place) == (one.parts.get("parallel"), one.locator)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("BGH, Urt. v. 32.3.2019 – VI ZR 123/18", "32.3.2019 is no date"),
        ("BGH, Urt. v. 12.13.2019 – VI ZR 123/18", "12.13.2019 is no date"),
        ("BGH, Urt. v. 12.3.2019 – VI ZR 123/21", "filed in 2021, but decided in 2019"),
        ("BGH, Urt. v. 12.3.2019 – VI ZR 123/18, BGHZ 9999, 1", "BGHZ has no volume 9999"),
        ("BGH, Urt. v. 12.3.2001 – VI ZR 123/99", None),
    ],
)
def test_what_cannot_be(text: str, fault: str | None, found_in: FoundIn) -> None:
    """No decision has a day that is none, a docket of a later year, or a volume that was never printed."""
    assert [fault] == [one.fault for one in found_in(find, f"So {text}.")]


@pytest.mark.parametrize(
    "text",
    [
        "Der BGH hat 2019 so entschieden.",
        "Der BGH hat am 12.3.2019 so entschieden.",
        "Die BASF AG Ludwigshafen wuchs 2019 um 12/18.",
        "Der BGH, Karlsruhe, und die NJW 2019.",
        "Das LG Köln tagte.",
        "Die Bau GmbH & Co. KG vom 12.3.2019 schrieb.",
        "Die Hauptversammlung der Stahl AG München vom 12.3.2019 tagte.",
        "Das Spiel der SG Dresden vom 12.5.2019 endete.",
        "Siehe NJW 2019, 1234.",
        "The AG Report 2019, 12 and 3/18",
    ],
)
def test_a_court_alone(text: str, found_in: FoundIn) -> None:
    """A court without date, docket or journal cites nothing, nor a firm or a club with a date."""
    assert [] == found_in(find, text)


def test_a_decision_is_one_sentence_and_one_case(extracted: Callable[..., Extraction]) -> None:
    """The stops of a date and of Urt. v. end no sentence, and the report behind the docket is no second case."""
    found = extracted(
        "Der Schädiger haftet voll, BGH, Urt. v. 12. März 2019 – VI ZR 123/18, BGHZ 221, 139 Rn. 5. Das ist neu.\n"
    )
    assert ["BGH VI ZR 123/18"] == [one.normal for one in found.citations]
    assert ["Der Schädiger", "Das ist"] == [" ".join(claim.text.split()[:2]) for claim in found.claims]


def test_an_ecli_is_the_same_decision(extracted: Callable[..., Extraction]) -> None:
    """An ECLI right behind the docket is a further form of the decision."""
    text = "So BGH, Urt. v. 12.3.2019 – VI ZR 123/18, ECLI:DE:BGH:2019:120319UVIZR123.18.0.\n"
    (one,) = extracted(text).citations
    assert isinstance(one, Citation)
    assert ("de-case", ["ecli"]) == (one.kind, [form.kind for form in one.also])


@pytest.mark.parametrize(
    "piece", ["BGH, ", "OLG A B ", "LG Köln am am ", "BGH, Urt. v. 1.1.", "BGH VI ZR 1/1", "BGH hat am 1.1."]
)
def test_time_is_linear(piece: str, is_linear: Callable[..., bool]) -> None:
    """Sixteen times the text takes no more than about sixteen times as long."""
    assert is_linear(find, piece)
