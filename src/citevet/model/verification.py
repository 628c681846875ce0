"""The input and result of `citevet verify`: claims checked against sources that the caller provides."""

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from typing import Any, Literal

from citevet.model.extraction import Citation, Reference
from citevet.model.judgement import Difference, Passage, Ruling
from citevet.model.record import SCOPES, Scope, Support
from citevet.records import dataclass, field
from citevet.tables import read_words

VerifiedWord = Literal["supported", "weak", "unverifiable", "contradicted"]
VERIFIED_WORDS: tuple[VerifiedWord, ...] = ("supported", "weak", "unverifiable", "contradicted")
_SNIPPET = 200  # characters, as AgentOS has it
VERIFY_ARGUMENTS = ("text", "claims", "sources", "paths", "web_fallback")  # under these names everywhere
ALIASES: Mapping[str, str] = {"webFallback": "web_fallback"}  # the spellings of AgentOS, which every interface takes
TEXT_KEYS = ("text", "content", "page_content")  # of a source that is passed as a mapping; the first with words counts
FILE_KEYS = ("name", "data")  # of a source that is sent as a file: its name, and its bytes in base64
SOURCE_KEYS = (*TEXT_KEYS, "url", "title", "scope", "id", "path", "source", "metadata", "data")
# What retrievers and search services hand over beside a text: it is known, and left out.
HOST_KEYS = read_words(
    # documents and nodes of LangChain, LlamaIndex and Haystack
    "type name meta embedding sparse_embedding blob mimetype class_name id_ node_id doc_id document_id chunk_id"
    " relationships excluded_embed_metadata_keys excluded_llm_metadata_keys start_char_idx end_char_idx"
    # rankings
    " score scores rank ranking similarity distance relevance relevance_score confidence index position tokens"
    # answers of Tavily, Exa, Brave, Serper and of the file search of OpenAI
    " raw_content published_date publisheddate date author authors favicon image highlights summary snippet description"
    " language domain site_name age file_id filename attributes"
    # the chunks of AgentOS
    " heading sourcepath source_path year doi"
)
_FILLED = {"type": "string", "minLength": 1}
_OPTIONAL = {"type": ["string", "null"]}
_ADDRESS = {**_OPTIONAL, "description": "The address, where there is no url."}
SOURCE_SCHEMA: Mapping[str, Any] = {  # what the servers accept as one source
    "title": "Source",
    "description": "A text, or an object with the text of a source, or a file, and what is known about it.",
    "anyOf": [
        {"type": "string"},
        {
            "type": "object",
            "properties": {
                **dict.fromkeys((*TEXT_KEYS, "url", "title"), _OPTIONAL),
                "path": _ADDRESS,
                "source": _ADDRESS,
                "id": {"description": "A key by which markers name the source, besides its number."},
                "scope": {"enum": [*SCOPES, None]},
                "metadata": {},
                **{key: {} for key in sorted(HOST_KEYS)},
                "data": {**_OPTIONAL, "description": "A file in base64, such as a PDF, in place of a text."},
                "name": {"description": "With data: the name of the file; its ending sets the format."},
            },
            "patternProperties": {"^_": {}},
            "additionalProperties": False,
            "anyOf": [
                *({"required": [key], "properties": {key: {"type": "string"}}} for key in TEXT_KEYS),
                {"required": [*FILE_KEYS], "properties": dict.fromkeys(FILE_KEYS, _FILLED)},
            ],
        },
    ],
}


@dataclass(frozen=True, slots=True)
class MarkedWork:
    """A marker of a claim, and the entry of the text's own list that it leads to."""

    citation: Citation
    entry: Reference | None = None
    is_listed: bool = False  # the text has a list of its own
    is_whole: bool = True  # it backs the whole claim, not only a clause


@dataclass(frozen=True, slots=True)
class SourceText:
    """The text of a source, provided by the caller as `citevet.Source`; form feeds separate its pages."""

    text: str
    url: str | None = None  # address or path, repeated in the result
    title: str = ""
    scope: Scope = field(default="full", kw_only=True)  # how much of the work the text is
    id: str = field(default="", kw_only=True)  # by which markers name it, besides its number
    # For each line of the text its place in the file: a line number, or "paragraph 3".
    lines: Sequence[int | str] = field(default=(), kw_only=True, repr=False, compare=False)
    # The offset of each of those places, if they are not separated by line breaks (a paragraph may have many lines).
    starts: Sequence[int] = field(default=(), kw_only=True, repr=False, compare=False)

    def __post_init__(self) -> None:
        if self.scope not in SCOPES:
            raise ValueError(f"scope is {self.scope!r:.40}; use one of {', '.join(SCOPES)}")

    def line_at(self, offset: int) -> int | str | None:
        """Return the line or paragraph of the file at an offset of the text, if the file has any."""
        number = bisect_right(self.starts, offset) - 1 if self.starts else self.text.count("\n", 0, offset)
        return self.lines[number] if 0 <= number < len(self.lines) else None


@dataclass(frozen=True, slots=True)
class ClaimPlace:
    """The position of a claim in the file that it was read from; line and column count from 1."""

    path: str
    line: int
    column: int


@dataclass(frozen=True, slots=True)
class Thresholds:
    """The scores from which a claim is supported, and below which it is unverifiable."""

    support: float = 0.6
    unverifiable: float = 0.3

    def word(self, score: float) -> VerifiedWord:
        """Return the verdict for a score alone."""
        if score >= self.support:
            return "supported"
        return "weak" if score >= self.unverifiable else "unverifiable"


@dataclass(frozen=True, slots=True)
class ComparedMarker:
    """A marker of a claim, and what the given sources that it names say to the claim."""

    text: str  # "[2]"
    sources: tuple[int, ...] = ()  # indexes: parts of one page have the same address
    is_foreign: bool = False  # it surely names none of the given sources
    verdict: VerifiedWord | None = None  # by these sources alone; none if they were not judged


@dataclass(frozen=True, slots=True)
class AskedClaim:
    """A claim in the words that are judged, and its markers."""

    text: str
    markers: tuple[ComparedMarker, ...] = ()
    is_whole: bool = False  # a marker backs all of it

    @property
    def sources(self) -> frozenset[int]:
        """The sources that it cites."""
        return frozenset(source for marker in self.markers for source in marker.sources)


@dataclass(frozen=True, slots=True)
class ClaimOutcome:
    """A ruling, and the source that it rests on."""

    ruling: Ruling
    source: int | None = None  # index of the source that decided, or came nearest
    similarity: float | None = None
    cited: Mapping[int, Ruling] = field(default_factory=dict)  # by each source that the claim cites


@dataclass(frozen=True, slots=True)
class VerifiedClaim:
    """One claim, its verdict, and the judgement behind it."""

    text: str
    verdict: VerifiedWord
    ruling: Ruling
    source: SourceText | None = None  # the one that decided, or the nearest
    source_index: int | None = None
    similarity: float | None = None  # cosine of the claim and the nearest passage; none without vectors
    snippets: tuple[Passage, ...] = ()  # for each passage of the evidence the sentence most like the claim
    place: ClaimPlace | None = None  # none if the claim was not read from a file
    web_verified: bool = False  # a page that was found on the web decided, with a passage
    markers: tuple[ComparedMarker, ...] = ()  # what the text cites for it

    @property
    def evidence(self) -> tuple[Passage, ...]:
        """The passages behind the judgement; `s1` is the first source."""
        return self.ruling.evidence

    @property
    def confidence(self) -> float:
        """The probability of support; with cosine alone the similarity; 0 without any score."""
        if self.ruling.confidence is not None:
            return self.ruling.confidence
        return self.similarity or 0.0

    # The names of the answer that HTTP and MCP give.

    @property
    def judgement(self) -> Ruling:
        """The judgement behind the verdict."""
        return self.ruling

    @property
    def support(self) -> Support:
        """Whether the source says it, in the words of the JSON report."""
        return self.ruling.support

    @property
    def by(self) -> str | None:
        """The judge, where it was not the embedded one."""
        return self.ruling.by

    @property
    def differences(self) -> tuple[Difference, ...]:
        """What the claim and the source say differently."""
        return self.ruling.differences

    @property
    def source_snippet(self) -> str | None:
        """The sentence of the source that is most like the claim, at most 200 characters of it."""
        return self.snippets[0].text[:_SNIPPET] if self.snippets else None

    @property
    def source_ref(self) -> str | None:
        """The address or path of the source."""
        return self.source.url if self.source else None

    @property
    def citations(self) -> tuple[ComparedMarker, ...]:
        """The markers of the claim, and what their sources say to it."""
        return self.markers


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A sentence that was not checked because it asserts nothing checkable, such as an opinion."""

    text: str
    why: str  # "not checked: an opinion (I think)"
    place: ClaimPlace | None = None
