"""How good a judge is on labelled pairs, and which threshold it should have."""
