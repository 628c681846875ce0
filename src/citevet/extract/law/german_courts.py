"""German courts, journals and official reports by their short names; kinds and dates of decisions."""

from collections.abc import Mapping
from typing import NamedTuple

DECISION_KIND = (
    r"(?:(?:Versäumnis|Teil|Grund|Zwischen|Schluss|End)?[Uu]rt(?:eils?|\.)?"
    r"|(?:Vorlage|Kammer|Hinweis)?[Bb]eschl(?:uss(?:es)?|uß|\.)?"
    r"|Entsch(?:eidung|\.)|Gerichtsbescheid|[UB]\.)"
)
_MONTHS = tuple("Januar Februar März April Mai Juni Juli August September Oktober November Dezember".split())
GERMAN_DATE = (
    rf"(?P<day>\d{{1,2}})\. ?(?:(?P<month>\d{{1,2}})\. ?|(?P<name>{'|'.join(_MONTHS)}) )"
    r"(?P<year>(?:1[89]|20)\d\d)(?!\d)"
)
_DAYS = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
_CENTURY = 100


class _OfficialReport(NamedTuple):
    court: str
    volumes: int  # with some to spare for reports that continue


# The official reports of the high courts. About 2024 there were 243 (BGHZ), 68 (BGHSt), 170 (BVerfGE), 182 (BVerwGE),
# 185 (BAGE), 138 (BSGE) and 287 (BFHE) volumes, growing by one to five a year; BVerfGK and the Reich's have ended.
REPORTS: Mapping[str, _OfficialReport] = {
    "BVerfGE": _OfficialReport("Bundesverfassungsgericht", 250),
    "BVerfGK": _OfficialReport("Bundesverfassungsgericht", 30),
    "BVerwGE": _OfficialReport("Bundesverwaltungsgericht", 280),
    "BGHZ": _OfficialReport("Bundesgerichtshof", 350),
    "BGHSt": _OfficialReport("Bundesgerichtshof", 120),
    "BAGE": _OfficialReport("Bundesarbeitsgericht", 300),
    "BSGE": _OfficialReport("Bundessozialgericht", 200),
    "BFHE": _OfficialReport("Bundesfinanzhof", 400),
    "RGZ": _OfficialReport("Reichsgericht", 172),
    "RGSt": _OfficialReport("Reichsgericht", 77),
}
# Courts that exist once.
HIGH_COURTS: Mapping[str, str] = {
    "BVerfG": "Bundesverfassungsgericht",
    "BVerwG": "Bundesverwaltungsgericht",
    "BPatG": "Bundespatentgericht",
    "BGH": "Bundesgerichtshof",
    "BAG": "Bundesarbeitsgericht",
    "BSG": "Bundessozialgericht",
    "BFH": "Bundesfinanzhof",
    "RFH": "Reichsfinanzhof",
    "RAG": "Reichsarbeitsgericht",
    "RG": "Reichsgericht",
    "BayObLG": "Bayerisches Oberstes Landesgericht",
    "BayVGH": "Bayerischer Verwaltungsgerichtshof",
    "BayVerfGH": "Bayerischer Verfassungsgerichtshof",
    "HessVGH": "Hessischer Verwaltungsgerichtshof",
    "KG": "Kammergericht",
}
# Courts with a place after them: OLG Köln, LG Frankfurt am Main, LSG Nordrhein-Westfalen.
LOCAL_COURTS = tuple("HansOLG OLG LG AG OVG VGH VG LAG ArbG LSG SG FG VerfGH LVerfG StGH".split())
JOURNALS = frozenset(
    """AfP AG AnwBl AP ArbRB AuR BauR BayVBl BB BeckRS BFH/NV BKR CR DAR DB DNotZ DÖV DStR DStRE DStZ DVBl EFG EuGRZ
    EuR EuZW EWiR EzA FamFR FamRB FamRZ FGPrax FuR GmbHR GRUR GRUR-Prax GRUR-RR GRUR-RS GRUR-Int HFR IBR InfAuslR
    IPRax JA JMBl JR Jura JuS JW JZ K&R LKV LM LMK MDR MietRB MittBayNot MMR NdsRpfl NJ NJOZ NJW NJW-RR NJWE
    NordÖR NStZ NStZ-RR NuR NVwZ NVwZ-RR NWVBl NZA NZA-RR NZBau NZFam NZG NZI NZKart NZM NZS NZV NZWiSt PersR RdA
    RdTW RIW RNotZ Rpfleger r+s SAE SchiedsVZ SozR StB StraFo StRR StV SVR ThürVBl TranspR UPR UR VBlBW VersR VIZ
    VRS VuR WM WRP WuM WuW ZBB ZEV ZfBR zfs ZfSch ZInsO ZIP ZLR ZMR ZTR ZUM ZUM-RD ZUR ZVertriebsR ZVI wistra""".split()
)


def find_volume_fault(report: str, volume: str) -> str | None:
    """Report a volume that an official report does not have."""
    return None if 0 < int(volume) <= REPORTS[report].volumes else f"{report} has no volume {volume}"


def read_german_date(told: Mapping[str, str | None]) -> str | None:
    """Return the day of a decision, as 2019-03-12, from the groups of a match."""
    if not told.get("year"):
        return None
    month = told["month"] or str(_MONTHS.index(told["name"] or "") + 1)
    return f"{told['year']}-{int(month):02d}-{int(told['day'] or 0):02d}"


def find_date_fault(read_german_date: str, filed: str | None) -> str | None:
    """Report an impossible date, or a docket of a later year than the decision."""
    year, month, day = map(int, read_german_date.split("-"))
    if not (1 <= month <= len(_MONTHS) and 1 <= day <= _DAYS[month - 1]):
        return f"{day}.{month}.{year} is not a date"
    late = (int(filed) - year) % _CENTURY if filed else 0
    return f"filed in {year + late}, but decided in {year}" if 0 < late < _CENTURY // 2 else None
