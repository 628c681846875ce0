"""The anchors of headings, as the renderers themselves make them."""

import pytest

from citevet.text.heading_slugs import Renderer, list_slugs


@pytest.mark.parametrize(
    ("renderer", "heading", "slug"),
    [
        ("github", "Hello, World!", "hello-world"),
        ("github", "A & B", "a--b"),
        ("github", "snake_case `code()`", "snake_case-code"),
        ("github", "Straße für Käse", "straße-für-käse"),
        ("github", "What's new in 2.0?", "whats-new-in-20"),
        ("github", "한국어 제목", "한국어-제목"),
        ("github", "— dash —", "-dash-"),
        ("gitlab", "A & B", "a-b"),
        ("sphinx", "1. Install & run", "install-run"),
        ("sphinx", "Käse", "kase"),
        ("myst", "A & B", "a--b"),
        ("hugo", "A & B", "a--b"),
        ("hugo", "What's new in 2.0?", "whats-new-in-20"),
        ("quarto", "1. Install: v2.0", "install-v2.0"),
        ("quarto", "3", "section"),
        ("mkdocs", "Käse & Brot", "kase-brot"),
        ("mkdocs", "What's new in 2.0?", "whats-new-in-20"),
        ("jekyll", "1. Install", "install"),
        ("vitepress", "1. Was ist's?", "_1-was-ist-s"),
        ("vitepress", "Käse", "kase"),
        ("docusaurus", "Hello, World!", "hello-world"),
        ("jupyter", "My Title", "My-Title"),
    ],
)
def test_a_heading(renderer: Renderer, heading: str, slug: str) -> None:
    """Punctuation, accents, code, numbers and other scripts."""
    assert slug in list_slugs([heading], renderer)


@pytest.mark.parametrize(
    ("renderer", "slugs"),
    [
        ("github", {"a", "a-1", "a-2"}),
        ("mkdocs", {"a", "a_1", "a_2"}),
        ("quarto", {"a", "a-1", "a-2"}),
        ("hugo", {"a", "a-1", "a-2"}),
    ],
)
def test_a_heading_that_occurs_again(renderer: Renderer, slugs: set[str]) -> None:
    """Each renderer numbers them in its way."""
    assert slugs <= list_slugs(["A", "A", "A"], renderer)
