"""What a text that cites law has: a finder of law is imported where its sign is, and most documents have none.

The same signs lead a finder to the blocks that it reads. Each branch starts with a plain character and none with a
boundary: the search is then five times as fast.
"""

import re
from collections.abc import Callable, Iterable
from importlib import import_module

from citevet.extract.law.paragraphs import GAP
from citevet.extract.masked_text import FoundCitation, MaskedText
from citevet.patterns import lazy_pattern

EU_ACT = lazy_pattern(
    r"Regulation|Directive|Decision|Recommendation|\(EU|\(EC|\(Euratom|Recital|recital|OJ\s|TFEU|TEU|GDPR|DSA|DMA|"
    r"Services|Markets|AI\s|Intelligence|eIDAS|MiCA|NIS|Data\s|Governance|DORA|Resilience"
)
EU_CASE = lazy_pattern(r"[CTF](?<![A-Za-z].)[-\u2010-\u2013]\d|Cases?[\s\0]+\d")
GERMAN_EU_CASE = lazy_pattern(r"EuGH?[\s\0,]")
ECHR_CASE = lazy_pattern(r"\d/\d\d(?!\d)")
GERMAN_DECISION = lazy_pattern(
    r"G(?:e?s)?[\s\0,]|[GF]H(?:e?s)?[\s\0,]|gericht|hof|v\.(?<![A-Za-z]..)[\s\0]*\d|vom[\s\0]*\d|Az[.:]|Aktenz"
)
GERMAN_REPORT = lazy_pattern(r"B(?:Verf|Verw|A|S|FH)G?[EK][\s\0]+\d|BGH(?:Z|St)[\s\0]+\d|RG(?:Z|St)[\s\0]+\d")
GERMAN_STATUTE = lazy_pattern(r"§[\s\0]*\d|Art(?:\.|ikeln?)?[\s\0]*\d")
KOREAN_CASE = lazy_pattern(r"\d[ -]?[가-힣]{1,2}[ -]?\d")
KOREAN_STATUTE = lazy_pattern(r"제\s?\d{1,4}\s?조|「|[법령칙률」]\s?(?:§|별표)|같은\s조|동조")
UK_ACT = lazy_pattern(rf"Act{GAP}[12]\d{{3}}|S\.?S?\.?I\.?{GAP}[\dN]|asp{GAP}\d|c\.?\s\d")
UK_CASE = lazy_pattern(rf"[\[(]\d{{4}}[\])](?:{GAP})?(?:\d{{1,3}}{GAP})?[A-Z]|EW[A-Z]{{2}}|UK[A-Z]{{2}}")
# A document without any of these cites no US law in full, and therefore has no short forms.
US_LAW = lazy_pattern(
    r"§|U\. ?S|USC|C\. ?F|CFR| v\.|Stat\.|Fed\.|Pub\.|Public|FRCP|FRE|[Ss]lip|WL |LEXIS| US |[Ii]d\.|supra|Constit"
    r"|\d\s[A-Z][A-Za-z]{0,8}\.\s?\S{1,12}\s?\d|[23]d\s\d|[4-7]th\s\d|S\s?Ct\s\d|[Ii]n\sre\s|\sv\s[^\n\[]{1,80}?,\s\d"
    r"|of\s[A-Z][^\n\[.]{1,40}?,\s\d{1,4}\s[A-Z]|T\.C\.\s|CCH|RIA\)|NLRB|-(?:Ohio|NMSC|NMCA|NMCERT)-"
)


def find_where(sign: re.Pattern[str], place: str) -> Callable[[MaskedText], Iterable[FoundCitation]]:
    """Return a finder that is imported from `module:function` of this package when a text has the sign."""
    module, _, name = place.partition(":")

    def find(scene: MaskedText) -> Iterable[FoundCitation]:
        if sign.search(scene.prose) is None:
            return ()
        found: Iterable[FoundCitation] = getattr(import_module(f"citevet.extract.law.{module}"), name)(scene)
        return found

    return find
