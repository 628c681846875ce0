"""PAG and SEC: cited pages, sections and lines that do not exist."""
