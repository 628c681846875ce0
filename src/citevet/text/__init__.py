"""Language tools shared by all steps: tokens, sentences, stems, names, numerals, negation, language, word lists."""
