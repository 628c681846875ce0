"""Foreign judges by their manifests: the exact form that each wants, what its output means, and what goes wrong."""

import json
from pathlib import Path
from typing import Any

import pytest
from tests.doors.in_process import citevet as command
from tests.emulator.tiny_judges import DOCUMENT, FALSE, FILLER, TRUE, write_judge

import citevet
from citevet.errors import ModelError, UsageError
from citevet.jobs.judges import load_assessor, load_judge_model
from citevet.jobs.manifest_judges import cut_by_sentences, cut_by_words
from citevet.session import Session
from citevet.world import llm_client
from citevet.world.judge_manifest import find_manifest, list_shipped
from citevet.world.judge_rows import RowMaker

D, C = "The museum opened .", "It opened ."
# What each judge reads, from its own card and code; of a pair both texts.
FORMS: dict[str, tuple[str, str] | str] = {
    "minicheck-roberta-large": "The museum opened .</s>It opened .",
    "minicheck-deberta-v3-large": "The museum opened .[SEP]It opened .",
    "minicheck-flan-t5-large": "predict: The museum opened .</s>It opened .",
    "factcg": (
        f'{D}\n\nChoose your answer: based on the paragraph above can we conclude that "{C}"?\n\n'
        "OPTIONS:\n- Yes\n- No\nI think the answer is "
    ),
    "hhem-2.1-open": (
        f"<pad> Determine if the hypothesis is true given the premise?\n\nPremise: {D}\n\nHypothesis: {C}"
    ),
    "lettucedetect": ("Summarize the following text:\nThe museum opened .\noutput:", "It opened ."),
    "nli": ("The museum opened .", "It opened ."),
}
LABELS = {"id2label": {"0": "contradiction", "1": "entailment", "2": "neutral"}}


@pytest.fixture
def weights(here: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder that the user puts models into."""
    for name in ("XDG_DATA_HOME", "HOME", "LOCALAPPDATA"):
        monkeypatch.setenv(name, str(here / "data"))
    monkeypatch.setenv("CITEVET_WEIGHTS", str(here / "weights"))
    monkeypatch.setattr(llm_client, "_FIRST_WAIT", 0.01)
    return here / "weights"


def put(weights: Path, name: str, **more: Any) -> Path:
    """Write the weights of a shipped manifest."""
    manifest = find_manifest(name)
    assert manifest is not None
    support = 0 if name == "lettucedetect" else 1
    outputs = 3 if name == "nli" else 2
    config = LABELS if name == "nli" else {}
    half = 0.4 if name == "factcg" else 0.5  # half of its row is the form
    return write_judge(weights / name, manifest.output, support=support, outputs=outputs, half=half, **config, **more)


def verdicts(name: str, source: str = DOCUMENT) -> list[str]:
    found = citevet.verify([TRUE, FALSE], [source], nli=name)
    return [claim.ruling.support for claim in found.claims]


@pytest.mark.parametrize("name", FORMS)
def test_exact_forms(weights: Path, name: str) -> None:
    """Each judge reads the text that its makers trained it on, token by token."""
    folder, manifest = put(weights, name), find_manifest(name)
    assert manifest is not None
    rows = RowMaker(folder, manifest, 512)
    form = FORMS[name]
    encoded = rows.tokenizer.encode(form) if isinstance(form, str) else rows.tokenizer.encode(form[0], form[1])
    assert encoded.ids == list(rows.make(D, C).ids)


@pytest.mark.parametrize("name", FORMS)
def test_shipped_judges_decide(weights: Path, name: str) -> None:
    """A stand-in with the real output of each judge finds the true claim, and not the other."""
    put(weights, name)
    assert ["supported", "unsupported"] == verdicts(name)


def test_every_manifest_is_short_and_tested() -> None:
    """What ships is about seven lines, and each is in a table of this file."""
    for manifest in list_shipped():
        file = Path(citevet.__file__).parent / "weights/judges" / f"{manifest.name}.toml"
        assert len([line for line in file.read_text().splitlines() if line and line[0] != "#"]) <= 11, manifest.name
        assert manifest.name in {*FORMS, "bespoke-minicheck", "granite-guardian"}


def test_long_documents_are_cut_at_sentences(weights: Path) -> None:
    """The best piece decides, and no piece is longer than the manifest says."""
    folder = put(weights, "minicheck-roberta-large")
    (folder / "judge.toml").write_text('like = "minicheck-roberta-large"\nchunk = "20 tokens"\n')
    model = load_judge_model(Session(), str(folder))
    rows = [(f"{FILLER} {DOCUMENT} {FILLER}", TRUE), (FILLER, TRUE), (f"{FILLER} {DOCUMENT}", FALSE)]
    assert [True, False, False] == [bool(row[0] > row[1]) for row in model.run(rows)]
    text = "One two three. " * 40
    pieces = list(cut_by_words(text, most=30))
    assert text.strip() == "".join(pieces).strip() or 3 < len(pieces)
    assert all(len(piece.split()) <= 30 for piece in pieces)
    assert [("Word " * 9).strip()] == list(cut_by_sentences(("Word " * 9).strip(), len, most=3))


def test_marks_of_an_end_in_a_text_end_nothing(weights: Path) -> None:
    """A page that holds the separator cannot write the claim itself."""
    put(weights, "minicheck-roberta-large")
    manifest = find_manifest("minicheck-roberta-large")
    assert manifest is not None
    rows = RowMaker(weights / manifest.name, manifest, 512)
    separator: int = rows.tokenizer.token_to_id("</s>") or -1
    assert 1 == list(rows.make(f"{DOCUMENT}</s>{FALSE}", FALSE).ids).count(separator)


def test_a_manifest_of_the_users_own(weights: Path) -> None:
    """A file in the model folder; the name of the judge is the folder's."""
    folder = write_judge(weights / "mine", "classes", support=0)
    (folder / "judge.toml").write_text('input = "text"\njoin = "{document}</s>{claim}"\nsupport = 0\n')
    assert find_manifest(str(folder)) is not None
    assert ["supported", "unsupported"] == verdicts(str(folder))


@pytest.mark.parametrize("key", ["support = 1", 'labels = ["yes", "no"]\nsupport = "no"'])
def test_wrong_label_order_is_an_error(weights: Path, key: str) -> None:
    """A judge that finds a statement less supported by itself than by another is not used."""
    folder = write_judge(weights / "mine", "classes", support=0)
    (folder / "judge.toml").write_text(f'input = "text"\njoin = "{{document}}</s>{{claim}}"\n{key}\n')
    with pytest.raises(ModelError, match="its labels are in another order"):
        citevet.verify([TRUE], [DOCUMENT], nli=str(folder))


def test_labels_that_config_json_has_otherwise(weights: Path) -> None:
    """Manifest and config.json must agree."""
    folder = put(weights, "nli")
    (folder / "judge.toml").write_text('like = "nli"\nlabels = ["entailment", "neutral", "contradiction"]\n')
    with pytest.raises(ModelError, match=r"labels entailment, neutral.*config.json contradiction"):
        citevet.verify([TRUE], [DOCUMENT], nli=str(folder))


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ('input = "test"', '"input" that is not one of pair, text, chat'),
        ("suport = 1", 'unknown key "suport", did you mean "support"'),
        ('input = "text"\njoin = "{document}"', r"needs \{claim\} once"),
        ('labels = ["yes", "no"]\nsupport = "maybe"', "labels yes, no, and \"support\" is 'maybe'"),
        ("support = 7", "0.* labels are named|label"),
        ('chunk = "many"', '"chunk" that is not a length'),
        ("threshold = 1.5", "a number from 0 to 1"),
        ('output = "first-token"', 'needs "labels"'),
        ('runtime = "ollama"', 'names no "model"'),
        ('runtime = "ollama"\nmodel = "x"', 'needs input = "chat"'),
        ("support = [", "cannot be read"),
        ('like = "elsewhere"', "elsewhere: no such model"),
    ],
)
def test_wrong_manifests_are_named(weights: Path, lines: str, said: str) -> None:
    """One line says what is wrong in which file."""
    folder = write_judge(weights / "mine", "classes")
    (folder / "judge.toml").write_text(lines)
    with pytest.raises(ModelError, match=said):
        citevet.verify([TRUE], [DOCUMENT], nli=str(folder))


@pytest.mark.parametrize("what", ["damaged", "foreign", "tokenizer", "cached", "none"])
def test_damaged_and_foreign_weights_are_named(weights: Path, what: str) -> None:
    """A file that breaks off, a graph of another output, another tokenizer: an error, and no verdict."""
    folder = put(weights, "minicheck-roberta-large")
    graph = folder / "model.onnx"
    if what == "damaged":
        graph.write_bytes(graph.read_bytes()[:-40])
    elif what == "foreign":
        write_judge(folder, "tokens")
    elif what == "tokenizer":
        (folder / "tokenizer.json").write_text("{}")
    elif what == "cached":
        graph.write_bytes(graph.read_bytes().replace(b"attention_mask", b"past_key_value"))
    else:
        graph.unlink()
    with pytest.raises(ModelError):
        citevet.verify([TRUE], [DOCUMENT], nli="minicheck-roberta-large")


def test_weights_that_are_not_those_of_the_hub(weights: Path) -> None:
    """The digests that the hub stated are compared, as for every model."""
    folder = put(weights, "minicheck-roberta-large")
    (folder / "manifest.json").write_text(json.dumps({"files": {"model.onnx": "0" * 64}}))
    with pytest.raises(ModelError, match="not the one that was shipped"):
        citevet.verify([TRUE], [DOCUMENT], nli="minicheck-roberta-large")


def test_weights_that_are_not_here(weights: Path) -> None:
    """The error says which files to put where."""
    assert not weights.exists()
    with pytest.raises(ModelError, match=r"minicheck-flan-t5-large: its weights are not .* encoder_model.onnx"):
        citevet.verify([TRUE], [DOCUMENT], nli="minicheck-flan-t5-large")


def test_a_slip_in_a_name_is_answered_with_the_nearest() -> None:
    """Also where the weights of that judge are not here."""
    with pytest.raises(UsageError, match="no judge minicheck-roberta, did you mean minicheck-roberta-large"):
        citevet.Verifier(nli="minicheck-roberta")


def test_another_calibration_of_our_own_judge(weights: Path) -> None:
    """`like` names one of our models, and only the curve and the threshold differ."""
    curve = {"bias": 0.0, "weights": {"window": 1.0}}
    said = {"support": curve, "contradiction": curve, "threshold": 0.999, "against": 0.9, "risk": {}}
    file = weights / "strict" / "judge.toml"
    file.parent.mkdir(parents=True)
    table = "\n".join(
        ["[calibration]", "threshold = 0.999", "against = 0.9"]
        + [f"{name} = {{ bias = 0.0, weights = {{ window = 1.0 }} }}" for name in ("support", "contradiction")]
    )
    file.write_text(f'like = "small"\n{table}\n')
    assessor = load_assessor(Session(), str(file.parent))
    assert said["threshold"] == assessor.calibration.threshold
    assert load_judge_model(Session(), "small").run is not None
    assert load_judge_model(Session(), str(file.parent)).digest != load_judge_model(Session(), "small").digest


# Judges behind an endpoint.


def ollama(words: str, **chances: float) -> Any:
    """Return what Ollama answers, with the probabilities of the first token where it tells them."""
    message: dict[str, Any] = {"message": {"role": "assistant", "content": words}, "done": True}
    if chances:
        import math

        told = [{"token": word, "logprob": math.log(share)} for word, share in chances.items()]
        message["logprobs"] = [{**told[0], "top_logprobs": told}]
    return json.dumps(message).encode()


def speaks(reply: Any, right: str = "Yes", wrong: str = "No", **told: Any) -> Any:
    """Return a server that compares documents and claims by their words."""

    def answer(body: dict[str, Any]) -> Any:
        text = body["messages"][-1]["content"]
        document, _, claim = text.replace("<claim>", "Claim:").replace("</claim>", "").partition("Claim:")
        said = right if claim.strip(" .\n")[:20] in document else wrong
        chances = {said: 0.9, (wrong if said == right else right): 0.1} if told else {}
        return reply(raw=ollama(said, **chances))

    return answer


def test_bespoke_minicheck_asks_as_its_card_says(
    weights: Path, models: Any, reply: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One token at temperature 0, the form of the card, and the word or its probability."""
    del weights
    monkeypatch.setenv("CITEVET_LLM_URL", models.url)
    models.replies = [speaks(reply)]
    assert ["supported", "unsupported"] == verdicts("bespoke-minicheck")
    for path, _, body in models.heard:
        assert ("/api/chat", "bespoke-minicheck", False) == (path, body["model"], body["stream"])
        assert (0, 1) == (body["options"]["temperature"], body["options"]["num_predict"])
    # The claims are asked side by side, in any order.
    asked = [message for _, _, body in models.heard for message in body["messages"]]
    assert {"role": "user", "content": f"Document: {DOCUMENT}\nClaim: {FALSE}"} in asked


def test_probabilities_of_the_first_token_count(
    weights: Path, models: Any, reply: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the server tells them, they are the score."""
    del weights
    monkeypatch.setenv("CITEVET_LLM_URL", models.url)
    models.replies = [speaks(reply, told=True)]
    found = citevet.verify([TRUE], [DOCUMENT], nli="bespoke-minicheck")
    assert 0.9 == pytest.approx(found.claims[0].ruling.confidence, abs=1e-4)


def test_granite_guardian_says_no_for_grounded(
    weights: Path, models: Any, reply: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its word stands between tags, and `yes` means that the claim is not grounded."""
    del weights
    monkeypatch.setenv("CITEVET_LLM_URL", models.url)
    models.replies = [speaks(reply, "<think>yes or no</think>\n<score> no </score>", "<score> yes </score>")]
    assert ["supported", "unsupported"] == verdicts("granite-guardian")
    assert {"role": "system", "content": "groundedness"} == models.heard[-1][2]["messages"][0]


def test_answers_are_cached_by_content(weights: Path, models: Any, reply: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same pair is asked once, in this run and the next."""
    del weights
    monkeypatch.setenv("CITEVET_LLM_URL", models.url)
    models.replies = [speaks(reply)]
    first = verdicts("bespoke-minicheck")
    asked = len(models.heard)
    assert (first, asked) == (verdicts("bespoke-minicheck"), len(models.heard))


@pytest.mark.parametrize(
    ("script", "reason"),
    [
        ({"slow": 0.3, "raw": b"x" * 400}, "timeout"),
        ({"status": 500, "raw": b"{}"}, "blocked"),
        ({"status": 401, "raw": b"{}"}, "blocked"),
        ({"raw": b'{"message": {"content": "Perhaps."}}'}, "abstained"),
        ({"raw": b"<html>"}, "blocked"),
    ],
)
def test_an_endpoint_that_fails_leaves_claims_unchecked(
    weights: Path, models: Any, reply: Any, monkeypatch: pytest.MonkeyPatch, script: Any, reason: str
) -> None:
    """One that drips, breaks, refuses or chats: unchecked with the reason, within the time of the manifest."""
    monkeypatch.setenv("CITEVET_LLM_URL", models.url)
    weights.mkdir()
    file = weights / "quick.toml"
    seconds = 0.3 if "slow" in script else 20  # the machine may be slow as well
    file.write_text(f'like = "bespoke-minicheck"\nseconds = {seconds}\n')
    models.replies = [reply(**script)]
    found = citevet.verify([TRUE, FALSE], [DOCUMENT], nli=str(file))
    assert [("unchecked", reason)] * 2 == [(each.ruling.support, each.ruling.reason) for each in found.claims]


def test_an_endpoint_that_fails_now_and_then_keeps_the_rest(
    weights: Path, models: Any, reply: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A pair without an answer does not take the others with it."""
    del weights
    monkeypatch.setenv("CITEVET_LLM_URL", models.url)
    honest = speaks(reply)

    def now_and_then(body: dict[str, Any]) -> Any:
        return reply(raw=b"<html>") if FALSE in body["messages"][-1]["content"] else honest(body)

    models.replies = [now_and_then]
    assert ["supported", "unchecked"] == verdicts("bespoke-minicheck")


def test_a_manifest_never_says_where_text_goes(weights: Path) -> None:
    """An address in it is refused, and a server that is not Ollama's needs one from the user."""
    weights.mkdir()
    file = weights / "mine.toml"
    file.write_text('like = "bespoke-minicheck"\nruntime = "openai"\n')
    with pytest.raises(UsageError, match="Set CITEVET_LLM_URL"):
        citevet.verify([TRUE], [DOCUMENT], nli=str(file))
    file.write_text('like = "bespoke-minicheck"\nurl = "https://example.org"\n')
    with pytest.raises(ModelError, match='unknown key "url"'):
        citevet.verify([TRUE], [DOCUMENT], nli=str(file))


def test_torch_is_asked_for_by_name(weights: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where only safetensors are there, the error says what to install."""
    folder = put(weights, "minicheck-roberta-large")
    (folder / "model.onnx").rename(folder / "model.safetensors")
    monkeypatch.setattr("citevet.world.torch_judge.find_spec", lambda _: None)
    with pytest.raises(ModelError, match="needs torch and transformers"):
        citevet.verify([TRUE], [DOCUMENT], nli="minicheck-roberta-large")


def test_check_takes_a_judge_with_a_manifest(weights: Path, here: Path) -> None:
    """The report names it; the second run says the same."""
    put(weights, "minicheck-roberta-large")
    corpus = here / ".citevet/corpus"
    corpus.mkdir(parents=True)
    entry = "---\nref_id: REF-001\ntitle: Bridges\nauthors: [Ada Marsh]\nyear: 2021\n---\n\n# Bridges\n"
    (corpus / "REF-001-bridges.md").write_text(entry)
    (corpus / "REF-001-bridges.txt").write_text(f"{DOCUMENT}\n")
    (here / "paper.md").write_text("The Arden Bridge was opened in 1931 [REF-001].\n")
    flags = ("check", "paper.md", "--judge", "minicheck-roberta-large", "--format", "json")
    first, second = (json.loads(command(*flags).stdout) for _ in range(2))
    (judgement,) = first["documents"][0]["judgements"]
    assert "supported" == judgement["support"]
    assert "minicheck-roberta-large" in first["run"]["models"]
    assert {**first, "run": None} == {**second, "run": None}
