"""What is known of a source before it is an entry of the corpus."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from citevet.model import Section


@dataclass(frozen=True, slots=True)
class Record:
    """A source, with its file where there is one; what is not known is left empty, never guessed."""

    title: str = ""
    authors: tuple[str, ...] = ()  # one name each
    year: str | None = None
    source_type: str | None = None
    venue: str = ""
    identifiers: Mapping[str, str] = field(default_factory=dict)  # doi, arxiv, url …, in normal form
    pages: int | None = None
    sections: tuple[Section, ...] = ()
    data: bytes | None = None  # the file
    ending: str = ""  # of the file's name: ".pdf"
    stem: str = ""  # of the file's name: what tells a source without a title from the others
    notes: tuple[str, ...] = ()  # what was seen and not believed, a clause each

    @property
    def lacks(self) -> tuple[str, ...]:
        """The fields that every entry should have and that are not known."""
        held = {"title": self.title, "authors": self.authors, "year": self.year, "source_type": self.source_type}
        return tuple(name for name, value in held.items() if not value)
