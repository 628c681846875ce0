"""The table of rules by code, and the selectors that choose among them; importing a module registers nothing."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache

from citevet.contracts import Check
from citevet.errors import WrongArgument
from citevet.model import Rule, Safety, Severity
from citevet.rules import (
    accepted_findings,
    chatbot_phrase,
    citation_needed,
    dangling_short_form,
    existence,
    formats,
    generated,
    grades,
    impossible_year,
    invalid_grade,
    law,
    links,
    local_links,
    malformed,
    malformed_law,
    metadata,
    mismatched_reference,
    outdated_resolver,
    places,
    quotes,
    source_named_otherwise,
    source_state,
    support,
    uncited_claims,
)
from citevet.rules.keys import (
    author_year,
    duplicates,
    list_faults,
    list_reading,
    missing_lists,
    missing_part,
    undefined_citation,
    undefined_label,
    unused_entries,
)
from citevet.text.patterns import matches_glob

INFO, WARNING, ERROR = Severity.INFO, Severity.WARNING, Severity.ERROR
SAFE, ASK, SHOW = Safety.SAFE, Safety.ASK, Safety.SHOW

RULES: Mapping[str, Check] = {
    "KEY001": Check(undefined_citation.find_undefined_citation, ERROR),
    "KEY002": Check(unused_entries.find_unused_reference, WARNING),
    "KEY003": Check(duplicates.find_duplicate_key, ERROR),
    "KEY004": Check(duplicates.find_duplicate_reference, WARNING),
    "KEY005": Check(list_faults.find_out_of_order, INFO),
    "KEY006": Check(list_faults.find_numbering_gap, WARNING),
    "KEY007": Check(missing_lists.find_missing_reference_list, INFO),
    "KEY008": Check(missing_lists.find_missing_bibliography, ERROR),
    "KEY009": Check(author_year.find_unlisted_author_year, WARNING),
    "KEY010": Check(author_year.find_ambiguous_author_year, INFO),
    "KEY011": Check(author_year.find_year_mismatch, WARNING),
    "KEY012": Check(list_faults.find_empty_reference, ERROR),
    "KEY013": Check(list_faults.find_contradictory_marker, WARNING),
    "KEY014": Check(list_reading.find_unreadable_entry, ERROR),
    "KEY015": Check(missing_lists.find_unnamed_bibliography, INFO),
    "KEY016": Check(duplicates.find_conflicting_citation, WARNING),
    "KEY017": Check(unused_entries.find_unused_bibliography_entry, INFO),
    "KEY018": Check(list_reading.find_unread_reference_list, INFO),
    "KEY019": Check(undefined_label.find_undefined_label, WARNING),
    "KEY020": Check(missing_part.find_missing_part, WARNING),
    "IDN001": Check(malformed.find_malformed_doi, ERROR, SAFE),
    "IDN002": Check(malformed.find_malformed_arxiv, ERROR),
    "IDN003": Check(malformed.find_malformed_pubmed_id, ERROR),
    "IDN004": Check(malformed.find_malformed_isbn, ERROR),
    "IDN005": Check(malformed.find_malformed_issn, ERROR),
    "IDN006": Check(malformed.find_malformed_url, ERROR, SAFE),
    "IDN007": Check(malformed.find_malformed_corpus_id, ERROR, SAFE),
    "IDN008": Check(malformed.find_malformed_artifact, ERROR, SAFE),
    "IDN009": Check(malformed_law.find_malformed_law, ERROR, SAFE),
    "IDN010": Check(malformed.find_doubled_identifier, ERROR, SAFE),
    "IDN011": Check(malformed.find_tracking_tail, WARNING, SAFE),
    "IDN012": Check(outdated_resolver.find_outdated_resolver, INFO, SAFE),
    "IDN013": Check(malformed.find_malformed_orcid, ERROR),
    "IDN014": Check(impossible_year.find_impossible_year, WARNING),
    "FMT001": Check(formats.find_forbidden_author_year, ERROR, ASK),
    "FMT002": Check(formats.find_forbidden_numeric, ERROR, ASK),
    "FMT003": Check(formats.find_forbidden_source, ERROR),
    "FMT004": Check(formats.find_bare_corpus_id, WARNING, ASK),
    "FMT005": Check(formats.find_bare_url, INFO, ASK),
    "FMT006": Check(formats.find_unclosed_marker, WARNING, SAFE),
    "FMT007": Check(formats.find_quotation_without_page, INFO),
    "FMT008": Check(formats.find_disallowed_corpus_id, ERROR),
    "EXI001": Check(existence.find_not_in_corpus, ERROR, ASK),
    "EXI002": Check(existence.find_missing_mention, ERROR, ASK),
    "EXI003": Check(existence.find_missing_artifact, ERROR, ASK),
    "EXI004": Check(existence.find_path_outside_project, ERROR),
    "EXI005": Check(existence.find_author_not_in_corpus, ERROR, ASK),
    "EXI006": Check(existence.find_ambiguous_corpus_id, ERROR),
    "EXI007": Check(existence.find_unregistered_identifier, ERROR),
    "EXI008": Check(existence.find_ambiguous_work, INFO),
    "EXI009": Check(existence.find_unknown_work, WARNING),
    "EXI010": Check(existence.find_contradicted_by_verifier, ERROR),
    "EXI011": Check(existence.find_conflicting_verdicts, INFO),
    "EXI012": Check(source_state.find_self_published_source, INFO),
    "EXI013": Check(existence.find_missing_use_case, ERROR, ASK),
    "EXI014": Check(source_named_otherwise.find_source_named_otherwise, WARNING),
    "MET001": Check(metadata.find_malformed_front_matter, ERROR),
    "MET002": Check(metadata.find_missing_field, WARNING),
    "MET003": Check(metadata.find_id_mismatch, ERROR),
    "MET004": Check(metadata.find_duplicate_id, ERROR),
    "MET005": Check(metadata.find_checksum_mismatch, ERROR),
    "MET006": Check(metadata.find_missing_file, WARNING),
    "MET007": Check(metadata.find_invalid_field, WARNING),
    "MET008": Check(metadata.find_inconsistent_pages, WARNING),
    "MET009": Check(metadata.find_missing_identifier, WARNING),
    "MET010": Check(metadata.find_outdated_verification, INFO),
    "MET011": Check(metadata.find_dangling_citation_edge, WARNING),
    "MET012": Check(metadata.find_one_sided_citation_edge, INFO),
    "MET013": Check(mismatched_reference.find_identifier_of_another_work, ERROR),
    "MET014": Check(mismatched_reference.find_reference_mismatch, WARNING, SAFE, (ASK, SHOW)),
    "MET015": Check(mismatched_reference.find_incomplete_reference, INFO, SAFE, (ASK,)),
    "MET016": Check(mismatched_reference.find_published_preprint, INFO, SAFE, (ASK,)),
    "RET001": Check(source_state.find_retracted_source, ERROR),
    "RET002": Check(source_state.find_doubted_source, WARNING),
    "RET003": Check(source_state.find_corrected_source, INFO),
    "RET004": Check(source_state.find_superseded_source, INFO),
    "LNK001": Check(links.find_dead_link, ERROR, ASK),
    "LNK002": Check(links.find_moved_link, INFO, ASK),
    "LNK003": Check(links.find_empty_link, WARNING, ASK),
    "LNK004": Check(links.find_unencrypted_link, INFO, SAFE),
    "LNK005": Check(local_links.find_missing_linked_file, WARNING, ASK),
    "LNK006": Check(local_links.find_missing_image, WARNING, ASK),
    "LNK007": Check(local_links.find_missing_anchor, WARNING, ASK),
    "PAG001": Check(places.find_page_out_of_range, WARNING),
    "PAG002": Check(places.find_backward_page_range, WARNING),
    "PAG003": Check(places.find_lines_out_of_range, WARNING),
    "SEC001": Check(places.find_wrong_section, WARNING),
    "SEC002": Check(places.find_unknown_section, WARNING),
    "QUO001": Check(quotes.find_fabricated_quotation, ERROR),
    "QUO002": Check(quotes.find_altered_quotation, ERROR, SHOW),
    "QUO003": Check(quotes.find_misplaced_quotation, WARNING),
    "QUO004": Check(quotes.find_joined_quotation, ERROR),
    "QUO005": Check(quotes.find_unverified_quotation, WARNING, ASK),
    "QUO006": Check(metadata.find_wrong_key_quote, WARNING),
    "QUO007": Check(metadata.find_unvalidated_key_quote, INFO),
    "FRE001": Check(source_state.find_stale_artifact, WARNING, ASK),
    "FRE002": Check(source_state.find_unversioned_artifact, WARNING),
    "FRE003": Check(links.find_drifted_page, INFO),
    "FRE004": Check(source_state.find_older_source, INFO),
    "GRD001": Check(grades.find_overclaimed_evidence, WARNING, ASK),
    "GRD002": Check(grades.find_needless_hedge, INFO),
    "GRD003": Check(grades.find_overclaiming_phrase, INFO, ASK),
    "GRD004": Check(grades.find_unassessed_source, WARNING),
    "GRD005": Check(invalid_grade.find_invalid_grade, WARNING),
    "SUP001": Check(support.find_contradicted_claim, ERROR),
    "SUP002": Check(support.find_unsupported_claim, WARNING),
    "SUP003": Check(support.find_partly_supported_claim, WARNING),
    "SUP004": Check(support.find_misattributed_claim, WARNING),
    "SUP005": Check(support.find_secondary_citation, INFO),
    "SUP006": Check(support.find_doubted_claim, WARNING),
    "SUP007": Check(support.find_misplaced_claim, WARNING),
    "NUM001": Check(support.find_wrong_number, ERROR),
    "NUM002": Check(support.find_wrong_date, ERROR),
    "UNC001": Check(uncited_claims.find_uncited_statistic, WARNING, ASK),
    "UNC002": Check(uncited_claims.find_vague_attribution, WARNING, ASK),
    "UNC003": Check(uncited_claims.find_uncited_claim, INFO, ASK),
    "UNC004": Check(uncited_claims.find_uncited_quotation, WARNING, ASK),
    "UNC005": Check(citation_needed.find_citation_needed, WARNING),
    "UNC006": Check(uncited_claims.find_uncited_comparison, WARNING, ASK),
    "GEN001": Check(generated.find_generated_citation_token, ERROR),
    "GEN002": Check(generated.find_chatbot_tracking_parameter, WARNING, SAFE),
    "GEN003": Check(generated.find_unfilled_citation, WARNING),
    "GEN004": Check(chatbot_phrase.find_chatbot_phrase, WARNING),
    "LAW001": Check(dangling_short_form.find_dangling_short_form, WARNING),
    "LAW002": Check(law.find_unknown_provision, ERROR),
    "LAW003": Check(law.find_unknown_authority, ERROR),
    "LAW004": Check(law.find_wrong_authority, ERROR),
    "LAW005": Check(law.find_repealed_provision, WARNING),
    "LAW006": Check(law.find_prospective_provision, WARNING),
    "LAW007": Check(law.find_unlisted_case, WARNING),
    "LAW008": Check(law.find_wrong_case_detail, WARNING),
    "CFG001": Check(accepted_findings.find_unused_suppression, WARNING, ASK),
    "CFG002": Check(accepted_findings.find_suppression_without_reason, WARNING),
    "CFG003": Check(accepted_findings.find_unknown_rule_in_suppression, ERROR),
    "CFG004": Check(accepted_findings.find_malformed_suppression, ERROR),
    "CFG005": Check(accepted_findings.find_stale_baseline_entry, WARNING),
}

EVERYTHING = "ALL"
PUBLISHED_RULE = "MET016"  # for which the articles of preprints are looked up
# Rules that most authors would not agree with on most of their text: they run only if they are selected.
OPT_IN = frozenset({"UNC003", PUBLISHED_RULE})
_FAMILY = 3  # letters of a family; a shorter prefix is more likely a slip
_EXACT = 100  # more specific than every prefix
_SLIPS = 2  # wrong characters in a code that may still be a slip
_CODES = {check.name: code for code, check in RULES.items()}


def find_rule(code_or_name: str) -> Rule:
    """Return a rule by its code or its name, whatever the case."""
    wanted = code_or_name.strip()
    code = _CODES.get(wanted.lower(), wanted.upper())
    if code not in RULES:
        raise WrongArgument("unknown rule", to=code_or_name, advice="`citevet rules` lists all rules.")
    return _describe_rule(code)


@cache
def _describe_rule(code: str) -> Rule:
    check = RULES[code]
    doc = (check.find.__doc__ or "").strip().replace("\n    ", "\n")  # `cleandoc` takes 3 ms for all rules
    return Rule(code, check.name, check.severity, doc.split("\n", 1)[0], doc)


def select_codes(
    *,
    select: Sequence[str] = (),
    extend_select: Sequence[str] = (),
    ignore: Sequence[str] = (),
    per_file_ignores: Mapping[str, Sequence[str]] | None = None,
    path: str = "",
) -> frozenset[str]:
    """Return the codes that run on a document: the most specific selector wins, and `ignore` wins a tie."""
    defaults = {} if select else dict.fromkeys(RULES.keys() - OPT_IN, 0)
    wanted = defaults | _rank_codes((*select, *extend_select))
    unwanted = _rank_codes(ignore)
    ignored = _rank_codes(_find_file_ignores(per_file_ignores or {}, path))
    return frozenset(code for code, rank in wanted.items() if rank > unwanted.get(code, -1) and code not in ignored)


def resolve_selector(selector: str) -> frozenset[str]:
    """Return the codes of a code, prefix or name; raise when there are none."""
    codes = expand_selector(selector.strip())
    if not codes:
        nearest = find_nearest_selector(selector.strip())
        hint = f"Did you mean {nearest}? " if nearest else ""
        raise WrongArgument("unknown rule", to=selector, advice=f"{hint}`citevet rules` lists all rules.")
    return codes


def expand_selector(selector: str) -> frozenset[str]:
    """Return the codes of a code, prefix or name; none when it names no rule."""
    prefix = selector.upper()
    if prefix == EVERYTHING:
        return frozenset(RULES)
    if code := prefix if prefix in RULES else _CODES.get(selector.lower()):
        return frozenset({code})
    return frozenset(code for code in RULES if code.startswith(prefix)) if len(prefix) >= _FAMILY else frozenset()


def is_named(code: str, selectors: Iterable[str]) -> bool:
    """Check whether the user chose a rule by its code, family or name, and not with all others."""
    return any(code in expand_selector(each) for each in selectors if each.upper() != EVERYTHING)


def find_nearest_selector(selector: str) -> str | None:
    """Return the code, name or family that looks most like an unknown selector."""
    code = selector.upper()
    distances = {known: sum(left != right for left, right in zip(known, code, strict=False)) for known in RULES}
    nearest = min(distances, key=lambda known: (distances[known], known))
    if len(code) == len(nearest) and distances[nearest] <= _SLIPS:
        return nearest
    known = sorted({*_CODES, *(code[:_FAMILY].lower() for code in RULES)})
    from difflib import get_close_matches  # only on the way to an error

    close = next(iter(get_close_matches(selector.lower()[:60], known, n=1, cutoff=0.5)), None)
    return close.upper() if close and len(close) == _FAMILY else close


def _rank_codes(selectors: Iterable[str]) -> dict[str, int]:
    """Return for each selected code how specific its most specific selector is."""
    ranks: dict[str, int] = {}
    for selector in selectors:
        for code in resolve_selector(selector):
            ranks[code] = max(ranks.get(code, 0), _rank(selector, code))
    return ranks


def _rank(selector: str, code: str) -> int:
    if selector.upper() == EVERYTHING:
        return 0
    return len(selector) if len(selector) < len(code) else _EXACT


def _find_file_ignores(ignores: Mapping[str, Sequence[str]], path: str) -> Iterable[str]:
    for glob, selectors in ignores.items():
        for selector in selectors:
            resolve_selector(selector)
        if matches_glob(path, glob):
            yield from selectors
