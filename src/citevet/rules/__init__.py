"""The table of rules by code, and the selectors that choose among them; importing a module registers nothing."""

from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from fnmatch import fnmatchcase
from functools import cache
from inspect import cleandoc

from citevet.contracts import Check
from citevet.errors import UsageError
from citevet.model import Rule
from citevet.rules import (
    citation_needed,
    existence,
    formats,
    generated,
    grades,
    identifiers,
    law,
    links,
    malformed,
    metadata,
    mismatched_reference,
    numbers,
    places,
    quotes,
    settings,
    source_state,
    support,
    uncited_claims,
    unclosed_marker,
)
from citevet.rules.keys import author_year, duplicates, list_faults, list_reading, undefined_citations, unused_entries

RULES: Mapping[str, type[Check]] = {
    "KEY001": undefined_citations.UndefinedCitation,
    "KEY002": unused_entries.UnusedReference,
    "KEY003": duplicates.DuplicateKey,
    "KEY004": duplicates.DuplicateReference,
    "KEY005": list_faults.OutOfOrder,
    "KEY006": list_faults.NumberingGap,
    "KEY007": undefined_citations.MissingReferenceList,
    "KEY008": undefined_citations.MissingBibliography,
    "KEY009": author_year.UnlistedAuthorYear,
    "KEY010": author_year.AmbiguousAuthorYear,
    "KEY011": author_year.YearMismatch,
    "KEY012": list_faults.EmptyReference,
    "KEY013": list_faults.ContradictoryMarker,
    "KEY014": list_reading.UnreadableEntry,
    "KEY015": undefined_citations.UnnamedBibliography,
    "KEY016": duplicates.ConflictingCitation,
    "KEY017": unused_entries.UnusedBibliographyEntry,
    "KEY018": list_reading.UnreadReferenceList,
    "IDN001": malformed.MalformedDoi,
    "IDN002": malformed.MalformedArxiv,
    "IDN003": malformed.MalformedPubmedId,
    "IDN004": malformed.MalformedIsbn,
    "IDN005": malformed.MalformedIssn,
    "IDN006": malformed.MalformedUrl,
    "IDN007": malformed.MalformedCorpusId,
    "IDN008": malformed.MalformedArtifact,
    "IDN009": malformed.MalformedLaw,
    "IDN010": malformed.DoubledIdentifier,
    "IDN011": malformed.TrackingTail,
    "IDN012": identifiers.OutdatedResolver,
    "IDN013": malformed.MalformedOrcid,
    "IDN014": identifiers.ImpossibleYear,
    "FMT001": formats.ForbiddenAuthorYear,
    "FMT002": formats.ForbiddenNumeric,
    "FMT003": formats.ForbiddenSource,
    "FMT004": formats.BareCorpusId,
    "FMT005": formats.BareUrl,
    "FMT006": unclosed_marker.UnclosedMarker,
    "FMT007": formats.QuotationWithoutPage,
    "FMT008": formats.DisallowedCorpusId,
    "EXI001": existence.NotInCorpus,
    "EXI002": existence.MissingMention,
    "EXI003": existence.MissingArtifact,
    "EXI004": existence.PathOutsideProject,
    "EXI005": existence.AuthorNotInCorpus,
    "EXI006": existence.AmbiguousCorpusId,
    "EXI007": existence.UnregisteredIdentifier,
    "EXI008": existence.AmbiguousWork,
    "EXI009": existence.UnknownWork,
    "EXI010": existence.ContradictedByVerifier,
    "EXI011": existence.ConflictingVerdicts,
    "EXI012": source_state.SelfPublishedSource,
    "EXI013": existence.MissingUseCase,
    "MET001": metadata.MalformedFrontMatter,
    "MET002": metadata.MissingField,
    "MET003": metadata.IdMismatch,
    "MET004": metadata.DuplicateId,
    "MET005": metadata.ChecksumMismatch,
    "MET006": metadata.MissingFile,
    "MET007": metadata.InvalidField,
    "MET008": metadata.InconsistentPages,
    "MET009": metadata.MissingIdentifier,
    "MET010": metadata.OutdatedVerification,
    "MET011": metadata.DanglingCitationEdge,
    "MET012": metadata.OneSidedCitationEdge,
    "MET013": mismatched_reference.IdentifierOfAnotherWork,
    "MET014": mismatched_reference.ReferenceMismatch,
    "RET001": source_state.RetractedSource,
    "RET002": source_state.DoubtedSource,
    "RET003": source_state.CorrectedSource,
    "RET004": source_state.SupersededSource,
    "LNK001": links.DeadLink,
    "LNK002": links.MovedLink,
    "LNK003": links.EmptyLink,
    "LNK004": links.UnencryptedLink,
    "PAG001": places.PageOutOfRange,
    "PAG002": places.BackwardPageRange,
    "PAG003": places.LinesOutOfRange,
    "SEC001": places.WrongSection,
    "SEC002": places.UnknownSection,
    "QUO001": quotes.FabricatedQuotation,
    "QUO002": quotes.AlteredQuotation,
    "QUO003": quotes.MisplacedQuotation,
    "QUO004": quotes.JoinedQuotation,
    "QUO005": quotes.UnverifiedQuotation,
    "QUO006": quotes.WrongKeyQuote,
    "QUO007": quotes.UnvalidatedKeyQuote,
    "FRE001": source_state.StaleArtifact,
    "FRE002": source_state.UnversionedArtifact,
    "FRE003": links.DriftedPage,
    "FRE004": source_state.OlderSource,
    "GRD001": grades.OverclaimedEvidence,
    "GRD002": grades.NeedlessHedge,
    "GRD003": grades.OverclaimingPhrase,
    "GRD004": grades.UnassessedSource,
    "SUP001": support.ContradictedClaim,
    "SUP002": support.UnsupportedClaim,
    "SUP003": support.PartlySupportedClaim,
    "SUP004": support.MisattributedClaim,
    "SUP005": support.SecondaryCitation,
    "SUP006": support.DoubtedClaim,
    "SUP007": support.MisplacedClaim,
    "NUM001": numbers.WrongNumber,
    "NUM002": numbers.WrongDate,
    "UNC001": uncited_claims.UncitedStatistic,
    "UNC002": uncited_claims.VagueAttribution,
    "UNC003": uncited_claims.UncitedClaim,
    "UNC004": uncited_claims.UncitedQuotation,
    "UNC005": citation_needed.CitationNeeded,
    "UNC006": uncited_claims.UncitedComparison,
    "GEN001": generated.GeneratedCitationToken,
    "GEN002": generated.ChatbotTrackingParameter,
    "GEN003": generated.UnfilledCitation,
    "GEN004": generated.ChatbotPhrase,
    "LAW001": identifiers.DanglingShortForm,
    "LAW002": law.UnknownProvision,
    "LAW003": law.UnknownAuthority,
    "LAW004": law.WrongAuthority,
    "LAW005": law.RepealedProvision,
    "LAW006": law.ProspectiveProvision,
    "CFG001": settings.UnusedSuppression,
    "CFG002": settings.SuppressionWithoutReason,
    "CFG003": settings.UnknownRuleInSuppression,
    "CFG004": settings.MalformedSuppression,
    "CFG005": settings.StaleBaselineEntry,
}

EVERYTHING = "ALL"
# Rules that most authors would not agree with on most of their text: they run only if they are selected.
OPT_IN = frozenset({"UNC003"})
_FAMILY = 3  # letters of a family; a shorter prefix is more likely a slip
_EXACT = 100  # more specific than every prefix
_SLIPS = 2  # wrong characters in a code that may still be a slip
_CODES = {check.name: code for code, check in RULES.items()}


def find_rule(code_or_name: str) -> Rule:
    """Return a rule by its code or its name, whatever the case."""
    wanted = code_or_name.strip()
    code = _CODES.get(wanted.lower(), wanted.upper())
    if code not in RULES:
        raise UsageError("unknown rule", to=code_or_name, advice="`citevet rules` lists all rules.")
    return _describe_rule(code)


@cache
def _describe_rule(code: str) -> Rule:
    check = RULES[code]
    doc = cleandoc(check.__doc__ or "")
    return Rule(code, check.name, check.severity, doc.split("\n", 1)[0], doc)


def select_codes(
    *,
    select: Sequence[str] = (),
    extend_select: Sequence[str] = (),
    ignore: Sequence[str] = (),
    per_file_ignores: Mapping[str, Sequence[str]] | None = None,
    path: str = "",
) -> frozenset[str]:
    """Return the codes that run on a document: the most specific selector wins, and `ignore` wins a tie."""
    defaults = {} if select else dict.fromkeys(RULES.keys() - OPT_IN, 0)
    wanted = defaults | _rank_codes((*select, *extend_select))
    unwanted = _rank_codes(ignore)
    ignored = _rank_codes(_find_file_ignores(per_file_ignores or {}, path))
    return frozenset(code for code, rank in wanted.items() if rank > unwanted.get(code, -1) and code not in ignored)


def resolve_selector(selector: str) -> frozenset[str]:
    """Return the codes of a code, prefix or name; raise when there are none."""
    codes = expand_selector(selector.strip())
    if not codes:
        nearest = find_nearest_selector(selector.strip())
        hint = f"Did you mean {nearest}? " if nearest else ""
        raise UsageError("unknown rule", to=selector, advice=f"{hint}`citevet rules` lists all rules.")
    return codes


def expand_selector(selector: str) -> frozenset[str]:
    """Return the codes of a code, prefix or name; none when it names no rule."""
    prefix = selector.upper()
    if prefix == EVERYTHING:
        return frozenset(RULES)
    if code := prefix if prefix in RULES else _CODES.get(selector.lower()):
        return frozenset({code})
    return frozenset(code for code in RULES if code.startswith(prefix)) if len(prefix) >= _FAMILY else frozenset()


def is_named(code: str, selectors: Iterable[str]) -> bool:
    """Check whether the user chose a rule by its code, family or name, and not with all others."""
    return any(code in expand_selector(each) for each in selectors if each.upper() != EVERYTHING)


def find_nearest_selector(selector: str) -> str | None:
    """Return the code, name or family that looks most like an unknown selector."""
    code = selector.upper()
    distances = {known: sum(left != right for left, right in zip(known, code, strict=False)) for known in RULES}
    nearest = min(distances, key=lambda known: (distances[known], known))
    if len(code) == len(nearest) and distances[nearest] <= _SLIPS:
        return nearest
    known = sorted({*_CODES, *(code[:_FAMILY].lower() for code in RULES)})
    close = next(iter(get_close_matches(selector.lower()[:60], known, n=1, cutoff=0.5)), None)
    return close.upper() if close and len(close) == _FAMILY else close


def matches_glob(path: str, glob: str) -> bool:
    """Match as .gitignore does: a pattern without a slash matches the file name, or a folder above it."""
    whole = path.replace("\\", "/").removeprefix("./")
    wanted = glob.removeprefix("./").removeprefix("**/").rstrip("/")
    if "/" not in wanted:
        return any(fnmatchcase(part, wanted) for part in whole.split("/"))
    return any(fnmatchcase(whole, each) for each in (wanted, f"*/{wanted}", f"{wanted}/*"))


def _rank_codes(selectors: Iterable[str]) -> dict[str, int]:
    """Return for each selected code how specific its most specific selector is."""
    ranks: dict[str, int] = {}
    for selector in selectors:
        for code in resolve_selector(selector):
            ranks[code] = max(ranks.get(code, 0), _rank(selector, code))
    return ranks


def _rank(selector: str, code: str) -> int:
    if selector.upper() == EVERYTHING:
        return 0
    return len(selector) if len(selector) < len(code) else _EXACT


def _find_file_ignores(ignores: Mapping[str, Sequence[str]], path: str) -> Iterable[str]:
    for glob, selectors in ignores.items():
        for selector in selectors:
            resolve_selector(selector)
        if matches_glob(path, glob):
            yield from selectors
