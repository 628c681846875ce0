"""The claims and sources for `verify`, within bounds."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path, PurePath
from typing import Any

from citevet.contracts import ProjectIds
from citevet.errors import UsageError, find_near_name, first_line, refuse_unknown, rename_arguments, require_one
from citevet.extract import extract
from citevet.identifiers import may_have
from citevet.limits import CLAIM_CHARACTERS
from citevet.model import SCOPES, Claim, Document, Extraction, Ruling, Span
from citevet.model.verification import (
    ALIASES,
    HOST_KEYS,
    SOURCE_KEYS,
    TEXT_KEYS,
    VERIFY_ARGUMENTS,
    ClaimPlace,
    LeftOut,
    MarkedWork,
    SourceText,
)
from citevet.read import parse_text
from citevet.read.files import allow_seconds
from citevet.records import Foreign, dataclass, replace
from citevet.report.safe_text import measure_width
from citevet.text.language import detect_language
from citevet.text.verbs import find_verbs
from citevet.world.time_limit import limit_time

Sources = Iterable[SourceText | Mapping[str, Any] | str | Path]  # as callers pass them; documents of frameworks, too
_MOST_CHARACTERS = 64_000_000  # of all sources together
_SURROGATE = re.compile("[\ud800-\udfff]")  # half a character, which no encoder takes
_HOW = "Pass the text as a string, or the claims as a list of strings."
_HOW_SOURCES = (
    'Each source is a string, or an object with "text" (or "content" or "page_content") and, '
    'if known, "url" and "title".'
)
_KINDS = {
    "NoneType": "null",
    "bool": "true or false",
    "int": "a number",
    "float": "a number",
    "list": "a list",
    "dict": "an empty object",
}
_WORD = re.compile(r"[^\W\d_]{2,}")
_SLIP = 0.75  # likeness of two names, of which one is a slip of the other
_NAME_WORDS = 4  # words in capitals that may be one name, or two
_WANTED = {"text": "a text", "claims": "a list of claims"}
_SHORTEST = 15  # columns: a Korean or Chinese sentence needs half as many letters
# How an assistant talks of itself and of its answer. Questions, hedges and greetings are left out by every extraction.
_TALK = re.compile(
    r"(?:i hope|hope (?:this|that|it)|i['’]d (?:say|guess|suggest)|i['’]?m (?:not sure|happy|glad|sorry|afraid|unable)"
    r"|i am (?:not sure|happy|glad|sorry|afraid|unable)|as an ai\b|below (?:is|are)|it (?:appears|looks like)"
    r"|(?:please )?(?:don['’]t|do not) hesitate)\b",
    re.IGNORECASE,
)
_OWN_TIES = frozenset({"sentence", "clause"})
_MAY_CITE = re.compile(r"[\[(【〔⁰¹²³⁴-⁹]|<cite>", re.IGNORECASE)
_GIVEN = ProjectIds(given_sources=True)


@dataclass(frozen=True, slots=True)
class SplitText:
    """What a text asserts, sentence by sentence, and the sentences that assert nothing checkable."""

    claims: tuple[str, ...]
    places: tuple[ClaimPlace | None, ...] = ()  # one for each claim, where they come from a file
    left_out: tuple[LeftOut, ...] = ()
    document: Document | None = None  # that the claims come from, with the span of each
    spans: tuple[Span, ...] = ()
    cited: tuple[tuple[MarkedWork, ...], ...] = ()  # what each claim cites, if that was looked for
    found: tuple[Claim, ...] = ()  # the claims with their quotations, where they come from a text


Argument = Any  # as a caller passes it
Asked = str | Sequence[str] | SplitText  # a text that is split already, too


def read_call(
    text_or_claims: Asked | None = None,
    *,
    text: str | None = None,
    claims: Sequence[str] | None = None,
    paths: Sequence[str | Path] = (),
    **more: Argument,
) -> tuple[Asked, bool, Sequence[str | Path]]:
    """Return what a call asks, whether the web may be searched, and files with sources; others are refused."""
    given = rename_arguments(more, ALIASES, to="verify")
    refuse_unknown(given, (*VERIFY_ARGUMENTS, "progress"), to="verify")
    web_fallback = given.get("web_fallback", False)
    options = {"text_or_claims": text_or_claims, "text": text, "claims": claims}
    named = [name for name, value in options.items() if value is not None]
    if len(named) != 1:
        require_one(to="verify", **({name: options[name] for name in named[:2]} or {"text": None, "claims": None}))
    for name, kind, value in (("text", str, text), ("claims", list | tuple, claims)):
        if value is not None and not isinstance(value, kind):
            raise UsageError(f"{type(value).__name__} is not {_WANTED[name]}", to=name, advice=_HOW)
    asked = next(value for value in (text_or_claims, text, claims) if value is not None)
    if not isinstance(web_fallback, bool | None):
        what = f"{web_fallback!r:.40} is neither true nor false"
        raise UsageError(what, to="web_fallback", advice="Pass a boolean.")
    if isinstance(paths, str | Path) or not all(isinstance(each, str | Path) for each in paths):
        raise UsageError("these are not paths", to="paths", advice="Pass a list of the paths of files.")
    return asked, bool(web_fallback), paths


def split_arguments(given: Mapping[str, Any], parts: Sequence[str]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the parts of a verifier, and the arguments of its call; unknown ones are refused."""
    names = rename_arguments(given, ALIASES, to="verify")
    refuse_unknown(names, (*VERIFY_ARGUMENTS, *parts, "progress"), to="verify")
    return ({key: given[key] for key in given if key in parts}, {key: given[key] for key in given if key not in parts})


def extract_claims(text: str) -> list[str]:
    """Return what a text asserts, sentence by sentence, without markup, markers, code, questions and opinions."""
    return list(_split_text(text).claims)


def _split_text(text: str) -> SplitText:
    """Return what a text says that comes from no file."""
    if not isinstance(text, str):
        raise UsageError(f"{type(text).__name__} is not text", to="extract_claims", advice="Pass a string.")
    found = split_document(parse_text(text))
    left_out = tuple(replace(each, place=None) for each in found.left_out)
    return SplitText(found.claims, left_out=left_out, cited=found.cited, found=found.found)


def split_document(document: Document) -> SplitText:
    """Return what a document says, in its order, each with its place."""
    with limit_time(allow_seconds(len(document.text)), document.path or "the text"):
        extraction = extract(document, ids=_GIVEN)
    found = [_skip_stub(claim) for claim in extraction.claims if claim.plain.text]
    rows = {block.span.start for block in document.blocks if block.kind == "row"}
    claims = [claim for claim in found if claim.status != "skipped" or _is_table_row(claim, rows)]
    taken_up = {claim.id for claim in claims}
    left_out = [
        LeftOut(each.plain.text, each.why or "", _locate(document, each)) for each in found if each.id not in taken_up
    ]
    places = tuple(_locate(document, claim) for claim in claims)
    texts, spans = tuple(claim.plain.text for claim in claims), tuple(claim.span for claim in claims)
    return SplitText(texts, places, tuple(left_out), document, spans, _list_cited(extraction, claims), tuple(claims))


def _list_cited(extraction: Extraction, claims: Sequence[Claim]) -> tuple[tuple[MarkedWork, ...], ...]:
    """Return the works that claims cite by a marker of their own, as `check` judges them."""
    citations = extraction.citations_by_id
    entries = extraction.references_by_id
    listed = any(entry.key.isdigit() for entry in extraction.references)
    return tuple(
        tuple(
            MarkedWork(cited, entries.get(cited.reference or ""), listed, tie.how == "sentence")
            for tie in claim.ties
            if tie.how in _OWN_TIES
            for cited in [citations[tie.citation]]
        )
        for claim in claims
    )


def find_cited(claim: str) -> tuple[MarkedWork, ...]:
    """Return what a ready claim cites."""
    if len(claim) > CLAIM_CHARACTERS or not (_MAY_CITE.search(claim) or may_have(claim)):
        return ()
    extraction = extract(parse_text(claim), ids=_GIVEN)
    return tuple(work for works in _list_cited(extraction, extraction.claims) for work in works)


def _skip_stub(claim: Claim) -> Claim:
    """Skip a sentence too short to be checked alone, or an assistant's talk, as AgentOS does; one that cites stays."""
    is_cited = any(tie.how in _OWN_TIES for tie in claim.ties)
    if claim.status == "skipped" or is_cited:
        return claim
    talk = _TALK.match(claim.plain.text)
    if talk is None and measure_width(claim.plain.text) >= _SHORTEST:
        return claim
    why = f"talk with the reader ({talk[0].strip()})" if talk else f"under {_SHORTEST} characters"
    return replace(claim, status="skipped", why=f"not checked: {why}")


def _is_table_row(claim: Claim, rows: set[int]) -> bool:
    """Return whether a row of a table gives a number for something: it asserts something without being a sentence."""
    words = claim.plain.text.split()
    numbers = [word for word in words if word[0].isdigit() or word[-1].isdigit()]
    return claim.span.start in rows and bool(numbers) and any(word[0].isalpha() for word in words)


def _locate(document: Document, claim: Claim) -> ClaimPlace:
    return ClaimPlace(document.path, *document.lines.position(claim.span.start))


def split_claims(asked: str | Sequence[str] | SplitText, split: Callable[[str], Any] | None) -> SplitText:
    """Return the claims of a text, by the caller's way to split it or by ours; a list is taken as it is."""
    if isinstance(asked, str) and split is None:
        asked = _split_text(asked)
    if isinstance(asked, SplitText):
        claims = _require_strings(asked.claims, "verify")
        return replace(asked, claims=claims, cited=asked.cited or tuple(map(find_cited, claims)))
    claims = list_claims(asked, split or extract_claims)
    return SplitText(claims, cited=tuple(map(find_cited, claims)))


def list_claims(asked: str | Sequence[str], split: Callable[[str], Any]) -> tuple[str, ...]:
    """Return the claims of a text; a list is taken as it is, in its order."""
    if isinstance(asked, str):
        return _require_strings(split(asked), "extract_claims")
    return _require_strings(asked, "verify")


def _require_strings(given: Foreign, to: str) -> tuple[str, ...]:
    if given is None or isinstance(given, str | bytes | dict):
        raise UsageError(f"{type(given).__name__} is not a list of claims", to=to, advice=_HOW)
    try:
        listed = tuple(given)
    except TypeError as error:
        raise UsageError(f"{type(given).__name__} is not a list of claims", to=to, advice=_HOW) from error
    for number, claim in enumerate(listed, 1):
        if not isinstance(claim, str):
            raise UsageError(f"claim {number} is {type(claim).__name__}, not a string", to=to, advice=_HOW)
    return tuple(_SURROGATE.sub("\ufffd", claim) for claim in listed)


def list_sources(given: Sources) -> tuple[SourceText, ...]:
    """Return the sources as records, however the caller passes them; one that has no text is an error."""
    if isinstance(given, str | bytes | Mapping | SourceText) or not isinstance(given, Iterable):
        name = type(given).__name__.replace("SourceText", "a single citevet.Source")  # its public name
        raise UsageError(f"{name} is not a list of sources", to="sources", advice=f"Pass a list. {_HOW_SOURCES}")
    found = tuple(_read_source(each, f"source {number}") for number, each in enumerate(given, 1))
    if sum(len(source.text) for source in found) > _MOST_CHARACTERS:
        what = f"more than {_MOST_CHARACTERS // 1_000_000} million characters"
        raise UsageError(what, to="sources", advice="Pass the sources that were retrieved, not the whole library.")
    return tuple(replace(source, text=_SURROGATE.sub("\ufffd", source.text)) for source in found)


def _read_source(item: object, name: str) -> SourceText:
    """Return one source; anything else is an error that names it and the keys that count."""
    keys = _list_unknown_keys(item)
    if slip := next(((key, near) for key in keys if (near := find_near_name(key, SOURCE_KEYS, _SLIP))), None):
        raise UsageError(f'{name} has the unknown key "{slip[0][:40]}", did you mean "{slip[1]}"?', to="sources")
    try:
        fields = _list_fields(item)
    except Exception as error:  # an object of the caller, whose methods may fail
        what = f"{name} cannot be read ({type(error).__name__}: {first_line(error)})"
        raise UsageError(what, to="sources", advice=_HOW_SOURCES) from error
    wrong = next((key for key in (*TEXT_KEYS, "url", "title") if not isinstance(fields.get(key), str | None)), None)
    if wrong:
        raise UsageError(f'{name} has a "{wrong}" that is not a string', to="sources", advice=_HOW_SOURCES)
    texts = [fields[key] for key in TEXT_KEYS if fields.get(key) is not None]
    if not texts:
        raise UsageError(f"{name} has no text ({_describe_item(item)})", to="sources", advice=_HOW_SOURCES)
    if keys:
        how = f"These count: {', '.join(SOURCE_KEYS)}. Put others under metadata."
        raise UsageError(f'{name} has the unknown key "{keys[0][:40]}"', to="sources", advice=how)
    scope = fields.get("scope", "full")
    if scope not in SCOPES:
        raise UsageError(f"{name} has the scope {scope!r:.40}", to="sources", advice=f"Use one of {', '.join(SCOPES)}.")
    key = str(fields["id"]) if isinstance(fields.get("id"), str | int) else ""
    known = item if isinstance(item, SourceText) else SourceText("")  # with the lines of its file
    text, title = next(filter(None, texts), ""), fields.get("title") or ""
    return replace(known, text=text, url=fields.get("url"), title=title, scope=scope, id=key)


def _list_unknown_keys(item: object) -> list[str]:
    """Return the keys that neither we read nor a retriever writes: what such a key holds would be lost."""
    keys = map(str, item) if isinstance(item, Mapping) else ()
    return [key for key in keys if key not in SOURCE_KEYS and key.lower() not in HOST_KEYS and key[:1] != "_"]


def _list_fields(item: Foreign) -> dict[str, Any]:
    """Return what an item says of a source; what a retriever adds, such as a score, is left out."""
    if isinstance(item, str):
        return {"text": item}
    if isinstance(item, SourceText):
        return {key: getattr(item, key) for key in ("text", "url", "title", "scope", "id")}
    if isinstance(item, Mapping):
        fields = {key: item[key] for key in (*TEXT_KEYS, "url", "title", "scope", "id") if item.get(key) is not None}
        return {**_list_metadata(item.get("metadata")), **_list_metadata(item), **fields}
    node = getattr(item, "node", item)  # LlamaIndex wraps its nodes with a score
    text, content = getattr(node, "page_content", None), getattr(node, "get_content", None)
    if text is None:
        text = content() if callable(content) else getattr(node, "text", None)
    return {**_list_metadata(getattr(node, "metadata", None)), "text": text}


def _list_metadata(given: object) -> dict[str, str]:
    """Return address and title from what a framework keeps beside a text."""
    about = given if isinstance(given, Mapping) else {}
    url = next((about[key] for key in ("url", "source", "path", "file_path") if about.get(key)), None)
    return {
        key: str(value)
        for key, value in (("url", url), ("title", about.get("title")))
        if isinstance(value, str | PurePath) and value
    }


def _describe_item(item: object) -> str:
    if isinstance(item, Mapping) and item:
        return f"its keys: {', '.join(repr(key)[:40] for key in list(item)[:8])}"
    return f"it is {_KINDS.get(type(item).__name__, f'of the type {type(item).__name__}')}"


def refuse_claim(claim: str, *, by_meaning: bool) -> Ruling | None:
    """Return the ruling on what no model can be asked: no words, too many, or words that assert nothing."""
    if len(claim) > CLAIM_CHARACTERS:
        return Ruling(reason="too-large" if claim.strip() else "no-text")
    if not any(char.isalnum() for char in claim):
        return Ruling(reason="no-text")
    return Ruling(reason="abstained") if by_meaning and not is_assertion(claim) else None


def is_assertion(claim: str) -> bool:
    """Return whether there are two words, and a verb or a lower-case word: otherwise it may be a bare name."""
    if detect_language(claim) not in {"en", None}:
        return True  # one word can be a sentence
    words = _WORD.findall(claim)
    if len(words) < 2:  # noqa: PLR2004 - one thing, and nothing said of it
        return False
    return len(words) > _NAME_WORDS or bool(find_verbs(claim)) or not all(word[0].isupper() for word in words)
