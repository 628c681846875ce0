"""Laws of identifiers: one string, one identifier at every door; a stable normal form; spans that slice back."""

from collections.abc import Iterator
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from citevet.corpus.entry_fields import FrontMatter
from citevet.corpus.entry_metadata import read_identifiers
from citevet.corpus.title_page import find_identifiers
from citevet.extract import extract
from citevet.identifiers import SCHEMES, drop, find, find_sign, has_rest, is_certain, may_have, normalize, read
from citevet.model import IdentifierKind
from citevet.read import parse

_SUFFIX = st.from_regex(r"[a-z][a-z0-9]{0,8}([._-][a-z0-9]{1,6}){0,3}[a-z0-9]", fullmatch=True)
_DOIS = st.builds(lambda registrant, suffix: f"10.{registrant}/{suffix}", st.integers(1000, 99999), _SUFFIX)
_BEFORE = st.sampled_from(
    ["", "doi:", "doi: ", "DOI: ", "https://doi.org/", "http://dx.doi.org/", "https://www.doi.org/", "doi.org/"]
)
_AFTER = st.sampled_from(["", ".", ",", ";", ")", "?utm_source=a", "#page=2", "/", "/.", "?a=1&b=2"])
_NEW_IDS = st.builds(
    lambda year, month, number: f"{year:02}{month:02}.{number:05}",
    st.integers(15, 26),
    st.integers(1, 12),
    st.integers(1, 99999),
)
_OLD_IDS = st.builds(
    lambda archive, year, month, number: f"{archive}/{year:02}{month:02}{number:03}",
    st.sampled_from(["hep-th", "math", "cs", "cond-mat", "astro-ph"]),
    st.integers(92, 99),
    st.integers(1, 12),
    st.integers(1, 999),
)


def _read_everywhere(kind: IdentifierKind, value: str) -> Iterator[str]:
    """Yield the normal form at each door; values come without a sentence around them, and with one."""
    found = read(kind, value)
    yield found.normal if found else ""
    yield read_identifiers(FrontMatter({kind: value})).get(kind, "")
    label = "" if ":" in value else SCHEMES[kind].labels[0]
    yield from (each.normal for each in find(f"See {label}{value} here", {kind}))
    entry = parse(f"@article{{a, title={{Cold Foam}}, {kind} = {{{value}}}}}".encode(), "a.bib")
    yield from (each.normal for one in extract(entry).references for each in one.identifiers if each.kind == kind)


@settings(max_examples=150)
@given(_BEFORE, _DOIS, _AFTER)
def test_doi_is_the_same_everywhere(before: str, doi: str, after: str) -> None:
    """Prose, a field, an entry of the corpus, a title page and a record give the same DOI."""
    value = before + doi + after
    found = {*_read_everywhere("doi", value), *find_identifiers(f"DOI {value}").dois, normalize("doi", value)}
    assert found == {doi}


@given(_BEFORE.filter(lambda before: "doi.org" in before), _DOIS)
def test_encoded_doi_is_the_same_everywhere(before: str, doi: str) -> None:
    """In an address the slash may be encoded."""
    value = before + doi.replace("/", "%2F")
    assert {*_read_everywhere("doi", value), normalize("doi", value)} == {doi}


@given(_DOIS, _DOIS)
def test_two_dois_run_together(first: str, second: str) -> None:
    """The text and the target of a link, without a space between them, are two DOIs, or one pasted twice."""
    found = [each.normal for each in find(f"{first}https://doi.org/{second} x", {"doi"})]
    assert found == list(dict.fromkeys([first, second]))


@given(
    st.sampled_from(["", "arXiv:", "arxiv: ", "https://arxiv.org/abs/", "https://arxiv.org/pdf/"]),
    _NEW_IDS | _OLD_IDS,
    st.sampled_from(["", "v1", "v12"]),
    st.sampled_from(["", ".", ")"]),
)
def test_arxiv_id_is_the_same_everywhere(before: str, name: str, version: str, after: str) -> None:
    """The label, the address and the version change nothing."""
    value = before + name + version + after
    found = {*_read_everywhere("arxiv", value)} if ":" in value else {getattr(read("arxiv", value), "normal", "")}
    assert found == {name}


@given(_NEW_IDS, st.sampled_from(["", "v1", "v3"]))
def test_doi_of_arxiv(name: str, version: str) -> None:
    """The DOI that arXiv registers is that of the paper, whatever the version, and names its id."""
    value = f"10.48550/arXiv.{name}{version}"
    read_ids = read_identifiers(FrontMatter({"doi": value}))
    assert read_ids == {"doi": f"10.48550/arxiv.{name}", "arxiv": name}
    assert (normalize("arxiv", value), normalize("doi", value)) == (name, f"10.48550/arxiv.{name}")


@pytest.mark.parametrize(
    ("kind", "value", "normal"),
    [
        ("arxiv", "math.GT/0309136v1", "math/0309136"),
        ("arxiv", "https://arxiv.org/abs/math.GT/0309136v1", "math/0309136"),
        ("arxiv", "arXiv:2301.00010v2 [cs.CL]", "2301.00010"),
        ("doi", "<https://doi.org/10.1000/182>", "10.1000/182"),
        (
            "doi",
            "10.1002/(SICI)1096-8644(199606)100:2<1::AID-X>3.0.CO;2-#",
            "10.1002/(sici)1096-8644(199606)100:2<1::aid-x>3.0.co;2-#",
        ),
        ("doi", "https://doi.org/10.1002/(SICI)1096-8644%28199606%29100:2", "10.1002/(sici)1096-8644(199606)100:2"),
        ("isbn", "0-306-40615-2", "9780306406157"),
        ("isbn", "ISBN 978-0-306-40615-7", "9780306406157"),
        ("isbn", "0000000000", ""),
        ("isbn", "0-000-00000-0", ""),
        ("isbn", "978-0-306-40615-8", ""),
        ("issn", "0378-5955", "0378-5955"),
        ("issn", "ISSN 03785955", "0378-5955"),
        ("issn", "0000-0000", ""),
        ("pmid", "PMID: 0012345", "12345"),
        ("pmid", "https://pubmed.ncbi.nlm.nih.gov/12345/", "12345"),
        ("pmid", "PMC12345", ""),
        ("pmcid", "PMC77", "PMC77"),
        ("pmcid", "1234567", "PMC1234567"),
        ("pmcid", "https://pmc.ncbi.nlm.nih.gov/articles/PMC1234567/", "PMC1234567"),
        ("orcid", "https://orcid.org/0000-0002-1825-0097", "0000-0002-1825-0097"),
        ("orcid", "0000-0002-1825-0098", ""),
        ("openalex", "https://openalex.org/W2741809807", "W2741809807"),
        ("openalex", "w2741809807", "W2741809807"),
        ("handle", "https://hdl.handle.net/2027/uc1.31822034559203", "2027/uc1.31822034559203"),
        ("handle", "hdl:11858/00-001M-0000-0010-1D4F-5", "11858/00-001m-0000-0010-1d4f-5"),
        ("ark", "https://n2t.net/ark:/13030/tf5p30086k", "ark:13030/tf5p30086k"),
        ("ark", "ark:12148/btv1b8449691v", "ark:12148/btv1b8449691v"),
        ("bibcode", "2019ApJ...882L..12A", "2019ApJ...882L..12A"),
        ("bibcode", "https://ui.adsabs.harvard.edu/abs/2020A%26A...641A...6P", "2020A&A...641A...6P"),
        ("celex", "32016R0679", "32016R0679"),
        ("ecli", "ECLI:EU:C:2014:317", "ECLI:EU:C:2014:317"),
        ("url", "https://example.org/a?utm_source=b", "https://example.org/a"),
    ],
)
def test_normal_forms(kind: IdentifierKind, value: str, normal: str) -> None:
    """A value has one normal form, which is its own; a number that is none has none."""
    assert normalize(kind, value) == normal
    assert not normal or normalize(kind, normal) == normal


_PIECES = st.sampled_from(
    """10.1000/182 doi:10.1000/182 https://doi.org/10.1000/182 arXiv:2301.00010v1 hep-th/9901001 PMID:12345 PMC1234567
    ISBN 978-0-306-40615-7 ISSN 0378-5955 orcid:0000-0002-1825-0097 https://openalex.org/W2741809807 hdl:2027/a.b
    ark:/13030/tf5p30086k 2019ApJ...882L..12A ECLI:EU:C:2014:317 CELEX 32016R0679 https://e.org/x_(y) www.e.org/a . , ;
    ) ( ] [ < > " / # ? %2F and 10. 1 v1 \0 é 한 😀""".split(" ")
)
_TEXTS = st.lists(st.tuples(_PIECES, st.sampled_from(["", " ", "\n"])), max_size=12).map(
    lambda pairs: "".join(piece + glue for piece, glue in pairs)
)


@settings(max_examples=300)
@given(_TEXTS | st.text(max_size=60))
def test_spans_slice_back(text: str) -> None:
    """The identifiers of a text are its slices, in order and apart; a text without signs has hardly any."""
    found = find(text)
    assert [each.text for each in found] == [each.span.of(text) for each in found]
    assert all(left.span.end <= right.span.start for left, right in pairwise(found))
    assert not any(each.kind in {"doi", "url", "arxiv"} and "10." in each.text for each in found) or may_have(text)
    assert 0 <= find_sign(text) <= len(text)
    assert len(drop(text, "")) <= len(text)


@settings(max_examples=300)
@given(st.sampled_from(sorted(SCHEMES)), _TEXTS | st.text(max_size=60))
def test_normal_form_is_stable(kind: IdentifierKind, value: str) -> None:
    """To read a normal form gives it again; what is read lies in the value."""
    found = read(kind, value)
    if found is not None:
        assert found.text == found.span.of(value)
        assert has_rest(found, value) in {True, False}
        if is_certain(found) and kind != "url":
            again = read(kind, found.normal)
            assert (again and again.normal) == found.normal
