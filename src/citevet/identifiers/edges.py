"""Where an identifier ends: the punctuation of the sentence around it does not belong to it."""

_PAIRS = {")": "(", "]": "[", "}": "{", ">": "<"}
_PUNCTUATION = ".,;:!?'\"’”…*_`~"


def trim_identifier(text: str) -> str:
    """Strip sentence punctuation from the end of an identifier; a closing bracket stays if it was opened inside."""
    if text[-1:].isalnum():
        return text
    end = len(text)
    surplus = {close: text.count(close) - text.count(opened) for close, opened in _PAIRS.items()}
    while end:
        char = text[end - 1]
        if char in _PAIRS and surplus[char] > 0:
            surplus[char] -= 1
        elif char not in _PUNCTUATION:
            break
        end -= 1
    return text[:end]
