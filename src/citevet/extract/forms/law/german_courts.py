"""German courts by their short names, the journals that print decisions, and how far the official reports reach."""

from collections.abc import Mapping
from typing import NamedTuple


class _Report(NamedTuple):
    court: str
    volumes: int  # more than there are, where it goes on


# The official reports of the high courts. Those that go on had 243 (BGHZ), 68 (BGHSt),
# 170 (BVerfGE), 182 (BVerwGE), 185 (BAGE), 138 (BSGE) and 287 (BFHE) about
# 2024, and grow by one to five a year; BVerfGK and those of the Reich have ended.
REPORTS: Mapping[str, _Report] = {
    "BVerfGE": _Report("Bundesverfassungsgericht", 250),
    "BVerfGK": _Report("Bundesverfassungsgericht", 30),
    "BVerwGE": _Report("Bundesverwaltungsgericht", 280),
    "BGHZ": _Report("Bundesgerichtshof", 350),
    "BGHSt": _Report("Bundesgerichtshof", 120),
    "BAGE": _Report("Bundesarbeitsgericht", 300),
    "BSGE": _Report("Bundessozialgericht", 200),
    "BFHE": _Report("Bundesfinanzhof", 400),
    "RGZ": _Report("Reichsgericht", 172),
    "RGSt": _Report("Reichsgericht", 77),
}
# Of these there is one each.
HIGH: Mapping[str, str] = {
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
# These stand before the name of their place: OLG Köln, LG Frankfurt am Main, LSG Nordrhein-Westfalen.
LOCAL = tuple("HansOLG OLG LG AG OVG VGH VG LAG ArbG LSG SG FG VerfGH LVerfG StGH".split())
JOURNALS = frozenset(
    """AfP AG AnwBl AP ArbRB AuR BauR BayVBl BB BeckRS BFH/NV BKR CR DAR DB DNotZ DÖV DStR DStRE DStZ DVBl EFG EuGRZ
    EuR EuZW EWiR EzA FamFR FamRB FamRZ FGPrax FuR GmbHR GRUR GRUR-Prax GRUR-RR GRUR-RS GRUR-Int HFR IBR InfAuslR
    IPRax JA JMBl JR Jura JuS JW JZ K&R LKV LM LMK MDR MietRB MittBayNot MMR NdsRpfl NJ NJOZ NJW NJW-RR NJWE
    NordÖR NStZ NStZ-RR NuR NVwZ NVwZ-RR NWVBl NZA NZA-RR NZBau NZFam NZG NZI NZKart NZM NZS NZV NZWiSt PersR RdA
    RdTW RIW RNotZ Rpfleger r+s SAE SchiedsVZ SozR StB StraFo StRR StV SVR ThürVBl TranspR UPR UR VBlBW VersR VIZ
    VRS VuR WM WRP WuM WuW ZBB ZEV ZfBR zfs ZfSch ZInsO ZIP ZLR ZMR ZTR ZUM ZUM-RD ZUR ZVertriebsR ZVI wistra""".split()
)


def no_volume(report: str, volume: str) -> str | None:
    """Say that an official report has no such volume."""
    return None if 0 < int(volume) <= REPORTS[report].volumes else f"{report} has no volume {volume}"
