"""Web addresses, compared by the page that they lead to."""

from urllib.parse import parse_qsl, urlencode, urlsplit

from citevet.text.patterns import lazy_pattern

TRACKING = lazy_pattern(r"utm_\w+|fbclid|gclid|mc_[ce]id|ref_src|msclkid|igshid|yclid|_hsenc|_hsmi")
_ROUTE = ("!", "/")  # a fragment that starts like this is a page of its own


def make_page_key(url: str) -> str:
    """Return an address without what does not change its page: scheme, www., tracking, fragment, last slash."""
    try:
        parts = urlsplit(url if "://" in url else f"http://{url}")
        host, query = parts.netloc.lower(), parse_qsl(parts.query, keep_blank_values=True)
    except ValueError:
        return url
    host = host.removeprefix("www.").removesuffix(":443").removesuffix(":80")
    kept = urlencode([(key, value) for key, value in query if not TRACKING.fullmatch(key)])
    fragment = f"#{parts.fragment}" if parts.fragment.startswith(_ROUTE) else ""
    return f"{host}{parts.path.rstrip('/')}{'?' if kept else ''}{kept}{fragment}"
