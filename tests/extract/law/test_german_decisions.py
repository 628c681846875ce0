"""Tests of German decisions, by court and docket or by official report."""

from collections.abc import Callable, Iterator

import pytest

from citevet.extract.law.german_decisions import find_german_decisions, find_german_reports
from citevet.extract.masked_text import FoundCitation, MaskedText
from citevet.model import Citation, Extraction, Locator

FoundIn = Callable[[Callable[[MaskedText], Iterator[FoundCitation]], str], list[FoundCitation]]


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
        ("BGH (Urteil vom 12. März 2019 – VI ZR 123/18, Rn. 5)", "BGH VI ZR 123/18", "2019-03-12"),
        ("BGH, Urt. v. 12.3.2019 -- VI ZR 123/18", "BGH VI ZR 123/18", "2019-03-12"),
        ("Urteil des Landgerichts Köln vom 12.3.2019 (5 O 12/18)", "LG Köln 5 O 12/18", "2019-03-12"),
        ("Oberlandesgericht Hamm hat mit Urteil vom 12.3.2019 − I-9 U 12/18", "OLG Hamm I-9 U 12/18", "2019-03-12"),
    ],
)
def test_court_and_docket(text: str, normal: str, date: str | None, found_in: FoundIn) -> None:
    """A decision is identified by court and docket, else by its print, else by its date."""
    (one,) = found_in(find_german_decisions, f"So {text}.")
    assert ("de-case", normal, date, None) == (one.kind, one.normal, one.parts.get("date"), one.fault)
    assert len(text) == len(one.span)


@pytest.mark.parametrize(
    ("text", "normal", "court"),
    [
        ("Urt. v. 12.3.2019 – VI ZR 123/18", "BGH VI ZR 123/18", "Bundesgerichtshof"),
        ("Urteil vom 12. März 2019, VI ZR 123/18, BGHZ 221, 139, Rn. 5", "BGH VI ZR 123/18", "Bundesgerichtshof"),
        ("Beschl. v. 3.4.2014 – 1 BvR 209/13 u. a., Rn. 5", "BVerfG 1 BvR 209/13", "Bundesverfassungsgericht"),
        ("Urteil vom 3.4.2020 (Az. B 4 AS 12/18 R)", "BSG B 4 AS 12/18 R", "Bundessozialgericht"),
        ("Urteil vom 3.4.2020 – 6 U 12/20", "6 U 12/20", None),
        ("Az. 8 AZR 12/19", "BAG 8 AZR 12/19", "Bundesarbeitsgericht"),
    ],
)
def test_decision_without_a_court(text: str, normal: str, court: str | None, found_in: FoundIn) -> None:
    """A decision without its court is one citation; the docket names the court where no other court has such."""
    (one,) = found_in(find_german_decisions, f"Das Gericht bejahte die Haftung ({text}).")
    assert ("de-case", normal, court, None) == (one.kind, one.normal, one.parts.get("court"), one.fault)
    assert len(text) == len(one.span)


def test_joined_decisions_are_one_citation(found_in: FoundIn) -> None:
    """The dockets that a decision joined, and the place after them, belong to it."""
    (one,) = found_in(
        find_german_decisions, "So BVerfG, Beschl. v. 24.3.2021 – 1 BvR 2656/18, 1 BvR 78/20 und 1 BvR 96/20, Rn. 183."
    )
    assert ("1 BvR 2656/18", "1 BvR 78/20; 1 BvR 96/20") == (one.parts["number"], one.parts["joined"])
    assert one.locator == Locator(article="Rn. 183")


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
def test_reports_and_journals(text: str, prints: str | None, place: Locator | None, found_in: FoundIn) -> None:
    """Reports and journals after a decision belong to it; the page or paragraph is its place."""
    (one,) = found_in(find_german_decisions, f"So BGH, Urt. v. 12.3.2019 – VI ZR 123/18, {text}.")
    assert (prints, place) == (one.parts.get("parallel"), one.locator)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("BGH, Urt. v. 32.3.2019 – VI ZR 123/18", "32.3.2019 is not a date"),
        ("BGH, Urt. v. 12.13.2019 – VI ZR 123/18", "12.13.2019 is not a date"),
        ("BGH, Urt. v. 12.3.2019 – VI ZR 123/21", "filed in 2021, but decided in 2019"),
        ("BGH, Urt. v. 12.3.2019 – VI ZR 123/18, BGHZ 9999, 1", "BGHZ has no volume 9999"),
        ("BGH, Urt. v. 12.3.2001 – VI ZR 123/99", None),
    ],
)
def test_decision_faults(text: str, fault: str | None, found_in: FoundIn) -> None:
    """An impossible date, a docket of a later year, and an unknown volume are reported."""
    assert [fault] == [one.fault for one in found_in(find_german_decisions, f"So {text}.")]


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
        "Das Gesetz über das Bundesverfassungsgericht vom 12. März 1951 gilt.",
        "Die Verordnung über das Amtsgericht Köln vom 12.3.2019 gilt.",
        "Der Rat fasste den Beschluss vom 12.3.2019 – Vorlage 123/19.",
        "Das Urteil vom 12.3.2019 war hart, und der Beschluss vom 12.3.2019 (Drs. 19/12) neu.",
        "Der Erlass vom 12. März 2019 (IV R 12/19) und das Schreiben Az. 5 K 12/19 galten.",
        "OGH, Urteil vom 12. März 2019 – 4 Ob 12/19x",
    ],
)
def test_court_alone_cites_nothing(text: str, found_in: FoundIn) -> None:
    """A court without date, docket or journal cites nothing, nor a firm, a statute or a council's paper with a date."""
    assert [] == found_in(find_german_decisions, text)


def test_decision_is_one_sentence_and_one_case(extracted: Callable[..., Extraction]) -> None:
    """The full stops of dates and Urt. v. do not end a sentence, and the report is not a second case."""
    found = extracted(
        "Der Schädiger haftet voll, BGH, Urt. v. 12. März 2019 – VI ZR 123/18, BGHZ 221, 139 Rn. 5. Das ist neu.\n"
    )
    assert ["BGH VI ZR 123/18"] == [one.normal for one in found.citations]
    assert ["Der Schädiger", "Das ist"] == [" ".join(claim.text.split()[:2]) for claim in found.claims]


def test_ecli_of_the_same_decision(extracted: Callable[..., Extraction]) -> None:
    """An ECLI right after the docket is another form of the decision."""
    text = "So BGH, Urt. v. 12.3.2019 – VI ZR 123/18, ECLI:DE:BGH:2019:120319UVIZR123.18.0.\n"
    (one,) = extracted(text).citations
    assert isinstance(one, Citation)
    assert ("de-case", ["ecli"]) == (one.kind, [form.kind for form in one.also])


@pytest.mark.parametrize(
    "piece",
    [
        "BGH, ",
        "OLG A B ",
        "LG Köln am am ",
        "BGH, Urt. v. 1.1.",
        "BGH VI ZR 1/1",
        "BGH hat am 1.1.",
        "Urt. v. 1.1.2019 – I ZR 1/19, ",
    ],
)
def test_decision_time_is_linear(piece: str, is_linear: Callable[..., bool]) -> None:
    """Time grows in proportion to the text."""
    assert is_linear(find_german_decisions, piece)


@pytest.mark.parametrize(
    ("text", "normal", "page"),
    [
        ("BVerfGE 65, 1", "BVerfGE 65, 1", None),
        ("BVerfGE 65, 1 (43)", "BVerfGE 65, 1", "43"),
        ("BVerfGE 65, 1 (43 f.)", "BVerfGE 65, 1", "43"),
        ("BVerfGE 65, 1, 41 ff.", "BVerfGE 65, 1", "41"),
        ("BGHZ 89, 383 (385–387)", "BGHZ 89, 383", "385-387"),
        ("BGHSt 46,\n212", "BGHSt 46, 212", None),
    ],
)
def test_report_volume_and_page(text: str, normal: str, page: str | None, found_in: FoundIn) -> None:
    """A case is cited by report, volume and first page; the page meant follows in brackets or after a comma."""
    (one,) = found_in(find_german_reports, f"So {text}.")
    assert ("de-case", normal, Locator(page=page) if page else None) == (one.kind, one.normal, one.locator)


@pytest.mark.parametrize("text", ["The BVerfGE has 160 volumes.", "BVerfGE 65", "ABGHZ 1, 2", "BGHZ 89, 3.5"])
def test_report_without_page(text: str, found_in: FoundIn) -> None:
    """A report without volume and page cites nothing."""
    assert [] == found_in(find_german_reports, text)


@pytest.mark.parametrize("text", ["BGHZ 9999, 1", "BGHSt 500, 1", "RGZ 173, 1", "BGHZ 0, 1"])
def test_unknown_volume_is_a_fault(text: str, found_in: FoundIn) -> None:
    """A volume far beyond the last is a faulty citation."""
    report, volume = text.partition(",")[0].split()
    assert [f"{report} has no volume {volume}"] == [one.fault for one in found_in(find_german_reports, f"So {text}.")]
