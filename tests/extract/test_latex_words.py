"""Plain text of LaTeX: numbers with units, keys for named works, spaces for ties."""

import pytest

from citevet.extract import extract
from citevet.model import Claim
from citevet.read import parse_text


def claims(body: str) -> tuple[Claim, ...]:
    """Extract the claims of a document with this body."""
    return extract(parse_text(rf"\begin{{document}}{body}\end{{document}}", "case.tex")).claims


@pytest.mark.parametrize(
    ("body", "heard"),
    [
        (r"As \citet{doe99} has shown, it grows.", "As doe99 has shown, it grows."),
        (r"As \citet[see][p.~3]{doe99} has shown, it grows.", "As doe99 has shown, it grows."),
        (r"Both \citet{doe99, kim01} say that it grows.", "Both doe99, kim01 say that it grows."),
        (r"Both \textcites{doe99}[12]{kim01} say that it grows.", "Both doe99, kim01 say that it grows."),
        (r"It grows \parencites[see][12]{doe99}[45--40]{kim01} each year.", "It grows each year."),
        (r"Dr.~Smith et al.\ measured 3.2~kg of it.", "Dr. Smith et al. measured 3.2 kg of it."),
        (r"It is \SI{45}{\percent} of all.", "It is 45% of all."),
        (r"It is \SI[round-mode=places]{3}{\kilo\gram} now.", "It is 3 kg now."),
        (r"It is \qty{9.8}{\metre\per\second\squared} there.", "It is 9.8 m/s² there."),
        (r"It is \qty{20}{\degreeCelsius} and \ang{45} there.", "It is 20 °C and 45° there."),
        (r"It is \SIrange{1}{5}{km} from \numrange{2}{3} towns.", "It is 1 to 5 km from 2 to 3 towns."),
        (r"It has \num{1200} units of \num{1.2e6} in \unit{\mega\hertz}.", "It has 1200 units of 1.2 × 10^6 in MHz."),
        (r"It is \qty(a) of \SI{5} here.", "It is (a) of 5 here."),
        (r"The macro \verb|\cite{a}| cites a work.", r"The macro \cite{a} cites a work."),
        (r"The macro \lstinline[language=TeX]!\cite{a}! cites a work.", r"The macro \cite{a} cites a work."),
        (r"It grows.\footnote{By \SI{3}{\percent} \cite{doe99}.} It falls.", "It grows."),
    ],
)
def test_plain_text(body: str, heard: str) -> None:
    """Units are printed, ties become spaces, citations in the sentence keep their keys, and markers vanish."""
    assert heard == claims(body)[0].plain.text


def test_offsets_of_printed_text() -> None:
    """Words after a unit map to their own place, and a number maps to its digits."""
    (claim,) = claims(r"It is \SI{45}{\percent} of \qty{3.5}{\kilo\gram} there.")
    at = claim.plain.text.index
    text = r"\begin{document}It is \SI{45}{\percent} of \qty{3.5}{\kilo\gram} there."
    places = [claim.plain.back(at(word)) for word in ("45", "%", "of", "3.5", "kg", "there")]
    assert places == sorted(places)
    assert [text.index("45"), text.index(" of") + 1, text.index("3.5"), text.index("there")] == [
        places[index] for index in (0, 2, 3, 5)
    ]


def test_code_with_label_is_skipped() -> None:
    """One word next to code asserts nothing; a sentence about code does."""
    assert [("skipped", "not checked: a fragment (code)"), ("unsourced", None)] == [
        (claim.status, claim.why) for claim in claims(r"Verbatim: \verb|\cite{a}|. The macro \verb|x| grows each year.")
    ]


@pytest.mark.parametrize(
    "before", [r"\begin{verbatim}x\end{verbatim}", r"\begin{quote}We saw it.\end{quote}", "It grows.\n\n"]
)
def test_footnote_does_not_back_next_sentence(before: str) -> None:
    """A note after a listing, a quotation or a paragraph is not a source of the next sentence."""
    last = claims(before + "\n\\footnote{Compare \\citealt{doe99}.}\nPrices fell by 21\\%.")[-1]
    assert ("Prices fell by 21%.", "unsourced") == (last.plain.text, last.status)


def test_footnote_on_own_line_backs_previous_sentence() -> None:
    """Inside a paragraph the note belongs to the sentence before it."""
    said = claims("It fails in 12\\% of all.\n\\footnote{See \\cite{doe99}.}\nSales fell by 37\\%.")
    assert ["cited", "unsourced"] == [claim.status for claim in said]


@pytest.mark.parametrize(
    ("body", "cited"),
    [
        (
            r"As Smith~(2020) and Doe et~al.~(2019) say, it grows.",
            [("author-year", "smith 2020"), ("author-year", "doe et al. 2019")],
        ),
        (
            r"See 42~U.S.C. \S~1983 and [2019]~UKSC~41.",
            [("us-statute", "42 U.S.C. § 1983"), ("uk-case", "[2019] UKSC 41")],
        ),
        (r"So \S\S~280, 281 BGB und \S\,241 BGB.", [("de-statute", "BGB § 280"), ("de-statute", "BGB § 241")]),
        (r"BGH, Urt.~v.~12.3.2019 -- VI~ZR~123/18, BGHZ~221, 139.", [("de-case", "BGH VI ZR 123/18")]),
        (r"See http://example.org/~doe/a.pdf there.", [("url", "http://example.org/~doe/a.pdf")]),
        (r"\textbf{S 3} BGB is not \verb|\S~3 BGB|.", []),
    ],
)
def test_ties_and_signs_in_citations(body: str, cited: list[tuple[str, str]]) -> None:
    r"""A tie is a space and \S a section sign inside a citation; an address keeps its tilde."""
    found = extract(parse_text(rf"\begin{{document}}{body}\end{{document}}", "case.tex"))
    assert cited == [(one.kind, one.normal) for one in found.citations]
