"""Works, pages of the corpus and rules by name: what `citevet.resolve_works` and its neighbours answer."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from citevet.contracts import Progress
from citevet.errors import WrongArgument, refuse_unknown, require_kind
from citevet.jobs.corpus import search as corpus_search
from citevet.jobs.corpus.search import SearchResult
from citevet.jobs.resolve_works import resolve_given
from citevet.model import Document, Rule
from citevet.read import parse_text, read
from citevet.records import Foreign, dataclass
from citevet.report.json import rule_to_dict
from citevet.report.resolved import ResolvedWorks
from citevet.rules import RULES, find_rule, resolve_selector
from citevet.session import Session

_MOST_HITS = 100
_HOW = "Pass a DOI, reference, citation of law or address, or a list of these."
_BIBLIOGRAPHY = "Pass the text of a bibliography, or an object with its `text` and `name`."


def resolve_works(
    targets: str | Sequence[str] = (),
    *,
    bibliography: str | Mapping[str, str] | None = None,
    paths: Sequence[str | Path] = (),
    online: bool = False,
    progress: Progress | None = None,
    **settings: Foreign,
) -> ResolvedWorks:
    """Look up works: DOIs, references, citations of law, addresses, and all entries of a bibliography.

    `paths` names files whose works are looked up too. Without `online`, only installed data and the cache answer, and
    the rest is `unchecked`.
    """
    listed = list_targets(targets, bibliography)
    files = [read(Path(each)) for each in paths]
    session = Session({**settings, **({"online": True} if online else {"offline": True})})
    return ResolvedWorks(tuple(resolve_given([*listed, *files], session, progress)))


def list_targets(targets: str | Sequence[str], bibliography: str | Mapping[str, str] | None) -> list[str | Document]:
    """Return what is to be looked up; a bibliography is read."""
    named = [targets] if isinstance(targets, str) else targets
    require_kind(named, (list, tuple), to="targets", advice=_HOW)
    for each in named:
        require_kind(each, str, to="targets", advice=_HOW)
        if not each.strip():
            raise WrongArgument("a target is empty", to="targets", advice=_HOW)
    if bibliography is None:
        return [*named]
    given = {"text": bibliography} if isinstance(bibliography, str) else bibliography
    require_kind(given, Mapping, to="bibliography", advice=_BIBLIOGRAPHY)
    refuse_unknown(given, ("text", "name"), to="bibliography")
    text, name = given.get("text"), given.get("name", "references.bib")
    if not isinstance(text, str) or not isinstance(name, str):
        raise WrongArgument("has no text", to="bibliography", advice=_BIBLIOGRAPHY)
    return [*named, parse_text(text, name)]


def search_corpus(
    query: str,
    *,
    limit: int = 10,
    words: bool = False,
    corpus: str | Path | None = None,
    progress: Progress | None = None,
) -> SearchResult:
    """Search your source library for pages that have the words of a claim or are about it, the best first.

    With `words`, only the words count. `corpus` is the folder of the library, by default that of the project.
    """
    require_kind(query, str, to="query", advice="Pass words, or a whole claim.")
    if not isinstance(limit, int) or isinstance(limit, bool) or not 1 <= limit <= _MOST_HITS:
        raise WrongArgument(f"{limit!r:.40} is no limit", to="limit", advice=f"Pass a number from 1 to {_MOST_HITS}.")
    session = Session({"corpus": str(corpus)} if corpus else {})
    return corpus_search.search_corpus(query, session, limit=limit, words_only=words, progress=progress)


@dataclass(frozen=True, slots=True)
class ExplainedRules:
    """Rules with their documentation."""

    rules: tuple[Rule, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return the answer of every interface; a family is listed without the documentation of each rule."""
        is_one = len(self.rules) == 1
        return {"rules": [{**rule_to_dict(each), "doc": each.doc if is_one else None} for each in self.rules]}


def explain_rule(rule: str | None = None) -> ExplainedRules:
    """Explain a rule by its code or name; the start of several codes lists these, and nothing lists all."""
    if rule is None:
        return ExplainedRules(tuple(find_rule(code) for code in RULES))
    require_kind(rule, str, to="rule", advice="Pass a code, a name, or the start of several codes.")
    return ExplainedRules(tuple(find_rule(code) for code in sorted(resolve_selector(rule))))
