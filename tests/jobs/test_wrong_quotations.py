"""A model does not pass a quotation whose words the source does not have."""

import shutil
from pathlib import Path

import citevet

EXAMPLES = Path(__file__).parents[2] / "examples"


def test_a_claim_with_an_altered_quotation_is_supported_in_part(here: Path) -> None:
    """The model finds support for "coolest" next to "warmest"; the comparison of the words decides."""
    shutil.copytree(EXAMPLES, here / "examples")
    (audit,) = citevet.check(here / "examples/memo.md", flags={"judge": "small"}).audits
    found = {each.flags: each.support for each in audit.judgements}
    assert "partial" == found["altered-quote",]
    assert "supported" not in {support for flags, support in found.items() if "fabricated-quote" in flags}
