"""The table of rules by code, and the selectors that choose among them; importing a module registers nothing."""

from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from fnmatch import fnmatchcase
from functools import cache
from inspect import cleandoc

from citevet.contracts import Check
from citevet.errors import UsageError
from citevet.model import Rule
from citevet.rules.chatbot_phrase import ChatbotPhrase
from citevet.rules.citation_needed import CitationNeeded
from citevet.rules.existence import (
    AmbiguousCorpusId,
    AmbiguousWork,
    AuthorNotInCorpus,
    ConflictingVerdicts,
    ContradictedByVerifier,
    MissingArtifact,
    MissingMention,
    MissingUseCase,
    NotInCorpus,
    PathOutsideProject,
    UnknownWork,
    UnregisteredIdentifier,
)
from citevet.rules.formats import (
    BareCorpusId,
    BareUrl,
    DisallowedCorpusId,
    ForbiddenAuthorYear,
    ForbiddenNumeric,
    ForbiddenSource,
    QuotationWithoutPage,
)
from citevet.rules.freshness import StaleArtifact, UnversionedArtifact
from citevet.rules.generated import ChatbotTrackingParameter, GeneratedCitationToken, UnfilledCitation
from citevet.rules.grades import NeedlessHedge, OverclaimedEvidence, OverclaimingPhrase, UnassessedSource
from citevet.rules.identifiers import DanglingShortForm, ImpossibleYear, OutdatedResolver
from citevet.rules.keys.author_year import AmbiguousAuthorYear, UnlistedAuthorYear, YearMismatch
from citevet.rules.keys.duplicates import ConflictingCitation, DuplicateKey, DuplicateReference
from citevet.rules.keys.list_faults import ContradictoryMarker, EmptyReference, NumberingGap, OutOfOrder
from citevet.rules.keys.list_reading import UnreadableEntry, UnreadReferenceList
from citevet.rules.keys.undefined_citations import (
    MissingBibliography,
    MissingReferenceList,
    UndefinedCitation,
    UnnamedBibliography,
)
from citevet.rules.keys.unused_entries import UnusedBibliographyEntry, UnusedReference
from citevet.rules.law import (
    ProspectiveProvision,
    RepealedProvision,
    UnknownAuthority,
    UnknownProvision,
    WrongAuthority,
)
from citevet.rules.links import DeadLink, DriftedPage, EmptyLink, MovedLink, UnencryptedLink
from citevet.rules.malformed import (
    DoubledIdentifier,
    MalformedArtifact,
    MalformedArxiv,
    MalformedCorpusId,
    MalformedDoi,
    MalformedIsbn,
    MalformedIssn,
    MalformedLaw,
    MalformedOrcid,
    MalformedPubmedId,
    MalformedUrl,
    TrackingTail,
)
from citevet.rules.metadata import (
    ChecksumMismatch,
    DanglingCitationEdge,
    DuplicateId,
    IdMismatch,
    InconsistentPages,
    InvalidField,
    MalformedFrontMatter,
    MissingField,
    MissingFile,
    MissingIdentifier,
    OneSidedCitationEdge,
    OutdatedVerification,
)
from citevet.rules.mismatched_reference import IdentifierOfAnotherWork, ReferenceMismatch
from citevet.rules.numbers import WrongDate, WrongNumber
from citevet.rules.places import BackwardPageRange, LinesOutOfRange, PageOutOfRange, UnknownSection, WrongSection
from citevet.rules.quotes import (
    AlteredQuotation,
    FabricatedQuotation,
    JoinedQuotation,
    MisplacedQuotation,
    UnvalidatedKeyQuote,
    UnverifiedQuotation,
    WrongKeyQuote,
)
from citevet.rules.retractions import CorrectedSource, DoubtedSource, RetractedSource, SupersededSource
from citevet.rules.settings import (
    MalformedSuppression,
    StaleBaselineEntry,
    SuppressionWithoutReason,
    UnknownRuleInSuppression,
    UnusedSuppression,
)
from citevet.rules.source_kind import OlderSource, SelfPublishedSource
from citevet.rules.support import (
    ContradictedClaim,
    DoubtedClaim,
    MisattributedClaim,
    MisplacedClaim,
    PartlySupportedClaim,
    SecondaryCitation,
    UnsupportedClaim,
)
from citevet.rules.uncited_claims import (
    UncitedClaim,
    UncitedComparison,
    UncitedQuotation,
    UncitedStatistic,
    VagueAttribution,
)
from citevet.rules.unclosed_marker import UnclosedMarker

RULES: Mapping[str, type[Check]] = {
    "KEY001": UndefinedCitation,
    "KEY002": UnusedReference,
    "KEY003": DuplicateKey,
    "KEY004": DuplicateReference,
    "KEY005": OutOfOrder,
    "KEY006": NumberingGap,
    "KEY007": MissingReferenceList,
    "KEY008": MissingBibliography,
    "KEY009": UnlistedAuthorYear,
    "KEY010": AmbiguousAuthorYear,
    "KEY011": YearMismatch,
    "KEY012": EmptyReference,
    "KEY013": ContradictoryMarker,
    "KEY014": UnreadableEntry,
    "KEY015": UnnamedBibliography,
    "KEY016": ConflictingCitation,
    "KEY017": UnusedBibliographyEntry,
    "KEY018": UnreadReferenceList,
    "IDN001": MalformedDoi,
    "IDN002": MalformedArxiv,
    "IDN003": MalformedPubmedId,
    "IDN004": MalformedIsbn,
    "IDN005": MalformedIssn,
    "IDN006": MalformedUrl,
    "IDN007": MalformedCorpusId,
    "IDN008": MalformedArtifact,
    "IDN009": MalformedLaw,
    "IDN010": DoubledIdentifier,
    "IDN011": TrackingTail,
    "IDN012": OutdatedResolver,
    "IDN013": MalformedOrcid,
    "IDN014": ImpossibleYear,
    "FMT001": ForbiddenAuthorYear,
    "FMT002": ForbiddenNumeric,
    "FMT003": ForbiddenSource,
    "FMT004": BareCorpusId,
    "FMT005": BareUrl,
    "FMT006": UnclosedMarker,
    "FMT007": QuotationWithoutPage,
    "FMT008": DisallowedCorpusId,
    "EXI001": NotInCorpus,
    "EXI002": MissingMention,
    "EXI003": MissingArtifact,
    "EXI004": PathOutsideProject,
    "EXI005": AuthorNotInCorpus,
    "EXI006": AmbiguousCorpusId,
    "EXI007": UnregisteredIdentifier,
    "EXI008": AmbiguousWork,
    "EXI009": UnknownWork,
    "EXI010": ContradictedByVerifier,
    "EXI011": ConflictingVerdicts,
    "EXI012": SelfPublishedSource,
    "EXI013": MissingUseCase,
    "MET001": MalformedFrontMatter,
    "MET002": MissingField,
    "MET003": IdMismatch,
    "MET004": DuplicateId,
    "MET005": ChecksumMismatch,
    "MET006": MissingFile,
    "MET007": InvalidField,
    "MET008": InconsistentPages,
    "MET009": MissingIdentifier,
    "MET010": OutdatedVerification,
    "MET011": DanglingCitationEdge,
    "MET012": OneSidedCitationEdge,
    "MET013": IdentifierOfAnotherWork,
    "MET014": ReferenceMismatch,
    "RET001": RetractedSource,
    "RET002": DoubtedSource,
    "RET003": CorrectedSource,
    "RET004": SupersededSource,
    "LNK001": DeadLink,
    "LNK002": MovedLink,
    "LNK003": EmptyLink,
    "LNK004": UnencryptedLink,
    "PAG001": PageOutOfRange,
    "PAG002": BackwardPageRange,
    "PAG003": LinesOutOfRange,
    "SEC001": WrongSection,
    "SEC002": UnknownSection,
    "QUO001": FabricatedQuotation,
    "QUO002": AlteredQuotation,
    "QUO003": MisplacedQuotation,
    "QUO004": JoinedQuotation,
    "QUO005": UnverifiedQuotation,
    "QUO006": WrongKeyQuote,
    "QUO007": UnvalidatedKeyQuote,
    "FRE001": StaleArtifact,
    "FRE002": UnversionedArtifact,
    "FRE003": DriftedPage,
    "FRE004": OlderSource,
    "GRD001": OverclaimedEvidence,
    "GRD002": NeedlessHedge,
    "GRD003": OverclaimingPhrase,
    "GRD004": UnassessedSource,
    "SUP001": ContradictedClaim,
    "SUP002": UnsupportedClaim,
    "SUP003": PartlySupportedClaim,
    "SUP004": MisattributedClaim,
    "SUP005": SecondaryCitation,
    "SUP006": DoubtedClaim,
    "SUP007": MisplacedClaim,
    "NUM001": WrongNumber,
    "NUM002": WrongDate,
    "UNC001": UncitedStatistic,
    "UNC002": VagueAttribution,
    "UNC003": UncitedClaim,
    "UNC004": UncitedQuotation,
    "UNC005": CitationNeeded,
    "UNC006": UncitedComparison,
    "GEN001": GeneratedCitationToken,
    "GEN002": ChatbotTrackingParameter,
    "GEN003": UnfilledCitation,
    "GEN004": ChatbotPhrase,
    "LAW001": DanglingShortForm,
    "LAW002": UnknownProvision,
    "LAW003": UnknownAuthority,
    "LAW004": WrongAuthority,
    "LAW005": RepealedProvision,
    "LAW006": ProspectiveProvision,
    "CFG001": UnusedSuppression,
    "CFG002": SuppressionWithoutReason,
    "CFG003": UnknownRuleInSuppression,
    "CFG004": MalformedSuppression,
    "CFG005": StaleBaselineEntry,
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
    if selector.upper() == EVERYTHING:
        return frozenset(RULES)
    if selector.lower() in _CODES:
        return frozenset({_CODES[selector.lower()]})
    if len(selector) < _FAMILY:
        return frozenset()
    return frozenset(code for code in RULES if code.startswith(selector.upper()))


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
