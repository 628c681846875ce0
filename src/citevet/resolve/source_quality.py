"""How good a source is by its kind, in the words of cite-check: primary, secondary, blog, forum or unreliable."""

import re

from citevet.identifiers.page_keys import split_address
from citevet.model import Record, SourceQuality

# Bodies that make the data, the law or the statement themselves.
_OFFICIAL = re.compile(
    r"(?:.+\.)?(?:(?:gov|mil|int)|(?:gov|gob|gouv|govt|go|gc|admin)\.[a-z]{2}|(?:europa\.eu|bund\.de|bundestag\.de))"
)
_NEWS = frozenset(
    """
    afp.com aljazeera.com apnews.com asahi.com bbc.co.uk bbc.com bloomberg.com chosun.com cnn.com dpa.com economist.com
    elpais.com faz.net ft.com hani.co.kr joongang.co.kr khan.co.kr lemonde.fr npr.org nytimes.com nzz.ch reuters.com
    spiegel.de sueddeutsche.de theguardian.com washingtonpost.com wsj.com yna.co.kr zeit.de
    """.split()
)
_REFERENCE = frozenset("wikipedia.org britannica.com".split())
_BLOGS = frozenset(
    """
    blog.naver.com blogger.com blogspot.com brunch.co.kr dev.to ghost.io hashnode.dev livejournal.com medium.com
    substack.com tistory.com tumblr.com typepad.com wordpress.com
    """.split()
)
_FORUMS = frozenset(
    """
    4chan.org answers.yahoo.com askubuntu.com discord.com facebook.com instagram.com news.ycombinator.com quora.com
    reddit.com serverfault.com stackexchange.com stackoverflow.com superuser.com t.me threads.net tiktok.com twitter.com
    x.com zhihu.com
    """.split()
)
_PRIMARY_TYPES = frozenset(
    """
    journal-article proceedings-article conference-paper dataset dissertation thesis report report-component standard
    posted-content preprint article
    """.split()
)


def grade_source(record: Record, *, is_law: bool) -> SourceQuality | None:
    """Return the quality of a source; none where its kind does not show it."""
    if record.is_retracted:
        return "unreliable"
    if is_law or record.type in _PRIMARY_TYPES:
        return "primary"
    return _grade_address(record.url) if record.service in {"web", "wikipedia"} else None


def _grade_address(url: str) -> SourceQuality | None:
    parts = split_address(url)
    host = (parts.hostname or "").removeprefix("www.")
    names = host.split(".")
    domains = {".".join(names[start:]) for start in range(len(names))}
    if domains & _FORUMS or names[0] in {"forum", "forums"}:
        return "forum"
    if domains & _BLOGS or names[0] in {"blog", "blogs"} or parts.path.startswith(("/blog/", "/blogs/")):
        return "blog"
    if _OFFICIAL.fullmatch(host):
        return "primary"
    return "secondary" if domains & (_NEWS | _REFERENCE) else None
