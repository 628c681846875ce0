"""UNC: claims that no citation stands behind."""
