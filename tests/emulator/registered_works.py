"""The works that the emulators of doi.org, Crossref, DataCite and arXiv know, one for each situation."""

from typing import Any

# DOI → agency. A DOI that is not here is not registered.
AGENCIES = {
    "10.5555/trees.2020": "Crossref",
    "10.5555/retracted.2018": "Crossref",
    "10.5555/silent.2017": "Crossref",  # retracted; only the notice says so
    "10.5555/comma,2016": "Crossref",  # retracted; its DOI cannot be used in a filter
    "10.5555/notice.1": "Crossref",
    "10.5555/notice.2": "Crossref",
    "10.5555/preprint.v2": "Crossref",
    "10.5555/preprint": "Crossref",  # an alias of the second version
    "10.5555/preprint.ivy": "Crossref",
    "10.5555/ivy.2020": "Crossref",
    "10.1038/nature12373": "Crossref",
    "10.5281/zenodo.240": "DataCite",
    "10.48550/arxiv.2001.00001": "DataCite",
    "10.11429/jalc.1": "JaLC",
    "10.5240/eidr.1": "EIDR",
}
SHORT = {"10/tr33": "10.5555/trees.2020"}
ALIASES = {"10.5555/preprint": "10.5555/preprint.v2"}


def _work(doi: str, title: str, family: str, year: int, **more: Any) -> dict[str, Any]:
    return {
        "DOI": doi,
        "type": "journal-article",
        "title": [title],
        "author": [{"family": family, "given": "R.", "sequence": "first", "affiliation": []}],
        "issued": {"date-parts": [[year, 5]]},
        "container-title": ["Journal of Trees"],
        "volume": "12",
        "page": "233-241",
        **{name.replace("_", "-"): value for name, value in more.items()},
    }


def _update(doi: str, kind: str, source: str = "publisher") -> list[dict[str, Any]]:
    return [{"DOI": doi, "type": kind, "source": source, "updated": {"date-parts": [[2021, 5, 3]]}}]


CROSSREF = {
    work["DOI"]: work
    for work in (
        _work("10.5555/trees.2020", "The roots of street trees in old towns", "Ash", 2020),
        _work(
            "10.5555/retracted.2018",
            "Pruning heals the broken hearts of oaks",
            "Oak",
            2018,
            updated_by=_update("10.5555/notice.1", "retraction", "retraction-watch"),
        ),
        _work("10.5555/silent.2017", "Moss grows on the northern side of everything", "Moss", 2017),
        _work(
            "10.5555/comma,2016",
            "Lichens tell the age of stone walls",
            "Stone",
            2016,
            updated_by=_update("10.5555/notice.3", "retraction"),
        ),
        _work(
            "10.5555/notice.1",
            "Retraction: Pruning heals the broken hearts of oaks",
            "Oak",
            2021,
            update_to=_update("10.5555/retracted.2018", "retraction"),
        ),
        _work(
            "10.5555/notice.2",
            "Retraction notice to: Moss grows on the northern side of everything",
            "Moss",
            2021,
            update_to=_update("10.5555/silent.2017", "retraction"),
        ),
        _work(
            "10.5555/preprint.v2",
            "Leaves of grass and their chlorophyll",
            "Whit",
            2019,
            type="posted-content",
            subtype="preprint",
            aliases=["10.5555/preprint"],
            relation={"is-preprint-of": [{"id-type": "doi", "id": "10.5555/trees.2020"}]},
        ),
        _work(
            "10.5555/preprint.ivy",
            "Ivy climbs the walls of quiet libraries",
            "Ash",
            2019,
            type="posted-content",
            subtype="preprint",
            container_title=[],
            relation={"is-preprint-of": [{"id-type": "doi", "id": "10.5555/ivy.2020"}]},
        ),
        _work("10.5555/ivy.2020", "Ivy climbs the walls of quiet libraries", "Ash", 2020),
        _work(
            "10.1038/nature12373",
            "Nanometre-scale thermometry in a living cell",
            "Kucsko",
            2013,
            author=[{"family": "Kucsko", "given": "G."}, {"family": "Maurer", "given": "P. C."}],
            container_title=["Nature"],
            volume="500",
            page="54-58",
        ),
        # Found by title only: namesakes, of which the third is the one that people mean.
        _work("10.5555/name.1", "A survey of urban birds and bats", "Finch", 1999),
        _work("10.5555/name.2", "A survey of urban birds", "Robin", 2015),
        _work("10.5555/name.3", "A survey of urban birds", "Wren", 2015),
    )
}
DATACITE: dict[str, dict[str, Any]] = {
    "10.5281/zenodo.240": {
        "titles": [{"title": "Register of 240 street trees"}],
        "creators": [{"name": "Ash, Rowan", "familyName": "Ash", "givenName": "Rowan"}],
        "publisher": "Zenodo",
        "publicationYear": 2021,
        "types": {"resourceTypeGeneral": "Dataset"},
    },
    "10.48550/arxiv.2001.00001": {
        "titles": [{"title": "Forests as graphs"}],
        "creators": [{"name": "Graf, Eva"}],
        "publisher": "arXiv",
        "publicationYear": 2020,
        "types": {"resourceTypeGeneral": "Preprint"},
    },
}
# arXiv id → titles of its versions, and a comment.
ARXIV = {
    "2001.00001": (("Trees as graphs", "Trees and graphs in botany", "Forests as graphs"), "9 pages"),
    "2002.00002": (("A proof that pines are palms",), "This paper has been withdrawn by the author: Lemma 2 is wrong"),
    "hep-th/9901001": (("Strings of ivy on a garden wall",), ""),
    "2001.00007": (("The roots of street trees in old towns",), ""),
    "2001.00008": (("How roots of street trees grow in old towns",), ""),
}
# arXiv id → the author, and the DOI of the article.
ARXIV_ARTICLES = {
    "2001.00007": ("Rowan Ash", "10.5555/trees.2020"),
    "2001.00008": ("Rowan Ash", "10.5555/trees.2020"),
}
