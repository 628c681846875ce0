"""How well each stage does on hand-labelled documents."""
