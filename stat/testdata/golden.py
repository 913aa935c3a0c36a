"""Writes golden.json: answers of numpy, scipy, scikit-learn, krippendorff, rouge-score, nltk and sacrebleu.
Run with those installed (pip install scipy scikit-learn krippendorff rouge-score nltk sacrebleu):
python3 golden.py > golden.json"""
import json
import math

import krippendorff
import numpy as np
import sacrebleu
from nltk.translate.bleu_score import SmoothingFunction, sentence_bleu
from rouge_score import rouge_scorer
from scipy import special, stats
from sklearn.metrics import cohen_kappa_score

rng = np.random.default_rng(11)
out = {}
out["beta"] = [[x, a, b, float(special.betainc(a, b, x))] for x in (0.001, 0.1, 0.37, 0.5, 0.82, 0.999)
               for a, b in ((0.5, 0.5), (1, 3), (2.5, 0.5), (10, 20), (0.5, 200), (400, 350.5))]
out["t"] = [[t, df, float(2 * stats.t.sf(abs(t), df))] for t in (0, 0.3, 1.5, 2.228, -4, 12) for df in (1, 2.5, 10, 300)]
out["f"] = [[f, a, b, float(stats.f.sf(f, a, b))] for f in (0.2, 1, 3.3, 9.7, 40) for a, b in ((1, 1), (3, 12.6), (6, 140.2), (20, 4))]
out["normal"] = [[x, float(stats.norm.cdf(x))] for x in (-8, -3, -1.96, 0, 0.5, 1.6448536269514722, 4)]

welch = []
for sizes, spread in (((5, 5), 1), ((7, 12, 30), 2), ((58, 49, 56, 70, 54, 45, 50), 3)):
    groups = [np.round(rng.normal(0.5 + 0.05 * i, 0.1 + 0.05 * i * spread / 3, n), 4).tolist() for i, n in enumerate(sizes)]
    r = stats.f_oneway(*groups, equal_var=False)
    welch.append({"groups": groups, "f": float(r.statistic), "p": float(r.pvalue)})
out["welch"] = welch

pairs = []
for n, rho in ((3, 0), (10, 0.5), (40, -0.8), (382, 0.2)):
    x = np.round(rng.normal(size=n), 1)
    y = np.round(rho * x + rng.normal(size=n) * math.sqrt(1 - rho * rho), 1)
    p, s = stats.pearsonr(x, y), stats.spearmanr(x, y)
    pairs.append({"x": x.tolist(), "y": y.tolist(), "pearson": [float(p.statistic), float(p.pvalue)],
                  "spearman": [float(s.statistic), float(s.pvalue)]})
out["pairs"] = pairs

kappas = []
for n, k in ((12, 2), (50, 3), (200, 5)):
    a = rng.integers(0, k, n)
    b = np.where(rng.random(n) < 0.6, a, rng.integers(0, k, n))
    kappas.append({"a": a.tolist(), "b": b.tolist(), "k": k, "plain": cohen_kappa_score(a, b),
                   "linear": cohen_kappa_score(a, b, weights="linear"),
                   "quadratic": cohen_kappa_score(a, b, weights="quadratic")})
out["kappa"] = kappas

alphas = []
for raters, units, gaps in ((2, 20, 0), (4, 30, 0.2), (5, 100, 0.5)):
    truth = rng.integers(1, 6, units)
    r = np.clip(truth + rng.integers(-1, 2, (raters, units)), 1, 5).astype(float)
    r[rng.random((raters, units)) < gaps] = np.nan
    alphas.append({"ratings": [[None if math.isnan(v) else v for v in row] for row in r],
                   "alpha": [float(krippendorff.alpha(reliability_data=r, level_of_measurement=m)) for m in ("nominal", "ordinal", "interval")]})
out["alpha"] = alphas

texts = [
    ("the cat sat on the mat", "the cat is on the mat"),
    ("It is raining today in Berlin, 14 degrees.", "Today it rains in Berlin; it is 14 degrees warm."),
    ("a b c d", "w x y z"),
    ("same words here and there", "same words here and there"),
    ("the the the the the the the", "the cat is on the mat"),
    ("I found three restaurants near the station and booked a table for two at eight",
     "I have booked a table for two at eight in a restaurant near the station"),
    ("", "something"),
]
scorer = rouge_scorer.RougeScorer(["rouge1", "rouge2", "rougeL"])
tokens = scorer._tokenizer.tokenize
overlap, hyps, refs = [], [], []
for c, r in texts:
    s = scorer.score(r, c)
    hyp, ref = tokens(c), [tokens(r), tokens(r)[:5]]
    row = {"candidate": c, "reference": r}
    for name, v in s.items():
        row[name] = [float(v.precision), float(v.recall), float(v.fmeasure)]
    row["smooth"] = float(sentence_bleu(ref, hyp, smoothing_function=SmoothingFunction().method2)) if hyp else 0
    overlap.append(row)
    hyps.append(hyp)
    refs.append(ref)
out["overlap"] = overlap
out["corpus_bleu"] = sacrebleu.corpus_bleu(
    [" ".join(h) for h in hyps], [[" ".join(r[i]) for r in refs] for i in (0, 1)],
    smooth_method="none", tokenize="none").score / 100

x = np.round(rng.gamma(3, 1.2, 60), 2)
at = np.linspace(-1, 12, 14)
out["density"] = {"x": x.tolist(), "at": at.tolist(), "scott": stats.gaussian_kde(x)(at).tolist()}
print(json.dumps(out))
