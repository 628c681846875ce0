"""PubMed: efetch and esummary of a few works; every other id gets the sentence that PubMed has for it."""

import re

from tests.emulator.server import Request, Response
from tests.resolve.registry_shapes import PUBMED_XML, SUMMARY

NAME = "pubmed"
_ARTICLES = re.findall(
    r"<PubmedArticle>.*?</PubmedArticle>|<PubmedBookArticle>.*?</PubmedBookArticle>", PUBMED_XML, re.DOTALL
)
_BY_PMID = {(re.search(r"<PMID[^>]*>(\d+)", each) or [""] * 2)[1]: each for each in _ARTICLES}
_SUMMARIES = {
    ("pubmed", "11000001"): SUMMARY,
    ("pmc", "8000001"): {"uid": "8000001", "title": "Spouts", "pubdate": "2020"},
}


def answer(request: Request) -> Response:
    """Answer /efetch.fcgi with XML and /esummary.fcgi with JSON."""
    query = {**request.query, **request.form}
    ids = [each for each in query.get("id", "").split(",") if each]
    if request.path.startswith("/einfo.fcgi"):
        return Response({"header": {"type": "einfo"}, "einforesult": {"dblist": ["pubmed", "pmc"]}})
    if request.path.startswith("/efetch.fcgi"):
        found = "".join(_BY_PMID.get(each, "") for each in ids)
        return Response(f"<?xml version='1.0'?><PubmedArticleSet>{found}</PubmedArticleSet>", type="text/xml")
    if not ids:
        return Response({"esummaryresult": ["Empty id list - nothing todo"]})
    known = {each: _SUMMARIES.get((query.get("db", ""), each)) for each in ids}
    unknown = {"error": "cannot get document summary"}
    return Response({"result": {"uids": ids, **{uid: item or {"uid": uid, **unknown} for uid, item in known.items()}}})
