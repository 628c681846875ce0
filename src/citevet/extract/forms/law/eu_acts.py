"""EU acts that people cite by name, and how far their articles and recitals go."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Act:
    """An act of the Union: its CELEX number, and the last article and recital where they are certain."""

    celex: str
    articles: int | None = None
    recitals: int | None = None


_GDPR = Act("32016R0679", 99, 173)
_DSA = Act("32022R2065", 93, 156)
_DMA = Act("32022R1925", 54, 109)
_AI = Act("32024R1689", 113, 180)
_EIDAS = Act("32014R0910")  # amended in 2024 with inserted articles, so no last number is certain
_MICA = Act("32023R1114", 149, 119)
_NIS2 = Act("32022L2555", 46, 144)
_DSM = Act("32019L0790", 32, 86)
_DATA = Act("32023R2854", 50, 119)
_DGA = Act("32022R0868", 38, 63)
_DORA = Act("32022R2554", 64, 106)
_CRA = Act("32024R2847", 71, 130)
_EPRIVACY = Act("32002L0058")
_LED = Act("32016L0680", 65, 107)

NAMED = {
    "General Data Protection Regulation": _GDPR,
    "GDPR": _GDPR,
    "Digital Services Act": _DSA,
    "DSA": _DSA,
    "Digital Markets Act": _DMA,
    "DMA": _DMA,
    "Artificial Intelligence Act": _AI,
    "EU AI Act": _AI,
    "AI Act": _AI,
    "eIDAS Regulation": _EIDAS,
    "eIDAS": _EIDAS,
    "MiCAR": _MICA,
    "MiCA": _MICA,
    "NIS 2 Directive": _NIS2,
    "NIS2 Directive": _NIS2,
    "NIS 2": _NIS2,
    "NIS2": _NIS2,
    "DSM Copyright Directive": _DSM,
    "Copyright Directive": _DSM,
    "DSM Directive": _DSM,
    "Data Governance Act": _DGA,
    "Data Act": _DATA,
    "Digital Operational Resilience Act": _DORA,
    "DORA": _DORA,
    "Cyber Resilience Act": _CRA,
    "ePrivacy Directive": _EPRIVACY,
    "Law Enforcement Directive": _LED,
}

TREATIES = {"TFEU": 358, "TEU": 55}

BY_CELEX = {act.celex: act for act in NAMED.values()}
