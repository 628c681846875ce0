"""Hostile text: YAML bombs, deep nesting, and short pieces repeated until slow patterns show."""

from collections.abc import Iterator

from fuzz.hostile import HostileCase, make_all, write

_NAMES = "abcdefghij"


def list_text_cases() -> Iterator[HostileCase]:
    """Yield documents that are text."""
    yield from _yaml_cases()
    yield from _nested_cases()
    yield from _repeated_cases()
    yield from _bibliography_cases()


def yaml_bombs() -> Iterator[tuple[str, str]]:
    """Yield names and YAML whose aliases unfold to far more than is written, or to themselves."""
    for width in (2, 9, 50):
        for depth in (9, 30, 45):
            lines = [f"a0: &a0 [{', '.join('x' * width)}]"]
            lines += [f"a{at}: &a{at} [{', '.join([f'*a{at - 1}'] * width)}]" for at in range(1, depth)]
            yield f"aliases-{width}-{depth}", "\n".join(lines) + "\n"
    lines = ["a0: &a0 {k: v}"]
    lines += [f"a{at}: &a{at} {{<<: [{', '.join([f'*a{at - 1}'] * 9)}]}}" for at in range(1, 12)]
    yield "merge", "\n".join(lines) + "\n"
    lines = ["a0: &a0 {" + ", ".join(f"k{at}: {at}" for at in range(2_000)) + "}"]
    lines += [f"a{at}: &a{at} {{<<: [*a{at - 1}, *a{at - 1}]}}" for at in range(1, 40)]
    yield "merge-wide", "\n".join(lines) + "\n"
    lines = ["a0: &a0 {k: v}", *(f"a{at}: &a{at}\n  <<: *a{at - 1}\n  k{at}: v" for at in range(1, 90))]
    yield "merge-chain", "\n".join(lines) + "\n"
    yield "recursive-list", "title: &t [*t]\nauthor: &a [x, *a, *a]\n"
    yield "recursive-map", "title: &t {x: *t}\nbibliography: &b {file: *b}\n"
    yield "recursive-merge", "title: &t {<<: *t}\n"
    yield "recursive-merges", "a: &a\n  <<: [*a, *a]\n  b: &b {<<: [*a, *b]}\n"
    yield "recursive-key", "? &k [*k]\n: x\n"
    yield (
        "sets",
        "a: !!set {? x, ? y}\nb: !!omap [x: 1]\nc: !!pairs [x: 1]\nd: !!binary 'AA=='\ne: !!timestamp 2001-99-99\n",
    )
    yield "long-integer", "year: " + "9" * 6_000 + "\n"
    yield "sexagesimal", "year: " + "1:" * 5_000 + "1\n"
    yield "long-float", "year: 1e" + "9" * 6_000 + "\n"
    yield "deep-flow", "a: " + "[" * 9_000 + "]" * 9_000 + "\n"
    yield "deep-block", "".join(" " * at + "a:\n" for at in range(700))
    yield "anchors", "".join(f"k{at}: &n{at} v\n" for at in range(9_000))
    yield "many-keys", "".join(f"k{at}: {at}\n" for at in range(20_000))
    yield "same-keys", "title: x\n" * 20_000
    yield "python-tag", "a: !!python/object/apply:os.system ['true']\n"
    yield "quotes", 'a: "' + '\\"' * 90_000 + '"\n'
    yield "open-quote", 'a: "' + "x\n" * 90_000


def _yaml_cases() -> Iterator[HostileCase]:
    for name, yaml in yaml_bombs():
        yield HostileCase(f"front-matter-{name}", write("a.md", f"---\n{yaml}---\n\nText [1].\n"))
        yield HostileCase(f"policy-{name}", write("citation-policy.yaml", yaml), audits=False)
        entry = write(".citevet/corpus/REF-001-a.md", f"---\nref: REF-001\n{yaml}---\n\nNotes.\n")
        yield HostileCase(f"entry-{name}", entry)
        yield HostileCase(f"entry-listed-{name}", entry, ("corpus", "list"))


def _nested_cases() -> Iterator[HostileCase]:
    pairs = {
        "md": ("> ", "- ", "[", "![", "*", "_", "**", "(", "<div>", "<!--", "`", "[^a", "{", "$", "| ", "1. ", "<b>", "\\"),
        "html": ("<div>", "<p>", "<b>", "<a href=x>", "<table><tr><td>", "<!--", "<![CDATA[", "<script>", "<sup>", "&", "<svg>"),
        "tex": ("{", "\\footnote{", "\\emph{", "[", "$", "\\begin{a}", "\\(", "}}", "\\cite{", "\\def\\a{", "%", "\\verb|"),
        "rtf": ("{\\rtf1 ", "{", "{\\*", "\\'", "}", "\\u1 ", "{\\field", "\\bin9 "),
        "ipynb": ("[", '{"cells":', '"', '{"cells":[{"source":', "{"),
        "json": ("[", '{"a":', '"', "[{"),
        "bib": ("{", "@a{", '@a{b, c = "', "@string{a = ", "#", "@comment{", "@a{b, title={"),
        "ris": ("TY  - ", "A", "TY  - JOUR\n", "ER  - \n"),
        "txt": ("(", "[", '"', "“", "- ", "\t", "\f"),
    }  # fmt: skip
    for ending, openings in pairs.items():
        for at, piece in enumerate(openings):
            text = piece * (60_000 // len(piece))
            yield HostileCase(f"nested-{ending}-{at}", write(f"a.{ending}", text), _named(f"a.{ending}"))


def _named(name: str) -> tuple[str, ...]:
    return ("check", "--format", "json", name, "sound.md")


# What doubled the time fourfold once, and neighbours of it.
REPEATED = {
    "md": (
        "Id. ", "Id. at ", "Id. at 5. ", "Smith, Id. [^1]: x", "[^1]: x", "ibid. ", "supra note 1 ", "> …a\n", "> …a\n\n",
        "했다. the Act ", "the Act ", "했다. ", "같은 법 ", "같은 법 제1조 ", "제1조 ", "Id. § 1 ", "See id. ", "op. cit. ",
        "loc. cit. ", "a. a. O. ", "ebd. ", "Smith (2020) ", "(Smith 2020) ", "[1] ", "[1]: x\n", "[REF-001] ",
        "410 U.S. 113 ", "Roe v. Wade ", "42 U.S.C. § 1983 ", "§ 1 BGB ", "Art. 5 GDPR ", "C-131/12 ", "2019다1 ",
        "[@a] ", "@a ", "doi:10.5555/a ", "{10.5555/a(", "https://a.b/( ", "arXiv:2301.00001 ", "ISBN 0-306-40615-2 ",
        '"a" ', "“a” [1] ", '> "a" [1]\n', "- a [1]\n", "| a | b |\n", "## References\n\n[1] a\n\n", "# a\n\n",
        "<!-- citevet-ignore -->\n", "TODO ", "42% ", "1,000 ", "studies show ", "It is not ", "and ", "Mr. ", "e.g. ",
        "a.b.c. ", "...", "!!! ", "?", "—", "&nbsp;", "\\", "\u200b", "é", "e\u0301", "😀", "\r", "\u2028", "a\u0000b ",
        "A v. ", "In re ", "et al., ", "the Data Protection Act 2018 ", "Regulation (EU) 2016/679 ", "BGH, Urteil vom ",
        "대법원 2019. 1. 1. 선고 ", "「법」 ", "「", "」", "[the Act] ", "(the “Act”) ", "hereinafter “a” ", "note 1 ",
    ),
    "tex": (
        "\\footnote{a", "\\footnote{a}", "}}", "}", "{", "{10.5555/a(", "\\cite{a} ", "\\cite[", "\\bibitem{a} x\n", "\\input{a} ",
        "\\newcommand{\\a}{\\a}\\a ", "\\def\\a{\\a\\a}\\a ", "\\begin{quote}", "\\end{quote}", "$a", "% a\n", "\\\\", "\\section{a}",
        "\\begin{thebibliography}", "\\href{a}{b} ", "\\url{", "\\verb", "``a'' ", "\\textcite{a} ", "Id. ", "\\footnote{Id.} ",
        "\\iffalse", "\\fi", "\\begin{comment}", "\\begin{a}{", "\\cite{a,", "\\label{a}\\ref{a} ",
    ),
    "html": (
        "<p>a", "<a href='x'>a</a>", "<sup>1</sup>", "<li>", "<td>", "<br>", "&amp;", "<!-- a -->", "<q>a</q>", "<ref>a</ref>",
        "<cite>a</cite>", "<h1>a</h1>", "<a id=x>", "<p><sup><a href='#n'>1</a></sup>", "<style>", "<script>a</script>", "<", "</p>",
    ),
    "txt": ("Id. ", "Id. at ", "[1] ", "1. a\n", "a\n\n", "\f", "(Smith, 2020; ", "했다. the Act ", "- a\n", "ibid. "),
    "rtf": ("{\\footnote a}", "\\par ", "{\\b a}", "\\u-3913 ?", "\\'e4", "{\\pict 00}", "\\cell "),
    "bib": ("@a{b, title={c}}\n", "@a{b, ", "@a{b}", "@string{a=b}\n", "@a{b, c={d} # e}\n", "@comment{a}", "% a\n"),
    "ris": ("TY  - JOUR\nTI  - a\nER  - \n", "AU  - a\n", "TY  - JOUR\n"),
    "org": (
        "[[https://a.b][", "[cite:@a", "[cite/t:@a;@b; ", "[fn:1]", "[fn:: ", "#+begin_src\n", '#+INCLUDE: "a"\n', "\n* a\n", "=a ", "\\[ ",
    ),
    "rst": (".. [1] a\n", "[1]_ ", "`a <b", "``", "::\n\n  a\n", ":cite:`a` ", ".. note:: a\n", "====\n", "`a`_ ", "|a| "),
    "adoc": ("[[a]]", "[[[1]]] ", "<<a,", "footnote:[", "https://a.b[", "----\n", "`+", "cite:[a", "|===\n", "pass:["),
    "typ": ("@a ", "@a[", "#cite(<a>) ", "#footnote[", "#[", "$", "/*", '"', "```", '#link("a")[', "#let x = (", "#if x {"),
}  # fmt: skip


def _repeated_cases() -> Iterator[HostileCase]:
    for ending, pieces in REPEATED.items():
        for at, piece in enumerate(pieces):
            for size in (40_000, 200_000):
                text = piece * (size // len(piece.encode()))
                name = f"repeated-{ending}-{at}-{size // 1000}k"
                yield HostileCase(name, write(f"a.{ending}", text), _named(f"a.{ending}"))


def _bibliography_cases() -> Iterator[HostileCase]:
    for name, bib in bibtex_bombs():
        manuscript = "---\nbibliography: a.bib\n---\n\nText [@k].\n"
        yield HostileCase(f"bibtex-{name}", make_all(write("a.bib", bib), write("a.md", manuscript)))


def bibtex_bombs() -> Iterator[tuple[str, str]]:
    """Yield names and BibTeX whose @string values grow with every line."""
    for times in (2, 3, 20):
        lines = ['@string{a0 = "xxxxxxxxxx"}']
        lines += [f"@string{{a{at} = {' # '.join([f'a{at - 1}'] * times)}}}" for at in range(1, 40)]
        yield f"strings-{times}", "\n".join([*lines, "@misc{k, title = a39}"]) + "\n"
    wide = '@string{a = "' + "x" * 100_000 + '"}\n' + "".join(f"@misc{{k{at}, title = a # a}}\n" for at in range(5_000))
    yield "strings-wide", wide
    yield "self", "@string{a = a # a}\n@misc{k, title = a}\n"
