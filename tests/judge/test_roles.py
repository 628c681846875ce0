"""Who did what to whom: sides that changed places are found, and those that only seem to have are not."""

import pytest

from citevet.judge.opposing.relating_verbs import relating_verb
from citevet.judge.polarity import compare_polarity

TURNED = [
    ("Lung cancer causes smoking.", "Smoking causes lung cancer."),
    ("Fever reduces aspirin in adults.", "Aspirin reduces fever in adults."),
    ("Anna Berg was founded by the mill.", "The mill was founded by Anna Berg in 1871."),
    ("The mill founded Anna Berg.", "The mill was founded by Anna Berg in 1871."),
    ("The eagle hunted the owl at dusk.", "At dusk the owl hunted the eagle."),
    ("Norway defeated Sweden in the final.", "Sweden defeated Norway in the final."),
    # Verbs that end like a form of another, and irregular forms.
    ("Acme sued Globex.", "Globex sued Acme."),
    ("Acme was suing Globex.", "Globex sues Acme over two patents."),
    ("Acme was sued by Globex.", "Acme sued Globex."),
    ("Imports exceeded exports in 2020.", "Exports exceeded imports in 2020."),
    ("Henry succeeded Richard as king.", "Richard succeeded Henry as king."),
    ("Norway was beaten by Sweden.", "Norway beat Sweden in the final."),
    ("The minister criticized the mayor.", "The mayor criticised the minister."),
    # What is given, owed or won stands on the same side in both.
    ("The tenant must give the landlord 30 days' notice.", "The landlord must give the tenant thirty days' notice."),
    ("Acme owes Globex two million dollars.", "Globex owes Acme two million dollars."),
    ("Norway won the final against Sweden.", "Sweden won the final against Norway."),
    ("Norway exports fish to Germany.", "Germany exports fish to Norway."),
    ("The bank sued the fund.", "The bank was sued by the fund."),
    ("The mill was founded in 1871 by Anna Berg.", "Anna Berg was founded by the mill."),
    ("Infection results from fever.", "Infection results in fever."),
]
STRAIGHT = [
    ("Smoking causes lung cancer.", "Smoking causes lung cancer in men and women."),
    ("Lung cancer is caused by smoking.", "Smoking causes lung cancer."),
    ("Anna Berg founded the mill in 1871.", "The mill was founded by Anna Berg in 1871."),
    ("Sweden defeated Norway and Denmark.", "Sweden defeated Norway, and Denmark defeated Finland."),
    ("Norway was defeated by Sweden.", "Sweden defeated Norway in the final."),
    ("Lung cancer does not cause smoking.", "Smoking causes lung cancer."),
    ("The study asked whether cancer causes smoking.", "Smoking causes cancer."),
    ("Rain reduces dust and dust reduces light.", "Dust reduces light, and rain reduces dust."),
    ("Four bombers were killed on 7 July.", "The attacks of 7 July killed four bombers."),
    ("Acme was sued by Globex.", "Globex sued Acme."),
    ("Acme is suing Globex.", "Globex was being sued by Acme."),
    ("The fund sued the bank.", "The bank was sued by the fund."),
    ("Anna Berg founded the mill in 1871.", "The mill was founded in 1871 by Anna Berg."),
    ("The landlord must give the tenant notice.", "The tenant must be given notice by the landlord."),
    ("The landlord gave notice to the tenant.", "The landlord gave the tenant notice."),
    ("Fever results from infection.", "Infection results in fever."),
    ("Ada Berg won the Mill Prize.", "The Mill Prize-winning novelist Ada Berg has died."),
    ("The series sold ten million copies, the best selling books.", "The books sold ten million copies in a series."),
    ("Berg wrote about Lund.", "Lund writes, Berg worked in the mill."),
    ("Berg foresaw an increase in rents.", "Rents increased as Berg foresaw."),
]


@pytest.mark.parametrize(("claim", "source"), TURNED)
def test_sides_that_changed_places_are_told(claim: str, source: str) -> None:
    """The claim's words and the source's stand beside one another, with the place in the claim."""
    (found,) = [each for each in compare_polarity(claim, source) if each.type == "direction"]
    assert found.span is not None
    assert found.claim == claim[found.span.start : found.span.end]
    assert found.source in source


@pytest.mark.parametrize(("claim", "source"), STRAIGHT)
def test_sides_in_their_places_are_left_alone(claim: str, source: str) -> None:
    """A passive, a denial, a question and a chain of relations turn nothing round."""
    assert [] == [each for each in compare_polarity(claim, source) if each.type == "direction"]


@pytest.mark.parametrize(
    ("form", "verb"),
    [
        ("sue", "sue"), ("sued", "sue"), ("suing", "sue"), ("succeeded", "succeed"), ("succeeding", "succeed"),
        ("exceeds", "exceed"), ("beaten", "beat"), ("winning", "win"), ("taught", "teach"), ("led", "lead"),
        ("notifies", "notify"), ("paid", "pay"), ("criticized", "criticise"), ("robbed", "rob"), ("founded", "found"),
    ],
)  # fmt: skip
def test_the_verb_of_a_form(form: str, verb: str) -> None:
    """Regular, irregular and American forms are brought to the verb that is listed."""
    assert verb == relating_verb(form)


@pytest.mark.parametrize("word", ["found", "own", "sudden", "success", "beast", "given name", "", "payment", "leader"])
def test_words_that_only_look_like_a_form(word: str) -> None:
    """What was found was not founded, and a word that begins like a verb is no form of it."""
    assert relating_verb(word) == ""
