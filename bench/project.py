"""A project with a corpus, and documents that cite its entries by page and verbatim."""

from pathlib import Path

_WORDS = (
    "the consistency of a voice over many pages is what readers notice before they notice anything else and it is "
    "measured by asking two editors to mark each sentence that seems to come from another hand than the one before"
).split()
_PAGE = 350  # words


def corpus(folder: Path, entries: int) -> None:
    """Write entries REF-001 …, each with front matter, notes and a text of about 20 KB."""
    folder.mkdir(parents=True)
    for number in range(1, entries + 1):
        name = f"REF-{number:03}"
        (folder / f"{name}-study.md").write_text(_entry(name, number), encoding="utf-8")
        (folder / f"{name}-study.txt").write_text(_text(number, _PAGE * 10), encoding="utf-8")


def documents(folder: Path, number: int, *, entries: int, citations: int = 40) -> None:
    """Write documents that cite the corpus in each paragraph of about 300 bytes, every eighth time with a quotation."""
    folder.mkdir(parents=True, exist_ok=True)
    for index in range(number):
        (folder / f"chapter-{index:03}.md").write_text(_document(index, entries, citations), encoding="utf-8")


def quotation(number: int) -> str:
    """Return words from the text of an entry."""
    return " ".join(_text(number, 60).split()[20:36])


def _entry(name: str, number: int) -> str:
    return (
        f"---\nref_id: {name}\ntitle: Study number {number} of voice in technical writing\n"
        f"authors: [{{name: Author{number} Family{number % 97}}}]\nyear: {1990 + number % 35}\nsource_type: journal\n"
        f"doi: 10.1000/voice.{number}\ntotal_pages: 24\ngrade_level: MODERATE\n"
        "sections:\n  - {name: Introduction, pages: 1-5}\n  - {name: Methods, pages: 6-12}\n---\n\n"
        f"Notes on study {number}. {_text(number, 60)}\n"
    )


def _text(seed: int, words: int) -> str:
    """Return words that differ from entry to entry."""
    chosen = [_WORDS[(seed * 7 + index * (3 + seed % 11) + index * index) % len(_WORDS)] for index in range(words)]
    chosen[::17] = [f"{word}{seed}." for word in chosen[::17]]
    return " ".join(chosen)


def _document(index: int, entries: int, citations: int) -> str:
    lines = [f"# Chapter {index}\n"]
    for paragraph in range(citations):
        number = (index * 41 + paragraph * 13) % entries + 1
        said = f'the study says "{quotation(number)}"' if paragraph % 8 == 0 else "voice was found to change by 12%"
        lines.append(
            f"In part {paragraph} of this chapter, {said} [REF-{number:03}, p.{paragraph % 24 + 1}]. "
            "The rest of this paragraph is about how the chapter was written and by whom it was read, "
            "which no source has to carry, since nobody doubts it and nothing follows from it.\n"
        )
    return "\n".join(lines)
