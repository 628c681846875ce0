"""gesetze-im-internet.de: the table of contents of a law, and pages of sections."""

from tests.emulator.server import Request, Response

NAME = "gesetze"

CONTENTS = """<html><head><title>BGB - nichtamtliches Inhaltsverzeichnis</title></head><body>
<h1>Bürgerliches Gesetzbuch (BGB)</h1><table>
<tr><td><a href="BJNR1.html#BJNG1">Buch 1<br>Allgemeiner Teil</a></td></tr>
<tr><td><a href="__1.html">§&nbsp;&nbsp;1 Beginn der Rechtsfähigkeit</a></td></tr>
<tr><td><a href="__2.html">§ 2 Eintritt der Volljährigkeit</a></td></tr>
<tr><td><a href="__3.html">§§ 3 bis 6 (weggefallen)</a></td></tr>
<tr><td><a href="__7.html">§ 7 Wohnsitz; Begründung und Aufhebung</a></td></tr>
<tr><td><a href="__7a.html">§ 7a Zweiter Wohnsitz</a></td></tr>
<tr><td><a href="__8.html">§ 8 (weggefallen)</a></td></tr>
<tr><td><a href="__9.html">§ 9 Wohnsitz eines Soldaten</a></td></tr>
</table></body></html>"""
SECTION = """<html><body><div class="jnheader"><h1>Bürgerliches Gesetzbuch (BGB)<br />
<span class="jnenbez">§ 7</span>&nbsp;<span class="jnentitel">Wohnsitz</span></h1></div>
<div class="jnhtml"><div class="jurAbsatz">(1) Wer sich niederlässt, begründet einen Wohnsitz. Das gilt nicht für:
<dl><dt>1.</dt><dd><div>Soldaten,</div></dd><dt>2.</dt><dd>Kinder<dl><dt>a)</dt><dd>unter drei Jahren</dd>
<dt>b)</dt><dd>andere.</dd></dl></dd></dl></div>
<div class="jurAbsatz">(2) Der Wohnsitz kann an mehreren Orten bestehen.</div></div>
<div class="jnfussnote"><div class="jurAbsatz">(9) Fußnote</div></div></body></html>"""
PLAIN_SECTION = """<html><body><div class="jurAbsatz">Die Rechtsfähigkeit beginnt mit der Geburt.</div></body></html>"""

_MORE = "".join(f'<tr><td><a href="__{number}.html">§ {number} Titel</a></td></tr>' for number in range(10, 2386))
BGB = CONTENTS.replace("</table>", f"{_MORE}</table>").replace("<head>", "<head><meta charset=iso-8859-1>")
SECTION_823 = """<html><body><div class="jurAbsatz">(1) Wer vorsätzlich das Leben eines anderen verletzt.</div>
<div class="jurAbsatz">(2) Die gleiche Verpflichtung trifft jeden. Ist es möglich.</div></body></html>"""

PAGES: dict[str, str | bytes | int] = {
    "/bgb/index.html": BGB.encode("latin-1"),
    "/bgb/__823.html": SECTION_823,
    "/bgb/__7.html": SECTION,
    "/bgb/__1.html": PLAIN_SECTION,
    "/stgb/index.html": 503,
    "/zpo/index.html": CONTENTS[:400],
    "/hgb/index.html": "<html><body>Bitte aktivieren Sie JavaScript</body></html>",
    "/stpo/index.html": CONTENTS,
}


def answer(request: Request) -> Response:
    """Serve a page."""
    page = PAGES.get(request.path, 404)
    return Response("", page) if isinstance(page, int) else Response(page, type="text/html")
