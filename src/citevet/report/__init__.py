"""A report to what people and programs see, one file per form."""
