"""Hand-made reports with every kind of record."""

from dataclasses import replace

import pytest

from citevet.model import (
    Audit,
    Census,
    Citation,
    Claim,
    Document,
    Edit,
    Extraction,
    Finding,
    Fix,
    Form,
    Identifier,
    Judgement,
    Locator,
    Meant,
    Passage,
    Place,
    Plain,
    Reference,
    Report,
    Rule,
    Safety,
    Severity,
    Source,
    Span,
    Tie,
    Unread,
)

ESSAY = (
    "# 서울의 역사\n"
    "\n"
    "서울은 1394년에 수도가 되었다 [7].\n"
    "\tIt grew tenfold by 1990 (Lee, 2019), doi:10.1000/182.\n"
    "Most people agree. Studies show that trams help\n"
    "with noise.\n"
    "\n"
    "[1] Lee, K. (2019). City. doi:10.1000/182\n"
)
NOTE = "The bridge was built in 1883.\nIt is 486 m long [REF-043, p. 45].\n"


def at(text: str, needle: str) -> Span:
    """Return the span of the only occurrence of a literal."""
    assert text.count(needle) == 1
    return Span(text.index(needle), text.index(needle) + len(needle))


def rule(code: str, name: str, severity: Severity) -> Rule:
    """Return a rule with documentation."""
    return Rule(code, name, severity, f"Summary of {name}.", f"Summary of {name}.\n\n## Meaning\n\nText.")


RULES = {
    each.code: each
    for each in (
        rule("KEY001", "undefined-citation", Severity.ERROR),
        rule("UNC001", "uncited-claim", Severity.WARNING),
        rule("IDN002", "bare-doi", Severity.INFO),
    )
}


def finding(code: str, span: Span, message: str) -> Finding:
    """Return an open finding of one of the rules."""
    return Finding(code, RULES[code].name, RULES[code].severity, message, span, fingerprint=f"{code}-{len(message)}")


def essay() -> Audit:
    """Return a Markdown document with Korean, a tab, three open findings and two suppressed ones."""
    document = Document("docs/서울 essay.md", "markdown", ESSAY, sha256="ab" * 32, notes=("Guessed UTF-8.",))
    seven, lee, doi = (at(ESSAY, needle) for needle in ("[7]", "(Lee, 2019)", ", doi:10.1000/182."))
    form = Form("doi", Span(doi.start + 2, doi.end - 1), "doi:10.1000/182", "10.1000/182")
    listed = at(ESSAY, "[1] Lee, K. (2019). City. doi:10.1000/182")
    identifier = Identifier("doi", Span(listed.end - 11, listed.end), "10.1000/182", "10.1000/182")
    sentence = at(ESSAY, "서울은 1394년에 수도가 되었다 [7].")
    grew = at(ESSAY, "It grew tenfold by 1990 (Lee, 2019), doi:10.1000/182.")
    agree = at(ESSAY, "Most people agree.")
    trams = at(ESSAY, "Studies show that trams help\nwith noise.")
    extraction = Extraction(
        document,
        citations=(
            Citation("c1", "numeric", seven, "[7]", "7"),
            Citation("c2", "author-year", lee, "(Lee, 2019)", "lee 2019", meant=Meant("entry", "r1"), also=(form,)),
        ),
        references=(
            Reference(
                "r1",
                "1",
                listed,
                listed.of(ESSAY),
                "list",
                identifiers=(identifier,),
                title="City",
                authors=("Lee",),
                year="2019",
            ),
        ),
        claims=(
            Claim(
                "k1",
                sentence,
                sentence.of(ESSAY),
                Plain("서울은 1394년에 수도가 되었다."),
                "temporal",
                "a year",
                (Tie("c1", "sentence"),),
                "cited",
            ),
            Claim(
                "k2",
                grew,
                grew.of(ESSAY),
                Plain("It grew tenfold by 1990."),
                "quantitative",
                "a number",
                (Tie("c2", "clause", Span(grew.start, lee.start)),),
                "cited",
            ),
            Claim("k3", agree, agree.of(ESSAY), Plain("Most people agree."), "other", "none", (), "skipped", "opinion"),
            Claim("k4", trams, trams.of(ESSAY), Plain("Studies show that trams help with noise."), "factual", "x"),
        ),
    )
    closed = Fix(Safety.SAFE, "write https://doi.org/10.1000/182", (Edit(form.span, "https://doi.org/10.1000/182"),))
    findings = (
        replace(finding("KEY001", seven, "[7] has no entry in the reference list"), citation="c1"),
        replace(finding("IDN002", form.span, "a bare DOI"), citation="c2", fix=closed),
        replace(
            finding("UNC001", agree, "no source"), claim="k3", suppressed="inline", justification="common knowledge"
        ),
        replace(finding("UNC001", trams, '"Studies show" without a study'), claim="k4"),
        replace(finding("IDN002", identifier.span, "a bare DOI"), reference="r1", suppressed="baseline"),
    )
    judgements = (
        Judgement("k1", "c1", existence_reason="offline", support_reason="offline"),
        Judgement(
            "k2",
            "c2",
            "s1",
            "found",
            support="supported",
            confidence=0.9,
            evidence=(Passage("s1", Span(0, 4), "City", 1, "i", 0.5),),
        ),
    )
    return Audit(extraction, judgements, findings)


def note() -> Audit:
    """Return a document with paragraphs instead of lines."""
    break_at = NOTE.index("\n") + 1
    places = (Place(Span(0, break_at), "paragraph 1"), Place(Span(break_at, len(NOTE)), "table 1, row 2, cell 3"))
    document = Document("note.docx", "docx", NOTE, sha256="cd" * 32, places=places)
    marker = at(NOTE, "[REF-043, p. 45]")
    long = at(NOTE, "It is 486 m long [REF-043, p. 45].")
    extraction = Extraction(
        document,
        citations=(Citation("c1", "corpus", marker, marker.of(NOTE), "REF-043", Locator(page="45")),),
        claims=(
            Claim(
                "k1",
                long,
                long.of(NOTE),
                Plain("It is 486 m long."),
                "quantitative",
                "x",
                (Tie("c1", "sentence"),),
                "cited",
            ),
        ),
    )
    found = replace(finding("KEY001", marker, "REF-043 is not in the corpus"), citation="c1")
    return Audit(extraction, (Judgement("k1", "c1", existence="missing", support_reason="not-in-corpus"),), (found,))


@pytest.fixture
def report() -> Report:
    """Return a run over two documents and one unreadable file."""
    return Report(
        verdict="fail",
        census=Census(2, 3, 5, 3, 1, 1, 1, 1, 3, {"offline": 1, "not-in-corpus": 1}, 2, 3, 1, 4, is_judged=True),
        audits=(essay(), note()),
        unread=(Unread("broken.pdf", "broken.pdf: the file breaks off. Open it and save it again."),),
        sources=(Source("s1", "corpus", "City", path="corpus/city.md", sha256="ef" * 32, pages=24),),
        rules=RULES,
        run={"seconds": 1.52734, "today": "2026-03-01"},
    )


@pytest.fixture
def clean() -> Report:
    """Return a run that passed: eight citations, only their form checked."""
    text = " ".join(f"[{number}]" for number in range(1, 9))
    citations = tuple(
        Citation(f"c{number}", "numeric", at(text, f"[{number}]"), f"[{number}]", str(number)) for number in range(1, 9)
    )
    document = Document("eight.md", "markdown", text)
    return Report("pass", Census(1, 8), (Audit(Extraction(document, citations)),), rules=RULES)


HOSTILE = "\x1b[31m\x9b0m</p><script>|`*x*`\r\n::error::x\u202e\ud800\x00\ufffe @team #12 [a](http://b) %0A ]]>&"


@pytest.fixture
def hostile() -> Report:
    """Return a run whose texts, names and reasons try to break every format."""
    text = f"before {HOSTILE} after\n"
    span = at(text, HOSTILE)
    document = Document(f"a,b:{HOSTILE}.md", "markdown", text, places=(Place(Span(0, len(text)), HOSTILE),))
    citation = Citation("c1", "artifact", span, HOSTILE, HOSTILE, Locator(HOSTILE, HOSTILE))
    reworded = Fix(Safety.SHOW, HOSTILE, (Edit(span, HOSTILE),))
    shown = replace(finding("KEY001", span, HOSTILE), fix=reworded, citation="c1", fingerprint=HOSTILE)
    hidden = replace(shown, suppressed="inline", justification=HOSTILE)
    judgement = Judgement(None, "c1", existence="missing", flags=("stale",))
    audit = Audit(Extraction(document, (citation,)), (judgement,), (shown, hidden))
    return Report("fail", Census(1, 1, problems=1), (audit,), (Unread(HOSTILE, HOSTILE),), rules=RULES)
