"""What the commands of the corpus tell: one file each, with the record, its text for people and its shape in JSON."""
