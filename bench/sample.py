"""Sample documents: one page with eight citations, to be repeated, and a page of case law."""

from pathlib import Path

PAGE = """\
# Voice consistency in technical writing

Tokyo proper has roughly 14 million residents [Tokyo facts](http://127.0.0.1:8765/tokyo.html).
Attention-only models replaced recurrence in sequence transduction (Vaswani et al., 2017).
Voice consistency improves perceived quality by 45% [REF-043, p.15].
Retrieval reduces hallucination in open-domain answers.[^1]
The transformer was introduced in a paper with DOI 10.48550/arXiv.1706.03762.
The report states that "the population of Tokyo proper is approximately 14 million" [2].
A missing page is cited here [gone](http://127.0.0.1:8765/missing.html).
A fabricated work claims the moon is made of basalt foam (Zzyzx & Qwerty, 2031), doi:10.9999/fake.2031.001.

[^1]: Shuster, K. et al. Retrieval Augmentation Reduces Hallucination in Conversation. 2021. http://127.0.0.1:8765/shuster.html

## References

[1] Vaswani, A., Shazeer, N., Parmar, N., et al. (2017). Attention Is All You Need. NeurIPS 30. https://doi.org/10.48550/arXiv.1706.03762
[2] Tokyo Metropolitan Government. (2023). Tokyo facts. http://127.0.0.1:8765/tokyo.html
[3] Zzyzx, A. & Qwerty, B. (2031). Lunar basalt foam. Journal of Nothing, 1(1), 1-2. doi:10.9999/fake.2031.001

"""

SOURCES = {
    "REF-043-voice.md": "---\nref_id: REF-043\npages: 24\n---\nVoice consistency improves perceived quality by 23%.\n",
    "shuster.md": "Retrieval reduces hallucination in open-domain answers.\n",
    "tokyo.md": "The population of Tokyo proper is approximately 14 million.\n",
    "vaswani.md": "We propose a network based solely on attention, with neither recurrence nor convolution.\n",
}

CASE_LAW = """\
The rule was stated in Bush v. Gore, 531 U.S. 98, 104 (2000), and again in Roe v. Wade, 410 U.S. 113 (1973). A
private right of action was found under 42 U.S.C. § 1983. See also Smith v. Jones, 123 F.3d 456, 460 (9th Cir. 1997);
id. at 461.

"""


def pages(path: Path, size: int) -> int:
    """Write as many whole pages as fit into a size, and return how many."""
    count = max(size // len(PAGE.encode()), 1)
    path.write_text(PAGE * count, encoding="utf-8")
    return count


def prose(path: Path, size: int) -> None:
    """Write the body of the page over and over as one paragraph on one line."""
    body = PAGE.split("\n\n")[1].replace("\n", " ") + " "
    path.write_text(body * (size // len(body)), encoding="utf-8")


def sources(folder: Path) -> Path:
    """Write the four short sources that the page is about."""
    for name, text in SOURCES.items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder
