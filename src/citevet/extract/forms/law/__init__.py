"""What the finders of legal citations share: paragraphs, party names, and tables of courts, codes and laws."""
