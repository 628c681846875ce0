"""Verifiers, ours and the user's own: which of them a claim goes to, and what their verdicts come to."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

from citevet.errors import ReadError
from citevet.model import AggregatedVerdict, CandidateVerdict, Lookup, Support, VerifierLabel
from citevet.read.files import decode, load_file
from citevet.read.frontmatter import parse_front_matter
from citevet.records import dataclass

RouteReason = Literal["suggested", "pattern", "fallback"]
_MAX_CLAIM = 4_000  # characters of a claim that are searched; patterns may be the user's own
_FRONT_MATTER = re.compile(r"\s*---[ \t]*\r?\n(.*?)\r?\n---[ \t]*(?:\r?\n|$)", re.DOTALL)
_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,63}")
_ENDPOINT = re.compile(r"https?://[^\s/?#{}@]+(?:[/?][^\s#]*)?")
PLACEHOLDER = re.compile(r"\{(claim|citation|normal|kind)\}")
_MAX_FILE = 1_048_576
_MAX_FILES, _MAX_PATTERNS, _MAX_PATTERN = 200, 100, 1_000
_DEFAULT_AUTHORITY = 0.5


@dataclass(frozen=True, slots=True)
class VerifierProfile:
    """A verifier: its name, which claims it takes, and how much its word counts."""

    name: str
    authority: float  # 0 to 1
    patterns: tuple[str, ...] = ()  # regular expressions, upper and lower case alike; none: everything else
    description: str = ""
    path: str = ""  # of the user's file
    url: str = ""  # the user's own endpoint that gives the verdict
    uses: tuple[str, ...] = ()  # ours, whose verdict it takes with its own authority


VERIFIERS: tuple[VerifierProfile, ...] = (
    VerifierProfile(
        "korean-law",
        1.0,
        (
            r"제\s?\d+\s?조",
            r"민법|형법|상법|민사소송법|형사소송법|행정소송법|행정절차법|근로기준법|개인정보\s?보호법|「[^」]{1,60}법」",
            r"(?:19|20)\d\d\s?(?:다|가|나|바|도|허|두|누|헌가|헌나|헌바|헌마)\s?\d+",
        ),
    ),
    VerifierProfile(
        "us-law",
        0.9,
        (
            r"\b\d+\s+U\.?\s?S\.?\s?C\.?\s+(?:§+\s*)?\d+",
            r"\b\d+\s+C\.?\s?F\.?\s?R\.?\s+(?:§+\s*|part\s+)?\d+",
            r"\b\d+\s+(?:U\.\s?S\.|S\.\s?Ct\.|L\.\s?Ed\.|F\.(?:\s?(?:2d|3d|4th|Supp\.))?)\s*(?:2d|3d)?\s+\d+",
            r"\b\w[\w.'’&]*\s+v\.\s+\w",
        ),
    ),
    VerifierProfile(
        "eu-law",
        0.9,
        (
            r"\bCELEX\b|\bECLI:EU:",
            r"\b(?:Regulation|Directive|Decision)\s+\((?:EU|EC|EEC)\)|\bDirective\s+\d+/\d+(?:/(?:EU|EC|EEC))?",
            r"\b(?:GDPR|DSGVO|DSA|DMA|eIDAS|MiCA|NIS\s?2|AI Act|Data Act|TFEU|TEU)\b",
            r"\b(?:Digital (?:Services|Markets) Act|Copyright Directive)\b",
            r"\b[CT]-\d{1,4}/\d\d\b",
        ),
    ),
    VerifierProfile(
        "uk-law",
        0.9,
        (
            r"\[(?:19|20)\d\d\]\s+(?:UKSC|UKHL|UKPC|EWCA|EWHC|EWFC|UKUT|UKFTT|UKEAT|EAT|CSIH|CSOH|NICA)\b",
            r"\bR\s+(?:\(on the application of|v\s)|\b[A-Z]\w+\s+v\s+[A-Z]\w+",
            r"(?-i:\b[A-Z][\w’']+(?:\s+\([\w\s]{1,40}\))?\s+Act\s+(?:1[2-9]|20)\d\d\b)",
        ),
    ),
    VerifierProfile(
        "de-law",
        0.9,
        (
            r"§+\s?\d+[a-z]?(?:\s+(?:Abs\.|Absatz|Satz|Nr\.)\s?\d+)*\s+(?-i:[A-ZÄÖÜ][A-Za-zÄÖÜäöü]*(?:G|B|O|V))\b",
            r"\bArt(?:\.|ikel)\s?\d+\s+(?:Abs\.\s?\d+\s+)?GG\b",
            r"\b(?:BGH|BVerfG|BAG|BSG|BFH|BVerwG)\b",
        ),
    ),
    VerifierProfile(
        "scholarly",
        0.9,
        (
            r"\b10\.\d{4,9}/\S",
            r"\barXiv:\s?(?:\d{4}\.\d{4,5}|[a-z.-]+/\d{7})",
            r"\bPMI?D:?\s?\d+|\bPMC\d{4,}",
            r"\bet al\.?,?\s+\(?(?:19|20)\d\d",
            r"(?-i:\b(?:Nature|Science|The Lancet|NEJM|New England Journal of Medicine|JAMA|BMJ|PNAS|PLoS|PLOS)\b)",
        ),
    ),
    VerifierProfile(
        "wikipedia",
        0.7,
        (
            r"\b(?:founded|established|born|died|signed|published|released|invented|discovered)\b.{0,40}\b(?:1\d|20)\d\d\b",
            r"\b(?:in|on)\b.{0,20}\b(?:1\d|20)\d\d\b.{0,80}\b(?:Treaty|War|Agreement|Revolution|Battle|Convention)\b",
            r"\b(?:Treaty|War|Agreement|Revolution|Battle|Convention)\b.{0,80}\b(?:1\d|20)\d\d\b",
            r"\bthe (?:first|last|largest|oldest)\b.{0,60}\b(?:was|is)\b",
            r"\b(?:CEO|founder|president|king|queen|capital|prime minister|chancellor) of\b",
        ),
    ),
    VerifierProfile("general-web", 0.5),
)


@dataclass(frozen=True, slots=True)
class Route:
    """A verifier that a claim goes to, and why."""

    verifier: VerifierProfile
    reason: RouteReason


def route_claim(claim: str, suggested: str = "", verifiers: Sequence[VerifierProfile] = VERIFIERS) -> tuple[Route, ...]:
    """Return the suggested verifier, then every specialised one with a match; a general one only where there is none.

    One of the user's own with the name of ours takes its place.
    """
    known = {each.name: each for each in verifiers}
    chosen = known.get(suggested)
    matching = [each for each in known.values() if each is not chosen and _takes(each, claim[:_MAX_CLAIM])]
    matching.sort(key=lambda each: -each.authority)
    if chosen and not chosen.patterns:
        return (Route(chosen, "suggested"),)
    routes = (*([Route(chosen, "suggested")] if chosen else []), *(Route(each, "pattern") for each in matching))
    return routes or tuple(Route(each, "fallback") for each in known.values() if not each.patterns)


def _takes(verifier: VerifierProfile, claim: str) -> bool:
    return any(re.search(pattern, claim, re.IGNORECASE) for pattern in verifier.patterns)


# Verdicts


_SLIPS = frozenset({"year", "venue", "volume", "pages"})  # fields of a reference that do not tell works apart
_NO_VERDICT = AggregatedVerdict("none", 0.0, "unknown", "No verifier produced a verdict.")


def aggregate_verdicts(candidates: Iterable[CandidateVerdict]) -> AggregatedVerdict:
    """Return the verdict of the highest authority; where those at the top disagree, it is unknown.

    Verdicts of lower authority do not change it. Those with another label are kept as its dissent, unless they know
    nothing.
    """
    listed = list(candidates)
    if not listed:
        return _NO_VERDICT
    authority = max(each.authority for each in listed)
    top = [each for each in listed if each.authority == authority]
    first = top[0]
    if all(each.label == first.label for each in top):
        dissent = tuple(each for each in listed if each.label not in {first.label, "unknown"})
        return AggregatedVerdict(first.verifier, authority, first.label, first.rationale, first.evidence, dissent)
    words = "; ".join(f"{each.verifier}: {each.label}" for each in top)
    evidence = tuple(dict.fromkeys(link for each in top for link in each.evidence))
    dissent = tuple(each for each in listed if each.label != "unknown")
    return AggregatedVerdict("conflict", authority, "unknown", f"The verifiers disagree ({words}).", evidence, dissent)


def label_lookup(lookup: Lookup, support: Support = "unchecked") -> VerifierLabel:
    """Return the label of what was found out about a citation.

    Only the authority itself (`missing`), another work under the same identifier (`mismatched`), other authors or the
    text of the source contradict; a database that has no such record leaves it unknown, as do slips in other fields.
    """
    differing = {each.type for each in lookup.differences}
    is_other = lookup.existence == "found" and "authors" in differing
    if lookup.existence in {"missing", "mismatched"} or is_other or support == "contradicted":
        return "contradicted"
    exists = lookup.existence == "found" and support in {"supported", "unchecked"}
    return "verified" if exists and not differing & _SLIPS else "unknown"


@dataclass(frozen=True, slots=True)
class VerifierFiles:
    """The verifiers of a folder, and the files that could not be used, with the reason."""

    verifiers: tuple[VerifierProfile, ...] = ()
    faults: tuple[str, ...] = ()


def load_verifiers(folder: Path) -> VerifierFiles:
    """Read `*/SKILL.md` and `*.md` below a folder, in the order of names; nothing in them is run."""
    found: list[VerifierProfile] = []
    faults: list[str] = []
    for file in _list_files(folder):
        shown = file.relative_to(folder).as_posix()
        try:
            found.append(_read_file(file, shown))
        except (ReadError, ValueError) as error:
            faults.append(f"{shown}: {error.explanation if isinstance(error, ReadError) else error}")
    return VerifierFiles(tuple(found), tuple(faults))


def _list_files(folder: Path) -> Iterator[Path]:
    try:
        files = sorted([*folder.glob("*/SKILL.md"), *folder.glob("*.md")])
    except OSError:
        return
    yield from files[:_MAX_FILES]


def _read_file(file: Path, shown: str) -> VerifierProfile:
    text = decode(load_file(file, max_bytes=_MAX_FILE, shown=shown), shown).text
    head = _FRONT_MATTER.match(text)
    if not head:
        raise ValueError("no front matter between --- lines")
    fields, notes = parse_front_matter(head[1])
    if notes:
        raise ValueError(notes[0])
    return _make_profile(fields, shown)


def _make_profile(fields: Mapping[str, Any], shown: str) -> VerifierProfile:
    """Make a verifier; patterns and authority are under `metadata`, or at the top as in older files."""
    metadata = fields.get("metadata")
    nested = metadata if isinstance(metadata, dict) else {}
    name = fields.get("name")
    if not isinstance(name, str) or not _NAME.fullmatch(name):
        raise ValueError("name must be lower-case letters, digits and hyphens")
    authority = nested.get("authority", fields.get("authority", _DEFAULT_AUTHORITY))
    if isinstance(authority, bool) or not isinstance(authority, int | float) or not 0 <= authority <= 1:
        raise ValueError("authority must be a number from 0 to 1")
    patterns = check_patterns(nested.get("patterns", fields.get("patterns", [])))
    description = fields.get("description")
    if nested.get("url") and nested.get("uses"):
        raise ValueError("a verifier has either url or uses")
    return VerifierProfile(
        name,
        float(authority),
        patterns,
        description if isinstance(description, str) else "",
        shown,
        _check_url(nested.get("url", "")),
        _check_uses(nested.get("uses", [])),
    )


def _check_url(value: object) -> str:
    """Return the address of an endpoint; its host is fixed, so that no claim can lead to another one."""
    if value == "":
        return ""
    if not isinstance(value, str) or not _ENDPOINT.fullmatch(value) or len(value) > _MAX_PATTERN:
        raise ValueError("url must be an http or https address, with placeholders only behind the host")
    if {"{", "}"} & set(PLACEHOLDER.sub("", value)):
        raise ValueError("url may have the placeholders {claim}, {citation}, {normal} and {kind}")
    return value


def _check_uses(value: object) -> tuple[str, ...]:
    """Return the names of our verifiers."""
    listed = [value] if isinstance(value, str) else value
    ours = [each.name for each in VERIFIERS]
    if not isinstance(listed, list) or not all(each in ours for each in listed):
        raise ValueError(f"uses must be some of {', '.join(ours)}")
    return tuple(listed)


def check_patterns(value: object) -> tuple[str, ...]:
    """Return the patterns that compile; `.*` means everything, which is what having none means."""
    listed = [value] if isinstance(value, str) else value
    if not isinstance(listed, list) or not all(isinstance(each, str) for each in listed):
        raise ValueError("patterns must be a list of regular expressions")
    if len(listed) > _MAX_PATTERNS or any(len(each) > _MAX_PATTERN for each in listed):
        raise ValueError(f"more than {_MAX_PATTERNS} patterns, or one longer than {_MAX_PATTERN} characters")
    for each in listed:
        try:
            re.compile(each, re.IGNORECASE)
        except (re.error, RecursionError, OverflowError) as error:
            raise ValueError(f"pattern {each[:60]!r}: {error}") from error
    return tuple(each for each in listed if each not in {".*", ".+", ""})
