"""A work that nobody has is likely fabricated only if two services that answered should have it."""

from typing import Any

import pytest
from tests.resolve.fake_web import Answer, FakeWeb
from tests.shipped_tagger import extract

from citevet.model import Reference, name_reference
from citevet.read import parse_text
from citevet.resolve.registries import look_up_work
from citevet.resolve.registries.title_search import search_title

INVENTED = "Doe, J., & Roe, R. (2019). Lanterns and the sleep of street cats. Annals of Urban Climate, 12(3), 233–241."
_OTHER = {
    "DOI": "10.5555/other",
    "type": "journal-article",
    "title": ["Crowns and shade in old towns"],
    "author": [{"family": "Ash", "given": "R."}],
    "issued": {"date-parts": [[2019]]},
    "container-title": ["Annals of Urban Climate"],
    "volume": "12",
    "page": "1-9",
}
_SEARCH: Answer = {"message": {"items": [_OTHER]}}
_EUROPE: Answer = {
    "resultList": {
        "result": [
            {
                "id": "1",
                "source": "MED",
                "title": "Shade at noon.",
                "authorString": "Elm A.",
                "pubYear": "2019",
                "journalInfo": {"journal": {"title": "Annals of Urban Climate"}, "volume": "12"},
                "pubType": "journal article",
            }
        ]
    }
}
_NOBODY: Answer = {"resultList": {"result": []}}


def listed(text: str) -> Reference:
    """Return an entry of a reference list."""
    return extract(parse_text(f"Text [1].\n\n## References\n\n[1] {text}\n", "d.md")).references[0]


def web(crossref: Answer = _SEARCH, europepmc: Answer = _EUROPE, **more: Answer) -> FakeWeb:
    """Return a web of two indexes."""
    rows = {("crossref", "/works"): crossref, ("europepmc", "/search"): europepmc}
    return FakeWeb(rows | {(name, "/"): answer for name, answer in more.items()})


async def word_for(text: str, services: FakeWeb) -> tuple[str, str]:
    """Return the word for an entry, and why."""
    found = await search_title(listed(text), services)
    return name_reference(found.existence, found.flags, found.differences), found.why


async def test_two_indexes_with_the_journal_and_without_the_work() -> None:
    """Both have other works of the journal and year, and none with the title."""
    word, why = await word_for(INVENTED, web())
    assert word == "likely fabricated"
    assert "Crossref and Europe PMC list Annals of Urban Climate of 2019" in why


@pytest.mark.parametrize(
    ("text", "services"),
    [
        (INVENTED, web(europepmc=503)),  # failed
        (INVENTED, web(europepmc=_NOBODY)),  # does not have the journal
        (INVENTED, web(crossref=503)),
        (INVENTED.replace("Annals of Urban Climate", "Journal of Nothing"), web()),
        (INVENTED.replace("2019", "1974"), web()),
        (INVENTED.replace("12(3), 233–241", "PhD thesis, 233–241"), web()),
        ("Doe, J. (2019). Lanterns and the sleep of street cats. Technical report.", web()),
        ("Doe, J. (2019). Lanterns and the sleep of street cats. arXiv preprint, 12, 1–9.", web()),
        ("Doe, J. (2019). Lanterns and the sleep of street cats. https://example.org/cats", web()),
    ],
)
async def test_not_found_is_no_evidence(text: str, services: FakeWeb) -> None:
    """One service, a failed one, one without the journal, and kinds of works that no index lists prove nothing."""
    assert (await word_for(text, services))[0] in {"not found", "unchecked"}


def _with(**fields: Any) -> FakeWeb:
    return web(crossref={"message": {"items": [{**_OTHER, **fields}]}}, europepmc=_NOBODY)


@pytest.mark.parametrize(
    ("text", "types"),
    [
        ("Ash, R. (2019). Crowns and shade in old towns. Annals of Urban Climate, 12, 1–9.", []),
        ("Doe, J. (2019). Crowns and shade in old towns. Annals of Urban Climate, 12, 1–9.", ["authors"]),
        ("Ash, R. (2014). Crowns and shade in old towns. Annals of Urban Climate, 12, 1–9.", ["year"]),
        ("Ash, R. (2019). Crowns and traffic in old towns. Annals of Urban Climate, 12, 1–9.", ["title"]),
        ("Ash, R. (2019). Crowns and shade in old towns. Annals of Urban Climate, 14, 1–9.", ["volume"]),
    ],
)
async def test_a_wrong_field_without_an_identifier(text: str, types: list[str]) -> None:
    """Volume and first page, or title, author and year, lead to the work, and the other field is wrong."""
    found = await look_up_work((), listed(text), _with())
    assert (found.existence, [each.type for each in found.differences]) == ("found", types)


async def test_another_version_has_another_place() -> None:
    """A paper of the same people and title in another container is another version, and no error."""
    text = "Ash, R. (2018). Crowns and shade in old towns. Workshop on Trees, pp. 7–12."
    found = await look_up_work((), listed(text), _with())
    assert (found.existence, found.differences) == ("found", ())


@pytest.mark.parametrize(
    ("title", "people", "word"),
    [
        ("Crowns and shade of street trees in forty old harbour towns", "Doe, J., & Roe, P.", "likely fabricated"),
        ("Crowns and shade of street trees in forty old harbour towns", "Doe, J., & Ash, R.", "unchecked"),
        ("Crowns and shade", "Doe, J., & Roe, P.", "unchecked"),
    ],
)
async def test_people_who_did_not_write_the_only_work_of_a_title(title: str, people: str, word: str) -> None:
    """A long title is that of one work; whom the record does not have cannot have written it."""
    said, why = await word_for(f"{people} (2011). {title}. Street Studies, 3, 7–12.", _with(title=[title]))
    assert said == word
    assert word != "likely fabricated" or "none of these people wrote the only work" in why


async def test_a_review_has_the_title_of_its_book() -> None:
    """A book of other people may have been reviewed under its own title."""
    title = "Crowns and shade of street trees in forty old harbour towns"
    book = _with(title=[title], type="monograph")
    assert (await word_for(f"Doe, J. (2011). {title}. Street Studies, 3, 7–12.", book))[0] == "unchecked"
