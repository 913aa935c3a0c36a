"""Writes what the Python reference computes for pairs.json: token ids and vectors.

    python3 reference.py MODEL_DIR OUT.json.gz

needs sentence-transformers. OUT holds {"versions", "ids": [[...]], "dim", "vectors": base64 of
little-endian float32}, ids and vectors in the order a0 b0 a1 b1 ... of the pairs.
"""
import base64
import gzip
import json
import os
import sys

import sentence_transformers
import torch
import transformers
from sentence_transformers import SentenceTransformer


def main():
    model_dir, out = sys.argv[1:3]
    here = os.path.dirname(os.path.abspath(__file__))
    with open(os.path.join(here, "pairs.json"), encoding="utf-8") as f:
        texts = [t for pair in json.load(f) for t in pair]
    torch.set_num_threads(2)
    model = SentenceTransformer(model_dir, device="cpu")
    limit = model.max_seq_length
    ids = [model.tokenizer(t, truncation=True, max_length=limit)["input_ids"] for t in texts]
    # One text at a time: padding inside a batch would move the last bits.
    vectors = torch.stack([model.encode(t, convert_to_tensor=True) for t in texts]).to(torch.float32).numpy()
    result = {
        "versions": {"sentence_transformers": sentence_transformers.__version__,
                     "transformers": transformers.__version__, "torch": torch.__version__},
        "ids": ids, "dim": int(vectors.shape[1]),
        "vectors": base64.b64encode(vectors.astype("<f4").tobytes()).decode(),
    }
    with gzip.GzipFile(out, "wb", mtime=0) as f:
        f.write(json.dumps(result).encode())
    print(result["versions"], vectors.shape)


main()
