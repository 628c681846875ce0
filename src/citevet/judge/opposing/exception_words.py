"""The words by which a sentence makes an exception, written with bars between them."""

EXCEPTING = "except|except for|apart from|with the exception of"
