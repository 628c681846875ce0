"""Evidence to findings: each rule names one fault. The table of codes; importing registers nothing."""

from collections.abc import Mapping
from inspect import cleandoc

from citevet.contracts import Check
from citevet.errors import UsageError
from citevet.model import Rule
from citevet.rules.existence.ambiguous_corpus_id import AmbiguousCorpusId
from citevet.rules.existence.author_not_in_corpus import AuthorNotInCorpus
from citevet.rules.existence.missing_artifact import MissingArtifact
from citevet.rules.existence.missing_mention import MissingMention
from citevet.rules.existence.not_in_corpus import NotInCorpus
from citevet.rules.existence.path_outside_project import PathOutsideProject
from citevet.rules.formats.bare_corpus_id import BareCorpusId
from citevet.rules.formats.bare_url import BareUrl
from citevet.rules.formats.forbidden_author_year import ForbiddenAuthorYear
from citevet.rules.formats.forbidden_numeric import ForbiddenNumeric
from citevet.rules.formats.forbidden_source import ForbiddenSource
from citevet.rules.formats.quotation_without_page import QuotationWithoutPage
from citevet.rules.formats.unclosed_marker import UnclosedMarker
from citevet.rules.freshness.stale_artifact import StaleArtifact
from citevet.rules.freshness.unversioned_artifact import UnversionedArtifact
from citevet.rules.grades.needless_hedge import NeedlessHedge
from citevet.rules.grades.overclaimed_evidence import OverclaimedEvidence
from citevet.rules.grades.overclaiming_phrase import OverclaimingPhrase
from citevet.rules.grades.unassessed_source import UnassessedSource
from citevet.rules.identifiers.doubled_identifier import DoubledIdentifier
from citevet.rules.identifiers.impossible_year import ImpossibleYear
from citevet.rules.identifiers.malformed_artifact import MalformedArtifact
from citevet.rules.identifiers.malformed_arxiv import MalformedArxiv
from citevet.rules.identifiers.malformed_corpus_id import MalformedCorpusId
from citevet.rules.identifiers.malformed_doi import MalformedDoi
from citevet.rules.identifiers.malformed_isbn import MalformedIsbn
from citevet.rules.identifiers.malformed_issn import MalformedIssn
from citevet.rules.identifiers.malformed_law import MalformedLaw
from citevet.rules.identifiers.malformed_orcid import MalformedOrcid
from citevet.rules.identifiers.malformed_pubmed_id import MalformedPubmedId
from citevet.rules.identifiers.malformed_url import MalformedUrl
from citevet.rules.identifiers.outdated_resolver import OutdatedResolver
from citevet.rules.identifiers.tracking_tail import TrackingTail
from citevet.rules.keys.ambiguous_author_year import AmbiguousAuthorYear
from citevet.rules.keys.contradictory_marker import ContradictoryMarker
from citevet.rules.keys.duplicate_key import DuplicateKey
from citevet.rules.keys.duplicate_reference import DuplicateReference
from citevet.rules.keys.empty_reference import EmptyReference
from citevet.rules.keys.missing_bibliography import MissingBibliography
from citevet.rules.keys.missing_reference_list import MissingReferenceList
from citevet.rules.keys.numbering_gap import NumberingGap
from citevet.rules.keys.out_of_order import OutOfOrder
from citevet.rules.keys.undefined_citation import UndefinedCitation
from citevet.rules.keys.unlisted_author_year import UnlistedAuthorYear
from citevet.rules.keys.unnamed_bibliography import UnnamedBibliography
from citevet.rules.keys.unreadable_entry import UnreadableEntry
from citevet.rules.keys.unused_reference import UnusedReference
from citevet.rules.keys.year_mismatch import YearMismatch
from citevet.rules.metadata.checksum_mismatch import ChecksumMismatch
from citevet.rules.metadata.dangling_citation_edge import DanglingCitationEdge
from citevet.rules.metadata.duplicate_id import DuplicateId
from citevet.rules.metadata.id_mismatch import IdMismatch
from citevet.rules.metadata.inconsistent_pages import InconsistentPages
from citevet.rules.metadata.invalid_field import InvalidField
from citevet.rules.metadata.malformed_front_matter import MalformedFrontMatter
from citevet.rules.metadata.missing_field import MissingField
from citevet.rules.metadata.missing_file import MissingFile
from citevet.rules.metadata.missing_identifier import MissingIdentifier
from citevet.rules.metadata.one_sided_citation_edge import OneSidedCitationEdge
from citevet.rules.metadata.outdated_verification import OutdatedVerification
from citevet.rules.numbers.wrong_date import WrongDate
from citevet.rules.numbers.wrong_number import WrongNumber
from citevet.rules.places.backward_page_range import BackwardPageRange
from citevet.rules.places.lines_out_of_range import LinesOutOfRange
from citevet.rules.places.page_out_of_range import PageOutOfRange
from citevet.rules.places.unknown_section import UnknownSection
from citevet.rules.places.wrong_section import WrongSection
from citevet.rules.quotes.altered_quotation import AlteredQuotation
from citevet.rules.quotes.fabricated_quotation import FabricatedQuotation
from citevet.rules.quotes.joined_quotation import JoinedQuotation
from citevet.rules.quotes.misplaced_quotation import MisplacedQuotation
from citevet.rules.quotes.unvalidated_key_quote import UnvalidatedKeyQuote
from citevet.rules.quotes.unverified_quotation import UnverifiedQuotation
from citevet.rules.quotes.wrong_key_quote import WrongKeyQuote
from citevet.rules.settings.malformed_suppression import MalformedSuppression
from citevet.rules.settings.stale_baseline_entry import StaleBaselineEntry
from citevet.rules.settings.suppression_without_reason import SuppressionWithoutReason
from citevet.rules.settings.unknown_rule_in_suppression import UnknownRuleInSuppression
from citevet.rules.settings.unused_suppression import UnusedSuppression
from citevet.rules.support.contradicted_claim import ContradictedClaim
from citevet.rules.support.doubted_claim import DoubtedClaim
from citevet.rules.support.misattributed_claim import MisattributedClaim
from citevet.rules.support.misplaced_claim import MisplacedClaim
from citevet.rules.support.partly_supported_claim import PartlySupportedClaim
from citevet.rules.support.secondary_citation import SecondaryCitation
from citevet.rules.support.unsupported_claim import UnsupportedClaim
from citevet.rules.uncited.citation_needed import CitationNeeded
from citevet.rules.uncited.uncited_claim import UncitedClaim
from citevet.rules.uncited.uncited_comparison import UncitedComparison
from citevet.rules.uncited.uncited_quotation import UncitedQuotation
from citevet.rules.uncited.uncited_statistic import UncitedStatistic
from citevet.rules.uncited.vague_attribution import VagueAttribution

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
    "EXI001": NotInCorpus,
    "EXI002": MissingMention,
    "EXI003": MissingArtifact,
    "EXI004": PathOutsideProject,
    "EXI005": AuthorNotInCorpus,
    "EXI006": AmbiguousCorpusId,
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
    "CFG001": UnusedSuppression,
    "CFG002": SuppressionWithoutReason,
    "CFG003": UnknownRuleInSuppression,
    "CFG004": MalformedSuppression,
    "CFG005": StaleBaselineEntry,
}


def rule(code_or_name: str) -> Rule:
    """Return a rule by its code or its name, whatever the case."""
    asked = code_or_name.strip()
    for code, check in RULES.items():
        if asked.upper() == code or asked.lower() == check.name:
            doc = cleandoc(check.__doc__ or "")
            return Rule(code, check.name, check.severity, doc.split("\n", 1)[0], doc)
    raise UsageError("there is no such rule", to=code_or_name, advice="`citevet rules` lists them all.")
