"""Small answers of registries, in the services' own shapes; the works are invented."""

from typing import Any

PUBMED_XML = """<?xml version="1.0" ?>
<!DOCTYPE PubmedArticleSet PUBLIC "-//NLM//DTD PubMedArticle//EN" "https://dtd.nlm.nih.gov/pubmed.dtd">
<PubmedArticleSet>
<PubmedArticle><MedlineCitation><PMID Version="1">11000001</PMID><Article>
  <Journal><ISSN>1234-5679</ISSN><JournalIssue><Volume>50</Volume><Issue>4</Issue>
    <PubDate><MedlineDate>1998 Dec-1999 Jan</MedlineDate></PubDate></JournalIssue>
    <Title>Journal of Kettles</Title><ISOAbbreviation>J Kettles</ISOAbbreviation></Journal>
  <ArticleTitle>Growth of <i>Lactobacillus</i> in tea &amp; coffee.</ArticleTitle>
  <VernacularTitle>Wachstum in Tee.</VernacularTitle>
  <Pagination><MedlinePgn>1000-9</MedlinePgn></Pagination>
  <ELocationID EIdType="pii">S1</ELocationID><ELocationID EIdType="doi">10.5555/KETTLE.1</ELocationID>
  <Abstract><AbstractText Label="BACKGROUND">Tea is warm.</AbstractText>
    <AbstractText>It cools.</AbstractText></Abstract>
  <AuthorList><Author><LastName>Teegarden</LastName><ForeName>Ada B</ForeName></Author>
    <Author><CollectiveName>Kettle Study Group</CollectiveName></Author></AuthorList>
  <Language>eng</Language>
  <PublicationTypeList><PublicationType>Journal Article</PublicationType>
    <PublicationType>Retracted Publication</PublicationType></PublicationTypeList></Article>
  <CommentsCorrectionsList>
    <CommentsCorrections RefType="RetractionIn">
      <RefSource>J Kettles. 2001 Feb;53(2):346. doi: 10.5555/kettle.2.</RefSource><PMID>11000002</PMID>
    </CommentsCorrections>
    <CommentsCorrections RefType="ErratumIn"><RefSource>J Kettles 1999 Mar;51(3):533</RefSource></CommentsCorrections>
    <CommentsCorrections RefType="CommentIn"><RefSource>J Pots 1999</RefSource></CommentsCorrections>
  </CommentsCorrectionsList></MedlineCitation>
  <PubmedData><ArticleIdList><ArticleId IdType="pubmed">11000001</ArticleId>
    <ArticleId IdType="pmc">PMC7000001</ArticleId>
  </ArticleIdList></PubmedData></PubmedArticle>
<PubmedArticle><MedlineCitation><PMID>11000002</PMID><Article>
  <Journal><JournalIssue><PubDate><Year>2001</Year></PubDate></JournalIssue><Title>Journal of Kettles</Title></Journal>
  <ArticleTitle>Retraction.</ArticleTitle>
  <PublicationTypeList><PublicationType>Retraction of Publication</PublicationType></PublicationTypeList></Article>
  <CommentsCorrectionsList><CommentsCorrections RefType="RetractionOf"><RefSource>J Kettles. 1998</RefSource>
    <PMID>11000001</PMID></CommentsCorrections></CommentsCorrectionsList></MedlineCitation></PubmedArticle>
<PubmedBookArticle><BookDocument><PMID>11000003</PMID>
  <ArticleIdList><ArticleId IdType="doi">10.5555/pots</ArticleId></ArticleIdList>
  <Book><Publisher><PublisherName>Pot Press</PublisherName></Publisher><BookTitle>All about pots</BookTitle>
    <PubDate><Year>2015</Year></PubDate>
    <AuthorList Type="authors"><Author><LastName>Potter</LastName></Author></AuthorList>
    <Isbn>9780306406157</Isbn></Book><ArticleTitle>Lids</ArticleTitle>
  <AuthorList Type="authors"><Author><LastName>Lidwell</LastName><Initials>C</Initials></Author></AuthorList>
  </BookDocument></PubmedBookArticle>
</PubmedArticleSet>"""

SUMMARY: dict[str, Any] = {
    "uid": "11000001",
    "pubdate": "1998 Dec",
    "epubdate": "1999 Jan 4",
    "source": "J Kettles",
    "authors": [
        {"name": "Teegarden AB", "authtype": "Author"},
        {"name": "Kettle Study Group", "authtype": "CollectiveName"},
    ],
    "title": "Growth of &lt;i&gt;Lactobacillus&lt;/i&gt; in tea.",
    "volume": "50",
    "issue": "4",
    "pages": "1000-9",
    "lang": ["eng"],
    "issn": "1234-5679",
    "pubtype": ["Journal Article", "Retracted Publication"],
    "articleids": [{"idtype": "pubmed", "value": "11000001"}, {"idtype": "doi", "value": "10.5555/KETTLE.1"}],
    "references": [{"refsource": "J Kettles. 2001 Feb", "reftype": "Retraction in", "pmid": 11000002, "note": ""}],
    "fulljournalname": "Journal of Kettles",
}
ESUMMARY: dict[str, Any] = {
    "header": {"type": "esummary", "version": "0.3"},
    "result": {
        "uids": ["11000001", "99999999"],
        "11000001": SUMMARY,
        "99999999": {"uid": "99999999", "error": "cannot get document summary"},
    },
}
IDCONV: dict[str, Any] = {
    "status": "ok",
    "records": [
        {"pmcid": "PMC7000001", "pmid": 11000001, "doi": "10.5555/kettle.1", "requested-id": "PMC7000001"},
        {"pmcid": "PMC9999999", "status": "error", "errmsg": "Identifier not found in PMC"},
    ],
}
EUROPE_PMC: dict[str, Any] = {
    "hitCount": 1,
    "resultList": {
        "result": [
            {
                "id": "11000001",
                "source": "MED",
                "pmid": "11000001",
                "pmcid": "PMC7000001",
                "doi": "10.5555/kettle.1",
                "title": "Growth of <i>Lactobacillus</i> in tea.",
                "authorList": {
                    "author": [
                        {"fullName": "Teegarden AB", "firstName": "Ada B", "lastName": "Teegarden", "initials": "AB"},
                        {"collectiveName": "Kettle Study Group"},
                    ]
                },
                "journalInfo": {
                    "issue": "4",
                    "volume": "50",
                    "journal": {"title": "Journal of Kettles", "medlineAbbreviation": "J Kettles", "issn": "1234-5679"},
                },
                "pubYear": "1998",
                "pageInfo": "1000-9",
                "abstractText": "<h4>Background</h4>Tea is warm.",
                "language": "eng",
                "pubTypeList": {"pubType": ["Journal Article", "Retracted Publication"]},
                "fullTextUrlList": {
                    "fullTextUrl": [
                        {"availabilityCode": "OA", "url": "https://kettles.example/1.pdf"},
                        {"availabilityCode": "S", "url": "https://kettles.example/paid"},
                    ]
                },
                "isOpenAccess": "Y",
                "inEPMC": "Y",
                "firstPublicationDate": "1998-12-01",
            }
        ]
    },
}
OPENALEX: dict[str, Any] = {
    "id": "https://openalex.org/W7000001",
    "doi": "https://doi.org/10.5555/kettle.1",
    "title": "Growth of <i>Lactobacillus</i> in tea",
    "publication_year": 1999,
    "publication_date": "1998-12-01",
    "ids": {
        "pmid": "https://pubmed.ncbi.nlm.nih.gov/11000001",
        "pmcid": "https://www.ncbi.nlm.nih.gov/pmc/articles/7000001",
    },
    "language": "en",
    "primary_location": {
        "is_oa": False,
        "landing_page_url": "https://doi.org/10.5555/kettle.1",
        "source": {"display_name": "Journal of Kettles", "issn_l": "1234-5679"},
    },
    "best_oa_location": {"is_oa": True, "pdf_url": "https://repo.example/1.pdf", "landing_page_url": None},
    "locations": [],
    "type": "article",
    "open_access": {"is_oa": True, "oa_url": "https://repo.example/1.pdf"},
    "authorships": [{"author": {"display_name": "Ada Teegarden"}, "raw_author_name": "Ada B. Teegarden"}],
    "biblio": {"volume": "50", "issue": None, "first_page": "1000", "last_page": "1009"},
    "is_retracted": True,
    "abstract_inverted_index": {"Tea": [0], "is": [1, 4], "warm": [2], "and": [3], "wet": [5]},
}
S2_PAPER: dict[str, Any] = {
    "paperId": "ab12",
    "externalIds": {"DOI": "10.5555/KETTLE.1", "PubMed": "11000001", "PubMedCentral": "7000001", "CorpusId": 17},
    "publicationVenue": {"name": "Journal of Kettles", "alternate_names": ["J Kettles"], "issn": "1234-5679"},
    "url": "https://www.semanticscholar.org/paper/ab12",
    "title": "Growth of Lactobacillus in tea",
    "abstract": None,
    "venue": "",
    "year": 1999,
    "openAccessPdf": {"url": "", "status": None},
    "publicationTypes": ["Review", "JournalArticle"],
    "publicationDate": "1999-01-04",
    "journal": {"name": "Journal of Kettles", "pages": "1000 - 1009", "volume": "50"},
    "authors": [{"authorId": "1", "name": "A. Teegarden"}],
}
UNPAYWALL: dict[str, Any] = {
    "doi": "10.5555/kettle.1",
    "doi_url": "https://doi.org/10.5555/kettle.1",
    "title": "Growth of Lactobacillus in tea",
    "genre": "journal-article",
    "year": 1999,
    "journal_name": "Journal of Kettles",
    "journal_issn_l": "1234-5679",
    "is_oa": True,
    "best_oa_location": {"url": "https://doi.org/10.5555/kettle.1", "url_for_pdf": None, "host_type": "publisher"},
    "oa_locations": [
        {"url_for_pdf": "https://publisher.example/1.pdf", "url": None, "host_type": "publisher"},
        {"url_for_pdf": "https://repo.example/1.pdf", "url": "https://repo.example/1", "host_type": "repository"},
    ],
    "z_authors": [{"given": "Ada", "family": "Teegarden"}, {"raw_author_name": "Kettle Study Group"}],
}
OPEN_LIBRARY: dict[str, Any] = {
    "ISBN:9780306406157": {
        "url": "https://openlibrary.org/books/OL1M/All_about_pots",
        "key": "/books/OL1M",
        "title": "All about pots",
        "subtitle": "a guide",
        "authors": [{"name": "Pat Potter", "url": "https://openlibrary.org/authors/OL1A"}],
        "publishers": [{"name": "Pot Press"}],
        "publish_date": "May 3, 2015",
        "number_of_pages": 491,
        "identifiers": {"isbn_13": ["9780306406157"]},
    }
}
GOOGLE_BOOKS: dict[str, Any] = {
    "kind": "books#volumes",
    "totalItems": 1,
    "items": [
        {
            "id": "pots",
            "volumeInfo": {
                "title": "All about pots",
                "authors": ["Pat Potter"],
                "publisher": "Pot Press",
                "publishedDate": "2015-05-03",
                "industryIdentifiers": [{"type": "ISBN_10", "identifier": "0306406152"}],
                "pageCount": 491,
                "language": "en",
            },
        }
    ],
}
CROSSREF_JOURNAL: dict[str, Any] = {
    "status": "ok",
    "message-type": "journal",
    "message": {"title": "Journal of Kettles", "publisher": "Kettle Society", "ISSN": ["1234-5679", "2345-6784"]},
}
ISSN_PORTAL: dict[str, Any] = {
    "@graph": [
        {"@id": "resource/ISSN/1234-5679#KeyTitle", "value": "Journal of Kettles"},
        {"@id": "resource/ISSN/1234-5679", "mainTitle": "Journal of Kettles", "name": ["Journal of Kettles (Print)"]},
    ]
}
ISSN_COMPACT: dict[str, Any] = {
    "@context": {},
    "mainTitle": {"@value": "Journal of Kettles"},
    "identifiedBy": {
        "#ISSN": {"value": "1234-5679"},
        "#ISSN-L": {"value": "2345-6784"},
        "#KeyTitle": {"value": "Journal of Kettles (Print)"},
    },
}
WIKIPEDIA: dict[str, Any] = {
    "batchcomplete": "",
    "query": {
        "normalized": [{"from": "kettle_pot", "to": "Kettle pot"}],
        "redirects": [{"from": "Kettle pot", "to": "Kettle"}],
        "pages": {
            "77": {
                "pageid": 77,
                "ns": 0,
                "title": "Kettle",
                "pagelanguage": "en",
                "fullurl": "https://en.wikipedia.org/wiki/Kettle",
                "extract": "A kettle is a pot.",
                "revisions": [{"revid": 1234, "parentid": 1233, "timestamp": "2026-03-25T15:46:00Z"}],
            }
        },
    },
}
DBLP: dict[str, Any] = {
    "@total": "2",
    "hit": [
        {
            "@score": "6",
            "info": {
                "authors": {
                    "author": [{"@pid": "1/1", "text": "Ada Teegarden 0002"}, {"@pid": "1/2", "text": "Bo Lee"}]
                },
                "title": "Kettles &amp; Cups: A Spectral Approach.",
                "venue": "ICLR",
                "year": "2018",
                "type": "Conference and Workshop Papers",
                "key": "conf/iclr/TeegardenL18",
                "ee": "https://openreview.net/forum?id=H1z",
                "url": "https://dblp.org/rec/conf/iclr/TeegardenL18",
            },
        },
        {
            "@score": "6",
            "info": {
                "authors": {"author": {"@pid": "1/1", "text": "Ada Teegarden 0002"}},
                "title": "Kettles &amp; Cups: A Spectral Approach.",
                "venue": "CoRR",
                "volume": "abs/1706.00764",
                "year": "2017",
                "type": "Informal and Other Publications",
                "key": "journals/corr/TeegardenL17",
                "ee": ["http://arxiv.org/abs/1706.00764"],
                "url": "https://dblp.org/rec/journals/corr/TeegardenL17",
            },
        },
    ],
}
OPEN_LIBRARY_LIST: dict[str, Any] = {
    "numFound": 1,
    "docs": [
        {
            "key": "/works/OL7000001W",
            "title": "The History of Kettles",
            "subtitle": "A Life",
            "author_name": ["Ada Teegarden"],
            "first_publish_year": 1998,
            "publish_year": [2004, 1998],
        }
    ],
}
# INSPIRE: one hit of /api/literature.
INSPIRE: dict[str, Any] = {
    "id": "7000001",
    "created": "2012-07-31T00:00:00+00:00",
    "metadata": {
        "titles": [{"title": "Kettles in a muon storage ring", "source": "arXiv"}],
        "authors": [{"full_name": "Teagarden, Ada"}, {"full_name": "Lee, Bo"}],
        "collaborations": [{"value": "TEA"}],
        "publication_info": [
            {"cnum": "C11-07-21"},
            {
                "journal_title": "Phys.Lett.B",
                "journal_volume": "716",
                "journal_issue": "1",
                "page_start": "1",
                "page_end": "29",
                "year": 2012,
            },
        ],
        "arxiv_eprints": [{"value": "1207.7214", "categories": ["hep-ex"]}],
        "dois": [{"value": "10.5555/INSPIRE.1"}],
        "document_type": ["article"],
        "preprint_date": "2012-07",
        "earliest_date": "2012-07-31",
        "abstracts": [{"value": "Tea is <b>warm</b>.", "source": "arXiv"}],
    },
}
# ORCID: /v3.0/{id}/works. Each group has what several services say of one work.
ORCID_WORKS: dict[str, Any] = {
    "group": [
        {
            "external-ids": {"external-id": []},
            "work-summary": [
                {
                    "put-code": 7,
                    "path": "/0000-0002-1825-0097/work/7",
                    "title": {
                        "title": {"value": "Whistles of kettles in small kitchens"},
                        "subtitle": {"value": "An Essay"},
                        "translated-title": None,
                    },
                    "external-ids": {
                        "external-id": [
                            {
                                "external-id-type": "doi",
                                "external-id-value": "https://doi.org/10.5555/ORCID.1",
                                "external-id-relationship": "self",
                            },
                            {
                                "external-id-type": "isbn",
                                "external-id-value": "9780306406157",
                                "external-id-relationship": "part-of",
                            },
                        ]
                    },
                    "type": "journal-article",
                    "publication-date": {"year": {"value": "2018"}, "month": None},
                    "journal-title": {"value": "Kitchen Acoustics"},
                    "url": None,
                },
                {"put-code": 8, "title": {"title": {"value": "The same, told by another service"}}},
            ],
        },
        {"work-summary": [{"put-code": 9, "title": None}]},
        {"work-summary": []},
    ]
}
# ROR: /v2/organizations?query=.
ROR_LIST: dict[str, Any] = {
    "number_of_results": 1,
    "time_taken": 4,
    "items": [
        {
            "id": "https://ror.org/01ggx4157",
            "names": [
                {
                    "value": "European Organization for Nuclear Research",
                    "types": ["label", "ror_display"],
                    "lang": "en",
                },
                {"value": "CERN", "types": ["acronym"], "lang": None},
                {"value": "Organisation européenne pour la recherche nucléaire", "types": ["label"], "lang": "fr"},
            ],
            "status": "active",
            "types": ["facility"],
        }
    ],
}
