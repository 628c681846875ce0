"""The anchors that renderers make of headings, each by its own rules.

Sources: GitHub (github-slugger 2, which Docusaurus and mdBook follow), docutils (`nodes.make_id`), MyST-Parser
(`default_slugify`), Hugo (`autoHeadingIDType` github and blackfriday), pandoc (`auto_identifiers`, for Quarto and R
Markdown), Python-Markdown (`toc.slugify`, for MkDocs), kramdown (`generate_id`), VitePress (`@mdit-vue/shared`),
GitLab (`to_slug`), and Jupyter.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Literal

from citevet.patterns import lazy_pattern
from citevet.records import dataclass

Renderer = Literal[
    "github", "gitlab", "myst", "sphinx", "hugo", "quarto", "mkdocs", "jekyll", "vitepress", "jupyter", "docusaurus"
]
_SPACE = lazy_pattern(r"\s")
_SPACES = lazy_pattern(r"[\s-]+")
_NOT_WORD = lazy_pattern(r"[^\w\- ]")
_EMOJI_NAME = lazy_pattern(r":[a-z0-9_+-]{1,40}:")
_NOT_ALPHANUMERIC = lazy_pattern(r"[^a-z0-9]+")
_NOT_PANDOC = lazy_pattern(r"[^\w\-. ]")
_BEFORE_LETTER = lazy_pattern(r"\A[\W\d_]+")
_VITE_SPECIAL = lazy_pattern(r"[\s~`!@#$%^&*()\-_+=\[\]{}|\\;:\"'“”‘’<>,.?/]+")
_MARKS = lazy_pattern(r"[\u0300-\u036f]")
_NOT_KRAMDOWN = lazy_pattern(r"[^a-zA-Z0-9 -]")


def _github(text: str) -> str:
    return _SPACE.sub("-", _NOT_WORD.sub("", text.strip().lower()))


def _gitlab(text: str) -> str:
    return re.sub(r"-{2,}", "-", _github(text))


def _docutils(text: str) -> str:
    plain = unicodedata.normalize("NFKD", text.lower()).encode("ascii", "ignore").decode()
    return re.sub(r"\A[-0-9]+|-+\Z", "", _NOT_ALPHANUMERIC.sub("-", " ".join(plain.split())))


def _hugo(text: str) -> str:
    kept = (char for char in text.strip() if char.isalnum() or char in "_- \t")
    return _SPACE.sub("-", "".join(kept)).lower()


def _blackfriday(text: str) -> str:
    return re.sub(r"[\W_]+", "-", text.strip().lower()).strip("-")


def _pandoc(text: str) -> str:
    return _BEFORE_LETTER.sub("", _SPACE.sub("-", _NOT_PANDOC.sub("", " ".join(text.split())).lower())) or "section"


def _python_markdown(text: str) -> str:
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    return _SPACES.sub("-", re.sub(r"[^\w\s-]", "", plain).strip().lower())


def _python_markdown_unicode(text: str) -> str:
    """Return the slug of pymdownx, which MkDocs sites in other scripts choose."""
    return _SPACES.sub("-", re.sub(r"[^\w\s-]", "", unicodedata.normalize("NFC", text)).strip().lower())


def _kramdown(text: str) -> str:
    return _NOT_KRAMDOWN.sub("", re.sub(r"\A[^a-zA-Z]+", "", text)).replace(" ", "-").lower() or "section"


def _vitepress(text: str) -> str:
    plain = _MARKS.sub("", unicodedata.normalize("NFKD", text))
    slug = re.sub(r"\A-+|-+\Z", "", _VITE_SPECIAL.sub("-", plain)).lower()
    return f"_{slug}" if slug[:1].isdigit() else slug


def _jupyter(text: str) -> str:
    return _SPACE.sub("-", text.strip())


@dataclass(frozen=True, slots=True)
class _Rule:
    """How a renderer makes anchors: of a text, and of one that occurs again."""

    make: Callable[[str], str]
    again: str = "{0}-{1}"  # the slug and its number, from 1


_RULES: Mapping[Renderer, tuple[_Rule, ...]] = {
    "github": (_Rule(_github),),
    "docusaurus": (_Rule(_github),),
    "gitlab": (_Rule(_gitlab),),
    "sphinx": (_Rule(_docutils, "id{1}"), _Rule(_github)),
    "myst": (_Rule(_github), _Rule(_docutils, "id{1}"), _Rule(_docutils)),
    "hugo": (_Rule(_hugo), _Rule(_blackfriday), _Rule(_github)),
    "quarto": (_Rule(_pandoc), _Rule(_github)),
    "mkdocs": (_Rule(_python_markdown, "{0}_{1}"), _Rule(_python_markdown_unicode, "{0}_{1}"), _Rule(_github)),
    "jekyll": (_Rule(_github), _Rule(_kramdown)),
    "vitepress": (_Rule(_vitepress),),
    "jupyter": (_Rule(_jupyter), _Rule(_github)),
}
RENDERERS: tuple[Renderer, ...] = tuple(_RULES)


def list_slugs(headings: Iterable[str], renderer: Renderer) -> frozenset[str]:
    """Return the anchors that a renderer gives the headings of a page, in their order."""
    texts = list(headings)
    return frozenset(slug for rule in _RULES[renderer] for slug in _apply(rule, texts))


def _apply(rule: _Rule, texts: Iterable[str]) -> Iterator[str]:
    seen: dict[str, int] = {}
    for text in texts:
        # GitHub prints :tada: as a picture, which has no text; other renderers keep the word.
        for variant in dict.fromkeys((text, _EMOJI_NAME.sub("", text))):
            slug = rule.make(variant)
            if slug not in seen:
                seen[slug] = 0
                yield slug
                continue
            seen[slug] += 1
            yield rule.again.format(slug, seen[slug])
