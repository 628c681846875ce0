"""What an HTML page is to its reader: the content itself, or something in front of it or instead of it.

A page is put aside only on several signs at once: a telling title or heading as a whole, a known mark in the source,
and little text. A long article about error 404 or about cookies stays content.
"""

import re
from collections.abc import Callable, Mapping
from typing import Literal
from urllib.parse import SplitResult

from citevet.identifiers.page_keys import split_address
from citevet.read.web_page import WebPage
from citevet.tables import read_words

PageKind = Literal["content", "challenge", "parked", "consent", "login", "not-found", "paywall", "empty"]

_FEW_WORDS = 2_500  # characters of visible text; such pages have some hundred
_NO_WORDS = 300  # characters; what a page says that cannot do without JavaScript
_SEPARATOR = re.compile(r"\s+[|–—·»:•-]\s+|\s*\|\s*|:\s+")
_EDGES = " \t.!?…。！？\"'“”‘’()[]"


def _phrases(*lines: str) -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{line})" for line in lines))


# Whole titles or headings, or whole parts of them between separators, in lower case.
_NOT_FOUND = _phrases(
    r"(?:http )?(?:error )?(?:code )?4(?:04|10)(?: error)?",
    r"(?:error )?(?:http )?4(?:04|10)[ ,.:(-]*(?:error[ ,.:-]*)?(?:not found|page not found|file not found|gone)[)!1]*",
    r"(?:page|file|document|article|url|content|resource|object)(?: is| was| could)? not (?:be )?found"
    r"(?: error)?(?: \(?404\)?)?",
    r"not found(?: \(?#?404\)?)?",
    r"(?:oops|sorry)?[!,. ]*we (?:can't|can’t|cannot|couldn't|couldn’t|could not) find (?:the|that|this) page"
    r"(?: you(?: are|'re|’re| were) looking for)?",
    r"(?:oops|(?:we['’]re )?sorry)?[!,. ]*(?:(?:the|that|this) )?(?:page|resource)"
    r"(?: you(?:(?: are|'re|’re| were) looking for| requested))? (?:"
    r"(?:can't|can’t|cannot|couldn't|couldn’t|could not) be found|was not found|no longer (?:exists|available)"
    r"|(?:doesn't|doesn’t|does not) exist|(?:isn't|isn’t|is not|is no longer) (?:available|here))"
    r"(?: \(404(?: not found)?)?",
    r"(?:die )?(?:seite|datei)(?: wurde)?(?: leider)? nicht gefunden|fehler 404",
    r"(?:la )?page (?:introuvable|non trouvée|demandée est introuvable)|erreur 404",
    r"página no encontrada|error 404|página não encontrada|erro 404|pagina non trovata|errore 404",
    r"pagina niet gevonden|sidan (?:hittades inte|kunde inte hittas)|nie znaleziono strony|strona nie istnieje",
    r"страница не найдена|ошибка 404|페이지를 찾을 수 없습니다",
    r"ページが見つかりません(?:でした)?|页面不存在|页面未找到|找不到页面|找不到頁面",
)
_CHALLENGE = _phrases(
    r"just a moment|attention required|access denied|access to this page has been denied|pardon our interruption",
    r"(?:are you a|robot or) (?:robot|human)|(?:verify(?:ing)?|confirm) (?:that )?you are (?:a )?human",
    r"human verification",
    r"(?:checking your browser|security (?:check|checkpoint|verification))(?: before accessing .{1,80})?",
    r"making sure you're not a bot|bot verification|client challenge|vercel security checkpoint|ddos-guard",
    r"request (?:blocked|rejected|unsuccessful)|(?:error[: ]*)?the request could not be satisfied|one more step",
    r"one moment,? please",
)
_LOGIN = _phrases(
    r"(?:please )?(?:log|sign)[ -]?in(?: to .{1,80})?|login(?: page| required)?",
    r"single sign[ -]on|authentication required",
    r"(?:anmelden|anmeldung|einloggen|connexion|se connecter|iniciar sesión|accedi|로그인|ログイン|登录|登入)",
)
_CONSENT = _phrases(
    r"before you continue(?: to .{1,60})?|bevor sie fortfahren|avant de continuer",
    r"antes de continuar|prima di continuare",
    r"(?:your )?(?:privacy|cookie) (?:choices|preferences|settings|consent)|cookie consent|we value your privacy",
)
_FOR_SALE = re.compile(
    r"(?:is|may be|could be) (?:now )?(?:available )?for sale|(?:buy|purchase) this domain"
    r"|domain (?:is|has been) parked|(?:this )?domain (?:name )?(?:has )?expired|steht zum verkauf|est à vendre"
)

# Marks in the source; they count only where there is little text, since normal pages load some of these too.
_CHALLENGE_MARK = re.compile(
    r"_cf_chl_opt|cf-challenge-running|captcha-delivery\.com|px-captcha|_Incapsula_Resource|AwsWafIntegration"
    r"|anubis_challenge|sgcaptcha|/_sec/cp_challenge/|jschl[-_]answer|cf-browser-verification"
)
_PARKING_MARK = re.compile(
    r"(?:sedoparking|parkingcrew|parklogic)\.(?:com|net)|\bbodis\.com/|<html[^<>]{0,200}\sdata-adblockkey="
    r"|\bwindow\.park ?= ?\"|\blocation\.href ?= ?[\"']/lander\b"
)
_MARKETS = read_words("hugedomains.com afternic.com dan.com sedo.com above.com domainmarket.com uniregistry.com")
_CONSENT_HOST = re.compile(r"(?:consent|guce|cmp|privacy-mgmt)\.", re.IGNORECASE)
_CONSENT_PATH = re.compile(r"/(?:cookie-?)?consent(?:/|$)", re.IGNORECASE)
_LOGIN_PATH = re.compile(
    r"/(?:log-?in|sign-?in|users?/sign_in|sso|oauth2?|authorize|auth|accounts?/login)(?:[/.]|$)", re.IGNORECASE
)


def tell_page_kind(page: WebPage, url: str, headers: Mapping[str, str]) -> PageKind:
    """Return what a page is; `url` is the address that answered."""
    if headers.get("cf-mitigated", "").lower() == "challenge":
        return "challenge"
    address = split_address(url)
    return next((kind for kind, shows in _KINDS if shows(page, address)), "content")


def says_not_found(page: WebPage) -> bool:
    """Check whether the title or the heading, or a whole part of it, says that nothing is there."""
    return _is_headed(page, _NOT_FOUND)


def _is_headed(page: WebPage, phrases: re.Pattern[str]) -> bool:
    parts = (part for line in (page.heading, page.title) for part in (line, *_SEPARATOR.split(line)))
    return any(phrases.fullmatch(part.strip(_EDGES).lower()) for part in parts if part)


def _is_short(page: WebPage) -> bool:
    return len(page.words) <= _FEW_WORDS


def _is_challenge(page: WebPage, _: SplitResult) -> bool:
    signs = _is_headed(page, _CHALLENGE), bool(_CHALLENGE_MARK.search(page.source))
    return all(signs) or (_is_short(page) and any(signs))  # hidden text may fill a page with both


def _is_parked(page: WebPage, address: SplitResult) -> bool:
    host = (address.hostname or "").removeprefix("www.")
    if not _is_short(page):
        return False
    if host in _MARKETS or _PARKING_MARK.search(page.source):
        return True
    lines = f"{page.title} {page.heading} {page.words[:400]}".lower()
    return bool(host) and host in lines and bool(_FOR_SALE.search(lines))


def _is_consent(page: WebPage, address: SplitResult) -> bool:
    asked = _CONSENT_HOST.match(address.hostname or "") or _CONSENT_PATH.search(address.path)
    return _is_short(page) and bool(asked or _is_headed(page, _CONSENT))


def _is_login(page: WebPage, address: SplitResult) -> bool:
    asked = _LOGIN_PATH.search(address.path) or _is_headed(page, _LOGIN)
    return _is_short(page) and page.asks_password and bool(asked)


def _is_paywalled(page: WebPage, _: SplitResult) -> bool:
    free = (str(node["isAccessibleForFree"]).lower() for node in page.data if "isAccessibleForFree" in node)
    return "false" in free or page.first("article:content_tier").lower() == "locked"


def _is_empty(page: WebPage, _: SplitResult) -> bool:
    if page.heading or page.first("og:title", "citation_title"):
        return False
    return not page.words or (len(page.words) <= _NO_WORDS and "javascript" in page.words.lower())


_KINDS: tuple[tuple[PageKind, Callable[[WebPage, SplitResult], bool]], ...] = (
    ("challenge", _is_challenge),
    ("parked", _is_parked),
    ("consent", _is_consent),
    ("login", _is_login),
    ("not-found", lambda page, _: _is_short(page) and says_not_found(page)),
    ("paywall", _is_paywalled),
    ("empty", _is_empty),
)
