"""Targets for atheris; tests/laws/test_fuzz_targets.py runs the same functions under hypothesis."""
