"""Shares and counts in words: "two thirds of", "one in five", "jeder Zweite", "열 명 중 세 명"."""

# Numerals as dictionaries of each language have them (Merriam-Webster, Duden, 표준국어대사전).
_ONES = "one two three four five six seven eight nine ten eleven twelve fifteen twenty thirty fifty hundred"
_PARTS = "half third quarter fourth fifth sixth seventh eighth ninth tenth twentieth"
_NTH = "second third fourth fifth sixth seventh eighth tenth twentieth"
_GERMAN = "ein eine einer einem eines zwei drei vier fünf sechs sieben acht neun zehn zwölf zwanzig dreißig hundert"
_GERMAN_PARTS = "drittel viertel fünftel sechstel siebtel achtel neuntel zehntel"
_GERMAN_NTH = "zweite dritte vierte fünfte sechste siebte achte neunte zehnte zwanzigste hundertste"
_KOREAN = "한 두 세 네 다섯 여섯 일곱 여덟 아홉 열 스무 스물 백"
_KOREAN_PARTS = "이 삼 사 오 육 칠 팔 구 십"


def _join(words: str) -> str:
    return f"(?:{'|'.join(words.split())})"


_COUNT = rf"(?:{_join(_ONES)}|[0-9]{{1,9}})"
_GERMAN_COUNT = rf"(?:{_join(_GERMAN)}|[0-9]{{1,9}})"
_KOREAN_COUNT = rf"(?:{_join(_KOREAN)}|[0-9]{{1,9}})"

# A share of something, without what it is a share of.
ENGLISH_SHARE = (
    rf"(?:(?:an?|{_join(_ONES)})[- ]{_join(_PARTS)}s?\b(?= of\b)|(?:one|two|three|four|nine)[- ]{_join(_PARTS)}s?\b"
    rf"|half\b(?= (?:of|the|all)\b)|{_COUNT} (?:in|out of) (?:every )?(?!one\b){_COUNT}\b)"
)
GERMAN_SHARE = (
    rf"(?:hälfte|{_GERMAN_COUNT}\s?{_join(_GERMAN_PARTS)}|jede[rsmn]?\s{_join(_GERMAN_NTH)}n?\b"
    rf"|{_GERMAN_COUNT} von {_GERMAN_COUNT}\b|dreiviertel)"
)
KOREAN_SHARE = (
    rf"(?:절반|과반|[0-9]{{1,3}}\s?분의\s?[0-9]{{1,3}}|{_join(_KOREAN_PARTS)}\s?분의\s?(?:일|{_join(_KOREAN_PARTS)})"
    rf"|{_KOREAN_COUNT}\s?(?:명|사람|곳|가구)\s?(?:중|가운데)\s?(?:에\s?)?{_KOREAN_COUNT}\s?(?:명|사람|곳|가구|꼴)?)"
)
EVERY_NTH = rf"every {_join(_NTH)}"  # before what is counted, in the singular
# Words of which each share has one: a cheap test.
SHARE_HINTS = (
    *_PARTS.split(),
    *(f"in {count}" for count in (*_ONES.split(), "every")),
    *(f"every {nth}" for nth in _NTH.split()),
    *("out of", "hälfte", *_GERMAN_PARTS.split(), "jede", "절반", "과반", "분의", " 중", " 가운데"),
    *(f"von {count}" for count in _GERMAN.split()[5:]),
)
