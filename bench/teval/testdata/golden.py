"""Makes golden.json.gz: cases of all eight kinds with hostile predictions, scored in three modes.

    python3 golden.py          (Python 3.11, standard library only)

An independent computation: it reads replies with Python's own literal_eval, json and re, and matches
plans by trying every assignment. Texts are compared by a toy encoder that the test repeats: how often
each code point modulo 16 occurs.
"""
import ast
import gzip
import json
import math
import random
import re
import warnings

warnings.simplefilter("ignore")
RNG = random.Random(20231221)
MODES = ("default", "paper", "reference")
TOOLS = ["Weather.forecast", "Weather.forecast_days", "Mail.send", "Mail.search", "Map.route", "Stocks.quote", "Clock.now"]
WORDS = "find the city of Oslo send a mail to Zoë about 3.5 rooms and book it. Then check prices, please! 北京 天气 naïve".split()
MARKERS = ["<eoa>", "<TOKENS_UNUSED_1>", "<|im_end|>", "\nuser", "\nassistant", "\nUSER", "[INST]", "<|user|>"]


# --- likeness -----------------------------------------------------------------------------------

def vector(text):
    v = [0] * 16
    for c in text:
        v[ord(c) % 16] += 1
    return v


def likeness(a, b):
    if a == b:
        return 1.0
    x, y = vector(a), vector(b)
    nx, ny = sum(p * p for p in x), sum(p * p for p in y)
    if nx == 0 or ny == 0:
        return 0.0
    return max(0.0, sum(p * q for p, q in zip(x, y)) / math.sqrt(nx * ny))


# --- reading ------------------------------------------------------------------------------------

def cut(text):
    for m in MARKERS:
        text = text.split(m)[0]
    return text.strip()


def unfence(text):
    if text.startswith("```json"):
        text = text[7:]
    return text.strip("`").strip()


class Unreadable(Exception):
    pass


def structure(text, first="", last=""):
    if "```json" in text:
        text = text[text.index("```json") + 7:].strip("`")
    if first:
        i = text.find(first)
        j = text.rfind(last)
        if i < 0 or j < i:
            raise Unreadable
        text = text[i:j + 1]
    for read in (ast.literal_eval, json.loads, lambda t: json.loads(t.replace("'", '"'))):
        try:
            return read(text)
        except Exception:
            continue
    raise Unreadable


def read_request(case, text, mode):
    t = case["template"]
    if case["meta_data"]["response_format"] == "json":
        try:
            d = structure(unfence(text))
            thought, action, args = d[t["thought"]], d[t["action"]], d[t["args"]]
        except Exception:
            return None
        return action, args if isinstance(args, dict) else {}
    marks = [t["thought_start"], t["thought_end"] + t["action_start"], t["action_end"] + t["args_start"], t["args_end"]]
    if mode == "reference":
        try:
            found = re.findall("(.*)".join(marks), unfence(text), re.S)
        except re.error:
            found = re.findall("(.*)".join(map(re.escape, marks)), unfence(text), re.S)
        found = found[0] if found else None
    else:
        marks[0], marks[3] = marks[0].lstrip(), marks[3].rstrip()
        found = None
        for candidate in (text, unfence(text)):
            m = re.search("(.*)".join(map(re.escape, marks)), candidate, re.S)
            if m and not found:
                found = m.groups()
    if not found:
        return None
    try:
        args = ast.literal_eval(found[2].strip())
    except Exception:
        args = {}
    return found[1].strip(), args if isinstance(args, dict) else {}


def score_instruct(case, text, mode):
    got = read_request(case, text, mode)
    if got is None:
        return {"instruct": 0.0}, False, None
    action, args = got
    gold = case["ground_truth"]
    right = (action == gold["action"]) + sum(args.get(k, "") == v for k, v in gold["args"].items())
    return {"instruct": (1 + right / (len(gold["args"]) + 1)) / 2}, True, None


# --- plans --------------------------------------------------------------------------------------

def actions(value):
    if not isinstance(value, list):
        raise Unreadable
    try:
        return [(int(a["id"]), str(a["name"]), str(a["args"])) for a in value]
    except Exception:
        raise Unreadable


def read_plan(case, text, mode):
    if case["meta"]["prompt_type"] == "json":
        try:
            return actions(structure(text, "[", "]"))
        except Unreadable:
            return []
    out = []
    for part in text.replace(". ", "\n").split("\n"):
        at = {n: part.find(n) for n in case["meta"]["API_list"] if n in part}
        if at:
            first = min(at.values())
            names = [n for n in case["meta"]["API_list"] if at.get(n) == first]
            out.append((len(out), names[0] if mode == "reference" else max(names, key=len), part))
    return out


def trim(plan):
    plan = sorted(plan, key=lambda a: a[0])
    return plan[:-1] if plan and plan[-1][1] == "FinishAction" else plan


def assign(weights, i=0, taken=0, last=-1, memo=None):
    """The best matching of rows i.. with free columns: (its weight, the longest run of columns
    beyond last that increases)."""
    if i == len(weights):
        return 0, 0
    memo = {} if memo is None else memo
    key = i, taken, last
    if key not in memo:
        best = assign(weights, i + 1, taken, last, memo)
        for j, w in enumerate(weights[i]):
            if w and not taken >> j & 1:
                r = assign(weights, i + 1, taken | 1 << j, last, memo)
                best = max(best, (r[0] + w, r[1]))
                if j > last:
                    r = assign(weights, i + 1, taken | 1 << j, j, memo)
                    best = max(best, (r[0] + w, r[1] + 1))
        memo[key] = best
    return memo[key]


class TooClose(Exception):
    pass


def score_plan(case, text, mode):
    read = read_plan(case, text, mode)
    pred, gold = trim(read), trim(actions(case["ground_truth"]))
    if not pred or not gold:
        return {"plan": 0.0}, bool(read), None
    weights = []
    for _, pn, pa in pred:
        row = []
        for _, gn, ga in gold:
            s = 0.75 * likeness(pn, gn) + 0.25 * likeness(pa, ga)
            if abs(s - 0.8) < 1e-9:
                raise TooClose
            row.append(round(s * 2 ** 40) if s > 0.8 else 0)
        weights.append(row)
    best = assign(weights)[1]
    if mode == "reference":
        best = max(best, 1)
    if best == 0:
        return {"plan": 0.0}, True, None
    p, r = best / len(pred), best / len(gold)
    return {"plan": 2 * p * r / (p + r)}, True, None


# --- reason, retrieve, understand ---------------------------------------------------------------

def bare(s):
    return s.strip("'").strip('"')


def understood(is_text, text, args, gold, mode):
    if is_text:
        if mode == "reference":
            return float(bare(text) == str(gold))
        if not isinstance(gold, dict):
            return float(bare(text) == bare(str(gold).strip()))
        try:
            args = structure(text, "{", "}")
            if not isinstance(args, dict):
                raise Unreadable
        except Unreadable:
            if not gold:
                return 0.0
            args = {}
    elif not isinstance(gold, dict):
        if mode == "reference":
            gold = {}
        else:
            return float(bare(str(args)) == bare(str(gold).strip()))
    if not gold:
        return float(not args)
    return sum(k in args and str(args[k]) == str(v) for k, v in gold.items()) / (len(gold) + (1e-5 if mode == "reference" else 0))


def score_turn(kind, case, text, mode):
    gold = case["ground_truth"]
    thought, name, args = str(gold.get("thought", "")), str(gold.get("name", "")), gold.get("args", {})
    if kind != "reason_retrieve_understand_json":
        parsed = text != "" or mode == "reference"
        if kind == "reason_str":
            return {"reason": likeness(text, thought)}, parsed, None
        if kind == "retrieve_str":
            others = [n for n in re.findall(r"\w+\.\w+", text) + re.findall("FinishAction", text) if n != name]
            return {"retrieve": float(name in text and not others)}, parsed, None
        same = likeness(text, str(args))
        return {"understand": same if mode == "paper" else understood(True, text, {}, args, mode)}, parsed, same
    try:
        d = structure(text, "{", "}")
        if not isinstance(d, dict):
            raise Unreadable
    except Unreadable:
        return {"reason": 0.0, "retrieve": 0.0, "understand": 0.0}, False, 0.0
    got = d.get("args", {})
    got = got if isinstance(got, dict) else {}
    same = likeness(str(got), str(args))
    return {
        "reason": likeness(str(d.get("thought", "")), thought), "retrieve": float(str(d.get("name", "")) == name),
        "understand": same if mode == "paper" else understood(False, "", got, args, mode),
    }, True, same


def score_review(case, text, mode):
    text = text[text.find(":") + 1:].strip()
    if text[:1] not in tuple("ABCDE"):
        return {"review": 0.0}, False, None
    return {"review": float(text[0] == case["ground_truth"]["answer"])}, True, None


def score(kind, case, prediction, mode):
    text = cut(prediction)
    if kind == "instruct":
        return score_instruct(case, text, mode)
    text = unfence(text)
    if kind.startswith("plan"):
        return score_plan(case, text, mode)
    if kind == "review_str":
        return score_review(case, text, mode)
    return score_turn(kind, case, text, mode)


# --- cases --------------------------------------------------------------------------------------

def words(n):
    return " ".join(RNG.choice(WORDS) for _ in range(RNG.randint(1, n)))


def scalar():
    return RNG.choice([lambda: RNG.randint(-5, 2000), lambda: RNG.choice([0.5, 1.0, -2.25, 1e20, 1e-7, 3.14, 100.0]), lambda: words(4),
                       lambda: RNG.choice(["", "it's", 'say "x"', "a\nb", "tab\t", "café", "3", "True", "x. y", "日本", "🙂", "back\\slash", " padded ", "'q'"]),
                       lambda: RNG.choice([True, False, None])])()


def value(depth=2):
    if depth and RNG.random() < 0.15:
        return [value(depth - 1) for _ in range(RNG.randint(0, 3))]
    if depth and RNG.random() < 0.1:
        return {words(1): value(depth - 1) for _ in range(RNG.randint(0, 3))}
    return scalar()


def arguments():
    return {RNG.choice(["city", "date", "limit", "query", "to", "body", "n"]): value() for _ in range(RNG.randint(0, 4))}


def spoil(args):
    args = dict(args)
    for k in list(args):
        r = RNG.random()
        if r < 0.15:
            del args[k]
        elif r < 0.3:
            args[k] = value()
        elif r < 0.4:
            args[k] = str(args[k])
        elif r < 0.45 and isinstance(args[k], (int, float)):
            args[k] = float(args[k])
        elif r < 0.5:
            args[k.upper()] = args.pop(k)
    if RNG.random() < 0.1:
        args["extra"] = value()
    return args


def written(v):
    """A value as models write them."""
    r = RNG.random()
    if r < 0.35:
        return json.dumps(v, ensure_ascii=RNG.random() < 0.5)
    if r < 0.6:
        return json.dumps(v, ensure_ascii=False, indent=RNG.choice([1, 2, 4]))
    if r < 0.9:
        return repr(v)
    if r < 0.95:
        return json.dumps(v).replace('"', "'")
    return repr(v).replace("True", "true").replace("None", "null")


LITERALS = ["{'a': 1, 'a': 2}", "(1, 2)", "[1, 2,]", "[,]", "{1, 2}", "set()", "...", "[...]", "0x1F", "1_000", "01", "1e400", "-1", "--1", "+2.5", "-True",
            "3j", "b'x'", "'a' 'b'", "'a' b'b'", "r'\\d'", "u'x'", "f'x'", "'''x\ny'''", "'\\x41\\u00e9\\n\\q'", "'unclosed", "[[1]", "{'a': [1, {2: 3}]}",
            "{[]: 1}", "{(1, [2]): 3}", "nan", "NaN", "Infinity", "[NaN]", "None", "null", "True", "true", " 1", "\n1", "1\n2", "1 # c", "[1, # c\n 2]", "()", "(1)",
            "(1,)", "1,", "1, 2", "{}", "[]", "''", '""', "{'a'}", "{'a': }", "{'a' 1}", "[1 2]", "0_0", "1__0", "1._5", ".5", "5.", ".", "1e", "0b12", "9" * 30,
            "[" * 150 + "]" * 150, "[" * 250 + "]" * 250, "'\\ud83d'", "\"\\ud83d\\ude00\"", "{\"a\": \"\\/\"}", "\\\n1", "[1,\\\n2]", "1;", "a", "a.b", "f(1)", "1+2", "[1 if x else 2]",
            "{**{}}", "[*[]]", "'a'*3", "\x0c1", "\u00a01", "１", "{'k': 1}}", "{{'k': 1}}", "{'a': 'b\\\nc'}", "'a\\\r\nb'", "{\"a\": 1.0}", "{\"a\": 1e5}", "[True, False, None]",
            "{1: 'a', True: 'b', 1.0: 'c'}", "{1, True}", "{'a': 1, **{'b': 2}}", "'\\777'", "b'\\xff'", "b'é'", "'\\N{DIGIT ONE'", "0o17", "0O17", "1E5", "1J", "{'a':1,}", "'a'\n'b'", "('a'\n'b')"]


def wrap(text):
    r = RNG.random()
    if r < 0.5:
        return text
    return RNG.choice([
        lambda: "```json\n" + text + "\n```", lambda: "```\n" + text + "\n```", lambda: "Sure!\n```json\n" + text + "\n```\nDone.", lambda: "Here it is: " + text,
        lambda: text + "\n\nI hope this helps.", lambda: text + RNG.choice(MARKERS) + " more text [1] {2}", lambda: text[:RNG.randint(0, len(text))],
        lambda: text[RNG.randint(0, len(text)):], lambda: "\n \t" + text + "  \n", lambda: text + text, lambda: "{" + text + "}", lambda: "[" + text + "]",
        lambda: text.replace(",", ",,", 1), lambda: text.replace("'", "’"), lambda: text.replace(":", "=", 1), lambda: "`" + text + "`",
    ])()


def garbage():
    return RNG.choice([
        lambda: "", lambda: "   ", lambda: "I cannot do that.", lambda: "null", lambda: "[]", lambda: "{}", lambda: "".join(chr(RNG.choice([9, 10, 32, 34, 39, 58, 91, 93, 123, 125, 65, 0xe9, 0x4e00, 0x1f600, 0, 0x7f, 0x2028])) for _ in range(RNG.randint(1, 60))),
        lambda: RNG.choice(LITERALS), lambda: "[" * RNG.randint(1, 3000), lambda: "{'a': " * RNG.randint(1, 500), lambda: RNG.choice(MARKERS) + "x", lambda: words(30),
    ])()


LAYOUTS = [("Thought: ", "\n", "Action: ", "\n", "Args: ", ""), ("<t>", "</t>", "<a>", "</a>", "<i>", "</i>"), ("goal: ", "\n\n", "name: ", "\n\n", "args: ", "\n"),
           ("[WHY] ", " [CALL] ", "", " (with) ", "", " [END]"), ("T*", "?", "A+", "$", "^", "."), ("(", ")", "(", ")", "(", ")"), (" say ", " then ", "do ", " using ", "", " now ")]


def instruct_case():
    gold = {"action": RNG.choice(TOOLS), "args": arguments()}
    action = gold["action"] if RNG.random() < 0.8 else RNG.choice(TOOLS + ["", " " + gold["action"] + " "])
    args = gold["args"] if RNG.random() < 0.5 else spoil(gold["args"])
    thought = words(8)
    if RNG.random() < 0.5:
        keys = RNG.choice([("thought", "name", "args"), ("goal", "tool", "parameters"), ("思考", "工具", "参数")])
        d = dict(zip(keys, (thought, action, RNG.choice([args] * 8 + [str(args), list(args), None]))))
        if RNG.random() < 0.1:
            del d[RNG.choice(keys)]
        return {"template": dict(zip(("thought", "action", "args"), keys)), "meta_data": {"response_format": "json"}, "ground_truth": gold}, written(d)
    m = RNG.choice(LAYOUTS)
    names = ("thought_start", "thought_end", "action_start", "action_end", "args_start", "args_end")
    body = RNG.choice([repr(args)] * 5 + [written(args), RNG.choice(LITERALS)])
    text = m[0] + thought + m[1] + m[2] + action + m[3] + m[4] + body + m[5]
    if RNG.random() < 0.1:
        text += "\n" + text
    return {"template": dict(zip(names, m)), "meta_data": {"response_format": "string"}, "ground_truth": gold}, text


def plan_case(form):
    n = RNG.randint(1, 6)
    names = [RNG.choice(TOOLS) for _ in range(n)]
    gold = [{"id": i, "prev": [], "name": names[i], "args": arguments()} for i in range(n)]
    if n > 1 and RNG.random() < 0.3:
        gold[-1] = dict(gold[0], id=n - 1)
    if RNG.random() < 0.8:
        gold.append({"id": len(gold), "prev": [], "name": "FinishAction", "args": {}})
    pred = [dict(g) for g in gold]
    r = RNG.random()
    if r < 0.3:
        RNG.shuffle(pred)
    if r > 0.2:
        pred = [dict(p, args=spoil(p["args"])) for p in pred if RNG.random() < 0.9]
    if 0.4 < r < 0.6:
        pred += [dict(RNG.choice(gold)) for _ in range(RNG.randint(0, 2))]
    if 0.5 < r < 0.8:
        for i, p in enumerate(pred):
            p["id"] = i
    pred = pred[:8]
    tools = TOOLS[:]
    RNG.shuffle(tools)
    case = {"meta": {"prompt_type": form, "API_list": tools}, "ground_truth": gold}
    if form == "json":
        for p in pred:
            p.pop("prev", None)
            if RNG.random() < 0.04:
                p["id"] = RNG.choice(["3", " 4 ", "1_0", "x", 2.7, True, None, "٣", "", "-1", 10 ** 30, [1], float("inf"), "9" * 5000, "+5", "1__0", "_1"])
            if RNG.random() < 0.03:
                del p[RNG.choice(list(p))]
            if RNG.random() < 0.1:
                p["args"] = RNG.choice([str(p.get("args")), "", None, [], json.dumps(p.get("args"))])
            if RNG.random() < 0.03:
                p["name"] = RNG.choice([None, 5, ""])
        if RNG.random() < 0.03:
            pred.append(RNG.choice(["x", 5, None, []]))
        return case, written(pred)
    lines = [RNG.choice(["{i}. {n} with {a}", "- {n}({a})", "Step {i}: call {n} using {a}. After that wait", "{n} {a}", "first {n}, then Clock.now"]).format(i=i, n=p["name"], a=p["args"]) for i, p in enumerate(pred)]
    return case, RNG.choice(["\n", "\n\n", ". ", " "]).join(lines)


def turn_case(kind):
    gold = {"thought": words(15), "name": RNG.choice(TOOLS + ["FinishAction"]), "args": arguments()}
    if kind == "understand_str" and RNG.random() < 0.7:
        gold["args"] = RNG.choice([str(scalar()), scalar() or "x", str(value())])
    if kind == "reason_retrieve_understand_json" and RNG.random() < 0.05:
        gold["args"] = RNG.choice(["text", 5])
    meta = {"response_format": "json" if kind.endswith("json") else "str"}
    case = {"meta_data": meta, "ground_truth": gold}
    if kind == "reason_str":
        return case, RNG.choice([gold["thought"], words(15), gold["thought"] + " " + words(5)])
    if kind == "retrieve_str":
        return case, RNG.choice([gold["name"], gold["name"] + ".", "I would call " + gold["name"] + " now", gold["name"] + " or " + RNG.choice(TOOLS), RNG.choice(TOOLS), gold["name"] + "_x",
                                 "version 3.5 of " + gold["name"], gold["name"] + ".x.y", "FinishAction", "用" + gold["name"], "a.b.c " + gold["name"], "x." + gold["name"], "`" + gold["name"] + "`"])
    if kind == "understand_str":
        text = str(gold["args"])
        return case, RNG.choice([text, "'" + text + "'", '"' + text + '"', written(gold["args"]), words(3), "The value is " + text, written(spoil(gold["args"])) if isinstance(gold["args"], dict) else text.upper()])
    args = gold["args"] if not isinstance(gold["args"], dict) or RNG.random() < 0.4 else spoil(gold["args"])
    d = {"thought": RNG.choice([gold["thought"], words(10), 5, None]), "name": RNG.choice([gold["name"]] * 3 + [RNG.choice(TOOLS), None]), "args": RNG.choice([args] * 8 + [str(args), None, []])}
    if RNG.random() < 0.15:
        del d[RNG.choice(list(d))]
    return case, written(d)


def review_case():
    answer = RNG.choice("ABCDE")
    guess = RNG.choice([answer] * 2 + list("ABCDEF"))
    text = RNG.choice(["Answer: {}", "{}", "answer:{}", "Answer:\n\n{}: Success", "The answer is {}", "{}. Because: it failed", "Answer: ({})", "Answer：{}", "A: {}", ": {}", "Answer: {}lpha", "Answer: \u3000{}", "Answer: \x1c{}"]).format(guess)
    return {"template": "", "meta_data": {"response_format": "str"}, "ground_truth": {"answer": answer}}, text


def make(kind):
    if kind == "instruct":
        return instruct_case()
    if kind.startswith("plan"):
        return plan_case("json" if kind.endswith("json") else "str")
    if kind == "review_str":
        return review_case()
    return turn_case(kind)


def main():
    share = {"instruct": 420, "plan_json": 330, "plan_str": 240, "reason_str": 80, "retrieve_str": 180, "understand_str": 200,
             "reason_retrieve_understand_json": 330, "review_str": 140}
    out = []
    for kind, n in share.items():
        while n:
            case, text = make(kind)
            text = garbage() if RNG.random() < 0.15 else wrap(text)
            case["origin_prompt"] = [{"role": "user", "content": "?"}]
            case = json.loads(json.dumps(case))
            try:
                expect = {}
                for mode in MODES:
                    scores, parsed, same = score(kind, case, text, mode)
                    expect[mode] = {"scores": scores, "parsed": parsed}
                    if same is not None:
                        expect[mode]["similarity"] = same
            except TooClose:
                continue
            case["prediction"] = text
            out.append({"kind": kind, "case": case, "expect": expect})
            n -= 1
    literals = []
    for t in LITERALS + [repr(value(3)) for _ in range(300)] + [wrap(repr(value(3))) for _ in range(600)] + [garbage() for _ in range(400)]:
        try:
            v = ast.literal_eval(t)
            literals.append([t, repr(v).replace("Ellipsis", "'Ellipsis'").encode("utf-8", "surrogatepass").decode("utf-8", "replace")])
        except Exception:
            literals.append([t, None])
    with gzip.GzipFile("golden.json.gz", "wb", mtime=0) as f:
        f.write(json.dumps({"cases": out, "literals": literals}).encode())
    good = sum(x["expect"]["default"]["parsed"] for x in out)
    print(len(out), "cases,", good, "parsed;", len(literals), "literals,", sum(v is not None for _, v in literals), "read")


main()
