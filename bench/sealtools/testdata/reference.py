"""Makes reference.json.gz: hostile replies with what the authors' definition counts for each.

    python3 bench/sealtools/testdata/reference.py ../shared/data/sealtools

The definition (their released scorer, restated here from its behaviour): apostrophes of the reply
become quotation marks, line feeds go; from the first `[ { "api"` on, up to the bracket that closes
the list (brackets in strings count), the text must hold the words api, parameters and responses
and be JSON. Every object in it that has "api" is a predicted call, correct when a gold call has
that api. Its parameters count when they are an object; one is correct when the first gold call of
the api has it with the same str(). Nothing of this is shared with the Go code.
"""
import gzip
import json
import random
import re
import sys

WORDS = ("api", "parameters", "responses")
OPENING = re.compile(r'\[\s*\{\s*"api"')


def parse(reply):
    """The list of a reply, or None."""
    text = reply.replace("'", '"').replace("\n", "")
    found = OPENING.search(text)
    if found is None:
        return None
    level = 0
    for end in range(found.start(), len(text)):
        level += {"[": 1, "]": -1}.get(text[end], 0)
        if level == 0:
            break
    else:
        return None
    text = text[found.start() : end + 1]
    if any(word not in text for word in WORDS):
        return None
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def count(gold, reply):
    """The counts of one reply against one gold answer."""
    c = {
        "readable": 0, "calls_gold": len(gold), "calls_predicted": 0, "calls_correct": 0,
        "params_gold": sum(len(g["parameters"]) for g in gold), "params_predicted": 0, "params_correct": 0,
    }
    calls = parse(reply)
    if calls is None:
        return c
    c["readable"] = 1
    for call in calls:
        if not isinstance(call, dict) or "api" not in call:
            continue
        c["calls_predicted"] += 1
        given = call.get("parameters")
        if not isinstance(given, dict):
            given = {}
        c["params_predicted"] += len(given)
        same = [g for g in gold if g["api"] == call["api"]]
        if not same:
            continue
        c["calls_correct"] += 1
        want = same[0]["parameters"]
        c["params_correct"] += sum(1 for name in given if name in want and str(want[name]) == str(given[name]))
    return c


def metrics(rows):
    """The figures over several replies; what the scorer leaves out is None."""
    s = {k: sum(r[k] for r in rows) for k in rows[0]}
    out = {"format_acc": s["readable"] / len(rows) if s["readable"] else None}
    for name, what in (("tool", "calls"), ("param", "params")):
        right, said, wanted = (s[f"{what}_{k}"] for k in ("correct", "predicted", "gold"))
        p = r = f = None
        if right * said * wanted:
            p, r = right / said, right / wanted
            f = 2 * p * r / (p + r)
        out |= {f"{name}_p": p, f"{name}_r": r, f"{name}_f1": f}
    return out


# Pairs of JSON texts of one value, written in ways that print alike or nearly alike.
VALUES = [
    ["40.7", '"40.7"', "40.70", "4.07e1", "40.700000000000003", '"40.70"'],
    ["1", '"1"', "1.0", "01", "+1", "true", '"True"', "1e0", "-1"],
    ["1000.0", "1e3", '"1000.0"', "1000", "1E+3", '"1e3"'],
    ["1e21", '"1e+21"', "1000000000000000000000", "1e+21", "1.0e21"],
    ["1e16", "10000000000000000.0", '"1e+16"', "9999999999999999.0"],
    ["0.0001", "1e-4", "0.00001", '"1e-05"', '"0.0001"', "1e-5"],
    ["-0.0", "0.0", "-0", "0", '"-0.0"', '"0"'],
    ["true", '"True"', '"true"', "True", "1"],
    ["false", '"False"', "False", "0", '""'],
    ["null", '"None"', "None", '""', '"null"'],
    ["[1, 2.50, \"a\"]", '"[1, 2.5, \\u0027a\\u0027]"', '[1,2.5,"a"]', '["1", 2.5, "a"]', "[1, 2.5, 'a']"],
    ['{"a": 1.0, "b": null}', '"{\\u0027a\\u0027: 1.0, \\u0027b\\u0027: None}"', '{"b": null, "a": 1.0}', '{"a": 1, "b": null}', '{"a": 2, "a": 1.0, "b": null}'],
    ['["it\\u0027s"]', '"[\\"it\\u0027s\\"]"', '["it\\u0027s", ]', "[\"it's\"]"],
    ['["say \\"it\\u0027s\\""]', '["say \\"it\\u0027s\\" "]', '"[\\u0027say \\"it\\\\\\u0027s\\"\\u0027]"'],
    ['"caf\\u00e9"', '"caf\u00e9"', '"cafe\u0301"', '"CAF\u00c9"'],
    ['["caf\\u00e9\\u200b\\u0007"]', '"[\\u0027caf\u00e9\\\\u200b\\\\x07\\u0027]"', '["caf\u00e9\u200b\\u0007"]'],
    ['"\\ud83d\\ude00"', '"\U0001f600"', '"\\uD83D\\uDE00"', '"\\ud83d"'],
    ['"a\\nb"', '"a\\\\nb"', '"a\nb"', '"a\tb"', '"a\\u000ab"', '"ab"'],
    ['"don\\u0027t"', "\"don't\"", '"dont"', "'don\\'t'"],
    ['"a]b"', '"a[b"', '"[a]"', '"]"', '"["'],
    ["12345678901234567890123", '"12345678901234567890123"', "1.2345678901234568e22", "12345678901234567890123.0"],
    ["1e400", "Infinity", '"inf"', "-Infinity", "-1e400", "NaN", '"nan"', '"Infinity"'],
    ["[]", '"[]"', "{}", '"{}"', "[[]]", "[{}]"],
    ["[true, null, [false]]", '"[True, None, [False]]"', "[true,null,[false]]", "[1, null, [0]]"],
    ['"API_call_0"', '"API_call_1"', '"the API_call_0"', '["API_call_0"]'],
    ['"' + "x" * 300 + '"', '"' + "x" * 299 + '"'],
    ["9" * 4301, '"' + "9" * 40 + '"', "9" * 4299],
    ["[" * 60 + "]" * 60, "[" * 2000 + "]" * 2000, "[" * 3 + "]" * 3],
    ['"\\u0041"', '"A"', '"\\/"', '"\\x"', '"\\u12"'],
]


def pick(rng, pool):
    return pool[rng.randrange(len(pool))]


def write(calls, rng):
    """A list of calls as JSON; each call is a list of (key, JSON text)."""
    gap = pick(rng, ["", " ", " ", "  "])
    end = pick(rng, ["", "", "\n", "\n  ", "\t"])
    items = []
    for call in calls:
        if isinstance(call, str):
            items.append(call)
            continue
        items.append("{" + end + ("," + gap + end).join(f'"{k}":{gap}{v}' for k, v in call) + end + "}")
    return "[" + end + ("," + gap + end).join(items) + end + "]"


def as_call(gold):
    return [["api", json.dumps(gold["api"])], ["parameters", gold["parameters"]], ["responses", json.dumps(gold["responses"])]]


def write_parameters(call, rng):
    for item in call:
        if item[0] == "parameters" and isinstance(item[1], dict):
            item[1] = "{" + ", ".join(f"{json.dumps(k)}: {v}" for k, v in item[1].items()) + "}"
    return call


def mutate(rng, gold, names):
    """The calls of a reply, with things done to them."""
    calls = [as_call({**g, "parameters": dict(g["parameters"])}) for g in gold]
    for _ in range(pick(rng, [0, 1, 1, 2, 2, 3, 5])):
        if not calls:
            break
        call = pick(rng, calls)
        if isinstance(call, str):
            continue
        slot = next((i for i in call if i[0] == "parameters"), None)
        given = slot[1] if slot and isinstance(slot[1], dict) else None
        act = rng.randrange(20)
        if act == 0:
            calls.append([list(i) for i in call])
        elif act == 1:
            calls.remove(call)
        elif act == 2:
            call[0][1] = json.dumps(pick(rng, names))
        elif act == 3:
            call[0][1] = pick(rng, ["5", "null", "true", '["getX"]', '{"a": 1}', '""', "1.50", '"getX\\u0000"'])
        elif act == 4:
            call.remove(pick(rng, call))
        elif act == 5 and slot:
            slot[1] = pick(rng, ["[]", "null", '"x"', "3", '["a", "b"]', '[{"a": 1}]', "true", "{}"])
        elif act == 6 and given:
            del given[pick(rng, list(given))]
        elif act == 7 and given is not None:
            given[pick(rng, ["extra", "x y", "", "api", "größe"])] = pick(rng, pick(rng, VALUES))
        elif act in (8, 9, 10, 11) and given:
            name = pick(rng, list(given))
            row = next((v for v in VALUES if given[name] in v), None)
            given[name] = pick(rng, row or pick(rng, VALUES))
        elif act == 12:
            rng.shuffle(call)
        elif act == 13:
            calls.insert(rng.randrange(len(calls) + 1), pick(rng, ['"text"', "7", "null", "[]", '["x"]', "{}", '{"name": "x"}', "[[]]", "true"]))
        elif act == 14:
            call.append([pick(rng, ["api", "parameters", "thought", "responses", "API"]), pick(rng, ['"other"', "{}", '{"a": 1}', "[]", "null"])])
        elif act == 15 and given:
            name = pick(rng, list(given))
            slot[1] = "{" + f'{json.dumps(name)}: {given[name]}, {json.dumps(name)}: {pick(rng, pick(rng, VALUES))}' + "}"
        elif act == 16:
            rng.shuffle(calls)
        elif act == 17:
            calls = calls * pick(rng, [2, 3])
            calls = [c if isinstance(c, str) else [list(i) for i in c] for c in calls]
        elif act == 18:
            call[:] = [[pick(rng, ["api_name", "Api", "name", "api "]), v] if k == "api" else [k, v] for k, v in call]
        elif act == 19 and given and pick(rng, [0, 1]):
            given[pick(rng, list(given))] = pick(rng, ["'single'", "x", "", "undefined", "0x1F", ".5", "1.", "--1", "1_000", '"open'])
    return [c if isinstance(c, str) else write_parameters(c, rng) for c in calls]


def dress(rng, text):
    """A reply around the list, or damage to it."""
    act = rng.randrange(30)
    if act < 8:
        return text
    if act == 8:
        return "```json\n" + text + "\n```"
    if act == 9:
        return "Here are the calls:\n" + text + "\nDone [see above]."
    if act == 10:
        return text.replace('"', "'")
    if act == 11:
        return text[: rng.randrange(len(text) + 1)]
    if act == 12:
        return text[rng.randrange(len(text) + 1) :]
    if act == 13:
        return pick(rng, ["", " ", "\n", "[]", "{}", "[{}]", "null", "I cannot do that.", '[{"api"', "[ {", '[{"api": ]', "'", "]["])
    if act == 14:
        return '{"calls": ' + text + ', "done": true}'
    if act == 15:
        return '[{"api": "broken", ' + text
    if act == 16:
        return '[{"api": "first", "parameters": {}, "responses": []}] ' + text
    if act == 17:
        return text.replace("[", "[" + pick(rng, ["\u00a0", "\u2003", "\u2028", "\x1c", "\x85", "\x0b", "\f", "\r", "\ufeff", "\u200b"]), 1)
    if act == 18:
        return text.replace(",", ", ,", 1) if rng.random() < 0.5 else text.replace("]", ",]", 1)
    if act == 19:
        return text.replace(": ", ":\r\n ").replace("\r", pick(rng, ["", "\r", "\t"]))
    if act == 20:
        at = rng.randrange(len(text) + 1)
        return text[:at] + pick(rng, ["\x00", "]", "[", "'", '"', "\\", "}", "{", "\t", "é", "\n", "//x\n", "\u2028"]) + text[at:]
    if act == 21:
        return text.replace("true", "True").replace("false", "False").replace("null", "None")
    if act == 22:
        return "<think>[{'api': maybe</think>" + text
    if act == 23:
        return "[" + text + "]"
    if act == 24:
        return text.replace('"responses"', pick(rng, ['"response"', '"outputs"', '"responses "']))
    if act == 25:
        return text.replace('"parameters"', pick(rng, ['"params"', '"arguments"', '"Parameters"']))
    if act == 26:
        return text + text
    if act == 27:
        return "\ufeff" + text + "\u0000"
    if act == 28:
        return text.upper() if rng.random() < 0.3 else text.replace('"api"', '"API"', 1)
    return "".join(rng.choice('[]{}",:\' \napi0e.-tfn\\u') for _ in range(rng.randrange(120)))


def main(folder):
    rng = random.Random(20240519)
    golds = []
    for file in ("dev.jsonl", "test_in_domain.jsonl"):
        lines = [json.loads(line)["calling"] for line in open(f"{folder}/{file}", encoding="utf-8")]
        golds += rng.sample(lines, 70)
        golds += [g for g in lines if len({c["api"] for c in g}) < len(g)]
        golds += [g for g in lines if "'" in json.dumps(g)]
    names = sorted({c["api"] for g in golds for c in g})
    golds = [
        [{"api": c["api"], "parameters": {k: json.dumps(v) for k, v in c["parameters"].items()}, "responses": c["responses"]} for c in g]
        for g in golds
    ]
    for i in range(0, len(golds), 2):  # every second gold answer gets values that are hard to compare
        for c in golds[i]:
            for k in c["parameters"]:
                if rng.random() < 0.5:
                    row = pick(rng, VALUES)
                    if row[0][0] != "9" and not row[0].startswith("[[["):
                        c["parameters"][k] = row[0]
    rows, counted = [], []
    texts = [write([write_parameters(as_call({**c, "parameters": dict(c["parameters"])}), rng) for c in g], rng) for g in golds]
    parsed = [json.loads(t) for t in texts]
    for n in range(3000):
        g = rng.randrange(len(golds))
        reply = dress(rng, write(mutate(rng, golds[g], names), rng))
        c = count(parsed[g], reply)
        counted.append(c)
        rows.append({"gold": g, "reply": reply, "counts": [c[k] for k in sorted(c)]})
    groups = []
    for size in [1] * 40 + [2] * 20 + [5] * 20 + [50] * 10 + [3000]:
        at = rng.sample(range(len(rows)), size) if size < 3000 else range(3000)
        groups.append({"rows": list(at), "metrics": metrics([counted[i] for i in at])})
    out = {"counts": sorted(counted[0]), "gold": texts, "rows": rows, "groups": groups}
    body = json.dumps(out, separators=(",", ":")).encode()
    with open(__file__.replace("reference.py", "reference.json.gz"), "wb") as f:
        with gzip.GzipFile(fileobj=f, mode="wb", mtime=0, filename="") as z:
            z.write(body)
    whole = groups[-1]["metrics"]
    print(len(rows), "replies,", sum(c["readable"] for c in counted), "readable,", sum(c["params_correct"] for c in counted), "parameters correct,", whole)


if __name__ == "__main__":
    main(sys.argv[1])
