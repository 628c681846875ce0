"""GRD: wording that does not fit the GRADE level of its source."""
