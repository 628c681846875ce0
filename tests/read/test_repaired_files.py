"""Files as strangers write them, repaired entry by entry: each repair is whole, is made once, and changes no other."""

import json
from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from citevet.contracts import ChangeKind, FieldChange
from citevet.errors import CitevetError
from citevet.model import Document
from citevet.model.document import replace_spans
from citevet.read import parse_text
from citevet.read.written_entries import write_changes

pick = st.sampled_from
KINDS: Sequence[ChangeKind] = ("correct", "fill", "exchange")
VALUES = {
    "title": "The roots of DNA in trees: A study",
    "journal": "Annals & Co",
    "year": "2020",
    "volume": "12",
    "pages": "12-34",
    "doi": "10.5555/x",
    "url": "https://doi.org/10.5555/x",
    "month": "",
    "@type": "article",
}
PEOPLE = ("Müller, Rowan", "World Health Organization", "van den Berg, Jan", "王, 小明")
ASKED = st.builds(
    lambda kinds, people: [
        *(FieldChange(name, VALUES[name], kind=kind) for name, kind in kinds.items()),
        *([FieldChange("author", people=tuple(people))] if people else []),
    ],
    st.dictionaries(pick(sorted(VALUES)), pick(KINDS), min_size=1),
    st.lists(pick(PEOPLE), unique=True),
)

_BIBTEX_VALUES = [
    *("{a b}", '"a {b} c"', "jt", "12", "{{A {B}}}", '{x} # jt # "y"', "{}", '{a "q" b}', '"a {"} b"', "{un", ""),
    *("{2019-05-01}", "{Müller, R. and {WHO} and Roe, Jo}", '"Rowan M{\\"u}ller and others"', "{a \\} b}", "{a % b}"),
    *("{The {DNA} of \\emph{trees} $x_1$}", "{}# jt", "{\n two\n lines}", "{\tTab}"),
]
_BIBTEX_NAMES = [*VALUES, "author", "date", "journaltitle", "note", "TITLE", "Author", "eid", "crossref", "month"]
_FIELDS = st.lists(st.tuples(pick(_BIBTEX_NAMES), pick([" = ", "=", "  =", "\t=\t"]), pick(_BIBTEX_VALUES)), max_size=7)
_ENTRY = st.builds(
    lambda head, key, glue, fields, end: f"{head}{key}{glue}{glue.join(''.join(each) for each in fields)}{end}",
    pick(["@article{", "@Book {", "@misc("]),
    pick(["a", "b", "c:1"]),
    pick([",\n  ", ", ", ",\n\t"]),
    _FIELDS,
    pick(["}", ",\n}", ")", ""]),
)
_BLOCK = pick(["% remark", '@string{jt = "J"}', "@comment{x}", "text", "}", "@"])
BIBTEX = st.lists(st.one_of(_ENTRY, _ENTRY, _BLOCK), min_size=1, max_size=5).map("\n".join)

_TAGS = pick("AU A1 TI T1 T2 JO JF PY Y1 DA VL IS SP EP DO UR N1 ZZ".split())
_LINE = st.tuples(_TAGS, pick(["  - ", "  -", "  -  "]), pick(["", "x", "2019/01/01", "1-9", "Müller, R.", "a\tb"]))
_RECORD = st.builds(
    lambda lines, end: "\n".join(["TY  - JOUR", *map("".join, lines), end]),
    st.lists(_LINE, max_size=10),
    pick(["ER  - ", "continued", ""]),
)
RIS = st.lists(_RECORD, min_size=1, max_size=4).map("\n".join)

_MEMBER = pick(["id", "title", "author", "issued", "container-title", "volume", "issue", "page", "DOI", "URL", "note"])
_DATES = [
    {"date-parts": [[2019, 1]]},
    {"date-parts": [[None]]},
    {"date-parts": []},
    {"raw": "2019"},
    {"date-parts": None},
]
_JSON_VALUES = [*_DATES, None, "", [], {}, "12", 1.5, True, "2019", [None], [{"family": "Müller"}], 'a "q"', "\u2028"]
_ITEM = st.dictionaries(_MEMBER, pick(_JSON_VALUES)).map(lambda item: {"type": "article"} | item)
CSL = st.builds(
    lambda items, indent, is_ascii: json.dumps(items, indent=indent, ensure_ascii=is_ascii),
    st.lists(_ITEM, min_size=1, max_size=4),
    pick([None, 1, "\t"]),
    st.booleans(),
)

_YAML_VALUES = [
    *(
        "x",
        '"x: y"',
        "'it''s'",
        "2019-05-01",
        '["Müller, R.", WHO]',
        "{name: Ash, given-name: R.}",
        "",
        "~",
        "*a",
        "&a x",
    ),
    *("\n    - Ash, R.\n    - Roe, J.", "\n    - name: Ash\n      given-name: R.", "|\n    block\n    two", "[]", "{}"),
    *(
        "\n    type: periodical\n    title: J",
        "{type: periodical, title: J}",
        "{doi: 10.1/x}",
        "\n    arxiv: 1",
        "!!str 3",
    ),
]
_YAML_NAMES = pick("title author date parent volume issue page-range serial-number url note".split())
_YAML_FIELDS = st.dictionaries(_YAML_NAMES, st.tuples(pick(_YAML_VALUES), pick(["", "  # c"])))
_YAML_ENTRY = _YAML_FIELDS.map(lambda fields: "".join(f"  {name}: {''.join(said)}\n" for name, said in fields.items()))
YAML = st.lists(_YAML_ENTRY, min_size=1, max_size=4).map(
    lambda entries: "".join(f"k{number}:\n  type: article\n{entry}" for number, entry in enumerate(entries))
)

FILES = st.one_of(
    *(
        st.tuples(st.just(path), text)
        for path, text in (("a.bib", BIBTEX), ("a.ris", RIS), ("a.json", CSL), ("a.yaml", YAML))
    )
)


@given(FILES, pick(["\n", "\r\n"]), ASKED)
def test_a_repair_is_made_once_and_changes_no_other_entry(
    file: tuple[str, str], newline: str, asked: list[FieldChange]
) -> None:
    """Whatever an entry looks like: after its repair the file has the same entries, and nothing is left to repair."""
    path, text = file
    try:
        document = parse_text(text.replace("\n", newline), path)
    except CitevetError:
        return
    for place, mark in enumerate(document.marks):
        if mark.kind != "entry" or not (edits := write_changes(document, mark.span, asked).edits):
            continue
        assert all(mark.span.start <= edit.span.start <= edit.span.end <= mark.span.end for edit in edits)
        again = parse_text(replace_spans(document.text, [(edit.span, edit.text) for edit in edits]), path)
        assert _show_others(document, place) == _show_others(again, place)
        assert () == write_changes(again, again.marks[place].span, asked).edits


def _show_others(document: Document, place: int) -> list[tuple[str, str | None]]:
    """Return the source text and key of each entry but one, of which only the key."""
    others = enumerate(document.marks)
    return [(mark.span.of(document.text) if number != place else "", mark.target) for number, mark in others]
