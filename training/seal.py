"""Golden vectors and digests of an exported model: `python -m training.seal FOLDER TOKENS`.

The vectors are those of the fp32 graph over the stored weights: what every processor must come close to.
"""

import json
import sys
from hashlib import sha256
from pathlib import Path

from citevet.world.model_runner import make_runner

# Written for this purpose; between them they hold agreement, denial, silence, numbers and a long passage.
PAIRS = (
    ("Tokyo is the capital and seat of government of Japan.", "Tokyo is the capital of Japan."),
    ("Tokyo is the capital and seat of government of Japan.", "Tokyo is not the capital of Japan."),
    ("The population of Tokyo proper is approximately 14 million.", "Tokyo proper has about 41 million residents."),
    ("The bridge was closed for repairs in March.", "Rice is grown in the valley."),
    ("Of the 240 plots, 96 were left fallow and the others sown in spring. " * 12, "Most plots were sown in spring."),
)


def seal(folder: Path, tokens: int) -> None:
    """Write the manifest of a model: its longest row, its golden vectors, and the digest of each file."""
    graph = folder / "fp32.onnx"
    width = make_runner(graph, tokens=tokens, threads=1)([PAIRS[0]]).shape[1]
    rows = list(PAIRS) if width == 3 else [(text,) for pair in PAIRS for text in pair]  # noqa: PLR2004 - a judge
    vectors = make_runner(graph, tokens=tokens, threads=1)(rows)
    golden = [
        {"texts": list(row), "vector": [round(float(each), 5) for each in vector]}
        for row, vector in zip(rows, vectors, strict=True)
    ]
    names = ("int8.onnx", "fp32.onnx", "weights.bin", "tokenizer.json")
    files = {name: sha256((folder / name).read_bytes()).hexdigest() for name in names}
    # int8 of a judge lies up to 0.12 off, of an embedder 0.02 (ARM with dot products); a kernel that overflows, units.
    said = {"tokens": tokens, "files": files, "golden": golden, "apart": 0.5 if width == 3 else 0.1}  # noqa: PLR2004
    (folder / "manifest.json").write_text(json.dumps(said, ensure_ascii=False, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    seal(Path(sys.argv[1]), int(sys.argv[2]))
