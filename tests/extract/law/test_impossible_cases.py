"""Cases that their court cannot have decided, offline: too early, beyond its numbers, in another's register."""

import pytest
from tests.shipped_tagger import extract

from citevet.read import parse_text


def find_faults(text: str) -> list[str]:
    """Return the faults of the legal citations in a text."""
    return [each.fault or "" for each in extract(parse_text(text, "brief.md")).citations]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("Ash v Elm [2024] UKSC 9876", "the Supreme Court does not reach number 9,876 in a year"),
        ("Ash v Elm [2007] UKSC 3", "the Supreme Court has no decisions of 2007: it began in 2009"),
        ("Ash v Elm [2012] UKHL 4", "the House of Lords has no decisions of 2012: it ended in 2009"),
        ("Ash v Elm [2006] UKUT 12 (TCC)", "UKUT has no decisions of 2006: it began in 2008"),
        ("Ash v Elm [2019] EWHC 12 (KB)", "the High Court had no King's Bench Division in 2019: (QB)"),
        ("Ash v Elm [2023] EWHC 100 (QB)", "EWHC (QB) has no decisions of 2023: it ended in 2022"),
        ("Ash v Elm [2019] EWCA Civ 99999", "EWCA Civ does not reach number 99,999 in a year"),
        ("BVerfG, Beschl. v. 12.3.2019 – 3 BvR 123/18", "the Bundesverfassungsgericht has no senate 3"),
        ("BGH, Urt. v. 12.3.2019 – XIV ZR 123/18", "the Bundesgerichtshof has no senate XIV"),
        ("BGH, Urt. v. 12.3.2016 – XIII ZR 123/15", "senate XIII of the Bundesgerichtshof has no cases of 2015"),
        ("BAG, Urt. v. 12.3.2019 – 11 AZR 123/18", "the Bundesarbeitsgericht has no senate 11"),
        ("BGH, Urt. v. 12.3.2019 – 1 BvR 123/18", "BvR is a register of the Bundesverfassungsgericht, not of"),
        ("OLG Köln, Urt. v. 12.3.2020 – VI ZR 12/19", "ZR is a register of the Bundesgerichtshof, not of OLG Köln"),
        ("BGH, Urt. v. 12.3.1948 – VI ZR 12/47", "Bundesgerichtshof has no decisions of 1948: it began in 1950"),
        ("헌법재판소 1985. 9. 23. 선고 85헌마19 결정", "헌법재판소 has no decisions of 1985: it began in 1988"),
        ("특허법원 1995. 3. 3. 선고 95허123 판결", "특허법원 has no decisions of 1995: it began in 1998"),
        ("수원고등법원 2017. 3. 3. 선고 2016나123 판결", "수원고등법원 has no decisions of 2017: it began in 2019"),
        ("See ECLI:EU:X:2014:317.", "X is no court of the EU: they are C, T and F"),
        ("See ECLI:EU:T:1985:12.", "the General Court has no decisions of 1985: it began in 1989"),
        ("See ECLI:EU:C:2014:99999.", "the Court of Justice does not reach number 99,999 in a year"),
        ("See CELEX 62018FJ0001.", "the Civil Service Tribunal has no decisions of 2018: it ended in 2016"),
        ("See Case C-9999/20.", "the Court of Justice does not reach number 9,999 in a year"),
    ],
)
def test_what_a_court_cannot_have_decided_is_a_fault(text: str, fault: str) -> None:
    """No register is needed to know it."""
    (found,) = find_faults(text)
    assert found.startswith(fault)


@pytest.mark.parametrize(
    "text",
    [
        "See [2024] UKSC 12, [2023] EWHC 100 (KB), [2019] EWHC 100 (QB), [1947] EWHC 1 (KB) and [2008] UKHL 4.",
        "BGH, Urt. v. 12.3.2019 – VI ZR 123/18; BGH, Urt. v. 1.3.2022 – VIa ZR 12/21",
        "BAG, Urt. v. 12.3.2019 – 10 AZR 1/18; BGH, Beschl. v. 1.2.2021 – 6 StR 12/20",
        "BGH, Urt. v. 1.2.2021 – XIII ZR 1/20; BVerfG, Beschl. v. 1.2.2021 – 2 BvL 1/20",
        "RG, Urt. v. 12.3.1938 – VI 12/37; OLG Köln, Urt. v. 12.3.2020 – 5 U 12/19",
        "대법원 2019. 5. 16. 선고 2017다226629 판결; 헌법재판소 2004. 9. 23. 선고 2003헌마19 결정",
        "See ECLI:EU:C:2014:317, ECLI:EU:F:2015:3, ECLI:NL:HR:2015:472 and ECLI:DE:BGH:2019:120319UVIZR123.18.0.",
        "See CELEX 62012CJ0131, CELEX 61962CJ0026 and Case C-131/12.",
    ],
)
def test_real_forms_are_no_faults(text: str) -> None:
    """Senates come and go, and divisions are renamed."""
    found = find_faults(text)
    assert found
    assert not any(found)
