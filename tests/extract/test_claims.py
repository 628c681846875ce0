"""Every sentence of every prose block becomes a claim: cited, unsourced or skipped."""

import pytest
from bench.sample import PAGE
from tests.extract.made_citations import cited

from citevet.extract.claims import find_claims
from citevet.model import Citation, CitationKind, Claim, Form, Reference, Span
from citevet.read import markdown

SAMPLE = PAGE.rstrip() + "\n"  # eight citations, a footnote and a list of three

ACTS: tuple[tuple[CitationKind, str], ...] = (
    ("link", "[Tokyo facts](http://127.0.0.1:8765/tokyo.html)"),
    ("author-year", "(Vaswani et al., 2017)"),
    ("corpus", "[REF-043, p.15]"),
    ("footnote", "[^1]"),
    ("doi", "10.48550/arXiv.1706.03762"),
    ("numeric", "[2]"),
    ("link", "[gone](http://127.0.0.1:8765/missing.html)"),
    ("author-year", "(Zzyzx & Qwerty, 2031)"),
)

# The words that are judged, written by hand.
JUDGED = (
    "Tokyo proper has roughly 14 million residents Tokyo facts.",
    "Attention-only models replaced recurrence in sequence transduction.",
    "Voice consistency improves perceived quality by 45%.",
    "Retrieval reduces hallucination in open-domain answers.",
    "The transformer was introduced in a paper with DOI 10.48550/arXiv.1706.03762.",
    'The report states that "the population of Tokyo proper is approximately 14 million".',
    "A missing page is cited here gone.",
    "A fabricated work claims the moon is made of basalt foam.",
)


def _sample() -> tuple[Claim, ...]:
    citations = cited(SAMPLE, *ACTS)
    doi = "doi:10.9999/fake.2031.001"
    at = SAMPLE.index(doi)
    form = Form("doi", Span(at, at + len(doi)), doi, "10.9999/fake.2031.001")
    last = citations[-1]
    citations = (*citations[:-1], Citation(last.id, last.kind, last.span, last.text, last.normal, also=(form,)))
    entries = [SAMPLE.index(start) for start in ("[^1]: Shuster", "[1] Vas", "[2] Tok", "[3] Zzy")]
    spans = [Span(start, SAMPLE.index("\n", start)) for start in entries]
    references = tuple(
        Reference(f"r{number}", str(number), span, span.of(SAMPLE), "list") for number, span in enumerate(spans, 1)
    )
    return find_claims(markdown.read(SAMPLE, "a.md"), citations, references)


def test_sample_has_eight_cited_claims() -> None:
    """Each citation has its claim; headings, the footnote and the list have none."""
    found = _sample()
    assert JUDGED == tuple(claim.plain.text for claim in found)
    assert [f"c{number}" for number in range(1, 9)] == [tie.citation for claim in found for tie in claim.ties]
    assert {"cited"} == {claim.status for claim in found}
    assert {"sentence"} == {tie.how for claim in found for tie in claim.ties}


def test_sample_claim_spans() -> None:
    """A claim is the exact slice from its first word to the marker after its stop."""
    found = _sample()
    lines = SAMPLE.splitlines()
    starts = [SAMPLE.index(line) for line in lines[2:10]]
    assert [Span(start, start + len(line)) for start, line in zip(starts, lines[2:10], strict=True)] == [
        claim.span for claim in found
    ]
    assert lines[2:10] == [claim.text for claim in found]


def test_sample_claim_types() -> None:
    """A number with its unit, a DOI that the sentence is about, plain assertions."""
    expected = ["quantitative", "factual", "quantitative", "factual", "citation", "quantitative", "factual", "factual"]
    assert expected == [claim.type for claim in _sample()]
    assert "names a DOI" == _sample()[4].audit_reason


def test_sample_through_reader_and_finders() -> None:
    """The Markdown reader and all finders give the same eight claims."""
    from citevet.extract import extract  # the whole stage, for this test only

    found = extract(markdown.read(SAMPLE, "sample.md"))
    assert JUDGED == tuple(claim.plain.text for claim in found.claims)
    assert [f"c{number}" for number in range(1, 9)] == [tie.citation for claim in found.claims for tie in claim.ties]


@pytest.mark.parametrize(
    ("text", "kind", "form", "plain", "slice_"),
    [
        ("It grew.[^1] It fell.", "footnote", "[^1]", "It grew.", "It grew.[^1]"),
        ("It grew.[3] It fell.", "numeric", "[3]", "It grew.", "It grew.[3]"),
        ("It grew. [REF-043, p.15] It fell.", "corpus", "[REF-043, p.15]", "It grew.", "It grew. [REF-043, p.15]"),
        ("It grew [3]. It fell.", "numeric", "[3]", "It grew.", "It grew [3]."),
        ("It grew (Lee, 2019). It fell.", "author-year", "(Lee, 2019)", "It grew.", "It grew (Lee, 2019)."),
        ("It grew [1](http://a.b). It fell.", "link", "[1](http://a.b)", "It grew.", "It grew [1](http://a.b)."),
        ("It grew (https://a.b/c). It fell.", "url", "https://a.b/c", "It grew.", "It grew (https://a.b/c)."),
        ("It grew. https://a.b/c", "url", "https://a.b/c", "It grew.", "It grew. https://a.b/c"),
        (
            "Lee (2019) saw it grow. So.",
            "author-year",
            "Lee (2019)",
            "Lee (2019) saw it grow.",
            "Lee (2019) saw it grow.",
        ),
        ("매출이 늘었다.[3] 이익은 줄었다.", "numeric", "[3]", "매출이 늘었다.", "매출이 늘었다.[3]"),
        (
            "연구[3]에서 매출이 늘었다. 끝.",
            "numeric",
            "[3]",
            "연구[3]에서 매출이 늘었다.",
            "연구[3]에서 매출이 늘었다.",
        ),
        ("[^1] It grew. It fell.", "footnote", "[^1]", "It grew.", "[^1] It grew."),
    ],
)
def test_markers_are_in_the_slice_but_not_in_the_plain_text(
    text: str, kind: CitationKind, form: str, plain: str, slice_: str
) -> None:
    """The plain text has no markers; the slice has those inside the sentence or right after its stop."""
    first = find_claims(markdown.read(text, "a.md"), cited(text, (kind, form)), ())[0]
    assert plain == first.plain.text
    assert slice_ == first.text
    assert Span(text.index(slice_), text.index(slice_) + len(slice_)) == first.span
    assert ["c1"] == [tie.citation for tie in first.ties]


@pytest.mark.parametrize(
    ("text", "status", "why"),
    [
        ("It grew.", "unsourced", None),
        ("Did it grow?", "skipped", "not checked: a question"),
        ("I think it grew.", "skipped", "not checked: a hedge (I think)"),
        ("> It grew.", "skipped", "not checked: a quotation block"),
        ("- Median income", "skipped", "not checked: a fragment (no verb)"),
        ("The effects are:\n\n- It grew.", "skipped", "not checked: introduces what follows"),
        ("The effects are:", "unsourced", None),
        ("东京是日本的首都。", "unsourced", None),
        ("東京", "skipped", "not checked: a fragment (a single word)"),
    ],
)
def test_status_and_reason_without_citation(text: str, status: str, why: str | None) -> None:
    """Every skipped sentence has a reason."""
    first = find_claims(markdown.read(text, "a.md"), (), ())[0]
    assert (status, why) == (first.status, first.why)


@pytest.mark.parametrize(
    ("text", "status", "why"),
    [
        ("I think it grew [3].", "cited", None),
        ("Sales are expected to grow [3].", "cited", None),
        ("> It grew [3].", "cited", None),
        ("Did it grow [3]?", "skipped", "not checked: a question"),
        ("Hello there [3]!", "skipped", "not checked: a greeting (Hello there)"),
        ("[3]", "skipped", "not checked: nothing but a citation"),
        ("See [3].", "skipped", "not checked: nothing but a citation"),
        ("More in [3].", "skipped", "not checked: nothing but a citation"),
        ("For further details, see [3].", "skipped", "not checked: nothing but a citation"),
        ("For details of the cooling, trees matter [3].", "cited", None),
    ],
)
def test_status_with_citation(text: str, status: str, why: str | None) -> None:
    """A forecast or hedge with a source is cited; a question, a greeting and a bare citation never are."""
    (claim,) = find_claims(markdown.read(text, "a.md"), cited(text, ("numeric", "[3]")), ())
    assert (status, why) == (claim.status, claim.why)
    assert ["c1"] == [tie.citation for tie in claim.ties]


@pytest.mark.parametrize(
    ("kind", "form", "reason"),
    [
        ("us-case", "Roe v. Wade, 410 U.S. 113", "cites a case"),
        ("kr-statute", "민법 제103조", "cites a law"),
        ("author-year", "Lee (2019)", "names author and year"),
        ("doi", "10.1000/182", "names a DOI"),
    ],
)
def test_named_citation_decides_type(kind: CitationKind, form: str, reason: str) -> None:
    """A sentence about a work or a law is a citation claim, regardless of its numbers and dates."""
    text = f"In {form} it says that 45% is enough."
    (claim,) = find_claims(markdown.read(text, "a.md"), cited(text, (kind, form)), ())
    assert ("citation", reason) == (claim.type, claim.audit_reason)


def test_ids_and_rows() -> None:
    """Ids follow document order; each table row and each sentence of an item is a claim, the table head is not."""
    text = "It grew.\n\n|City|Size|\n|---|---|\n|Tokyo|14 million|\n\n- It fell. It rose."
    found = find_claims(markdown.read(text, "a.md"), (), ())
    assert ["k1", "k2", "k3", "k4"] == [claim.id for claim in found]
    assert "Tokyo 14 million" == found[1].plain.text
    assert ["It fell.", "It rose."] == [claim.plain.text for claim in found[2:]]


def test_entries_under_reference_heading() -> None:
    """Under "References" a line that reads like an entry is skipped, even if it could not be parsed; prose is not."""
    text = "# References\n\nSmith, J. (2019). A title. A journal.\n\nThe list follows the order of the text."
    found = find_claims(markdown.read(text, "a.md"), (), ())
    assert ["The list follows the order of the text."] == [claim.plain.text for claim in found]


def test_code_and_headings_have_no_claims() -> None:
    """Only paragraphs, items, rows and captions have claims."""
    assert () == find_claims(markdown.read("# It grew [3].\n\n    it = 3", "a.md"), (), ())
