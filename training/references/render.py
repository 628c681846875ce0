"""Render records in citation styles of CSL, with the field of each character known.

`citeproc-py` renders; what it returns for a variable is put between private characters, which are read back afterwards.
"""

import re
import warnings
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from citevet.extract.entry_words import split_words
from training.references.data import Labelled, fold

FIELDS = (
    ("people", "author composer director interviewer original-author recipient"),
    ("editors", "editor translator container-author collection-editor editorial-director illustrator"),
    ("title", "title title-short"),
    ("container", "container-title container-title-short event event-title journalAbbreviation"),
    ("series", "collection-title collection-number"),
    ("volume", "volume number-of-volumes"),
    ("issue", "issue"),
    ("date", "issued original-date event-date submitted"),
    ("pages", "page page-first number-of-pages"),
    ("publisher", "publisher authority"),
    ("place", "publisher-place event-place archive-place"),
    ("edition", "edition version"),
    ("type", "genre medium number"),
    ("address", "URL DOI ISBN ISSN PMID PMCID"),
    ("note", "accessed note archive archive_location call-number source references keyword language abstract"),
    ("label", "citation-number citation-label"),
)
_CODES = {name: at for at, (_, names) in enumerate(FIELDS) for name in names.split()}
_LEADS = frozenset({"in", "in:", "dans", "dans:", "em", "en", "in：", "//"})  # with what follows, also as a suffix
_FIRST, _END = 0xE000, "\ue0ff"
_WEB = re.compile(
    r"(?:available|retrieved|accessed|online|from|url|at|consulté|disponible|abgerufen|verfügbar|le|on)\W*$",
    re.IGNORECASE,
)
_TWICE = re.compile(r"([.,;:])(?=[\ue000-\ue0ff]*\1)|(?<=[?!]\ue0ff)\.(?=[\ue000-\ue0ff\s]|$)")


def patch_citeproc() -> None:
    """Make citeproc mark which variable each part of its output is."""
    from citeproc import model

    for name in ("Text", "Names", "Date", "Number"):
        kind = getattr(model, name)
        kind.render = _mark(kind.render)


def _mark(render: Any) -> Any:
    from citeproc.string import String

    def marked(self: Any, *given: Any, **named: Any) -> Any:
        text = render(self, *given, **named)
        variable = (self.get("variable") or "").split(" ")[0]
        if not text or variable not in _CODES:
            return text
        return String(f"{chr(_FIRST + _CODES[variable])}{text}{_END}")

    return marked


def render_records(
    records: Sequence[Mapping[str, Any]], style: Path, locale: str | None = None
) -> Iterator[tuple[list[str], list[str]]]:
    """Yield the characters of each entry, and the label of each character."""
    from citeproc import Citation, CitationItem, CitationStylesBibliography, CitationStylesStyle, formatter
    from citeproc.source.json import CiteProcJSON

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            read = CitationStylesStyle(str(style), validate=False, locale=locale)
        except Exception:  # noqa: BLE001 - a style that citeproc cannot read is left out
            return
        for record in records:
            try:
                source = CiteProcJSON([dict(record)])
                made = CitationStylesBibliography(read, source, formatter.plain)
                made.register(Citation([CitationItem(str(record["id"]).lower())]))
                (text,) = (str(each) for each in made.bibliography())
            except Exception:  # noqa: BLE001, S112 - a record that it cannot render, likewise
                continue
            yield read_marks(text)


def read_marks(text: str) -> tuple[list[str], list[str]]:
    """Return the characters of a text with marks, and the label of each; "" outside of marks."""
    text = re.sub(r"\s+", " ", _TWICE.sub("", text)).strip()
    characters, labels, stack = [], [], [""]
    for each in text:
        if each == _END:
            stack = stack[:-1] or [""]
        elif _FIRST <= ord(each) < _FIRST + len(FIELDS):
            stack.append(FIELDS[ord(each) - _FIRST][0])
        else:
            characters.append(each)
            labels.append(stack[-1])
    if (
        "label" in labels
        and len(characters) > (at := labels.index("label") + labels.count("label"))
        and characters[at].isalnum()
    ):
        characters.insert(at, " ")  # a tab in the layout of the style
        labels.insert(at, "")
    return characters, _label_terms("".join(characters), labels)


_TERMS = (
    (
        "date",
        re.compile(
            r"[\[(]?\b(?:no date|sans date|n\.\s?d\.|s\.\s?d\.|o\.\s?J\.|ohne Datum|sin fecha|s\.\s?f\.)[\])]?",
            re.IGNORECASE,
        ),
    ),
    (
        "type",
        re.compile(
            r"\[(?:online|en ligne|consultable en ligne|internet|en línea|электронный ресурс|on line)\]", re.IGNORECASE
        ),
    ),
    ("place", re.compile(r"\[s\.\s?l\.\]", re.IGNORECASE)),
    ("publisher", re.compile(r"\[s\.\s?n\.\]", re.IGNORECASE)),
)


def _label_terms(text: str, labels: list[str]) -> list[str]:
    """Label the words that a style sets for a field that is missing, such as "[no date]"."""
    for label, term in _TERMS:
        for found in term.finditer(text):
            if not any(labels[found.start() : found.end()]):
                labels[found.start() : found.end()] = [label] * len(found[0])
    return labels


def label_characters(origin: str, characters: Sequence[str], labels: Sequence[str], work: str) -> Labelled:
    """Return an entry with the labels of its words; words between fields go with those that follow."""
    text = "".join(characters)
    words, found = split_words(text), list[str]()
    for word in words:
        inside = [labels[at] for at in range(word.start, word.end) if labels[at] and text[at].isalnum()]
        inside = inside or [label for label in labels[word.start : word.end] if label]
        found.append(max(inside, key=inside.count) if inside else "")
    following = ""
    for at in reversed(range(len(found))):
        if found[at] and not (following not in {"", found[at]} and words[at].text.casefold() in _LEADS):
            following = found[at]
            continue
        before = next((each for each in reversed(found[:at]) if each), "")
        closes = words[at].text[-1] in ")]." and at > 0 and words[at].text[0] not in "(["
        if following == "address" or _WEB.match(words[at].text):
            found[at] = "note" if len(words[at].text.strip(":.[]()")) > 1 else following or before
        else:
            found[at] = (
                before if (not following or (closes and before in {"editors", "edition", "pages"})) else following
            )
    return Labelled(origin, text, words, [each or "note" for each in found], work)


_TYPES = {
    "journalArticle": "article-journal",
    "magazineArticle": "article-magazine",
    "newspaperArticle": "article-newspaper",
    "book": "book",
    "bookSection": "chapter",
    "conferencePaper": "paper-conference",
    "thesis": "thesis",
    "report": "report",
    "webpage": "webpage",
    "blogPost": "post-weblog",
    "forumPost": "post",
    "preprint": "article",
    "dataset": "dataset",
    "computerProgram": "software",
    "case": "legal_case",
    "statute": "legislation",
    "bill": "bill",
    "patent": "patent",
    "encyclopediaArticle": "entry-encyclopedia",
    "dictionaryEntry": "entry-dictionary",
    "manuscript": "manuscript",
    "film": "motion_picture",
    "videoRecording": "motion_picture",
    "standard": "standard",
    "presentation": "speech",
    "document": "document",
    "map": "map",
    "letter": "personal_communication",
    "podcast": "song",
    "hearing": "hearing",
}
_TEXTS = {
    "title": "title",
    "publicationTitle": "container-title",
    "bookTitle": "container-title",
    "proceedingsTitle": "container-title",
    "encyclopediaTitle": "container-title",
    "dictionaryTitle": "container-title",
    "websiteTitle": "container-title",
    "blogTitle": "container-title",
    "forumTitle": "container-title",
    "reporter": "container-title",
    "volume": "volume",
    "issue": "issue",
    "pages": "page",
    "publisher": "publisher",
    "university": "publisher",
    "institution": "publisher",
    "company": "publisher",
    "distributor": "publisher",
    "repository": "publisher",
    "place": "publisher-place",
    "edition": "edition",
    "series": "collection-title",
    "seriesNumber": "collection-number",
    "DOI": "DOI",
    "url": "URL",
    "ISBN": "ISBN",
    "thesisType": "genre",
    "reportType": "genre",
    "reportNumber": "number",
    "genre": "genre",
    "versionNumber": "version",
    "version": "version",
    "conferenceName": "event-title",
    "numPages": "number-of-pages",
    "caseName": "title",
    "nameOfAct": "title",
    "court": "authority",
    "patentNumber": "number",
    "archiveID": "number",
}
_NAMES = {
    "author": "author",
    "editor": "editor",
    "translator": "translator",
    "director": "author",
    "programmer": "author",
    "inventor": "author",
    "seriesEditor": "collection-editor",
    "presenter": "author",
    "bookAuthor": "container-author",
}


def convert_zotero(item: Mapping[str, Any], number: int) -> dict[str, Any] | None:
    """Return an item of Zotero as CSL-JSON."""
    kind = _TYPES.get(str(item.get("itemType")))
    title = str(item.get("title", ""))
    if not kind or not 3 < len(title) < 300 or "http" in title:
        return None
    found: dict[str, Any] = {"id": f"x{number}", "type": kind}
    for field, name in _TEXTS.items():
        value = str(item.get(field) or "").strip()
        if value and len(value) < 300 and name not in found and not re.search(r"[<>\n]", value):
            found[name] = value
    for each in item.get("creators") or ():
        role = _NAMES.get(each.get("creatorType", "author"))
        family, given = str(each.get("lastName") or "").strip(" ,"), str(each.get("firstName") or "").strip(" ,")
        if role and family and len(found.setdefault(role, [])) < 12:
            found[role].append(
                {"family": family, "given": given}
                if given
                else {"literal": family}
                if " " in family
                else {"family": family}
            )
    for field, name in (("date", "issued"), ("accessDate", "accessed")):
        if parts := re.search(r"((?:1[4-9]|20)\d\d)(?:-(\d\d)(?:-(\d\d))?)?", str(item.get(field) or "")):
            found[name] = {"date-parts": [[int(each) for each in parts.groups() if each and int(each)]]}
    return found if "title" in found else None


def work_of(record: Mapping[str, Any]) -> str:
    """Return what entries of the same work share."""
    return fold(str(record["title"]))[:32]
