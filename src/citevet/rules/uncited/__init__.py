"""UNC: claims without a citation."""
