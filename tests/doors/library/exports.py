"""The twelve works as reference managers export them."""

import json
from collections.abc import Iterable
from xml.sax.saxutils import escape

from tests.doors.library.papers import PAPERS, Paper


def make_ris(papers: Iterable[Paper] = PAPERS, files: str = "") -> str:
    """Return RIS as Zotero, Mendeley and EndNote write it."""
    records = []
    for paper in papers:
        people = "".join(f"AU  - {family}, {given}\r\n" for family, given in paper.authors)
        named = f"L1  - {files.format(paper)}\r\n" if files else ""
        records.append(
            f"TY  - JOUR\r\nTI  - {paper.title}\r\n{people}PY  - {paper.year}\r\nJO  - {paper.journal}\r\n"
            f"DO  - {paper.doi}\r\nID  - {paper.key}\r\n{named}ER  - \r\n\r\n"
        )
    return "".join(records)


def make_csl(papers: Iterable[Paper] = PAPERS) -> str:
    """Return CSL-JSON as Better BibTeX writes it."""
    return json.dumps(
        [
            {
                "id": paper.key,
                "citation-key": paper.key,
                "type": "article-journal",
                "title": paper.title,
                "author": [{"family": family, "given": given} for family, given in paper.authors],
                "container-title": paper.journal,
                "DOI": paper.doi,
                "issued": {"date-parts": [[paper.year]]},
            }
            for paper in papers
        ]
    )


def make_rdf(papers: Iterable[Paper] = PAPERS, files: str = "") -> str:
    """Return RDF as Zotero writes it, with its invalid `rdf:resource` element."""
    works = []
    for number, paper in enumerate(papers, start=1):
        people = "".join(
            f"<rdf:li><foaf:Person><foaf:surname>{escape(family)}</foaf:surname>"
            f"<foaf:givenName>{given}</foaf:givenName></foaf:Person></rdf:li>"
            for family, given in paper.authors
        )
        link = f'<link:link rdf:resource="#item_{number}"/>' if files else ""
        works.append(
            f"""
    <bib:Article rdf:about="https://doi.org/{paper.doi}">
        <z:itemType>journalArticle</z:itemType>
        <dcterms:isPartOf><bib:Journal>
            <dc:title>{paper.journal}</dc:title><dc:identifier>DOI {paper.doi}</dc:identifier>
        </bib:Journal></dcterms:isPartOf>
        <bib:authors><rdf:Seq>{people}</rdf:Seq></bib:authors>
        {link}
        <dc:title>{escape(paper.title)}</dc:title>
        <dc:date>{paper.year}-05</dc:date>
        <dc:description>Citation Key: {paper.key}</dc:description>
    </bib:Article>"""
        )
        if files:
            works.append(
                f"""
    <z:Attachment rdf:about="#item_{number}">
        <z:itemType>attachment</z:itemType>
        <rdf:resource rdf:resource="{escape(files.format(paper))}"/>
        <dc:title>Full Text PDF</dc:title>
        <link:type>application/pdf</link:type>
    </z:Attachment>"""
            )
    return f"""<rdf:RDF
 xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:z="http://www.zotero.org/namespaces/export#"
 xmlns:dcterms="http://purl.org/dc/terms/" xmlns:bib="http://purl.org/net/biblio#"
 xmlns:foaf="http://xmlns.com/foaf/0.1/" xmlns:link="http://purl.org/rss/1.0/modules/link/"
 xmlns:dc="http://purl.org/dc/elements/1.1/">{"".join(works)}
</rdf:RDF>
"""


def make_endnote_xml(papers: Iterable[Paper] = PAPERS, files: str = "") -> str:
    """Return EndNote XML, its words in `style` elements."""
    records = []
    for number, paper in enumerate(papers, start=1):
        people = "".join(f"<author>{_style(f'{family}, {given}')}</author>" for family, given in paper.authors)
        named = f"<pdf-urls><url>{escape(files.format(paper))}</url></pdf-urls>" if files else ""
        records.append(
            f'<record><database name="My Library.enl" path="C:\\lib\\ana\\My Library.enl">My Library.enl</database>'
            f'<rec-number>{number}</rec-number><ref-type name="Journal Article">17</ref-type>'
            f"<contributors><authors>{people}</authors></contributors><titles><title>{_style(paper.title)}</title>"
            f"<secondary-title>{_style(paper.journal)}</secondary-title></titles>"
            f"<dates><year>{_style(str(paper.year))}</year></dates><label>{_style(paper.key)}</label>"
            f"<urls>{named}</urls><electronic-resource-num>{_style(paper.doi)}</electronic-resource-num></record>"
        )
    return f'<?xml version="1.0" encoding="UTF-8" ?><xml><records>{"".join(records)}</records></xml>'


def _style(words: str) -> str:
    return f'<style face="normal" font="default" size="100%">{escape(words)}</style>'


def make_enw(papers: Iterable[Paper] = PAPERS, files: str = "") -> str:
    """Return EndNote's tagged text."""
    records = []
    for paper in papers:
        people = "".join(f"%A {family}, {given}\n" for family, given in paper.authors)
        named = f"%> {files.format(paper)}\n" if files else ""
        records.append(
            f"%0 Journal Article\n%T {paper.title}\n{people}%D {paper.year}\n%J {paper.journal}\n%R {paper.doi}\n"
            f"%F {paper.key}\n{named}\n"
        )
    return "".join(records)
