"""Measures ONNX Runtime called from Python: what BenchmarkReal is held against.

    python3 onnx_speed.py MODEL_DIR [THREADS]

needs onnxruntime, tokenizers, numpy. The first 200 texts of pairs.json, short and plain, one at a
time and 32 at a time, sorted by length first as sentence-transformers does; best of five rounds.
"whole" is tokenizing, running, mean pooling and normalising; "run" is the call of the session alone.
"""
import json
import os
import sys
import time

import numpy as np
import onnxruntime
from tokenizers import Tokenizer


def main():
    folder = sys.argv[1]
    threads = int(sys.argv[2]) if len(sys.argv) > 2 else 0
    here = os.path.dirname(os.path.abspath(__file__))
    with open(os.path.join(here, "pairs.json"), encoding="utf-8") as f:
        texts = [t for pair in json.load(f) for t in pair][:200]
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    session = onnxruntime.InferenceSession(f"{folder}/onnx/model.onnx", options, providers=["CPUExecutionProvider"])
    names = [i.name for i in session.get_inputs()]
    tokenizer = Tokenizer.from_file(f"{folder}/tokenizer.json")
    tokenizer.no_padding()
    tokenizer.enable_truncation(256)

    def feed(batch):
        codes = tokenizer.encode_batch(batch)
        longest = max(len(c.ids) for c in codes)
        ids = np.zeros((len(batch), longest), np.int64)
        mask = np.zeros((len(batch), longest), np.int64)
        for i, c in enumerate(codes):
            ids[i, :len(c.ids)] = c.ids
            mask[i, :len(c.ids)] = 1
        given = {"input_ids": ids, "attention_mask": mask, "token_type_ids": np.zeros_like(ids)}
        return {n: given[n] for n in names}

    def pool(x, mask):
        m = mask[:, :, None].astype(np.float32)
        v = (x * m).sum(1) / m.sum(1)
        return v / np.linalg.norm(v, axis=1, keepdims=True)

    for size in (1, 32):
        def batches():
            order = sorted(texts, key=len, reverse=True) if size > 1 else texts
            return [order[i:i + size] for i in range(0, len(order), size)]

        def whole():
            for b in batches():
                inputs = feed(b)
                pool(session.run(["last_hidden_state"], inputs)[0], inputs["attention_mask"])

        ready = [feed(b) for b in batches()]

        def run():
            for inputs in ready:
                session.run(["last_hidden_state"], inputs)

        for name, f in (("whole", whole), ("run", run)):
            f()
            best = 1e9
            for _ in range(5):
                start = time.perf_counter()
                f()
                best = min(best, time.perf_counter() - start)
            print(f"batch {size:2}: {name:5} {len(texts) / best:7.0f} texts/s")
    print(f"onnxruntime {onnxruntime.__version__}, {threads or 'default'} threads, tokenizers, numpy {np.__version__}")


main()
