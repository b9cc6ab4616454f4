#!/usr/bin/env python3
"""Writes match-statistics.json: Elo, LOS and log-likelihood ratios of pair counts, worked out another way than
the program does it, for its tests to compare with.

The program finds the most likely distribution under a normalized-Elo hypothesis by replacing the constraint with
its tangent until that no longer moves. Here sigma is fixed, which makes both constraints linear; that problem is
solved by Newton's method on its two multipliers, and the best sigma is then searched by golden section.
Only Python's standard library is used; takes a few minutes.
"""
import json
import math

SCORES = [0, 0.25, 0.5, 0.75, 1.0]
Z95 = 1.959963984540054
NELO_PER_SIGMA = 800 / math.log(10)


def most_likely(shares, constraints, values):
    """The distribution of greatest likelihood with sum p*c = v for each constraint, or None."""
    size = len(constraints)
    g = [[c[i] - v for i in range(5)] for c, v in zip(constraints, values)]
    multipliers = [0.0] * size

    def denominators(m):
        return [1 + sum(m[k] * g[k][i] for k in range(size)) for i in range(5)]

    def dual(m):
        total = 0.0
        for share, d in zip(shares, denominators(m)):
            if d <= 1e-300:
                return -math.inf
            total += share * math.log(d)
        return total

    for _ in range(500):
        d = denominators(multipliers)
        slope = [sum(shares[i] * g[k][i] / d[i] for i in range(5)) for k in range(size)]
        curve = [[-sum(shares[i] * g[k][i] * g[j][i] / d[i] ** 2 for i in range(5)) for j in range(size)]
                 for k in range(size)]
        if size == 1:
            step = [-slope[0] / curve[0][0]]
        else:
            det = curve[0][0] * curve[1][1] - curve[0][1] * curve[1][0]
            if det == 0:
                return None
            step = [-(slope[0] * curve[1][1] - slope[1] * curve[0][1]) / det,
                    -(curve[0][0] * slope[1] - curve[1][0] * slope[0]) / det]
        size_of_step, base = 1.0, dual(multipliers)
        while size_of_step > 1e-14:
            fresh = [m + size_of_step * s for m, s in zip(multipliers, step)]
            if dual(fresh) >= base:
                break
            size_of_step /= 2
        multipliers = fresh
        if max(abs(size_of_step * s) for s in step) < 1e-13 * (1 + max(map(abs, multipliers))):
            break
    p = [share / d for share, d in zip(shares, denominators(multipliers))]
    return p if abs(sum(p) - 1) < 1e-7 else None


def log_likelihood(shares, p):
    return sum(share * math.log(q) for share, q in zip(shares, p))


def best_logistic(shares, elo):
    return log_likelihood(shares, most_likely(shares, [SCORES], [1 / (1 + 10 ** (-elo / 400))]))


def best_normalized(shares, elo):
    t = elo / NELO_PER_SIGMA * math.sqrt(2)

    def at(sigma):
        mean = 0.5 + t * sigma
        p = most_likely(shares, [SCORES, [(x - mean) ** 2 for x in SCORES]], [mean, sigma * sigma])
        return -math.inf if p is None else log_likelihood(shares, p)

    middle = max((at(s), s) for s in [0.0005 * i for i in range(2, 1000)])[1]
    low, high = max(1e-6, middle - 0.001), middle + 0.001
    golden = (math.sqrt(5) - 1) / 2
    for _ in range(200):
        a, b = high - golden * (high - low), low + golden * (high - low)
        if at(a) > at(b):
            high = b
        else:
            low = a
    return at((low + high) / 2)


def llr(counts, elo0, elo1, best):
    filled = [c if c else 1e-3 for c in counts]
    total = sum(filled)
    shares = [c / total for c in filled]
    return total * (best(shares, elo1) - best(shares, elo0))


def estimate(counts):
    total = sum(counts)
    score = sum(x * c for x, c in zip(SCORES, counts)) / total
    variance = sum((x - score) ** 2 * c for x, c in zip(SCORES, counts)) / total
    error = math.sqrt(variance / total)

    def elo(s):
        return -400 * math.log10(1 / s - 1)

    return {"score": score, "error": error, "elo": elo(score),
            "elo_95": [elo(score - Z95 * error), elo(score + Z95 * error)],
            "nelo": (score - 0.5) / math.sqrt(2 * variance) * NELO_PER_SIGMA,
            "los": 0.5 * math.erfc(-(score - 0.5) / error / math.sqrt(2))}


def main():
    table = [[10, 0, 40, 0, 50], [100, 0, 200, 0, 130], [33, 0, 71, 0, 25], [400, 0, 900, 0, 380],
             [5, 0, 2, 0, 20], [3, 0, 0, 0, 9], [50, 200, 500, 220, 60], [1, 7, 12, 9, 3], [15, 0, 20, 0, 65]]
    cases = []
    for counts in table:
        case = {"counts": counts, **estimate(counts), "llr": []}
        for elo0, elo1 in [(0, 10), (-5, 5), (0, 2), (20, 60)]:
            case["llr"].append({"elo0": elo0, "elo1": elo1,
                                "normalized": round(llr(counts, elo0, elo1, best_normalized), 6),
                                "logistic": round(llr(counts, elo0, elo1, best_logistic), 6)})
        cases.append(case)
    with open(__file__.replace(".py", ".json"), "w") as file:
        file.write("[\n" + ",\n".join(json.dumps(case) for case in cases) + "\n]\n")


main()
