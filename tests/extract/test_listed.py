"""Which entry a citation means."""

from collections.abc import Callable
from typing import Any

import pytest

LIST = """

## References

Smith, A. (2019). First. Press.

Smith, A., & Lee, B. (2020a). Second. Press.

Smith, A., & Kim, C. (2020b). Third. Press.

van der Berg, D. (2018). Fourth. https://doi.org/10.1234/four
"""


@pytest.mark.parametrize(
    ("cited", "reference"),
    [
        ("(Smith, 2019)", "r1"),
        ("(Smith & Lee, 2020a)", "r2"),
        ("(Smith & Kim, 2020b)", "r3"),
        ("(Smith & Kim, 2020)", "r3"),
        ("(Smith, 2021)", None),
        ("(van der Berg, 2018)", "r4"),
        ("(Berg, 2018)", "r4"),
        ("doi:10.1234/FOUR", "r4"),
        ("[x](https://doi.org/10.1234/four)", "r4"),
    ],
)
def test_match(extracted: Callable[..., Any], cited: str, reference: str | None) -> None:
    """Author and year, a letter, a second author or an identifier tell which entry is meant."""
    assert [reference] == [citation.reference for citation in extracted(f"It grew {cited}.{LIST}").citations]


def test_ambiguous(extracted: Callable[..., Any]) -> None:
    """A year without its letter could mean two entries: none is chosen, both are named."""
    (citation,) = extracted(f"It grew (Smith et al., 2020).{LIST}").citations
    assert (None, "r2, r3") == (citation.reference, citation.parts["candidates"])


def test_key_is_case_blind(extracted: Callable[..., Any]) -> None:
    """A note's label finds its definition whatever the case."""
    (citation,) = extracted("A[^Note].\n\n[^note]: B.").citations
    assert "r1" == citation.reference
