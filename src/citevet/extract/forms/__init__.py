"""One finder per citation form."""
