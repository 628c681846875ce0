"""Forecasts, rumours, opinions and demands are left out, the facts beside them are not, in three languages."""

from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citevet.extract import extract, stance
from citevet.extract.stance import explain_stance, split_facts
from citevet.read import parse_text
from citevet.tables import read_rows

ENGLISH = (
    "Economists see inflation easing next year.",
    "The index could climb to 6,000 within two years.",
    "Revenue is likely to double by 2030.",
    "GDP is on track to expand by 3 % in 2027.",
    "The fund forecasts growth of 2.1 % for 2027.",
    "Experts believe prices will rise.",
    "By 2040 most cars will be electric.",
    "The company is due to open a plant next spring.",
    "Demand looks set to weaken.",
    "Prices are bound to rise.",
    "The central bank may well raise rates next month.",
    "We are going to see a rapid decline in demand.",
    "The bank projects that unemployment will fall to 4 %.",
    "Sales should reach 10 million units next year.",
    "Word has it that the firm will be sold.",
    "According to people familiar with the matter, the merger is off.",
    "The chief executive is said to have resigned.",
    "It is rumoured that the bank is insolvent.",
    "A person close to the talks said the deal is dead.",
    "Insiders whisper that the plant will close.",
    "There is talk of a takeover.",
    "According to unconfirmed reports, three ministers resigned.",
    "The minister is understood to be considering his position.",
    "To my mind the ruling is a mistake.",
    "The verdict was a disgrace.",
    "This is easily the best novel of the decade.",
    "Critics argue that the law goes too far.",
    "Many feel that the reform was unfair.",
    "The policy is wrong-headed and unfair.",
    "I am convinced that the court erred.",
    "The decision is deeply regrettable.",
    "Parliament should repeal the act.",
    "It is high time to ban plastic bags.",
    "Congress must act now.",
    "We urge the government to withdraw the bill.",
    "The EU ought to abolish the levy.",
    "Let the people decide.",
    "The court should reverse the judgment.",
    "Unemployment is forecast to peak at 5 %.",
    "Shares look poised to fall further.",
    "The ECB is widely expected to cut rates.",
    "Housing starts will probably slow.",
    "Within five years robots could replace most drivers.",
    "Observers anticipate a coalition.",
    "The yen is likely to weaken in the coming months.",
    "The firm is rumoured to be for sale.",
    "Sources close to the deal say it collapsed.",
    "Officials familiar with the plans said the base will close.",
    "He has allegedly fled the country.",
    "An unnamed source claims the data were faked.",
    "We believe the remedy is adequate.",
    "Perhaps the court misread the statute.",
    "In our humble opinion the clause is void.",
    "I feel that the ruling was harsh.",
    "The prose is simply beautiful.",
    "We should all read the judgment.",
    "The government must resign.",
    "It is essential to reform the tax code.",
    "Lawmakers ought to listen.",
    "Ministers should scrap the levy.",
    "It is about time we changed course.",
    "Opponents say that the tax hurts the poor.",
)

KOREAN = (
    "당분간 시장은 경기에 더 중점을 둘 것이다.",
    "성장률은 1.8% 부근으로 둔화할 것이란 예측을 내놨다.",
    "리스크가 커질 수 있다는 분석이다.",
    "금리는 낮아질 것으로 분석됐다.",
    "기준금리가 유지될 것이라고 설명했다.",
    "내년 금리가 오를 것으로 내다보인다.",
    "수출이 늘어날 것으로 전망된다.",
    "시장이 커질 것으로 기대된다.",
    "경기가 회복될 것으로 점쳐진다.",
    "주가가 하락할 수 있다.",
    "한 소식통은 매각이 임박했다고 전했다.",
    "매각설이 제기되고 있다.",
    "회사가 매각될 것이라는 소문이 파다하다.",
    "익명을 요구한 관계자는 합병이 무산됐다고 말했다.",
    "이 판결은 부당하다고 본다.",
    "정부는 법안을 철회해야 한다.",
    "국회는 조속히 법을 개정하여야 한다.",
    "필자는 이 판결이 옳다고 생각한다.",
    "매우 유감스러운 결정이다.",
    "인수가 유력하다.",
    "하반기에는 경기가 회복될 전망이다.",
    "실적이 개선될 것으로 예측된다.",
    "추가 인하 가능성이 높다.",
    "내부 관계자에 따르면 합병이 확정됐다.",
    "사퇴설이 나돌고 있다.",
    "그럴지도 모른다.",
    "우리는 즉각 중단해야 한다.",
    "이 결정은 잘못되었다고 생각한다.",
    "물가가 떨어질 수 있다.",
    "두 회사가 합병한다는 소문이 있다.",
)

GERMAN = (
    "Die Preise werden voraussichtlich steigen.",
    "Experten rechnen mit einem Rückgang der Nachfrage.",
    "Ökonomen erwarten eine Rezession.",
    "Bis 2030 wird der Markt um 5 % wachsen.",
    "Der Umsatz dürfte im nächsten Jahr steigen.",
    "Es wird erwartet, dass die Zinsen sinken.",
    "Angeblich soll der Vorstand zurücktreten.",
    "Dem Vernehmen nach wird das Werk geschlossen.",
    "Aus Branchenkreisen verlautete, dass die Fusion gescheitert ist.",
    "Gerüchten zufolge steht die Bank vor dem Verkauf.",
    "Wie aus informierten Kreisen zu hören ist, tritt der Chef zurück.",
    "Meiner Meinung nach ist das Urteil falsch.",
    "Ich finde, dass das Gesetz zu weit geht.",
    "Wir halten die Reform für verfehlt.",
    "Der Gesetzgeber sollte das Gesetz aufheben.",
    "Wir fordern die Regierung auf, das Gesetz zurückzunehmen.",
    "Es ist höchste Zeit, Plastiktüten zu verbieten.",
    "Vielleicht steigen die Preise.",
    "Vermutlich ist die Bank insolvent.",
    "Die Regierung muss endlich handeln.",
    "Das Urteil ist ein Skandal.",
    "Die Zinsen werden im nächsten Jahr sinken.",
    "Analysten erwarten ein Wachstum.",
    "Der Konzern dürfte Stellen streichen.",
    "Voraussichtlich wird die Brücke gesperrt.",
    "Insidern zufolge ist der Vertrag unterschrieben.",
    "Er hat angeblich gekündigt.",
    "Aus Regierungskreisen hieß es, der Minister gehe.",
    "Unseres Erachtens ist die Klausel unwirksam.",
    "Ich glaube, dass das Urteil falsch ist.",
    "Die Politik muss endlich handeln.",
    "Es ist an der Zeit, das Gesetz zu ändern.",
    "Möglicherweise ist der Antrag unzulässig.",
    "Die Regierung sollte die Steuer abschaffen.",
    "Prognostiker rechnen mit mehr Arbeitslosen.",
)

# Ordinary sentences with the same words: titles, names, statutes, past forecasts, comments on a fact.
FACTS = (
    "The trial, which will begin enrollment soon, included 100 participants in 2020.",
    "The firm, which is expected to close, was founded in 1911.",
    "Any person may appeal within 30 days.",
    "The tenant may terminate the lease within 14 days of notice.",
    "The Board may by 2030 adopt rules.",
    "The committee will meet next week in Room 5.",
    "Members will serve for four years.",
    "The Fed hiked its inflation estimates for 2022 and 2023.",
    "Damals hatte die Notenbank einen Zuwachs um 3,7 Prozent prognostiziert.",
    "금통위는 2023년에 기준금리를 3.50%로 동결했다.",
    "The bank raised rates to 4.5 % in March.",
    "The forecast was revised in 2021.",
    "Weather forecasts improved after 1980.",
    "The will of 1962 was contested.",
    "The 2019 outlook report had 40 pages.",
    "The court held that the opinion of the tribunal was void.",
    "In its opinion of 12 May 2020 the Commission approved the plan.",
    "The Court of Appeal issued its opinion in 1999.",
    "He was expected to resign in 1974.",
    "Rumours is an album by Fleetwood Mac.",
    "Fleetwood Mac released Rumours in 1977.",
    "The source said nothing in 1990.",
    "Sources of law include statutes.",
    "The Good Wife ran for seven seasons.",
    "Best practices were published in 2015.",
    "The right to vote was extended in 1918.",
    "Under Article 5, the controller must notify the authority.",
    "Members shall be elected for five years.",
    "The contract must be in writing under § 311b BGB.",
    "The speed limit must not exceed 50 km/h.",
    "The novel predicted the internet in 1984.",
    "In 1972 the report predicted a collapse by 2000.",
    "The model predicts protein structures with 92 % accuracy.",
    "Believe is a song by Cher.",
    "Expect Labs was founded in 2011.",
    "The alleged offence took place in 1999.",
    "The Sad Café was published in 1951.",
    "The Hope Diamond weighs 45.52 carats.",
    "Sir William Hope was born in 1660.",
    "Adults may apply under section 4.",
    "Patients may be prescribed 20 mg.",
    "The tribunal can order disclosure.",
    "Expected utility theory was stated in 1738.",
    "The likely cause was a short circuit in 1967.",
    "Fair use is defined in 17 U.S.C. § 107.",
    "The Unfair Contract Terms Act 1977 applies to businesses.",
    "Experts met in Geneva in 1949.",
    "Critics awarded it four stars in 1988.",
    "Economists Kydland and Prescott won the prize in 2004.",
    "The minister said that the tax had been raised to 19 % in 2007.",
    "전망대는 1975년에 개장하였다.",
    "예상 매출은 2023년에 공시되었다.",
    "의견서는 2020년 5월에 제출되었다.",
    "소문자는 26개이다.",
    "유력 일간지는 1920년에 창간되었다.",
    "개인정보처리자는 지체 없이 통지하여야 한다.",
    "법원은 판결을 선고하였다.",
    "이사는 3명 이상이어야 한다.",
    "대법원은 이 조항이 위헌이라고 보았다.",
    "그는 2010년에 예정대로 퇴임하였다.",
    "가능성 이론은 1978년에 발표되었다.",
    "신청인은 이의를 제기할 수 있다.",
    "금리는 2023년 3월 4.5 %로 인상되었다.",
    "Die Bank erhöhte den Zins im März auf 4,5 %.",
    "Die Meinungsfreiheit ist in Art. 5 GG geregelt.",
    "Die Erwartungswerttheorie stammt von 1738.",
    "Der Vertrag muss schriftlich geschlossen werden.",
    "Der Sollwert beträgt 20 Grad.",
    "Der Schuldner soll nach § 242 BGB leisten.",
    "Die Prognose wurde 2021 veröffentlicht.",
    "Das Gerücht ist eine Skulptur von 1930.",
    "Erwartet wurde er 1974 in Bonn.",
    "Der Fonds wurde 1990 aufgelegt.",
    "Er wurde 1974 Kanzler.",
    "Die Kommission wird von 27 Mitgliedern gebildet.",
    "Das Gesetz wird seit 2010 angewandt.",
    "Wasser wird bei 100 °C zu Dampf.",
    "Die Partei forderte 1968 Neuwahlen.",
    "Die Experten tagten 1949 in Genf.",
    "The plane was due to land at noon when it crashed in 1977.",
    "Enzymes bind to the receptor and are bound to the membrane.",
    "The trial is on track 5 of the building in Zürich.",
    "The Act will enter into force on 1 January 2030.",
    "Next Year in Jerusalem is a phrase of the Haggadah.",
    "The beautiful game was invented in England.",
    "Smith argues that the treaty lapsed in 1990.",
    "A will of 1888 left the house to her.",
    "The May 2019 election cut its majority.",
    "Tomorrow Never Dies was released in 1997.",
    "The commission should consist of nine members under Article 3.",
    "The court should consider all evidence under Rule 403.",
    "The tenant must pay rent monthly under section 11.",
    "Sourcebooks sold 3 million copies.",
    "He said that he had paid 40 dollars.",
    "Markets Insider is owned by Axel Springer.",
    "The Government of Ireland Act was passed in 1920.",
    "Fears of a recession pushed yields to 2 % in 2019.",
    "According to the ministry, exports rose 3 % in May.",
    "The probability of rain was 40 %.",
    "Under the plan adopted in 2020, emissions fell by 12 %.",
    "The court convinced itself that the witness lied.",
    "She was forced to resign in 1990.",
    "The bank is called Hope Savings.",
    "Rates rose as expected in June 2023.",
    "The projected area of a sphere is a circle.",
    "The expected lifetime of the bulb is 1,000 hours.",
    "이 법은 2024년 1월 1일부터 시행한다.",
    "전망이 좋은 방은 2005년 소설이다.",
    "예상보다 3% 증가하였다.",
    "관계자는 20명이었다.",
    "행정청은 그 사실을 통지하여야 한다.",
    "국민은 소를 제기할 수 있다.",
    "판례는 이를 무효라고 본다.",
    "이사회는 2019년에 그를 해임해야 했다.",
    "Der Verein hat 300 Mitglieder.",
    "Die erwartete Lebensdauer beträgt 20 Jahre.",
    "Kreise und Städte bilden das Land.",
    "Die Richtlinie musste bis 2018 umgesetzt werden.",
    "Das Buch Leider nein erschien 2004.",
    "Wir fanden 12 Arten im Wald.",
    "Die Glauben-Bewegung entstand 1933.",
    "Der Antrag soll schriftlich gestellt werden.",
    "Leider hat die Reform niemandem geholfen.",
    "Regulators have a duty to step in.",
    "Sadly, the reform failed to help anyone.",
    "올해 안에 결정될 예정이다.",
)

# A sentence, and the fact in it that stands on its own.
MIXED = (
    (
        "Experts believe prices will rise, but the bank raised rates to 4.5 % in March.",
        "the bank raised rates to 4.5 % in March",
    ),
    (
        "Although the bank raised rates to 4.5 % in March, experts believe prices will rise.",
        "the bank raised rates to 4.5 % in March",
    ),
    ("The firm, which was founded in 1911, is expected to close.", "The firm, which was founded in 1911"),
    ("Rumour has it that the firm is for sale; its revenue fell 12 % in 2023.", "its revenue fell 12 % in 2023"),
    ("In my opinion the law is bad, and it was passed on 3 May 2019.", "it was passed on 3 May 2019"),
    (
        "Congress must act now: 41 states have adopted the rule since 2010.",
        "41 states have adopted the rule since 2010",
    ),
    ("Sales fell by 8 % in 2022, and analysts expect a further decline.", "Sales fell by 8 % in 2022"),
    ("The bank raised rates to 4.5 % in March (analysts expect more).", "The bank raised rates to 4.5 % in March"),
    ("The act was repealed in 1998 – a deeply regrettable decision, I think.", "The act was repealed in 1998"),
    ("Prices will probably rise, while wages have stagnated since 2009.", "wages have stagnated since 2009"),
    ("Inflation hit 9.1 % in June 2022, so the bank will likely tighten further.", "Inflation hit 9.1 % in June 2022"),
    (
        "전문가들은 물가가 오를 것으로 전망하지만, 한국은행은 3월에 금리를 4.5 %로 인상했다.",
        "한국은행은 3월에 금리를 4.5 %로 인상했다",
    ),
    ("한국은행은 3월에 금리를 3.5 %로 인상했으며, 추가 인상이 예상된다.", "한국은행은 3월에 금리를 3.5 %로 인상했으며"),
    ("매출은 2020년에 12% 줄었지만, 내년에는 늘어날 전망이다.", "매출은 2020년에 12% 줄었지만"),
    ("업계 관계자에 따르면 매각이 임박했으나, 회사는 2021년에 이미 상장되었다.", "회사는 2021년에 이미 상장되었다"),
    ("정부는 법을 고쳐야 한다고 생각하는데, 이 법은 1958년에 제정되었다.", "이 법은 1958년에 제정되었다"),
    (
        "Experten erwarten steigende Preise, aber die Bank erhöhte den Zins im März auf 4,5 %.",
        "die Bank erhöhte den Zins im März auf 4,5 %",
    ),
    (
        "Obwohl die Bank den Zins im März auf 4,5 % erhöhte, dürften die Preise steigen.",
        "die Bank den Zins im März auf 4,5 % erhöhte",
    ),
    ("Der Umsatz sank 2022 um 8 %, und Analysten rechnen mit einem weiteren Rückgang.", "Der Umsatz sank 2022 um 8 %"),
    ("Gerüchten zufolge wird das Werk verkauft; es wurde 1911 gegründet.", "es wurde 1911 gegründet"),
    (
        "Meiner Meinung nach ist das Gesetz falsch, es wurde aber 2019 verabschiedet.",
        "es wurde aber 2019 verabschiedet",
    ),
    ("Wages rose 4 % in 2023; they will likely stagnate.", "Wages rose 4 % in 2023"),
    (
        "The ministry reportedly knew, yet it signed the contract on 4 June 2021.",
        "it signed the contract on 4 June 2021",
    ),
    (
        "While critics argue that the fee is unfair, the Supreme Court upheld it in 2015.",
        "the Supreme Court upheld it in 2015",
    ),
    ("I think the law is wrong, although 62 % of voters backed it.", "62 % of voters backed it"),
    ("The museum, which opened in 1902, will probably close.", "The museum, which opened in 1902"),
    ("올해 매출은 3조 원을 기록했지만, 내년에는 줄어들 것으로 예상된다.", "올해 매출은 3조 원을 기록했지만"),
    ("인수설이 제기됐으나 회사는 2022년에 매각을 마쳤다.", "회사는 2022년에 매각을 마쳤다"),
    ("Die Inflation lag 2023 bei 5,9 %, dürfte aber sinken.", "Die Inflation lag 2023 bei 5,9 %"),
    (
        "Angeblich wird er gehen, doch sein Vertrag läuft bis 2019 und wurde 2015 unterschrieben.",
        "sein Vertrag läuft bis 2019 und wurde 2015 unterschrieben",
    ),
    ("Meines Erachtens ist das Urteil falsch; der BGH entschied 2012 anders.", "der BGH entschied 2012 anders"),
    ("Prices fell 3 % in May and are expected to fall further.", "Prices fell 3 % in May"),
)


@pytest.mark.parametrize("text", [*ENGLISH, *KOREAN, *GERMAN])
def test_what_is_left_out(text: str) -> None:
    """No source can confirm it, whatever words say so."""
    found = extract(parse_text(text)).claims
    assert {"skipped"} == {claim.status for claim in found}
    assert all(claim.why and claim.why.startswith("not checked: a") for claim in found)


@pytest.mark.parametrize("text", FACTS)
def test_a_plain_fact_is_kept(text: str) -> None:
    """A word that looks like a guess or an opinion drops nothing."""
    (claim,) = extract(parse_text(text)).claims
    assert (text, True) == (claim.text, claim.status in {"cited", "unsourced"})
    assert explain_stance(text) is None


@pytest.mark.parametrize(("text", "fact"), MIXED)
def test_a_fact_beside_a_forecast_has_its_own_span(text: str, fact: str) -> None:
    """It is the claim; the rest is skipped with the reason."""
    found = extract(parse_text(text)).claims
    (kept,) = (claim for claim in found if claim.status == "unsourced")
    assert fact in kept.text
    assert len(kept.text) <= len(fact) + 10
    assert kept.text == text[kept.span.start : kept.span.end]
    assert all(claim.why for claim in found if claim is not kept)


def test_the_reason_shows_the_words() -> None:
    """With the time to come where the phrase needs one."""
    assert "a forecast (will plant 10,000 trees by 2040)" == explain_stance("The city will plant 10,000 trees by 2040.")
    assert "a forecast (dürfte)" == explain_stance("Der Konzern dürfte Stellen streichen.")


def test_markup_and_numbers_of_claims() -> None:
    """Spans are those of the document, in order, with markup; the claims are numbered as they come."""
    text = "Prices will *probably* rise, but **wages** fell by 3 % in 2020. The bakery opened in 1931.\n"
    found = extract(parse_text(text)).claims
    assert ["k1", "k2", "k3"] == [claim.id for claim in found]
    assert ["skipped", "unsourced", "unsourced"] == [claim.status for claim in found]
    assert "wages** fell by 3 % in 2020." == found[1].text
    assert all(claim.text == text[claim.span.start : claim.span.end] for claim in found)


@pytest.mark.parametrize(
    "text",
    [
        "Prices will probably rise, but wages fell by 3 % in 2020 (Lee, 2021).",
        "Analysts expect a recession [1], and sales fell by 3 % in 2020.\n\n[1]: https://example.org\n",
    ],
)
def test_a_cited_sentence_stays_whole(text: str) -> None:
    """Its source is asked about all of it."""
    cited = [claim for claim in extract(parse_text(text)).claims if claim.status == "cited"]
    assert 1 == len(cited)
    assert "2020" in cited[0].text


def test_questions_quotations_and_rows_stay_whole() -> None:
    """They are judged as a whole, or not at all."""
    for text in (
        "Will prices rise, or did wages fall by 3 % in 2020?",
        "| Prices will rise; wages fell by 3 % in 2020 |\n|---|\n| Prices will rise; wages fell by 3 % in 2020 |\n",
        'The report "Prices will rise, but wages fell" was printed in 2020.',
    ):
        assert 1 == len(extract(parse_text(text)).claims)


@pytest.mark.parametrize(
    "text",
    ["It may rise, but it is so.", "Perhaps not, or so I think.", "The city is large, but perhaps not for long."],
)
def test_a_clause_without_a_fact_is_not_kept_alone(text: str) -> None:
    """A sentence is parted only for a quantity or a date."""
    assert 1 == len(split_facts(text))


def test_every_row_has_a_source() -> None:
    """Name, condition, phrase and source; no phrase is there twice, and each condition is known."""
    rows = list(read_rows(Path(stance.__file__).with_suffix(".tsv")))
    assert all(4 == len(row) and row[3].strip() for row in rows)
    assert {"", "future", "no fact"} == {condition for _, condition, *_ in rows}
    phrases = [tuple(row[:3]) for row in rows]
    assert len(phrases) == len(set(phrases))


@pytest.mark.parametrize(
    "worst",
    ["will ", "it is ", "a, but ", "(", "가며 ", "by 2030 ", ", which ", "although ", "wird ", ", ", "할 것으로 "],
)
def test_hostile_sentences_are_linear(worst: str) -> None:
    """A sentence that consists of triggers takes no longer than others of its length."""
    text = worst * (4_000 // len(worst)) + "may 5 %"
    explain_stance(text)
    assert split_facts(text)


@given(
    st.lists(
        st.sampled_from(["prices ", "will rise", ", but ", "fell 3 % in 2020", "; ", "가며 ", " – ", "i think "]),
        max_size=9,
    )
)
def test_parts_are_in_order_and_do_not_overlap(words: list[str]) -> None:
    """Every part is a slice that says something."""
    text = "".join(words)
    parts = split_facts(text)
    assert all(one.end <= other.start for one, other in pairwise(parts))
    assert all(part.of(text).strip() for part in parts) or not text.strip()
