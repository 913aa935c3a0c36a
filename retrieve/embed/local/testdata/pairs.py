"""Writes pairs.json: the 200 pairs of sentences on which tokenizers and encoders are compared.

Plain sentences of the kind a tool-use benchmark compares, and everything that tokenizers disagree
about: accents in both Unicode forms, scripts with and without spaces, emoji with joiners, control
and invisible characters, words past the 100-character limit, literal special tokens, texts past
the length limit. Run: python3 pairs.py
"""
import json
import random

VERBS = ["look up", "book", "compare", "cancel", "translate", "summarise", "convert", "download", "rate", "share"]
THINGS = ["the weather in Oslo", "a table for four", "the price of copper", "tomorrow's first train", "the lab results",
          "two museum tickets", "the invoice no. 4711", "a quiet hotel room", "the exchange rate EUR/JPY", "this playlist"]
TAILS = ["", " before noon", " for my sister", ", if possible", " and tell me when it is done", " (again)", " at 7:45 p.m.",
         " - not later!", " with the new API", " from 2024-02-29 to 2024-03-02"]

ODD = [
    "Crème brûlée à la façon de Zoë", "Cre\u0300me bru\u0302le\u0301e a\u0300 la fac\u0327on de Zoe\u0308",
    "Ångström, Øresund, Łódź, İstanbul, ıssız, straße, ŒUVRE, ﬁne ﬂuid", "Ελληνικά: Ο ΣΙΣΥΦΟΣ έσπρωχνε την πέτρα",
    "Быстрая коричневая лиса, ёлка и Йод", "Здравствуй, мир! Ёж съел йогурт.", "שלום עולם, נִקּוּד", "مَرْحَبًا بِالعَالَمِ",
    "नमस्ते दुनिया, क्षत्रिय", "สวัสดีชาวโลก ภาษาไทย", "한국어 문장을 토큰화합니다", "ㅎㅏㄴ 조합", "日本語のテキスト、カタカナとひらがな。",
    "查询北京明天的天气，然后订一张机票。", "我爱Go语言和Python3.12版本", "𠀀𠁁 rare ideographs 𪛖", "全角ＡＢＣ１２３！？", "半角ｶﾞｷﾞｸﾞ",
    "🙂", "I ❤️ this 👩‍👩‍👧‍👦 family 🏳️‍🌈!", "flags 🇳🇴🇯🇵 and skin 👍🏽", "emoji🙂glued🙂together", "☕️→🚆⇒🏠 ✓ ✗ ∑∞≠",
    "tab\tnewline\nreturn\rvtab\x0bform\x0c end", "null\x00byte and bell\x07 and del\x7f", "zero\u200bwidth\u200djoin\ufeffbom\u00adsoft",
    "nbsp\u00a0thin\u2009ideographic\u3000space\u2028line\u2029para\u0085next", "replacement \ufffd char", "private \ue000 use \uf8ff",
    "right\u202eto\u202cleft marks \u200f\u200e", "combining a\u0301\u0323\u0308\u0307 stack", "Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢L̠ͨͧͩ͘G̴̻͈͍͔̹̑͗̎̅͛́Ǫ̵̹̻̝̳͂̌̌͘!͖̬̰̙̗̿̋ͥͥ̂ͣ̐́́͜͞",
    "[CLS] pretend [SEP] special [MASK] tokens [PAD] [UNK]", "<s> and </s> and <pad> and <mask> and <unk>", "[cls] [Sep] [ MASK ]",
    "a[MASK]b", " <mask>  spaced ", "x" * 99, "y" * 100, "z" * 101, "é" * 100, "supercalifragilisticexpialidocious" * 4,
    "word " * 300, "天" * 700, "-" * 150, "(((nested [brackets {here}])))", "{'city': 'Oslo', \"days\": 3, 'x': None}",
    "{\"a\": [1, 2.5e-3, -0.0], \"b\": {\"c\": true}}", "snake_case camelCase PascalCase kebab-case SCREAMING_CASE",
    "https://example.org/path?q=a+b&c=%20#frag", "mail@example.org; C:\\Users\\x; /usr/bin", "3.14159 1,000,000 1_000 0x1F ½ ⅷ ² ₃ ①",
    "\"quotes\" 'single' “curly” ‘marks’ «guillemets» „low“", "ellipsis… dash— en–dash ‐ ‑ −", "don't can't I'm you'll rock'n'roll",
    "", " ", "   \n\t ", ".", "?!", "`code` ~tilde~ ^caret^ |pipe| $5 €6 £7 ¥8 ₿9 +1 <2 =3", "¡Hola! ¿Qué tal?", "№ § ¶ © ® ™ ° µ ª º",
    "ǅ ǆ Ǆ titlecase", "ẞ ß SS", "ﷺ ligature", "Ⅻ Roman ⅻ", "𝔘𝔫𝔦𝔠𝔬𝔡𝔢 𝒎𝒂𝒕𝒉 𝟙𝟚𝟛", "ΐ ΰ final ς σ Σ", "Đorđe ħ ŧ ŋ þ ð æ ø", "კართული ქართული", "ᏣᎳᎩ Ꮳ ꮳ",
]


def main():
    rng = random.Random(20240229)
    plain = [f"{rng.choice(['I should', 'Please', 'First', 'Then I', 'Could you', 'Now'])} {v} {t}{rng.choice(TAILS)}"
             for v in VERBS for t in THINGS]
    rng.shuffle(plain)
    pairs = [[a, plain[(i * 7 + 3) % len(plain)]] for i, a in enumerate(plain[:100])]
    for i in range(100):
        a = ODD[i % len(ODD)]
        if i < len(ODD):
            pairs.append([a, ODD[(i * 5 + 2) % len(ODD)]])
        else:
            pairs.append([a + " " + plain[i], ODD[(i * 11 + 1) % len(ODD)] + rng.choice(TAILS)])
    with open("pairs.json", "w", encoding="utf-8") as f:
        json.dump(pairs, f, ensure_ascii=True, indent=0)
        f.write("\n")


main()
