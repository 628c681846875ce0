"""Words that say how sure a sentence is: which count, what evidence they need, where they are."""

from functools import cache
from itertools import product

import pytest

from citevet.extract import extract
from citevet.extract.claim_wordings import find_wordings
from citevet.model import Grade, Plain, Wording
from citevet.read import parse_text
from citevet.text.strength_words import ADVERBS, QUALIFIERS, STRENGTH_VERBS, inflect, restate

HIGH, MODERATE, LOW, VERY_LOW = Grade.HIGH, Grade.MODERATE, Grade.LOW, Grade.VERY_LOW
Found = list[tuple[str, Grade | None]]


def said(text: str) -> tuple[Wording, ...]:
    """Return the wordings of a text of one or more sentences, each checked to be an exact slice."""
    document = parse_text(text)
    found = tuple(wording for claim in extract(document).claims for wording in claim.wordings)
    assert [document.slice(wording.span) for wording in found] == [wording.text for wording in found]
    return found


def levels(text: str) -> Found:
    return [(wording.text, wording.grade) for wording in said(text)]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Research demonstrates that shade cools.", "Research demonstrates"),
        ("Many recent studies show that shade cools.", "Many recent studies show"),
        ("Studies have repeatedly shown that shade cools.", "Studies have repeatedly shown"),
        ("The evidence confirms that shade cools.", "The evidence confirms"),
        ("The study showed that shade cools.", "showed"),
        ("Our results establish that shade cools.", "establish"),
        ("A trial by the city council clearly shows that shade cools.", "clearly shows"),
        ("The trial (n = 40) also clearly demonstrated that shade cools.", "clearly demonstrated"),
        ("The authors, however, demonstrate that shade cools.", "demonstrate"),
        ("A study which shows that shade cools is old.", "shows"),
        ("Data showing that shade cools are old.", "showing"),
        ("Study 2 shows that shade cools.", "shows"),
        ("In mice, several trials confirm that shade cools.", "confirm"),
        ("In this paper we show that shade cools.", "show"),
        ("Not only do studies show that shade cools, trees help.", "show"),
        ("REF-043 shows that shade cools.", "shows"),
        ("[REF-043] demonstrates large gains.", "demonstrates"),
        ("Smith et al. (2020) show that shade cools.", "show"),
        ("Smith et al. (2020) prove that the bound is tight.", "prove"),
        ("Shade has been shown to cool the street.", "has been shown to"),
        ("It has been shown that shade cools.", "It has been shown"),
        ("The effect was demonstrated by three trials.", "demonstrated"),
        ("As shown in REF-043, shade cools.", "shown"),
        ("There is strong evidence that shade cools.", "strong evidence"),
        ("Studies have proved the lemma.", "Studies have proved"),
    ],
)
def test_words_that_need_high_evidence(text: str, words: str) -> None:
    """Evidence, people and cited works that show, demonstrate, confirm or establish need HIGH evidence."""
    assert [(words, HIGH)] == levels(text)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Studies suggest that shade cools.", [("Studies suggest", MODERATE)]),
        ("The survey indicated that shade cools.", [("indicated", MODERATE)]),
        ("Our data support the plan.", [("support", MODERATE)]),
        ("The data point to trees.", [("point to", MODERATE)]),
        ("This is supported by research.", [("supported", MODERATE)]),
        ("Shade appears to cool the street.", [("appears to", MODERATE)]),
        ("It seems that shade cools.", [("It seems", MODERATE)]),
        ("Shade probably cools the street.", [("probably", MODERATE)]),
        ("Some evidence suggests that shade cools.", [("Some evidence suggests", LOW)]),
        ("There is limited evidence that shade cools.", [("limited evidence", LOW)]),
        ("Evidence for shade remains limited.", [("limited", LOW)]),
        ("The study may demonstrate that shade cools.", [("demonstrate", LOW)]),
        ("The study tentatively shows that shade cools.", [("tentatively shows", LOW)]),
        ("Shade might cool the street.", [("might", LOW)]),
        ("Anecdotal evidence exists for shade.", [("Anecdotal evidence", VERY_LOW)]),
        ("An exploratory study shows that shade cools.", [("shows", VERY_LOW)]),
        ("The evidence is insufficient.", [("insufficient", VERY_LOW)]),
        ("It is still unclear whether shade cools.", [("unclear", VERY_LOW)]),
        ("Research proves that shade cools.", [("Research proves", None)]),
        ("Studies definitively show that shade cools.", [("Studies definitively show", None)]),
        ("This conclusively demonstrates that shade cools.", [("conclusively demonstrates", None)]),
        ("The data prove conclusively that shade cools.", [("prove conclusively", None)]),
        ("It has been proven that shade cools.", [("It has been proven", None)]),
        ("Shade is proven to cool.", [("is proven to", None)]),
        ("There is irrefutable proof that shade cools.", [("irrefutable proof", None)]),
        ("Shade cools the street beyond a shadow of a doubt.", [("beyond a shadow of a doubt", None)]),
        ("Shade undeniably cools the street.", [("undeniably", None)]),
        ("The result leaves no doubt.", [("leaves no doubt", None)]),
    ],
)
def test_words_of_the_other_levels(text: str, found: Found) -> None:
    """Each level has its words, and some words are too strong for all of them."""
    assert found == levels(text)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Preliminary findings show that shade cools.", [("Preliminary findings show", LOW)]),
        ("Limited evidence suggests that shade cools.", [("Limited evidence suggests", LOW)]),
        ("Practitioner reports suggest that shade may cool.", [("Practitioner reports suggest", VERY_LOW)]),
        ("Strong evidence suggests that shade cools.", [("Strong evidence suggests", MODERATE)]),
        ("The trial showed limited evidence of it.", [("showed", LOW), ("limited evidence", LOW)]),
        ("Studies demonstrate that shade may cool.", [("Studies demonstrate", HIGH)]),
    ],
)
def test_weaker_of_subject_and_verb_decides(text: str, found: Found) -> None:
    """An adjective lowers the verb and a verb the adjective; a hedge adds nothing to a framing."""
    assert found == levels(text)


@pytest.mark.parametrize(
    "text",
    [
        "The UI shows a button.",
        "Figure 3 shows the results of the study.",
        "Figure 3 of the paper shows a street.",
        "We show the results in Table 3.",
        "As shown in Figure 3, shade cools.",
        "Click to confirm your e-mail.",
        "The image is shown to users.",
        "The dialog appears to the right.",
        "We support Windows and Linux.",
        "The authors support open access.",
        "Kim (2020) established a committee.",
        "This paper established the field.",
        "This paper shows how to plant a tree.",
        "The study of trees grew, showing new leaves.",
        "Section 5 of the Act establishes a duty.",
        "Research support is available in June.",
        "The drug is indicated for children.",
        "The study does not show that shade cools.",
        "The trials didn't confirm the effect.",
        "No study demonstrates that shade cools.",
        "None of the trials showed a benefit.",
        "Little evidence supports this.",
        "The trial fails to confirm the effect.",
        "Studies cannot prove that shade cools.",
        "There is no conclusive evidence that shade cools.",
        "The next study will show whether shade cools.",
        "The trial aims to show that shade cools.",
        "If studies show that shade cools, trees pay.",
        "Guilt was proven beyond reasonable doubt.",
        "You may plant trees.",
        "In May 2020 the court may order it.",
        "The door was definitively closed.",
        "Smokers are twice as likely to fall ill.",
        "Shade cools the street.",
        "The command `studies demonstrate` prints a list.",
        "> Research demonstrates that shade cools.",
        "연구는 그늘이 시원하다는 것을 입증한다.",
        "이 연구(Kim, 2020)는 그늘이 거리를 식힐 수 있음을 시사한다.",
    ],
)
def test_sentences_without_wordings(text: str) -> None:
    """Screens, figures, negations, plans, permissions, code, quotations and Korean sentences have no wordings."""
    assert [] == levels(text)


def test_spans_are_document_offsets() -> None:
    """Offsets count from the document's start, across markers, markup and line breaks."""
    text = "# Shade\n\nOld **studies** [REF-001] *clearly\nshow* that 그늘 cools. Research\nproves it.\n"
    document = parse_text(text)
    found = [wording for claim in extract(document).claims for wording in claim.wordings]
    assert [(text.index("clearly"), "clearly\nshow"), (text.index("Research"), "Research\nproves")] == [
        (wording.span.start, wording.text) for wording in found
    ]
    assert [wording.text for wording in found] == [document.slice(wording.span) for wording in found]


def test_marker_between_subject_and_verb() -> None:
    """The wording does not reach across a citation, so that no fix can delete it."""
    assert [("demonstrates", HIGH)] == levels("Research [REF-043] demonstrates that shade cools.")


@pytest.mark.parametrize(
    "text",
    [
        'The leaflet "studies prove it" may help.',
        "The leaflet “studies prove it” may help.",
        "The leaflet «studies prove it» may help.",
    ],
)
def test_quoted_words_do_not_count(text: str) -> None:
    """Words inside a quotation of any length are ignored, and those outside still count."""
    assert [("may", LOW)] == levels(text)


def test_sentences_inside_a_quotation_do_not_count() -> None:
    """In a quotation of three sentences none has wordings; the sentence after it has its own."""
    quote = "“Shade is old news to us all. Studies prove that it cools. Research proves that trees help.”"
    assert [("Studies show", HIGH)] == levels(f"The leaflet says: {quote} Studies show that moss helps.")


@pytest.mark.parametrize(
    ("base", "made"),
    [
        ("demonstrate", "demonstrate demonstrates demonstrated demonstrated demonstrating"),
        ("show", "show shows showed shown showing"),
        ("prove", "prove proves proved proven proving"),
        ("establish", "establish establishes established established establishing"),
        ("point", "point points pointed pointed pointing"),
    ],
)
def test_forms_of_verbs(base: str, made: str) -> None:
    """Third person, past, participle and -ing form are those of English."""
    found = inflect(base)
    assert made.split() == [found[name] for name in ("base", "third", "past", "participle", "ing")]


def test_every_word_has_reason_and_appears_once() -> None:
    """The table gives a reason for each word, and no list has a word twice."""
    for table in (STRENGTH_VERBS, QUALIFIERS, ADVERBS):
        assert len(table) == len({word.text for word in table})
        assert [] == [word.text for word in table if not word.why]


@pytest.mark.parametrize(
    ("words", "level", "then", "correction"),
    [
        ("Research demonstrates", LOW, " that", "Limited evidence suggests"),
        ("Research demonstrated", LOW, " that", "Limited evidence suggested"),
        ("Research demonstrates", VERY_LOW, " that", "Anecdotal reports suggest"),
        ("Studies demonstrate", MODERATE, " that", "Studies suggest"),
        ("studies have clearly shown", MODERATE, " that", "studies have suggested"),
        ("Strong evidence shows", MODERATE, " that", "Evidence suggests"),
        ("demonstrates", MODERATE, " that", "suggests"),
        ("demonstrates", LOW, " that", "offers limited evidence"),
        ("demonstrates", LOW, " [REF-043] that", "offers limited evidence"),
        ("demonstrates", LOW, " large gains", "tentatively suggests"),
        ("demonstrated", VERY_LOW, " that", "offered anecdotal evidence"),
        ("demonstrated", VERY_LOW, " large gains", "anecdotally reported"),
        ("confirmed", MODERATE, " the effect", "supported"),
        ("confirmed", MODERATE, " that", "suggested"),
        ("supports", LOW, " the plan", "tentatively supports"),
        ("has been shown to", MODERATE, " cool", "appears to"),
        ("were clearly shown to", MODERATE, " cool", "appeared to"),
        ("has been shown to", LOW, " cool", "may"),
        ("has been clearly shown to", VERY_LOW, " cool", "has been anecdotally reported to"),
        ("It has been shown", MODERATE, " that", "Evidence suggests"),
        ("It was shown", LOW, " that", "Limited evidence suggested"),
        ("strong evidence", MODERATE, " that", "moderate evidence"),
        ("appears to", LOW, " cool", "may"),
        ("it appears", LOW, " that", "limited evidence suggests"),
        ("Research proves", HIGH, " that", "Research shows"),
        ("conclusively demonstrates", HIGH, " that", "demonstrates"),
        ("were proved to", HIGH, " cool", "were shown to"),
        ("irrefutable proof", HIGH, " that", "strong evidence"),
        ("undeniably", HIGH, " cools", ""),
        ("beyond any doubt", HIGH, ".", ""),
        ("beyond any doubt", LOW, ".", "possibly"),
        ("beyond dispute", LOW, " that", None),
        ("There is no doubt", LOW, " that", "Limited evidence suggests"),
        ("There was no doubt", VERY_LOW, " that", "Anecdotal reports suggested"),
        ("it is absolutely certain", MODERATE, " that", "evidence suggests"),
        ("it is an established fact", LOW, " that", "limited evidence suggests"),
        ("is beyond question", LOW, ".", "is supported by limited evidence"),
        ("are now an undisputed fact", VERY_LOW, ".", "are supported by anecdotal evidence"),
        ("has long been known to", LOW, " cool", "may"),
        ("are known to", VERY_LOW, " cool", "are anecdotally reported to"),
        ("is certain to", HIGH, " cool", "is shown to"),
        ("prove beyond doubt", LOW, " that", "offer limited evidence"),
        ("put it beyond question", LOW, " that", "offer limited evidence"),
        ("conclusive", LOW, ".", "limited"),
        ("It goes without saying", HIGH, " that", "Evidence shows"),
        ("certainly", MODERATE, " cools", "probably"),
        ("may", VERY_LOW, " cool", None),
        ("leaves no doubt", HIGH, ".", "offers strong evidence"),
        ("leaves no shadow of a doubt", HIGH, ".", None),
        ("demon**strates**", LOW, " that", None),
        ("preliminary study", VERY_LOW, " that", None),
    ],
)
def test_words_of_another_level(words: str, level: Grade, then: str, correction: str | None) -> None:
    """A wording is restated at another level in its number, tense and capitals, where the table has words for it."""
    assert correction == restate(words, level, then)


SUBJECTS = ("Research", "Studies", "The trial", "REF-043", "Smith et al. (2020)", "Strong evidence", "Early findings")
TAILS = (" that shade cools.", " large gains.", " the effect.")
PASSIVES = (
    "Shade has been {} to cool.",
    "It was {} that shade cools.",
    "This was {} by the trial.",
    "As {} in REF-043, it is.",
)


@cache
def _worded() -> list[tuple[str, tuple[Wording, ...]]]:
    """Return many sentences with their wordings, which all levels share."""
    verbs = [word.text for word in STRENGTH_VERBS]
    made = [inflect(verb) for verb in verbs]
    particle = {verb: " to" if verb == "point" else "" for verb in verbs}
    active = [
        f"{subject} {adverb}{form}{particle[verb['base']]}{tail}"
        for subject, verb, tail, adverb in product(SUBJECTS, made, TAILS, ("", "clearly ", "conclusively "))
        for form in (verb["base"], verb["third"], verb["past"])
    ]
    passive = [passive.format(verb["participle"]) for passive in PASSIVES for verb in made]
    return [(sentence, said(sentence)) for sentence in (*active, *passive)]


@pytest.mark.parametrize("level", Grade)
def test_fix_is_idempotent(level: Grade) -> None:
    """A fixed wording is never too strong for its level."""
    mended = 0
    for sentence, wordings in _worded()[::4]:  # forms, adverbs and tails are three each: every one is met
        for wording in wordings:
            start, end = wording.span.start, wording.span.end
            if wording.grade is not None and wording.grade <= level:
                continue
            correction = restate(wording.text, level, sentence[end:])
            assert correction is not None, sentence
            after = said(sentence[:start] + correction + sentence[end:])
            assert [] == [each.text for each in after if each.grade is None or each.grade > level], sentence
            mended += 1
    assert mended > 100


@pytest.mark.parametrize(
    "text",
    [
        "studies show " * 4_000,
        "may " * 10_000,
        "limited " * 12_000 + "evidence",
        "no doubt beyond " * 6_000,
        "clearly " * 12_000 + "shows",
        "study of " * 12_000 + "shows",
        "(" * 60_000 + "study) shows",
        "the study, " * 8_000 + "shows",
        "has been shown to improve " * 4_000,
    ],
)
def test_hostile_sentences_are_read(text: str) -> None:
    """Fifty kilobytes of the worst words in one sentence; `make bench` measures the growth of the time."""
    found = find_wordings(parse_text("x", "a.txt"), Plain(text), heard=text)
    assert all(one.span.start < one.span.end <= len(text) for one in found)


def test_a_bracket_that_was_never_opened() -> None:
    """The search for its start ends at the first word of the sentence."""
    (wording,) = said("Stu] Stu] Stu] Studies show that residents notice it.")
    assert wording.text.endswith("show")
