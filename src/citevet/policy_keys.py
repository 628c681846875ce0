"""The keys of a policy file: our own, and those of the published citation-integrity schema."""

from typing import Any, Literal

from citevet.records import dataclass, field

PolicyLevel = Literal["critical", "high", "medium", "low", "error", "warning", "info"]


@dataclass(frozen=True, kw_only=True)
class WorkflowStep:
    """One step for authors and agents."""

    step: int = 0
    action: str = ""
    validation: str = ""


@dataclass(frozen=True, kw_only=True)
class CorpusExpansion:
    """What authors and agents do where the corpus has no source."""

    when_source_not_found: str = ""
    addition_command: str = ""


@dataclass(frozen=True, kw_only=True)
class RetrievalFirst:
    """Cite only what was retrieved from the corpus."""

    enabled: bool = True
    policy: str = ""  # the statement for authors and agents
    policy_statement: str = ""  # likewise
    prohibited_actions: tuple[str, ...] = ()  # for authors and agents
    required_workflow: tuple[WorkflowStep, ...] = ()  # for authors and agents
    corpus_expansion_protocol: CorpusExpansion | None = None
    missing_source: Literal["report", "citation-needed", "todo"] = "citation-needed"  # added to claims without a source


@dataclass(frozen=True, kw_only=True)
class AgentLevel:
    """Rules for agents."""

    description: str = ""
    rules: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Violation:
    """What findings on citations outside the corpus say."""

    severity: PolicyLevel | None = None
    message: str = ""
    action: str = ""


@dataclass(frozen=True, kw_only=True)
class ValidationLevel:
    """How a document is checked."""

    description: str = ""
    check_pattern: str | None = None  # of corpus ids
    on_violation: Violation | None = None


@dataclass(frozen=True, kw_only=True)
class CommitLevel:
    """How a commit is checked: `citevet check --staged`."""

    description: str = ""
    enabled: bool = False  # citations outside the corpus are errors in a commit, whatever their severity
    script: str = ""  # never run


@dataclass(frozen=True, kw_only=True)
class EnforcementLevels:
    """Where the whitelist is enforced."""

    agent_level: AgentLevel | None = None
    validation_level: ValidationLevel | None = None
    commit_level: CommitLevel | None = None


@dataclass(frozen=True, kw_only=True)
class WhitelistEnforcement:
    """Only sources of the corpus may be cited."""

    enabled: bool = True
    corpus_path: str | None = None  # from the root of the project
    whitelist_principle: str = ""  # for authors and agents
    enforcement_levels: EnforcementLevels | None = None
    pattern: str | None = None  # of corpus ids
    severity: PolicyLevel | None = None  # of citations outside the corpus
    action: Literal["remove", "todo", "report"] = "remove"  # what fixes do with citations of missing sources
    on_violation: Violation | None = None  # also in `enforcement_levels.validation_level`, which wins
    allowed_formats: tuple[str, ...] = ()
    allowed_citation_formats: tuple[str, ...] = ()
    forbidden_formats: tuple[str, ...] = ()
    forbidden_citation_formats: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class PageRule:
    """One check of a place."""

    enabled: bool = True
    severity: PolicyLevel | None = None
    description: str = ""
    rule: str = ""  # the rule as the schema states it; no other is understood


@dataclass(frozen=True, kw_only=True)
class PageRules:
    """The checks of places."""

    page_existence: PageRule | bool | None = None
    section_consistency: PageRule | bool | None = None
    quote_verification: PageRule | bool | None = None


@dataclass(frozen=True, kw_only=True)
class AutomatedCheck:
    """A check that the project knows to be automated or not; switches are in `validation_rules`."""

    check: str = ""
    automated: bool = True


@dataclass(frozen=True, kw_only=True)
class PageWorkflow:
    """How people validate the pages of an entry."""

    manual_checklist: tuple[str, ...] = ()
    automated_checks: tuple[AutomatedCheck, ...] = ()


@dataclass(frozen=True, kw_only=True)
class EntryKeys:
    """Keys of an entry that tell its pages: examples or types."""

    total_pages: Any = None
    page_range: Any = None
    sections: Any = None


@dataclass(frozen=True, kw_only=True)
class KeyQuoteKeys:
    """Keys of a key quote of an entry: examples or types."""

    quote: Any = None
    page: Any = None
    section: Any = None
    validated: Any = None
    validation_date: Any = None
    validator: Any = None


@dataclass(frozen=True, kw_only=True)
class PageValidation:
    """Check cited pages, sections and quotations."""

    enabled: bool = True
    severity: PolicyLevel | None = None  # of wrong pages and sections
    document_metadata_schema: EntryKeys | None = None
    key_quote_schema: KeyQuoteKeys | None = None
    validation_rules: PageRules | None = None
    validation_workflow: PageWorkflow | None = None


@dataclass(frozen=True, kw_only=True)
class PolicyFolders:
    """Folders, from the root of the project."""

    corpus: str | None = None
    validation_logs: str | None = None
    audit_reports: str | None = None


@dataclass(frozen=True, kw_only=True)
class CitationPolicy:
    """The rules of a project for citations."""

    version: str = "1.0.0"
    title: str = ""
    description: str = ""
    retrieval_first_policy: RetrievalFirst | None = None
    whitelist_enforcement: WhitelistEnforcement | None = None
    page_validation: PageValidation | None = None
    allowed_citation_formats: tuple[str, ...] = ()  # as in `whitelist_enforcement`
    forbidden_citation_formats: tuple[str, ...] = ()
    storage: PolicyFolders | None = None
    severities: dict[str, PolicyLevel] = field(default_factory=dict)  # by code, prefix or name of a rule
    citation_validation_result: Any = None  # this and the rest are texts of the published schema
    agent_citation_workflow: Any = None
    cli_commands: Any = None
    agent_protocol: Any = None
    research_targets: Any = None
    example_validation_report: Any = None
    references: Any = None
