"""Writes matching.json: random matrices with the optimum that scipy finds, and graphs with the size
of a maximum matching. Run with numpy and scipy installed: python3 matching.py > matching.json"""
import json

import numpy as np
from scipy.optimize import linear_sum_assignment
from scipy.sparse import csr_matrix
from scipy.sparse.csgraph import maximum_bipartite_matching

rng = np.random.default_rng(7)
weighted, plain = [], []
for n, m in [(1, 1), (1, 4), (3, 2), (4, 4), (5, 9), (9, 5), (12, 12), (20, 13)]:
    for low in (0.0, -0.6):
        w = np.round(rng.uniform(low, 1, (n, m)), 3)
        if low == 0:
            w[rng.random((n, m)) < 0.4] = 0
        i, j = linear_sum_assignment(np.maximum(w, 0), maximize=True)
        weighted.append({"weights": w.tolist(), "total": round(float(np.maximum(w, 0)[i, j].sum()), 6)})
for n, m, p in [(1, 1, 1), (3, 5, 0.3), (8, 8, 0.2), (30, 20, 0.08), (50, 50, 0.05), (60, 60, 0.03)]:
    g = (rng.random((n, m)) < p).astype(int)
    match = maximum_bipartite_matching(csr_matrix(g), perm_type="column")
    plain.append({"edges": [np.flatnonzero(r).tolist() for r in g], "right": m, "size": int((match >= 0).sum())})
print(json.dumps({"weighted": weighted, "plain": plain}))
