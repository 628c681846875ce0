"""Notes: what each of them cites, and what a short form in a note or in the text repeats.

`short_forms.py` has the grammar of "Ibid., p. 5" and its kin; `notebook.py` remembers what the notes cite;
`in_notes.py` and `in_text.py` find the short forms and what they mean; `broken.py` finds those that lead nowhere;
`citing.py` ties what a note cites to the sentence with its marker.
"""
