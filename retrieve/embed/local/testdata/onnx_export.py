"""Writes onnx/model.onnx into the folder of a sentence-transformer, as model homes carry it.

    for m in bert bert-cased mpnet; do python3 onnx_export.py $m; done

needs torch, transformers, onnx and onnxscript. The graph takes int64 input_ids, attention_mask and,
for BERT, token_type_ids of shape (batch, tokens), and gives last_hidden_state.
"""
import os
import sys

import onnx
import torch
from transformers import AutoModel


class Network(torch.nn.Module):
    """The transformer alone: pooling and normalisation stay outside of the graph."""

    def __init__(self, inner, names):
        super().__init__()
        self.inner, self.names = inner, names

    def forward(self, *inputs):
        return self.inner(**dict(zip(self.names, inputs))).last_hidden_state


def main():
    folder = sys.argv[1]
    inner = AutoModel.from_pretrained(folder, attn_implementation="eager").eval()
    names = ["input_ids", "attention_mask"]
    if inner.config.model_type == "bert":
        names.append("token_type_ids")
    ids = torch.randint(5, inner.config.vocab_size, (3, 11))
    mask = torch.ones_like(ids)
    mask[1, 7:] = 0
    ids[1, 7:] = inner.config.pad_token_id
    inputs = [ids, mask, torch.zeros_like(ids)][:len(names)]
    os.makedirs(f"{folder}/onnx", exist_ok=True)
    path = f"{folder}/onnx/model.onnx"
    axes = {0: torch.export.Dim("batch"), 1: torch.export.Dim("tokens")}
    torch.onnx.export(Network(inner, names), tuple(inputs), path, input_names=names, output_names=["last_hidden_state"],
                      dynamo=True, external_data=False, optimize=True, dynamic_shapes=(tuple(dict(axes) for _ in names),))
    model = onnx.load(path)
    del model.metadata_props[:]
    for node in model.graph.node:  # where the exporter found each step: paths of its machine
        node.doc_string = ""
        del node.metadata_props[:]
    for value in [*model.graph.value_info, *model.graph.input, *model.graph.output, *model.graph.initializer]:
        del value.metadata_props[:]
    onnx.checker.check_model(model)
    onnx.save(model, path)
    print(path, os.path.getsize(path), "bytes")


main()
