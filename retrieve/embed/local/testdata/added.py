"""Writes added/: a tokenizer with literal tokens of every kind, and the ids it gives.

    python3 added.py

needs tokenizers. The vocabulary is that of mpnet/. As in all-mpnet-base-v2, <unk> is matched in
normalised text, where case, accents and invisible characters are gone; so is a token of two words.
"""
import json
import os

from tokenizers import AddedToken, Tokenizer, decoders, models, normalizers, pre_tokenizers, processors

TEXTS = [  # and how many times each is repeated
    ("<unk>", 1), ("<UNK>", 1), ("<unk", 1), ("a<unk>b", 1), ("<\u0000unk> and < unk>", 1), ("<\u00fcnk> <u\u0308nk>", 1),
    ("<unk><unk><mask> <unk>", 1), ("x <mask><UnK>y", 1), ("Nai\u0308ve Token", 1), ("a NA\u00cfVE TOKEN, naive token. na\u00efve  token", 1),
    ("naive\ttoken naive\u00a0token", 1), ("naivetoken", 1), ("<\u200bunk\u200d>", 1), ("\u5929<unk>\u5929", 1), ("<s><unk></s><pad><UNK>", 1),
    ("<UNK> ", 100), ("word ", 93), ("word <unk> ", 50), ("<unk>", 60000), ("", 1),
]


def main():
    with open("mpnet/vocab.txt", encoding="utf-8") as f:
        vocab = {v: i for i, v in enumerate(f.read().split("\n")[:-1])}
    t = Tokenizer(models.WordPiece(vocab, unk_token="[UNK]", max_input_chars_per_word=100))
    t.normalizer = normalizers.BertNormalizer()
    t.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    t.decoder = decoders.WordPiece()
    t.post_processor = processors.RobertaProcessing(("</s>", vocab["</s>"]), ("<s>", vocab["<s>"]), add_prefix_space=False)
    t.add_special_tokens([AddedToken(c, normalized=False) for c in ("<s>", "<pad>", "</s>", "[UNK]")])
    t.add_special_tokens([AddedToken("<unk>", normalized=True), AddedToken("<mask>", normalized=False, lstrip=True)])
    t.add_tokens([AddedToken("naive token", normalized=True)])
    os.makedirs("added", exist_ok=True)
    t.save("added/tokenizer.json")
    t.enable_truncation(96)
    with open("added/ids.json", "w", encoding="ascii") as f:
        json.dump([{"text": s, "times": n, "ids": t.encode(s * n).ids} for s, n in TEXTS], f)
        f.write("\n")


main()
