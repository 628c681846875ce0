"""Which sentences plainly owe a source, in a text that cites throughout; all others without one are notes."""

from pathlib import Path

import pytest
from tests.rules.careful import find_problems

CITED = "".join(
    f"Elms of the {each} ward were counted by hand [1].\n\n" for each in "first second third fourth".split()
)
TEXT = f"""{CITED}{CITED}{{}}

# References

[1] Lee, J. (2016). Elms in the wards. Journal of Trees, 3, 4–5.
"""
OWED = {
    "UNC001": [
        "Worldwide, 43 % of children live in noisy streets.",
        "Across Europe, 29 % of passengers miss a connection each year.",
        "In Germany, two thirds of all households heat with gas.",
        "Some 30 million people in the United States have no doctor.",
        "Ninety per cent of landlords in the European Union use a score.",
    ],
    "UNC002": [
        "Studies show that noise harms sleep.",
        "It has been shown time and again that noise harms sleep.",
        "Courts have repeatedly held that such a term is void.",
        "Many experts believe that the dam is safe.",
        "A growing body of evidence suggests that noise harms sleep.",
    ],
    "UNC004": [
        "One plumber told a newspaper: “We knew ten years ago that every second tap was rotten.”",
        "“We knew ten years ago that every second tap was rotten,” as one plumber put it.",
        "In the words of one pilot, “a forecast that is never wrong never dares to say much”.",
        "A caretaker told reporters: “We throw away a bathtub of carrots every single week.”",
        "The manager summed it up: “We stopped asking whether the roofs work and asked who weeds them.”",
    ],
    "UNC006": [
        "Seizures have tripled in American cities since 2010.",
        "The number of green roofs has doubled across Europe since 2012.",
        "Fares have quadrupled since 2005.",
    ],
}
NOTES = [
    "Worldwide, 43 % of children live in noisy streets. Noisy streets are where most children live [1].",  # the same
    "The survey asked children in noisy streets [1]. Worldwide, 43 % of children live in noisy streets.",
    "Critics say that noise harms sleep.",  # one side
    "It is well known that noise harms sleep.",  # common knowledge
    "Studies show that noise harms sleep. For example, Lee found it in two towns.",  # the next sentence says who
    "Studies show that noise harms sleep. Lee (2016) found it in two towns.",
    "We asked when, and scientists believe that it was late.",  # inside the sentence
    "Twelve respondents answered. One nurse told us: “By noon nobody on this ward has had a single break.”",  # asked
    "Lee said: “The first elm that we counted was the last one that stood.”",  # somebody with a name
    "> One plumber told a newspaper: “We knew ten years ago that every second tap was rotten.”",
    "# Results\n\nWorldwide, 43 % of children live in noisy streets.",  # the author's own
    "# Summary\n\nWorldwide, 43 % of children live in noisy streets.",
    "In our sample 43 % of children in Germany live in noisy streets.",
    "About 43 % of children live in noisy streets.",  # no place: it may be the author's own count
]


@pytest.mark.parametrize(("code", "said"), [(code, said) for code, several in OWED.items() for said in several])
def test_a_sentence_about_the_world_owes_a_source(code: str, said: str, tmp_path: Path) -> None:
    """What a text says of the world without a source is a warning, where nearly everything else has one."""
    assert code in {each.split()[0] for each in find_problems(tmp_path, TEXT.format(said))}


@pytest.mark.parametrize("said", NOTES)
def test_what_may_need_none_is_a_note(said: str, tmp_path: Path) -> None:
    """One side of a debate, the author's own words and those of people asked are no warning."""
    assert not [each for each in find_problems(tmp_path, TEXT.format(said)) if each.startswith("UNC00")]


@pytest.mark.parametrize("said", [said for several in OWED.values() for said in several])
def test_a_text_that_hardly_cites_owes_none(said: str, tmp_path: Path) -> None:
    """A manual or a blog with one link is not held to what a review is held to."""
    text = f"Trees are old [1].\n\n{said}\n\n# References\n\n[1] Lee, J. (2016). Elms. Trees, 3, 4–5.\n"
    assert not [each for each in find_problems(tmp_path, text) if each.startswith("UNC00")]
