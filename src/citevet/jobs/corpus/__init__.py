"""What a keeper of a corpus asks for, one file each."""
