"""How a quotation is looked for in the words of a source."""
