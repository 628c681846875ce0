"""FMT008: corpus ids in a form or with a number that the policy does not allow."""

import re
from collections.abc import Iterator
from typing import ClassVar

from citevet.contracts import Evidence, Fault
from citevet.model import Severity
from citevet.rules.citation_judgements import find_named_citations
from citevet.rules.formats.citation_forms import find_id_form


class DisallowedCorpusId:
    r"""A corpus id is cited in a form that the policy does not allow.

    ## Meaning
    The project's policy lists the allowed forms (`allowed-forms`) or gives a pattern for ids (`id-pattern`). This
    citation has another form, such as [REF-043] where a page is required, or an id that does not match the pattern.

    ## Why it matters
    A required page makes every citation checkable. Ids of one pattern can be found by search.

    ## Example
    With `allowed-forms = ["[REF-XXX, p.XX]"]`:
    ```markdown
    Voice matters [REF-043].
    ```

    ## How to fix it
    Cite the id in an allowed form: [REF-043, p.15].

    ## Limitations
    A citation with both a page and a section counts as one with a page. Ids that are not in the corpus are
    reported by EXI001, and ids without brackets by FMT004 where only corpus ids are allowed.
    """

    name: ClassVar[str] = "disallowed-corpus-id"
    severity: ClassVar[Severity] = Severity.ERROR

    def __call__(self, evidence: Evidence) -> Iterator[Fault]:
        policy, text = evidence.policy, evidence.extraction.document.text
        pattern = re.compile(policy.id_pattern.strip("^$")) if policy.id_pattern else None
        for citation, judgement in find_named_citations(evidence, "corpus") if policy.allowed or pattern else ():
            if judgement.existence == "missing":  # EXI001 reports it
                continue
            form = find_id_form(citation, text)
            if pattern and not pattern.fullmatch(citation.normal):
                message = f"corpus id {citation.normal} does not match {policy.id_pattern}"
                yield Fault(citation.span, message, citation=citation)
            elif policy.allowed and form not in policy.allowed and (form[0] in "[(" or not policy.corpus_only):
                message = f"{citation.text} has the form {form}; use {' or '.join(policy.allowed)}"
                yield Fault(citation.span, message, citation=citation)
