"""The limits that keep hostile input from taking a run down; docs/limits.md lists them from this file.

One line per limit: its name, its value, and after the number sign what it bounds. What exceeds one of them is reported
as unread, too large or too complex, and the other files are audited all the same.
"""

# Any file
FILE_BYTES = 64 * 2**20  # bytes of one file; the setting `max-bytes` replaces it
MAX_FILE_BYTES = 2**32  # bytes that `max-bytes` may allow
FILE_SECONDS = 9.0  # seconds of processor time to read one file, and again to check it
FILE_SECONDS_PER_MB = 15.0  # more such seconds for each megabyte of the file
COMPANIONS = 500  # files that one document pulls in: bibliographies and parts
PROJECT_FOLDERS = 20  # folders above a document in which settings of its project are looked for
SEARCHED_FILES = 20_000  # files and folders of a project that is searched for a bibliography of a wrong path

# Front matter, policy files and assessments in YAML
YAML_CHARACTERS = 262_144  # characters
YAML_DEPTH = 100  # lists and mappings inside each other
YAML_ALIASES = 100  # aliases
YAML_VALUES = 300_000  # values once all aliases and merged keys are unfolded

# Settings
TOML_BYTES = 2**20  # bytes of citevet.toml or pyproject.toml
TOML_DEPTH = 50  # parts of one dotted key
JOBS = 1_024  # processes that `jobs` may ask for
LOCK_BYTES = 32 * 2**20  # bytes of citations.lock

# Archives: DOCX, ODT and EPUB
ARCHIVE_PARTS = 10_000  # parts
ARCHIVE_BYTES = 50 * 2**20  # bytes unpacked, over all parts that are read
ARCHIVE_RATIO = 100  # times that a part above 1 MiB may be larger than its packed form
XML_ELEMENTS = 400_000  # elements of one part: about a thousand pages
BOOK_ELEMENTS = 100_000  # elements of all chapters of an EPUB, or of the text of an ODT or RTF file

# PDF
PDF_PAGES = 5_000  # pages
PDF_CHARACTERS = 20_000_000  # characters of the whole file
PDF_PAGE_CHARACTERS = 2_000_000  # characters of one page; the rest of the page is left out, with a note
PDF_SECONDS = 8.0  # seconds of processor time to read one file, without text recognition
PDF_SECONDS_PER_MB = 20.0  # more such seconds for each megabyte of the file
PDF_MEMORY = 2 * 2**30  # bytes of memory of the process that reads PDFs
PDF_CROP_SECONDS = 5.0  # seconds of processor time for a picture of a passage
PDF_CROP_SIDE = 1_600  # pixels on each side of a picture of a passage
PDF_SCANS = 100  # scanned pages that are recognized
PDF_SCAN_SECONDS = 300.0  # seconds for all of them

# Claims
CLAIM_CHARACTERS = 1_200  # characters of one claim that is judged: some 280 of the 320 tokens that `small` reads

# Editors and `check --watch`
KEPT_CHARACTERS = 20_000_000  # characters whose answers are kept for the next check of an edited document

# Bibliographies
BIBTEX_ENTRIES = 200_000  # entries of one file; the rest is left out, with a note
BIBTEX_TEXT = 20_000_000  # characters of all values together, beyond those of the file itself
BIBTEX_VALUE = 100_000  # characters of one value after its @string names are replaced; the rest is left out

# Corpus
CORPUS_DEPTH = 8  # folders below the corpus folder
CORPUS_FILES = 200_000  # files and folders that are looked at
HASHED_BYTES = 2**30  # bytes of a source that are compared with the last run; of a larger one the start
CORPUS_SECONDS = 15.0  # seconds to list them

# File citations
ARTIFACT_INDEX_BYTES = 16 * 2**20  # bytes of the list of artefact ids
NAMED_FILES = 200_000  # files and folders of a project that is searched for the file of an artefact id
MAX_ITEMS = 10_000  # files cited in one bracket; the rest is left out

# Use cases
USE_CASE_FILES = 20_000  # files below their folder
USE_CASE_BYTES = 8 * 2**20  # bytes of one Markdown file whose headings are read

# Language models and model files
LLM_SECONDS = 60.0  # seconds for one question, from the first connection to the last byte, retries included
LLM_RUN_SECONDS = 600.0  # seconds that one run waits for answers
LLM_ANSWER_BYTES = 2**20  # bytes of one answer
MANIFEST_BYTES = 2**20  # bytes of a model's manifest.json or config.json
PASSAGE_MEMORY = 128 * 2**20  # bytes of the passages that a judge keeps read
TAGGER_BYTES = 4 * 2**20  # bytes of the tagger of reference entries
MODEL_BYTES = 4_000_000_000  # bytes of a model from a hub
MODEL_SECONDS = 7_200.0  # seconds for one download, over all its files

# Verifiers of the user
PATTERN_SECONDS = 1.0  # seconds of processor time to search one claim for one pattern; its verifier is left out then

# Editors
EDITOR_CHARACTERS = 4_000_000  # characters of an open document that is checked while it is edited
EDITOR_FINDINGS = 2_000  # findings of one document that an editor gets; the first line says how many are left out

# Servers
SERVED_CHARACTERS = 2_000_000  # characters of one text in a call; of all its sources together likewise
SERVED_REQUEST_BYTES = 16 * 2**20  # bytes of one HTTP request to `citevet mcp`
SERVED_JSON_BYTES = 8 * 2**20  # bytes of a request to `citevet serve` without a document, such as /api/verify
SERVED_REPORT_CHARACTERS = 4_000_000  # characters of a report that can be read as a resource
SERVED_REPORTS = 50  # reports that a server keeps in memory; the oldest goes first
SERVED_SOURCES = 50  # sets of prepared sources, and guards of streams, of one user that are kept likewise
SERVED_PREPARED_BYTES = 256 * 2**20  # bytes of all that `citevet serve` keeps of these
SERVED_MEMORY = 4 * 2**30  # bytes of memory of one process that works for `citevet serve`
PAPERS = 200  # papers of one user on the web page of `citevet serve`
PAPER_FILES = 5_000  # files of one paper on the web page of `citevet serve`
PAPER_BYTES = 512 * 2**20  # bytes of all of them
SERVED_JOBS = 2  # calls that are worked on at the same time; others wait

# Reports that are files
DOCX_COMMENTS = 1_000  # comments in a Word document; the first comment says how many findings are left out
PRINT_SECONDS = 120.0  # seconds to print a report as PDF
