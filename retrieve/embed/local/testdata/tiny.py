"""Makes the tiny models beside it: randomly initialised, in the layout sentence-transformers saves.

    python3 tiny.py && for m in bert bert-cased mpnet; do python3 reference.py $m $m.golden.json.gz; done

bert: mean pooling, normalised.  bert-cased: a cased tokenizer, [CLS] pooling, not normalised.
mpnet: mean pooling, normalised, with relative positions. Weights have a wider spread than a fresh
model's (standard deviation 0.25), so that attention is far from uniform and errors show.
"""
import collections
import json
import os
import shutil

import torch
from safetensors.torch import save_file
from transformers import BertConfig, BertModel, MPNetConfig, MPNetModel

HIDDEN, LAYERS, HEADS, INNER = 32, 2, 4, 64


def pieces(texts, fold):
    """A vocabulary of word pieces: all characters, plus the commonest whole words and endings."""
    count = collections.Counter()
    for t in texts:
        for w in (t.lower() if fold else t).split():
            w = w.strip(".,!?()[]{}'\"")
            if 1 < len(w) < 20 and w.isascii():
                count[w] += 1
                for n in (2, 3):
                    count["##" + w[-n:]] += 1
    ascii_ = [chr(c) for c in range(33, 127) if not (fold and chr(c).isupper())]
    other = sorted({c for t in texts for c in t if ord(c) > 127 and c.isprintable() and not c.isspace()})[::3]
    letters = [c for c in ascii_ if c.isalnum()]
    out = ascii_ + other + ["##" + c for c in letters] + ["##" + c for c in other[::2]]
    out += [w for w, _ in sorted(count.items(), key=lambda x: (-x[1], x[0]))[:200]]
    return list(dict.fromkeys(out))


def widen(model):
    gen = torch.Generator().manual_seed(7)
    with torch.no_grad():
        for name, p in model.named_parameters():
            if "LayerNorm.weight" in name:
                p.copy_(1 + 0.1 * torch.randn(p.shape, generator=gen))
            else:
                p.copy_(0.25 * torch.randn(p.shape, generator=gen))


def write(folder, model, vocab, special, tokenizer_class, fold, pooling, normalize, limit):
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(f"{folder}/1_Pooling")
    drop = ("pooler.", "position_ids")
    save_file({k: v.contiguous() for k, v in model.state_dict().items() if not any(d in k for d in drop)},
              f"{folder}/model.safetensors", metadata={"format": "pt"})
    model.config.save_pretrained(folder)
    with open(f"{folder}/vocab.txt", "w", encoding="utf-8") as f:
        f.write("".join(v + "\n" for v in vocab))
    config = {"do_lower_case": fold, "tokenize_chinese_chars": True, "strip_accents": None,
              "tokenizer_class": tokenizer_class, "model_max_length": limit, **special}
    modules = [{"idx": 0, "name": "0", "path": "", "type": "sentence_transformers.models.Transformer"},
               {"idx": 1, "name": "1", "path": "1_Pooling", "type": "sentence_transformers.models.Pooling"}]
    if normalize:
        modules.append({"idx": 2, "name": "2", "path": "2_Normalize", "type": "sentence_transformers.models.Normalize"})
        os.makedirs(f"{folder}/2_Normalize")
    pool = {"word_embedding_dimension": HIDDEN, "pooling_mode_cls_token": pooling == "cls",
            "pooling_mode_mean_tokens": pooling == "mean", "pooling_mode_max_tokens": False,
            "pooling_mode_mean_sqrt_len_tokens": False}
    for name, value in (("tokenizer_config", config), ("modules", modules), ("1_Pooling/config", pool),
                        ("sentence_bert_config", {"max_seq_length": limit, "do_lower_case": False})):
        with open(f"{folder}/{name}.json", "w") as f:
            json.dump(value, f, indent=1)
            f.write("\n")


def main():
    with open("pairs.json", encoding="utf-8") as f:
        texts = [t for pair in json.load(f) for t in pair]
    torch.manual_seed(3)
    bert = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
    names = dict(zip(["pad_token", "unk_token", "cls_token", "sep_token", "mask_token"], bert))
    for folder, fold, pooling, normalize in (("bert", True, "mean", True), ("bert-cased", False, "cls", False)):
        vocab = bert + pieces(texts, fold)
        model = BertModel(BertConfig(vocab_size=len(vocab), hidden_size=HIDDEN, num_hidden_layers=LAYERS, num_attention_heads=HEADS,
                                     intermediate_size=INNER, max_position_embeddings=128))
        widen(model)
        write(folder, model, vocab, names, "BertTokenizer", fold, pooling, normalize, 96)
    vocab = ["<s>", "<pad>", "</s>", "<unk>"] + ["[UNK]"] + pieces(texts, True) + ["<mask>"]
    model = MPNetModel(MPNetConfig(vocab_size=len(vocab), hidden_size=HIDDEN, num_hidden_layers=LAYERS, num_attention_heads=HEADS,
                                   intermediate_size=INNER, max_position_embeddings=130))
    widen(model)
    special = {"bos_token": "<s>", "cls_token": "<s>", "eos_token": "</s>", "sep_token": "</s>", "pad_token": "<pad>",
               "unk_token": "[UNK]", "mask_token": "<mask>"}
    write("mpnet", model, vocab, special, "MPNetTokenizer", True, "mean", True, 96)


main()
