"""What NumPy and SciPy make of a recording of the gantry (../by_hand/gantry.yaml).

    python3 gantry.py

writes `gantry.csv`, a made-up recording, and `gantry.json`, the figures that the test
`laboratory::peers` expects of `identify`. The method is that of the report's "What was measured", from
textbooks and with the libraries' own functions (`butter`, `sosfiltfilt`, `decimate`, `welch`, `lstsq`,
`svd`, `chi2`); nothing is taken from the laboratory. The test reads the two files and needs no Python.
"""

import json
import math
from pathlib import Path

import numpy as np
from scipy import signal, stats

HERE = Path(__file__).parent
RATE, SAMPLES = 200.0, 2400
CUTOFF, DECIMATE, TRIM, SLOW = 20.0, [2, 3], 60, 4.0
G = np.array([[20.0, 0.0], [-8.0, 10.0]])
TRUTH = {"m_bridge": 8.0, "m_trolley": 3.0, "Ia_m1": 0.01, "fc_m1": 0.2, "fv_m1": 0.02, "fo_m1": 0.05,
         "Ia_m2": 0.02, "fc_m2": 0.1, "fv_m2": 0.01, "fo_m2": -0.04}
# SciPy's decimation leaves a constant smaller by the ripple of its filter, 0.05 dB, forwards and backwards.
UNIT = 10 ** (2 * 0.05 / 20)
NAMES = list(TRUTH)
# Base parameters: the rotor of the first motor moves with the bridge.
BASE = ["m_bridge", "m_trolley", "fc_m1", "fv_m1", "fo_m1", "Ia_m2", "fc_m2", "fv_m2", "fo_m2"]


def noise(count, seed):
    """Nearly normal numbers that are the same for ever: sums of a linear congruential generator's."""
    state, numbers = seed, []
    for _ in range(count):
        total = 0.0
        for _ in range(12):
            state = (1103515245 * state + 12345) % 2**31
            total += state / 2**31
        numbers.append(total - 6.0)
    return np.array(numbers)


def standard(qd, qdd):
    """Columns of the joint torques for each name of NAMES, joint by joint: (2, samples, names)."""
    w, a = G @ qd, G @ qdd
    columns = np.zeros((2, qd.shape[1], len(NAMES)))
    at = NAMES.index
    columns[0, :, at("m_bridge")] = qdd[0]
    columns[0, :, at("m_trolley")] = qdd[0]
    columns[1, :, at("m_trolley")] = qdd[1]
    for k in range(2):
        for i in range(2):
            for name, effort in [("Ia", a[k]), ("fc", np.sign(w[k])), ("fv", w[k]), ("fo", np.ones_like(a[k]))]:
                columns[i, :, at(f"{name}_m{k + 1}")] = G[k, i] * effort
    return columns


def record():
    """Motor positions and torques, rounded as they are written."""
    t = np.arange(SAMPLES) / RATE
    q, qd, qdd = np.zeros((3, 2, SAMPLES))
    for i in range(2):
        for part, (w, size) in enumerate([(1.7, 0.5), (4.3, 0.2), (9.1, 0.05)]):
            w *= 1 + 0.23 * i
            q[i] += size * np.sin(w * t + part)
            qd[i] += size * w * np.cos(w * t + part)
            qdd[i] -= size * w * w * np.sin(w * t + part)
    tau = standard(qd, qdd) @ np.array(list(TRUTH.values()))
    motor_tau = np.linalg.solve(G.T, tau)
    motor_tau += np.array([0.15 * noise(SAMPLES, 1), 0.06 * noise(SAMPLES, 2)])
    # Something slow besides, so that residuals are not white.
    motor_tau[0] += 0.05 * np.sin(2.6 * t)
    motor_q = G @ q + 2e-4 * np.array([noise(SAMPLES, 3), noise(SAMPLES, 4)])
    rows = np.round(np.vstack([t, motor_q, motor_tau]).T, 6)
    lines = [",".join(repr(float(x)) for x in row) for row in rows]
    (HERE / "gantry.csv").write_text("t,q_m1,q_m2,tau_m1,tau_m2\n" + "\n".join(lines) + "\n")
    return rows[:, 1:3].T, rows[:, 3:].T


def thin(columns):
    """Decimated along the last axis, factor by factor, without the two rows at each end."""
    for factor in DECIMATE:
        columns = UNIT * signal.decimate(columns, factor, ftype="iir", zero_phase=True, axis=-1)
    return columns[..., 2:-2]


def derivative(q, order):
    """By the polynomial of degree eight through a sample and its four neighbours on both sides."""
    steps = np.arange(-4, 5)
    weights = np.linalg.inv(np.vander(steps, 9, increasing=True).T.astype(float))[:, order] * math.factorial(order)
    return np.array([np.convolve(row, weights[::-1], "same") for row in q]) * RATE**order


def observe(motor_q, motor_tau):
    """Rows of both motors: regressor (2, rows, names), torques (2, rows), which count (2, rows)."""
    sos = signal.butter(4, CUTOFF, fs=RATE, output="sos")
    q = signal.sosfiltfilt(sos, np.linalg.solve(G, motor_q))
    inside = slice(TRIM, SAMPLES - TRIM)
    qd, qdd = (derivative(q, order)[:, inside] for order in (1, 2))
    joint = standard(qd, qdd)
    motor = np.einsum("ki,itn->ktn", np.linalg.inv(G.T), joint)
    regressor = thin(motor.transpose(0, 2, 1)).transpose(0, 2, 1)
    torque = thin(motor_tau[:, TRIM:SAMPLES - TRIM])
    counts = np.abs(thin(G @ qd)) >= SLOW
    return regressor, torque, counts


def base_map():
    """The matrix of base parameters of standard ones."""
    matrix = np.array([[float(base == name) for name in NAMES] for base in BASE])
    matrix[0, NAMES.index("Ia_m1")] = 400.0
    return matrix


class Rows:
    """The equations that count, and from each motor's row."""

    def __init__(self, regressor, torque, counts):
        self.regressor, self.torque, self.counts = regressor, torque, counts
        self.k = [regressor[i][counts[i]] for i in range(2)]
        self.y = [torque[i][counts[i]] for i in range(2)]

    def stacked(self, weights, columns=slice(None)):
        k = np.vstack([np.sqrt(w) * k[:, columns] for w, k in zip(weights, self.k)])
        y = np.concatenate([np.sqrt(w) * y for w, y in zip(weights, self.y)])
        return k, y

    def part(self, fifth, others):
        """Those of one fifth of the time, or of all others; unsettled rows count as time."""
        total = self.counts.shape[1] + 4
        place = (np.arange(self.counts.shape[1]) + 2) * 5 // total
        chosen = (place != fifth) if others else (place == fifth)
        return Rows(self.regressor, self.torque, self.counts & chosen)


COLUMNS = [NAMES.index(name) for name in BASE]


def pseudo_inverse(k, keep=1e-9):
    """Of the largest singular values of the matrix with columns of unit norm; those values, too."""
    norms = np.linalg.norm(k, axis=0)
    u, s, vt = np.linalg.svd(k / norms, full_matrices=False)
    kept = s > keep * s[0]
    return (vt[kept].T / s[kept] @ u[:, kept].T) / norms[:, None], s


def variances(rows, weights, beta, gain):
    """Residual sums of squares over rows less their share of the parameters."""
    found, start = [], 0
    for weight, k, y in zip(weights, rows.k, rows.y):
        k = k[:, COLUMNS]
        mine = gain[:, start:start + len(y)] * np.sqrt(weight)
        start += len(y)
        found.append(np.sum((y - k @ beta) ** 2) / (len(y) - np.trace(k @ mine)))
    return np.array(found)


def weigh(rows):
    """Reciprocal residual variances, four times over."""
    weights = np.ones(2)
    for _ in range(4):
        k, y = rows.stacked(weights, COLUMNS)
        gain, _ = pseudo_inverse(k)
        weights = 1 / variances(rows, weights, gain @ y, gain)
    return weights


def white():
    """Autocorrelations of decimated white noise, by the response of the decimation to a unit impulse at
    every place."""
    total, length = int(np.prod(DECIMATE)), 6 * 300
    response = np.eye(length)
    for factor in DECIMATE:
        response = signal.decimate(response, factor, ftype="iir", zero_phase=True, axis=0)
    middle = response[response.shape[0] // 2 - 60:response.shape[0] // 2 + 60]
    covariance = middle @ middle.T
    assert total == length // response.shape[0]
    return covariance[5, 5:115] / covariance[5, 5]


def whiteness(residuals, counts, null):
    """The portmanteau test of lags 1 to 10 against decimated white noise."""
    e, n = residuals, int(counts.sum())
    r, pairs = [], []
    for lag in range(11):
        both = counts[lag:] & counts[:len(counts) - lag]
        r.append(np.mean((e[lag:] * e[:len(e) - lag])[both]))
        pairs.append(both.sum())
    r, pairs = np.array(r) / r[0], np.array(pairs)
    d = (r[1:] - null[1:11]) * np.sqrt(pairs[1:] * (n + 2) / n)
    reach = np.arange(1, 101)
    rho = lambda k: null[np.minimum(np.abs(k), len(null) - 1)]
    terms = np.array([rho(reach + h) + rho(reach - h) - 2 * null[h] * rho(reach) for h in range(1, 11)])
    values, vectors = np.linalg.eigh(terms @ terms.T)
    order = np.argsort(values)[::-1]
    freedom = int(np.sum(values > 0.1 * values[order[0]])) // 2 * 2
    kept = order[:freedom]
    statistic = float(np.sum((vectors[:, kept].T @ d) ** 2 / values[kept]))
    return {"freedom": freedom, "statistic": statistic, "p_value": float(stats.chi2.sf(statistic, freedom)),
            "durbin_watson": 2 * (1 - r[1]), "durbin_watson_white": 2 * (1 - null[1])}


def fit(measured, predicted, counts, null=None):
    e, y = (measured - predicted)[counts], measured[counts]
    residual = np.where(counts, measured - predicted, 0.0)
    found = {"samples": int(counts.sum()), "rmse": np.sqrt(np.mean(e**2)),
             "nrmse": np.linalg.norm(e) / np.linalg.norm(y), "r2": 1 - np.sum(e**2) / np.sum((y - y.mean()) ** 2),
             "lag1": np.sum(residual[1:] * residual[:-1]) / np.sum(e**2)}
    if null is not None:
        found["whiteness"] = whiteness(residual, counts, null)
    return found


def least_squares(rows, weights):
    """Estimate and all figures of its fit; deviations of coloured noise are not for a textbook."""
    k, y = rows.stacked(weights, COLUMNS)
    gain, singular = pseudo_inverse(k)
    beta = gain @ y
    null = white()
    predicted = rows.regressor[:, :, COLUMNS] @ beta
    plain, _ = rows.stacked([1, 1], COLUMNS)
    s = np.linalg.svd(plain, compute_uv=False)
    joint, joint_predicted = G.T @ rows.torque, G.T @ predicted
    joint_counts = np.array([rows.counts[0] & rows.counts[1], rows.counts[1]])
    both = lambda x: np.concatenate([x[0], x[1]])
    overall = fit(both(joint), both(joint_predicted), both(joint_counts))
    return {"value": beta, "rows": int(rows.counts.sum()), "singular_values": singular, "condition": singular[0] / singular[-1],
            "condition_unscaled": s[0] / s[-1],
            "motors": [fit(rows.torque[i], predicted[i], rows.counts[i], null) for i in range(2)],
            "joints": [fit(joint[i], joint_predicted[i], joint_counts[i], null) for i in range(2)],
            "overall": {key: overall[key] for key in ["samples", "rmse", "nrmse", "r2"]}}


def damped(rows, damping, weights):
    """An, Atkeson and Hollerbach, equation 9, of the standard parameters that have a column: what the weighted torques
    are multiplied by."""
    k, _ = rows.stacked(weights)
    return base_map() @ np.linalg.solve(k.T @ k + damping * np.eye(len(NAMES)), k.T)


def drawn(rows, weight, sizes, weights):
    """Least squares of torques above departures from nominal values, by augmented equations: what the news
    (torques less those of the nominal values) are multiplied by."""
    k, _ = rows.stacked(weights)
    mu = weight / (1 - weight)
    augmented = np.vstack([k, mu * np.diag(1 / sizes)])
    return base_map() @ np.linalg.pinv(augmented)[:, :len(k)]


def biased(rows, gain, weights, centre=None):
    """An estimate by such a matrix, and the share of each parameter that comes from the recording."""
    k, y = rows.stacked(weights, COLUMNS)
    centre = np.zeros(len(BASE)) if centre is None else centre
    beta = centre + gain @ (y - k @ centre)
    return {"value": beta, "from_data": np.clip(np.diag(gain @ k), 0, 1)}


def validated(rows, weights, candidates, gain, centre):
    """The candidate that predicts each fifth best from the other four."""
    errors = np.zeros(len(candidates))
    for fifth in range(5):
        held, others = rows.part(fifth, False), rows.part(fifth, True)
        unseen, torque = held.stacked(weights, COLUMNS)
        for c, candidate in enumerate(candidates):
            beta = biased(others, gain(others, candidate), weights, centre)["value"]
            errors[c] += np.sum((torque - unseen @ beta) ** 2)
    return candidates[int(np.argmin(errors))]


def chosen(rows, weights, nominal):
    """The settings that cross-validation chooses, four candidates a decade."""
    decades = lambda largest, count: largest * 10 ** (-np.arange(4 * count + 1) / 4)
    largest = lambda weights, sizes: np.linalg.svd(rows.stacked(weights)[0] * sizes, compute_uv=False)[0]
    ones, sizes = np.ones(2), np.abs(nominal)
    centre = base_map() @ nominal
    share = lambda ratio: ratio / (1 + ratio)
    _, s = pseudo_inverse(rows.stacked(weights, COLUMNS)[0])
    between = np.append(np.sqrt(s[:-1] * s[1:]), s[-1] / 2) / s[0]
    truncate = lambda some, keep: pseudo_inverse(some.stacked(weights, COLUMNS)[0], keep)[0]
    ratios = lambda weights, sizes: share(decades(10 * largest(weights, sizes), 10))
    si = lambda some, weight: drawn(some, weight, np.ones(len(NAMES)), ones)
    size = lambda some, weight: drawn(some, weight, sizes, weights)
    none = np.zeros(len(BASE))
    ridge = lambda weights: lambda some, damping: damped(some, damping, weights)
    return {"ridge": validated(rows, weights, decades(largest(weights, 1.0) ** 2, 14), ridge(weights), none),
            "ridge_equal": validated(rows, ones, decades(largest(ones, 1.0) ** 2, 14), ridge(ones), none),
            "tsvd": validated(rows, weights, between, truncate, none),
            "prior": validated(rows, weights, ratios(weights, sizes), size, centre),
            "prior_si": validated(rows, ones, ratios(ones, 1.0), si, centre)}


def band(joint):
    """Power of the acceleration of a joint's motion, bin by bin, and the density of its position's noise."""
    length = 2 ** int(np.log2(SAMPLES))
    f, power = signal.welch(np.gradient(joint, 1 / RATE), RATE, "hann", length, length // 2,
                            detrend="constant", scaling="density")
    f, power = f[:-1], power[:-1]
    transfer = np.maximum((RATE * np.sin(2 * np.pi * f / RATE)) ** 2, 1e-300)
    density = power / transfer

    def typical(low, high):
        some = density[int(low * length / RATE):int(high * length / RATE)]
        return some[some <= 10 * np.sort(some)[len(some) // 2]].mean()

    floor = max(typical(0.25 * RATE, 0.4 * RATE), typical(25, 50), typical(12.5, 25))
    smooth = [density[k - k // 20:k + k // 20 + 1].mean() for k in range(1, len(f))]
    last = 1 + int(np.argmax(np.array(smooth) <= 10 * floor))
    speed = np.clip(power - floor * transfer, 0, None)[:last]
    width = f[np.searchsorted(np.cumsum(speed), 0.99 * speed.sum())] + f[1]
    return f[:last], speed * (2 * np.pi * f[:last]) ** 2 * f[1], floor, width


def suggested(motor_q):
    """Of candidates up to ten times the widest band the one that spoils accelerations least."""
    bands = [band(joint) for joint in np.linalg.solve(G, motor_q)]
    highest = min(10 * max(width for *_, width in bands), RATE / 5)
    steps = int(np.ceil(np.log10(highest) * 40))
    candidates = 10 ** (np.log10(highest) * np.arange(steps + 1) / steps)
    grid = np.linspace(0, RATE / 2, 200001)

    def spoiled(cutoff):
        total = 0.0
        for f, motion, floor, _ in bands:
            taken = 1e4 * np.sum(motion * (1 - 1 / (1 + (f / cutoff) ** 8)) ** 2)
            noise = np.trapezoid(floor * (2 * np.pi * grid) ** 4 / (1 + (grid / cutoff) ** 8) ** 2, grid)
            total += (taken + noise) / (motion.sum() + taken + noise)
        return total

    return min(candidates, key=spoiled)


def main():
    motor_q, motor_tau = record()
    rows = Rows(*observe(motor_q, motor_tau))
    weights, ones = weigh(rows), np.ones(2)
    file = np.array(list(TRUTH.values()))
    nominal = 1.1 * file
    truncation = pseudo_inverse(rows.stacked(weights, COLUMNS)[0], 0.4)[0]
    by_si = drawn(rows, 0.9, np.ones(len(NAMES)), ones)
    by_size = drawn(rows, 0.95, np.abs(nominal), weights)
    figures = {
        "names": BASE,
        "ols": least_squares(rows, ones),
        "wls": least_squares(rows, weights),
        "ridge": biased(rows, damped(rows, 100.0, weights), weights),
        "ridge_equal": biased(rows, damped(rows, 5.0, ones), ones),
        "tsvd": biased(rows, truncation, weights),
        "prior_si": biased(rows, by_si, ones, base_map() @ nominal),
        "prior": biased(rows, by_size, weights, base_map() @ nominal),
        "nominal": dict(zip(NAMES, nominal)),
        "chosen": chosen(rows, weights, file),
        "cutoff": suggested(motor_q),
    }
    plain = lambda x: x.tolist() if hasattr(x, "tolist") else float(x)
    (HERE / "gantry.json").write_text(json.dumps(figures, indent=1, default=plain) + "\n")


if __name__ == "__main__":
    main()
