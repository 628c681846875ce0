"""Short sources in several scripts, for the tests of searches."""

SOURCES = {
    "REF-001": "도쿄는 일본의 수도이다. 인구가 많다.",
    "REF-002": "개인정보보호법 제15조에 따르면 동의가 필요하다.",
    "REF-003": 'Improving the café’s recall: generalisations AND "quotes" NEAR(x).',
    "REF-004": "The roofs were warm in summer.",
    "REF-005": "The roofs were warm in summer.",
    "REF-006": "東京は日本の首都です。",
    "REF-007": "x" * 5_000 + " needle",
    # The query ᦃᦲᧃ is these two words: its vowel sign is not a letter to the tokenizer.
    "REF-008": "Walls with ᦃ, doors, gates, fences, hedges, ditches, banks, paths, lanes, yards, barns with ᧃ.",
}
