"""German codes by their short names, and where the largest of them end."""

from collections.abc import Mapping

CODES: Mapping[str, str] = {
    "GG": "Grundgesetz",
    "BGB": "Bürgerliches Gesetzbuch",
    "EGBGB": "Einführungsgesetz zum Bürgerlichen Gesetzbuche",
    "StGB": "Strafgesetzbuch",
    "ZPO": "Zivilprozessordnung",
    "StPO": "Strafprozessordnung",
    "HGB": "Handelsgesetzbuch",
    "AktG": "Aktiengesetz",
    "GmbHG": "Gesetz betreffend die Gesellschaften mit beschränkter Haftung",
    "UrhG": "Urheberrechtsgesetz",
    "MarkenG": "Markengesetz",
    "PatG": "Patentgesetz",
    "UWG": "Gesetz gegen den unlauteren Wettbewerb",
    "GWB": "Gesetz gegen Wettbewerbsbeschränkungen",
    "VwGO": "Verwaltungsgerichtsordnung",
    "VwVfG": "Verwaltungsverfahrensgesetz",
    "BVerfGG": "Bundesverfassungsgerichtsgesetz",
    "AO": "Abgabenordnung",
    "EStG": "Einkommensteuergesetz",
    "UStG": "Umsatzsteuergesetz",
    "KStG": "Körperschaftsteuergesetz",
    "ArbGG": "Arbeitsgerichtsgesetz",
    "KSchG": "Kündigungsschutzgesetz",
    "BetrVG": "Betriebsverfassungsgesetz",
    "AGG": "Allgemeines Gleichbehandlungsgesetz",
    "InsO": "Insolvenzordnung",
    "BauGB": "Baugesetzbuch",
    "AufenthG": "Aufenthaltsgesetz",
    "AsylG": "Asylgesetz",
    "BDSG": "Bundesdatenschutzgesetz",
    "GVG": "Gerichtsverfassungsgesetz",
    "StVO": "Straßenverkehrs-Ordnung",
    "StVG": "Straßenverkehrsgesetz",
    "SGB": "Sozialgesetzbuch",
}
# Codes of the Union and treaties under the names that they have in German: a CELEX number, or the English short name.
UNION: Mapping[str, str] = {
    "DSGVO": "32016R0679",
    "DS-GVO": "32016R0679",
    "GDPR": "32016R0679",
    "AEUV": "TFEU",
    "EUV": "TEU",
}
# By which sign a code is cited; StGB, ZPO and StPO are also the names of Swiss laws, which have articles.
ONLY: Mapping[str, str] = {
    "GG": "Art.",
    "EGBGB": "Art.",
    **dict.fromkeys(UNION, "Art."),
    **dict.fromkeys(("BGB", "AktG", "GmbHG", "VwGO", "VwVfG", "EStG", "InsO"), "§"),
}
LAST: Mapping[str, int] = {"BGB": 2385, "GG": 146, "StGB": 358}
IN_FULL: Mapping[str, str] = {
    "Grundgesetzes": "GG",
    "Grundgesetz": "GG",
    "Bürgerlichen Gesetzbuchs": "BGB",
    "Bürgerlichen Gesetzbuches": "BGB",
    "Bürgerliches Gesetzbuch": "BGB",
    "Strafgesetzbuchs": "StGB",
    "Strafgesetzbuches": "StGB",
    "Strafgesetzbuch": "StGB",
    "Handelsgesetzbuchs": "HGB",
    "Handelsgesetzbuches": "HGB",
    "Zivilprozessordnung": "ZPO",
    "Strafprozessordnung": "StPO",
    "Datenschutz-Grundverordnung": "DSGVO",
}
# Capitals that end like a code, and are none: "§ 5 NATO".
NO_CODES = frozenset(
    """NATO WTO UNO ISO NGO CEO CFO CTO COO CIO PNG JPEG JPG SVG MPEG USB GB MB KB TB ECG EEG TV AGB HIV WHO ILO FAO EPO
    WIPO IPO GAO CBO USPTO""".split()
)
