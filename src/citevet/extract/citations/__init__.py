"""Finders of citations by form: identifiers, links, keys, numbers, and authors with a year."""
