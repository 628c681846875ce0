"""The model of the tagger: loaded whole, or a clear error and nothing in its place."""

import json
from hashlib import sha256
from pathlib import Path

import pycrfsuite
import pytest

from citevet.errors import ModelError
from citevet.extract.entry_features import VERSION, describe_words
from citevet.extract.entry_words import split_words
from citevet.world.reference_tagger import fingerprint_tagger, load_tagger

ENTRIES = (
    ("Roe, J. (2019). On foam. Ice, 3.", "people people date title title container volume"),
    ("Doe, K. (2020). The cold. Air, 4.", "people people date title title container volume"),
    ("I thank the reviewers of this.", "prose prose prose prose prose prose"),
)


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Return a model that was trained on a few entries."""
    trainer = pycrfsuite.Trainer(algorithm="lbfgs", verbose=False)
    for text, labels in ENTRIES:
        (features,) = describe_words([split_words(text)])
        trainer.append(features, labels.split())
    trainer.set_params({"max_iterations": 30})
    file = tmp_path_factory.mktemp("model") / "tagger.crf"
    trainer.train(str(file))
    return file.read_bytes()


def write(folder: Path, model: bytes | None, **changes: object) -> Path:
    """Write a model with its manifest, some of whose values are others."""
    manifest = {"features": VERSION, "sha256": sha256(model or b"").hexdigest(), "weights": {}, "least": {}, **changes}
    (folder / "manifest.json").write_text(json.dumps(manifest))
    if model is not None:
        (folder / "tagger.crf").write_bytes(model)
    return folder


def test_a_model_tags_words(model: bytes, tmp_path: Path) -> None:
    """Each word has a label and how likely it is; prose is told from entries."""
    tagger = load_tagger(write(tmp_path, model), VERSION)
    for text, labels in ENTRIES:
        (features,) = describe_words([split_words(text)])
        tagged = tagger.tag(features)
        assert labels.split() == list(tagged.labels)
        assert all(0.3 < each <= 1.0 for each in tagged.likely)
        assert (tagged.prose > 0.5) == ("prose" in labels)


def test_a_damaged_model_is_an_error(model: bytes, tmp_path: Path) -> None:
    """A missing, cut or foreign file is named, and nothing is read in its place."""
    with pytest.raises(ModelError, match="the tagger of reference entries is missing"):
        load_tagger(write(tmp_path, None), VERSION)
    whole = sha256(model).hexdigest()
    with pytest.raises(ModelError, match="not the one that was shipped"):
        load_tagger(write(tmp_path, model[:-9], sha256=whole), VERSION)
    for data in (b"", b"foreign", model[:40]):
        with pytest.raises(ModelError, match=r"tagger\.crf: cannot be loaded"):
            load_tagger(write(tmp_path, data), VERSION)


@pytest.mark.parametrize(
    "changes", [{"weights": 1}, {"weights": {"title": [1]}}, {"least": {"title": "x"}}, {"features": 1}]
)
def test_a_manifest_of_another_shape_is_an_error(tmp_path: Path, changes: dict[str, object]) -> None:
    """A manifest without what a tagger needs is one line about it."""
    with pytest.raises(ModelError, match=r"manifest\.json: it is not the manifest of a tagger"):
        load_tagger(write(tmp_path, b"", **changes), VERSION)
    (tmp_path / "manifest.json").write_text("{")
    with pytest.raises(ModelError, match="it is damaged"):
        load_tagger(tmp_path, VERSION)


def test_a_tagger_of_other_features_is_refused(model: bytes, tmp_path: Path) -> None:
    """A model knows only the features that it was trained with."""
    with pytest.raises(ModelError, match="trained with other features"):
        load_tagger(write(tmp_path, model, features="0"), VERSION)


def test_the_fingerprint_changes_with_the_model(model: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a cached result depends on: another manifest, or a model that was cut."""
    (tmp_path / "references").mkdir()
    monkeypatch.setenv("CITEVET_WEIGHTS", str(tmp_path))
    found = set()
    for data, features in ((model, VERSION), (model, "0"), (model[:-9], "0")):
        write(tmp_path / "references", data, features=features)
        found.add(fingerprint_tagger())
    assert 3 == len(found)
