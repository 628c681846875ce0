"""What services may answer, row by row, and the verdict that a whole audit gives for it.

Shown elsewhere: every fault of every service in test_every_fault.py, CourtListener without a token and entries with
errors of arXiv in tests/resolve, and quotations in the text of PDFs in tests/judge/test_quotes_in_pdfs.py.
"""

import asyncio
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

import pytest
from tests.emulator.findcaselaw import answer_bailii
from tests.emulator.pages import SITES
from tests.emulator.server import Emulator, Response

from citevet.jobs.check import run_check
from citevet.model import Audit
from citevet.session import Session
from citevet.world.net.client import WebClient
from citevet.world.net.errands import NetSettings

POST = "https://harbour-post.example"


class Row(NamedTuple):
    """A text that cites one work, what becomes of it, and what the report says."""

    text: str
    existence: str
    code: str = ""  # of a finding about it
    words: str = ""  # in the message, or in the remark on the work


def listed(reference: str) -> str:
    """Return a document whose list has this entry."""
    return f"The trees were counted [1].\n\n## References\n\n[1] {reference}\n"


def dated(text: str) -> str:
    """Return a document of March 2021."""
    return f"---\ndate: 2021-03-02\n---\n{text}"


ROOTS = "The roots of street trees in old towns. Journal of Trees 12, 233-241"
MATRIX: Mapping[str, tuple[Row, ...]] = {
    "exact hit": (
        Row("It is so (doi:10.5555/trees.2020).", "found"),
        Row("It is so (arXiv:2001.00001).", "found"),
        Row("It is so (PMID 11000003).", "found"),
        Row("It is so (PMC8000001).", "found"),
        Row("It is so (ISBN 978-0-306-40615-7).", "found"),
        Row("A [kettle](https://en.wikipedia.org/wiki/Kettle) is a pot.", "found"),
        Row(f"The storm left [300 homes]({POST}/2021/storm) dark.", "found"),
        Row("See Marbury v. Madison, 5 U.S. 137 (1803).", "found"),
        Row("False statements are a crime under 18 U.S.C. § 1001.", "found"),
        Row("Fraud is barred by 17 C.F.R. § 240.10b-5(c) as well.", "found"),
        Row("It is unlawful under the Human Rights Act 1998, s 6(1).", "found"),
        Row("See R (Miller) v Prime Minister [2019] UKSC 41 on this.", "found"),
        Row("Article 5 of the AI Act lists forbidden practices.", "found"),
        Row("Der Wohnsitz kann nach § 7 Abs. 2 BGB an mehreren Orten bestehen.", "found"),
        Row("처리의 근거는 개인정보 보호법 제15조 제1항 제2호이다.", "found"),
    ),
    "hit, but of another work": (
        Row(listed("Doe, J. (2003). Kettles in Rome. doi:10.5555/trees.2020"), "mismatched", "MET013", "The roots of"),
        Row(listed("Doe, J. (2003). Kettles in Rome. arXiv:2001.00001"), "mismatched", "MET013", "Forests as graphs"),
        Row(listed(f"Ash, R. (2020). {ROOTS}. doi:10.1038/nature12373"), "mismatched", "MET013", "10.5555/trees.2020"),
        Row("See Varghese v. China Airlines, 427 U.S. 115 (1976).", "mismatched", "LAW004", "Cantor v. Detroit"),
        Row("개인정보 보호법 제1조(손해배상)에 따른다.", "mismatched", "LAW004", "목적"),
    ),
    "registered with DataCite": (Row("It is so (doi:10.5281/zenodo.240).", "found", words="Register of 240"),),
    "handle 100": (
        Row("It is so (doi:10.5555/none).", "missing", "EXI007"),
        Row(listed(f"Ash, R. (2020). {ROOTS}. doi:10.5555/none"), "missing", "EXI007", "title may be Ash, 2020"),
    ),
    "namesakes first": (
        Row(
            listed("Wren, R. (2015). A survey of urban birds. Journal of Trees, 12, 233-241."), "found", words="name.3"
        ),
        Row(listed("Owl, Q. (1987). A survey of urban birds. Journal of Trees, 12, 233-241."), "ambiguous", "EXI008"),
    ),
    "401 and 403": (
        Row(
            listed("Kite, Z. (2015). Purple elephants in bathtubs. Journal of Nothing, 1, 1-2."), "unchecked", "EXI009"
        ),
        Row(f"See the [plan]({POST}/refused).", "unchecked", words="403"),
    ),
    "several matches": (
        Row("See 1 U.S. 1 (1790).", "ambiguous", "EXI008", "Ash v. Oak"),
        Row("It is in the Transport Act 1999, s 3.", "ambiguous", "EXI008"),
        Row("2010가합1234 판결에서 법원은 이를 인정하였다.", "ambiguous", "EXI008", "서울중앙지방법원"),
    ),
    "one item in place of a list": (Row("개인정보 보호법 제3조제1항제1호에 따른다.", "found"),),
    "retracted": (
        Row("It is so (doi:10.5555/retracted.2018).", "found", "RET001", "Retraction Watch"),
        Row("It is so (doi:10.5555/silent.2017).", "found", "RET001", "Crossref"),
        Row("It is so (doi:10.5555/comma,2016).", "found", "RET001", "Crossref"),
        Row("It is so (PMID 11000001).", "found", "RET001", "PubMed"),
    ),
    "law in time": (
        Row("It was so under the Human Rights Act 1998, s 19 once.", "found", "LAW005"),
        Row("See 17 C.F.R. § 240.9 on this.", "found", "LAW005"),
        Row("Directive 95/46/EC applies.", "found", "LAW005"),
        Row("개인정보 보호법 제4조에 따른다.", "found", "LAW005"),
        Row("It will be so under the Online Safety Act 2023, s 64 soon.", "found", "LAW006"),
        Row("개인정보 보호법 제5조에 따른다.", "found", "LAW006"),
        Row("개인정보 보호법 제6조에 따른다.", "found", words="renumbered"),
        Row("It is unlawful under the Human Rights Act 1998, s 99.", "missing", "LAW002", "sections 1 to 22"),
        Row("It is barred by 17 C.F.R. § 240.99 as well.", "missing", "LAW002", "240.10b-1 to 240.10b-5"),
        Row("Article 250 of the AI Act applies.", "missing", "LAW002", "Articles 1 to 113"),
        Row("상속은 민법 제1200조에 따른다.", "missing", "LAW002"),
    ),
    "pages": (
        Row(f"See the [story]({POST}/old/storm).", "found", "LNK002", "/2021/storm"),
        Row(f"See the [race]({POST}/2019/regatta).", "found", "LNK001", "a copy of"),
        Row("See the [report](https://soft.example/report).", "unchecked", "LNK003"),
        Row(dated(f"See the [tides]({POST}/tides)."), "found", "FRE003"),
        Row("See the [sheet](https://no-such-host.example/a).", "unchecked", "LNK001", "there is no host"),
    ),
    "versions of arXiv": (
        Row(listed("Graf, E. (2020). Trees as graphs. arXiv:2001.00001"), "found"),
        Row("It is so (arXiv:2002.00002).", "found", "RET001", "withdrawn"),
        Row("It is so (arXiv:2003.00003).", "missing", "EXI007"),
        Row("It is so (arXiv:2001.00001v9).", "found", words="has no 2001.00001v9, only other versions"),
    ),
}
ROWS = [(case, number, row) for case, rows in MATRIX.items() for number, row in enumerate(rows)]


@pytest.fixture(scope="module")
def audits(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[tuple[str, int], Audit]]:
    """The audit of a document for each row, all in one run."""
    here = tmp_path_factory.mktemp("matrix")
    harbour = SITES["harbour-post.example"]
    sites = {
        **SITES,
        "www.bailii.org": answer_bailii,
        "harbour-post.example": lambda asked: Response("", 403) if asked.path == "/refused" else harbour(asked),
    }
    names = {f"d{place:03}.md": (case, number) for place, (case, number, _) in enumerate(ROWS)}
    for name, (_, _, row) in zip(names, ROWS, strict=True):
        (here / name).write_text(f"{row.text}\n", encoding="utf-8")
    with Emulator(sites=sites) as emulator, pytest.MonkeyPatch.context() as patch:
        emulator.use(patch)
        patch.setenv("CITEVET_RESOLVE_HOSTS", json.dumps({**emulator.routes, "no-such-host.example": ""}))
        patch.setenv("LAW_GO_KR_OC", "tester-key")
        patch.setenv("COURTLISTENER_TOKEN", "tester-token")
        patch.setenv("CITEVET_CACHE_DIR", str(here / "cache"))
        session = Session({"online": True, "today": "2026-06-01"}, here=here)
        settings = NetSettings(services=emulator.services)
        session.once("web", lambda: WebClient(settings, sleep=lambda _: asyncio.sleep(0)))
        report = run_check([here / name for name in names], session)
        yield {names[Path(audit.document.path).name]: audit for audit in report.audits}


@pytest.mark.parametrize(("case", "number", "row"), ROWS)
def test_each_answer_has_its_verdict(audits: dict[tuple[str, int], Audit], case: str, number: int, row: Row) -> None:
    """Existence, the rule that reports it, and what people read; one fault gives one finding."""
    audit = audits[case, number]
    judgement = next(each for each in audit.judgements if each.source or each.note or each.existence_reason)
    said = [finding for finding in audit.findings if finding.code not in {"UNC001", "KEY013"}]
    codes = {code for finding in said for code in finding.codes}
    assert len({finding.span for finding in said}) == len(said), said
    shown = " ".join([judgement.note, *(finding.message for finding in said), *(str(each) for each in audit.sources)])
    assert row.existence == judgement.existence, shown
    assert ({row.code} <= codes) if row.code else not any(code[:3] in {"EXI", "RET", "LAW"} for code in codes), codes
    assert row.words in shown
    assert judgement.existence != "unchecked" or judgement.existence_reason
