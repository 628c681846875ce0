"""CELLAR: notices of works, and texts of acts of three generations."""

from collections.abc import Mapping
from urllib.parse import unquote

from tests.emulator.server import Request, Response

NAME = "eurlex"

MODERN = """<?xml version="1.0" encoding="UTF-8"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title>L_1</title></head>
<body><p class="oj-doc-ti">REGULATION (EU) 2018/196</p><p>Whereas:</p>
<table><tr><td><p>(1)</p></td><td><p>The protection of natural persons.</p></td></tr></table>
<table><tr><td><p>(2)</p></td><td><p>The principles of, and rules on.</p></td></tr></table>
<div id="cpt_I"><p>CHAPTER I</p><div class="eli-title"><p><span class="oj-bold">General</span></p></div>
<div class="eli-subdivision" id="art_1"><p class="oj-ti-art">Article 1</p>
<div class="eli-title"><p>Subject-matter</p></div>
<p class="oj-normal">This Regulation lays down rules.</p></div>
<div class="eli-subdivision" id="art_2"><p class="oj-ti-art">Article 2</p><div class="eli-title"><p>Lawfulness</p></div>
<div id="002.001"><p class="oj-normal">1.&#160;&#160;&#160;Processing shall be lawful:</p>
<table><tr><td><p>(a)</p></td><td><p>consent;</p></td></tr><tr><td><p>(b)</p></td><td><p>contract:</p>
<table><tr><td><p>(i)</p></td><td><p>one;</p></td></tr><tr><td><p>(ii)</p></td><td><p>two.</p></td></tr></table>
</td></tr></table></div><div id="002.002"><p class="oj-normal">2.&#160;&#160;&#160;Member States may.</p></div></div>
<div class="eli-subdivision" id="art_3"><p class="oj-ti-art">Article 3</p>
<div class="eli-title"><p>Definitions</p></div>
<p>For the purposes of this Regulation:</p><table><tr><td><p>(1)</p></td><td><p>‘data’;</p></td></tr>
<tr><td><p>(2)</p></td><td><p>‘consent’.</p></td></tr></table></div></div>
<p>This Regulation shall be binding in its entirety.</p><p>Done at Brussels, 27 April 2016.</p>
<p class="oj-doc-ti">ANNEX I</p></body></html>"""

OLD = """<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN"><html lang="EN"><head>
<meta http-equiv="Content-Type" content="text/html; charset=UNICODE-1-1-UTF-8"></head><body><div id="TexteOnly"><p>
<txt_te><p>Council Regulation (EC) No 6/2002</p><p>Whereas:</p><p>(1) A unified system.</p>
<p>TITLE I</p>
<p>Article 1</p><p>Community design</p><p>1. A design which complies:</p><p>(a) by an unregistered one;</p>
<p>(b) by a registered one.</p><p>2. A Community design shall.</p><p>Article 2</p><p>Office</p><p>The Office.</p>
<p>Done at Brussels, 12 December 2001.</p></txt_te></div></body></html>"""

CONSOLIDATED = """<!DOCTYPE html><html><body><p class="arrow"><a href="x">▼B</a></p>
<p class="title-article-norm">Article 1</p>
<p class="norm">1. This Directive applies.</p><p class="norm">2. UCITS means:</p>
<div style="margin-left: 30pt"><p class="norm">(a)<span> </span>with the sole object;</p></div>
<p class="title-article-norm">►M1 Article 2 ◄</p><p class="norm">Text.</p><p class="arrow">▼M2</p>
<p class="title-article-norm">Article 2a</p><p class="norm">Inserted.</p>
<p class="title-article-norm">Article 3</p><p class="norm">Text.</p>
<p class="title-article-norm">Article 4</p><p class="norm">Added.</p></body></html>"""

SHELL = "<!DOCTYPE html><html><head><script src='app.js'></script></head><body><div id='root'></div></body></html>"


def make_act(articles: int, recitals: int, inside: Mapping[int, str]) -> str:
    """Return a long act in the markup of today: one paragraph in each article, and more inside some."""
    whereas = "".join(f"<p>({number})</p><p>Reason {number}.</p>" for number in range(1, recitals + 1))
    enacted = "".join(
        f'<div id="art_{number}"><p class="oj-ti-art">Article {number}</p><div class="eli-title"><p>Heading</p></div>'
        f"{inside.get(number, '<p>1. Text.</p>')}</div>"
        for number in range(1, articles + 1)
    )
    return f"<html><body><p>Whereas:</p>{whereas}{enacted}<p>Done at Brussels.</p></body></html>"


def make_points(first: str, last: str) -> str:
    """Return points from one letter to another."""
    letters = map(chr, range(ord(first), ord(last) + 1))
    return "".join(f"<table><tr><td><p>({letter})</p></td><td><p>text;</p></td></tr></table>" for letter in letters)


GDPR = make_act(99, 173, {6: f"<p>1. Lawful if:</p>{make_points('a', 'f')}<p>2. A.</p><p>3. B.</p><p>4. C.</p>"})
AI_ACT = make_act(113, 180, {5: f"<p>1. Prohibited:</p>{make_points('a', 'h')}<p>2. A.</p>"})


def make_notice(celex: str, title: str, *extra: str, ecli: str = "") -> str:
    """Return the notice of a work, with further elements inside."""
    names = "".join(
        f"<SAMEAS><URI><VALUE>x</VALUE><IDENTIFIER>{name}</IDENTIFIER><TYPE>{kind}</TYPE></URI></SAMEAS>"
        for kind, name in (("celex", celex), ("ecli", ecli))
        if name
    )
    return (
        f'<?xml version="1.0" encoding="UTF-8"?><NOTICE decoding="eng" type="branch"><WORK>{names}{"".join(extra)}'
        f"<EXPRESSION><EXPRESSION_TITLE><VALUE>{title}</VALUE></EXPRESSION_TITLE><LANG><VALUE>ENG</VALUE></LANG>"
        "</EXPRESSION></WORK></NOTICE>"
    )


def make_value(name: str, value: str) -> str:
    """Return an element with a value."""
    return f"<{name}><VALUE>{value}</VALUE></{name}>"


def make_version(celex: str) -> str:
    """Return the link to a consolidated version."""
    link = f"<SAMEAS><URI><IDENTIFIER>{celex}</IDENTIFIER><TYPE>celex</TYPE></URI></SAMEAS>"
    return f"<RESOURCE_LEGAL_BASIS_FOR_ACT_CONSOLIDATED>{link}</RESOURCE_LEGAL_BASIS_FOR_ACT_CONSOLIDATED>"


STARTS, ENDS, DAY = (
    "RESOURCE_LEGAL_DATE_ENTRY-INTO-FORCE",
    "RESOURCE_LEGAL_DATE_END-OF-VALIDITY",
    "WORK_DATE_DOCUMENT",
)
NOTICES = {
    "celex/32016R0679": make_notice(
        "32016R0679", "General Data Protection Regulation", make_value(STARTS, "2018-05-25")
    ),
    "celex/32022R2065": make_notice("32022R2065", "Digital Services Act", make_value(ENDS, "9999-12-31")),
    "celex/32018R0196": make_notice("32018R0196", "Regulation (EU) 2018/196"),
    "celex/32024R1689": make_notice("32024R1689", "Artificial Intelligence Act", make_value(STARTS, "2024-08-01")),
    "celex/32002R0006": make_notice("32002R0006", "Regulation on Community designs"),
    "celex/31995L0046": make_notice(
        "31995L0046", "Data Protection Directive", make_value(ENDS, "2018-05-24"), make_value(STARTS, "1995-12-13")
    ),
    "celex/32027R0001": make_notice("32027R0001", "A regulation to come", make_value(STARTS, "2027-06-01")),
    "celex/32009L0065": make_notice("32009L0065", "UCITS Directive", make_version("02009L0065-20130620")),
    "celex/32019L0790": make_notice("32019L0790", "Copyright Directive"),
    "celex/62012CJ0131": make_notice(
        "62012CJ0131", "Google Spain", make_value(DAY, "2014-05-13"), ecli="ECLI:EU:C:2014:317"
    ),
    "ecli/ECLI:EU:C:2014:317": make_notice("62012CJ0131", "Google Spain", ecli="ECLI:EU:C:2014:317"),
    "ecli/ECLI:EU:C:2016:970": make_notice(
        "62015CJ0203", "Tele2 Sverige. # Joined Cases C-203/15 and C‑698/15.", ecli="ECLI:EU:C:2016:970"
    ),
    "oj/JOL_2016_119_R_0001": make_notice("32016R0679", "General Data Protection Regulation"),
    "celex/12016M/TXT": make_notice("12016M/TXT", "Treaty on European Union"),
}
TEXTS = {
    "celex/32016R0679": GDPR,
    "celex/32018R0196": MODERN,
    "celex/32024R1689": AI_ACT,
    "celex/32022R2065": make_act(93, 156, {}),
    "celex/32002R0006": OLD,
    "celex/32009L0065": MODERN,
    "celex/02009L0065-20130620": CONSOLIDATED,
    "celex/32019L0790": SHELL,
    "celex/12016M/TXT": OLD,
}


def answer(request: Request) -> Response:
    """Serve the notice or the text of a work, as the Accept header asks; of a work without a text, only the notice."""
    name = unquote(request.path.removeprefix("/resource/"))
    if "notice" in request.headers.get("accept", ""):
        found, kind = NOTICES.get(name), "application/xml"
    else:
        found, kind = TEXTS.get(name), "application/xhtml+xml;charset=UTF-8"
    return Response(found, type=kind) if found else Response("Resource not found", 404)
