"""QUO: words in quotation marks that are not the source's words."""
