"""Tasks on the corpus: show, search and change it, and import libraries into it."""
