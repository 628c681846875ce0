"""A Document to its citations, references, claims and the ties between them."""
