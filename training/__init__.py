"""How the embedded weights were made; not part of the wheel."""
