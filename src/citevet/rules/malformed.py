"""IDN001 to IDN011, IDN013: forms that are wrong, pasted twice, or with a piece of an address."""

import re
from collections.abc import Collection, Iterator
from dataclasses import replace

from citevet.contracts import Evidence, Fault
from citevet.model import LAW, Citation, Edit, Extraction, Fix, Form, FormFaultKind, Identifier, Reference, Safety
from citevet.patterns import lazy_pattern
from citevet.rules.keys.reference_list import list_own_references
from citevet.text.excerpts import strip_emphasis

# "Incorrect: *Lessig v. State*, 17 U.S. 107 (1998)": the words before show how to cite.
_SHOWS = lazy_pattern(
    r"\b(?:examples?|(?:in)?correct|wrong|right|(?:in)?valid|malformed)\b:[^:\n]{0,80}\Z", re.IGNORECASE
)
_REACH = 100  # characters before an identifier that may call it an example


def report_malformed(
    evidence: Evidence, label: str, kinds: Collection[str] = (), *, fault_kind: FormFaultKind = "malformed"
) -> Iterator[Fault]:
    """Report the faults of form that the finders saw: of some kinds of identifier, or of all, and of one kind of fault.

    In a PDF, if it is not a case with name and year, and after words such as "Incorrect:", they are notes.
    """
    is_pdf = evidence.extraction.document.format == "pdf"
    for found, citation, reference in list_forms(evidence.extraction):
        if found.fault and found.fault_kind == fault_kind and (not kinds or found.kind in kinds):
            shown = strip_emphasis(found.text) if found.kind in LAW else _show(found)
            message, about = f'{label} "{shown}": {found.fault}', found.normal or found.text
            fault = Fault(found.span, message, about, _make_fix(found), citation, reference)
            is_cut = is_pdf and not _is_whole(found)
            yield replace(fault, is_doubtful=is_cut or _is_doubtful(evidence.extraction.document.text, fault))


def _show(found: Citation | Form | Identifier) -> str:
    """Return what was written; of a link, which may be a tag of HTML, only the address."""
    return (found.link.target or found.text) if isinstance(found, Citation) else found.text


def list_forms(
    extraction: Extraction,
) -> Iterator[tuple[Citation | Form | Identifier, Citation | None, Reference | None]]:
    """Yield what a finder read: citations with their other forms, and the identifiers of entries and people."""
    for citation in extraction.citations:
        yield citation, citation, None
        yield from ((form, citation, None) for form in citation.also)
    for reference in list_own_references(extraction):
        yield from ((each, None, reference) for each in reference.identifiers)
    yield from ((each, None, None) for each in extraction.people)


def _is_whole(found: Citation | Form | Identifier) -> bool:
    """Check for a case from its name to its year. A PDF cuts other identifiers at the ends of lines and columns."""
    if not isinstance(found, Citation) or found.kind not in {"us-case", "uk-case"}:
        return False
    return bool(found.law.case_name and found.law.year)


def _is_doubtful(text: str, fault: Fault) -> bool:
    """Return whether a short form may belong to another case, or the identifier is an example."""
    at, citation = fault.span.start, fault.citation
    is_short = citation is not None and citation.kind == "us-case" and citation.law.is_short
    is_encoded = text.startswith(("\\%2F", "%2F"), fault.span.end)  # the slash of a DOI, in the address of a page
    return is_short or is_encoded or _SHOWS.search(text, max(at - _REACH, 0), at) is not None


def _make_fix(found: Citation | Form | Identifier) -> Fix | None:
    """Return the fix that the finder is certain of."""
    if found.correction is None or found.correction == found.text:
        return None
    return Fix(Safety.SAFE, f"replace with {found.correction}", (Edit(found.span, found.correction),))


def find_malformed_doi(evidence: Evidence) -> Iterator[Fault]:
    """A DOI is malformed.

    ## Meaning
    A DOI is `10.`, a registrant of four or more digits, a slash and a suffix. Here a part is missing or too short, or a
    letter is in the place of a digit: `1O.1038`, `10.1038nature`, `doi:10.1000/`, `(10.12/abc)`.

    ## Why it matters
    The DOI does not resolve, and no registry can be queried for it.

    ## Example
    ```markdown
    See doi:1O.1038/nature12373.
    ```

    ## How to fix it
    Copy the DOI from the work. Where the right form is certain, `citevet fix` writes it.

    ## Limitations
    A well-formed DOI may be unregistered or belong to another work. Only a registry lookup shows that. Without a label,
    a registrant of fewer than four digits is reported only in brackets, after a word such as "see", or before a suffix
    of letters and digits: `10.12/km` is a rate.
    """
    return report_malformed(evidence, "malformed DOI", {"doi"})


def find_malformed_arxiv(evidence: Evidence) -> Iterator[Fault]:
    """An arXiv id is malformed.

    ## Meaning
    Since April 2007 an arXiv id has a year, a month, a dot and a number: four digits up to 1412, five from 1501. Before
    that it was an archive, a slash and seven digits. Here the month is impossible, or the number has the wrong length.

    ## Why it matters
    No such paper exists.

    ## Example
    ```markdown
    See arXiv:2313.00001.
    ```

    ## How to fix it
    Copy the id from the abstract page.

    ## Limitations
    A well-formed id may not exist.
    """
    return report_malformed(evidence, "malformed arXiv id", {"arxiv"})


def find_malformed_pubmed_id(evidence: Evidence) -> Iterator[Fault]:
    """A PMID or PMCID is malformed.

    ## Meaning
    A PMID is a number of one to eight digits, and not 0. A PMCID is `PMC` and such a number.

    ## Why it matters
    PubMed cannot be queried for it.

    ## Example
    ```markdown
    See PMID: 286209431234.
    ```

    ## How to fix it
    Copy the number from PubMed.

    ## Limitations
    A well-formed number may belong to another paper. Only a lookup in PubMed shows that.
    """
    return report_malformed(evidence, "malformed PubMed id", {"pmid", "pmcid"})


def find_malformed_isbn(evidence: Evidence) -> Iterator[Fault]:
    """An ISBN has a wrong check digit or the wrong length.

    ## Meaning
    The last digit of an ISBN is computed from the others (modulo 11 for ten digits, modulo 10 for thirteen), and
    thirteen digits start with 978 or 979. Here the check fails, or all digits are zero.

    ## Why it matters
    A digit is wrong or two digits are swapped: no book has this number.

    ## Example
    ```markdown
    See ISBN 978-0-306-40615-8.
    ```

    ## How to fix it
    Copy the number from the book. The check digit does not show which digit is wrong, so `citevet fix` leaves it.

    ## Limitations
    A valid number may belong to another book. Some publishers printed invalid numbers in real books.
    """
    return report_malformed(evidence, "malformed ISBN", {"isbn"})


def find_malformed_issn(evidence: Evidence) -> Iterator[Fault]:
    """An ISSN has a wrong check digit or the wrong length.

    ## Meaning
    An ISSN has eight digits, the last of which is computed from the others (modulo 11, X for ten). Here the check
    fails, or all digits are zero.

    ## Why it matters
    A digit is wrong: no journal has this number.

    ## Example
    ```markdown
    See ISSN 0378-5954.
    ```

    ## How to fix it
    Copy the number from the journal's page.

    ## Limitations
    A valid number may belong to another journal.
    """
    return report_malformed(evidence, "malformed ISSN", {"issn"})


def find_malformed_url(evidence: Evidence) -> Iterator[Fault]:
    """A URL is malformed.

    ## Meaning
    A link or URL has no host, or an impossible host or port.

    ## Why it matters
    Browsers guess or give up, so readers do not reach the source.

    ## Example
    ```markdown
    See [the survey](https://exa_mple..org/survey).
    ```

    ## How to fix it
    Correct the URL. `citevet fix` removes tags of HTML from one.

    ## Limitations
    A well-formed URL may be dead. Only a request shows that. A misspelt scheme (`htp://`) is not recognized as a URL.
    """
    return report_malformed(evidence, "malformed URL", {"url", "link"})


def find_malformed_corpus_id(evidence: Evidence) -> Iterator[Fault]:
    """A corpus id is malformed.

    ## Meaning
    A corpus id is `REF-` and at least three digits, followed by an optional page, page range or section. Here digits
    are missing, or the letters are not capitals.

    ## Why it matters
    No corpus entry can be found under this id.

    ## Example
    ```markdown
    Voice matters [REF-43, p.15].
    ```

    ## How to fix it
    Write the id as the corpus has it. Where the right form is certain, `citevet fix` writes it.

    ## Limitations
    A well-formed id may not be in the corpus; EXI001 reports that.
    """
    # "(REF05)" in a document without corpus ids is the name of something else.
    known = any(each.kind == "corpus" and not each.fault for each in evidence.extraction.citations)
    for fault in report_malformed(evidence, "malformed corpus id", {"corpus"}):
        text = fault.span.of(evidence.extraction.document.text)
        yield fault if known or text.startswith("[") else replace(fault, is_doubtful=True)


def find_malformed_artifact(evidence: Evidence) -> Iterator[Fault]:
    """A file citation cannot be read, or has an impossible hash or line range.

    ## Meaning
    A file is cited as `[path@hash, L42-58]`. The hash is the first 16 digits of the SHA-256, in lower-case hexadecimal,
    and the line range is in ascending order. Here one of them is wrong. With `--rlm`, whatever looks like a file
    citation is reported if it cannot be read: `[Dockerfile@main, L1]`, `[src/login.ts:42-58]`, or a path with a hash
    outside square brackets.

    ## Why it matters
    citevet cannot check whether the file is still the one that was cited.

    ## Example
    ```markdown
    Login retries twice [src/auth/login.ts@A8F9C2D4E5F60718, L58-42].
    ```

    ## How to fix it
    Cite the file again from its current content. `citevet fix` changes capitals in a hash to lower case,
    and adds a missing comma.

    ## Limitations
    Whether the hash matches the file is checked by FRE001.
    """
    return report_malformed(evidence, "malformed file citation", {"artifact", "mention"})


def find_malformed_orcid(evidence: Evidence) -> Iterator[Fault]:
    """An ORCID has a wrong check digit.

    ## Meaning
    An ORCID has four groups of four digits, the last of which is computed from the others (modulo 11-2). Here the check
    fails. ORCIDs are checked in the reference list, the text, links and the front matter.

    ## Why it matters
    The id belongs to no one, or to another person.

    ## Example
    ```markdown
    [1] Kim, H. (2019). On effects. ORCID 0000-0002-1825-0098
    ```

    ## How to fix it
    Copy the id from the person's ORCID record.

    ## Limitations
    A valid id may belong to another person.
    """
    return report_malformed(evidence, "malformed ORCID", {"orcid"})


def find_doubled_identifier(evidence: Evidence) -> Iterator[Fault]:
    """An identifier was pasted twice.

    ## Meaning
    The same DOI, id or URL appears twice in a row, without a space or with its label twice:
    `10.1000/182doi:10.1000/182`, `doi:10.1000/182 doi:10.1000/182`. Or a DOI has its registrant
    twice: `10.1000/10.1000/182`.

    ## Why it matters
    The two are read as one identifier, which does not exist.

    ## Example
    ```markdown
    See doi:10.1000/18210.1000/182.
    ```

    ## How to fix it
    Remove one of them; `citevet fix` does it.

    ## Limitations
    Two different identifiers without a space between them are not reported.
    """
    return report_malformed(evidence, "doubled identifier", fault_kind="pasted-twice")


def find_tracking_tail(evidence: Evidence) -> Iterator[Fault]:
    """An identifier ends with part of a web address.

    ## Meaning
    The identifier is followed by what a website added to its URL: `?cookieSet=1`, `&utm_source=…`, `/abstract`.

    ## Why it matters
    Registries do not know the identifier with this suffix, and some suffixes track readers.

    ## Example
    ```markdown
    See https://doi.org/10.1000/182?cookieSet=1.
    ```

    ## How to fix it
    Remove the suffix; `citevet fix` does it where it is certain.

    ## Limitations
    A suffix that could belong to the identifier is not reported.
    """
    return report_malformed(evidence, "tracking suffix in", fault_kind="web-tail")
