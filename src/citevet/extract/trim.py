"""Where a citation ends: sentence punctuation goes, a closing bracket stays if it was opened inside."""

_PAIRS = {")": "(", "]": "[", "}": "{", ">": "<"}
_PUNCTUATION = ".,;:!?'\"’”…*_`~"


def trimmed(text: str) -> str:
    """Cut what belongs to the sentence around an identifier off its end."""
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
