"""SUP: claims that their sources do not support."""
