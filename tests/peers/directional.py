"""A recording of the arm with friction of every kind (../driven/directional.yaml).

    python3 directional.py

writes `directional.csv`, made up of Newton's and Euler's equations in the world's frame with NumPy alone, and
`directional.json`, the standard parameters that it was made with. The test `laboratory::directional` reads the two
files and needs no Python.
"""

import json
from pathlib import Path

import numpy as np

HERE = Path(__file__).parent
RATE, SECONDS, NOISE = 125.0, 24.0, np.array([0.1, 0.1, 0.5])
GRAVITY = np.array([0.4, 0.0, -9.81])


def turn(axis, angle):
    """Rodrigues' rotation matrix."""
    x, y, z = axis
    k = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.eye(3) + np.sin(angle) * k + (1 - np.cos(angle)) * k @ k


# Name, place and turn in the parent's frame, axis, whether it slides; mass, centre, inertia about the centre.
BODIES = [
    ("arm", [0, 0, 0], np.eye(3), [0, 1, 0], False, 5.0, [0.2, 0.01, 0], [0.02, 0.06, 0.06]),
    ("forearm", [0.5, 0, 0.1], turn([1, 0, 0], 0.3), [0, 1, 0], False, 3.0, [0.15, 0, 0.02], [0.01, 0.03, 0.03]),
    ("quill", [0.4, 0, 0], np.eye(3), [0, 0, 1], True, 1.2, [0, 0, 0.1], [0.01, 0.01, 0.002]),
]
MOTORS = {"m1": [-80.0, 0, 0], "m2": [12.0, 60.0, 0], "m3": [0, 0, -400.0]}
SITES = {"q1": [1.0, 0, 0], "q2": [0, 1.0, 0], "q3": [0, 0, 1.0]} | MOTORS
DRIVES = {
    "q1": {"fcp": 4.5, "fcn": 3.0, "fv": 2.0, "fq": -0.12},
    "q2": {"fc": 2.0, "fvp": 1.5, "fvn": 0.9, "fo": -0.3},
    "q3": {"fcp": 20.0, "fcn": 14.0, "fvp": 30.0, "fvn": 22.0, "fq": 9.0, "fo": 4.0},
    "m1": {"Ia": 2e-4, "fq": 1e-6},
    "m2": {"fcp": 0.02, "fcn": 0.03, "fvp": 4e-4, "fvn": 3e-4, "fq": 2e-6},
    "m3": {"fcp": 0.03, "fcn": 0.02},
}


def effort(terms, speed, acceleration):
    """What a drive takes at its own coordinate, case by case."""
    get = lambda name: terms.get(name, 0.0)
    total = get("fo") + get("Ia") * acceleration + get("fv") * speed + get("fq") * speed * abs(speed)
    if speed > 0:
        return total + get("fc") + get("fcp") + get("fvp") * speed
    if speed < 0:
        return total - get("fc") - get("fcn") + get("fvn") * speed
    return total


def torque(q, qd, qdd):
    r, p, w, wd, a = np.eye(3), np.zeros(3), np.zeros(3), np.zeros(3), -GRAVITY
    chain = []

    def go(d):
        return a + np.cross(wd, d) + np.cross(w, np.cross(w, d))

    for (_, place, rotation, axis, slides, mass, centre, inertia), x, xd, xdd in zip(BODIES, q, qd, qdd):
        d = r @ np.array(place, float)
        a, p = go(d), p + d
        r = r @ rotation
        z = r @ np.array(axis, float)
        if slides:
            a = go(z * x) + 2 * np.cross(w, z * xd) + z * xdd
            p = p + z * x
        else:
            r = r @ turn(axis, x)
            w, wd = w + z * xd, wd + z * xdd + np.cross(w, z * xd)
        c = r @ np.array(centre, float)
        j = r @ np.diag(inertia) @ r.T
        chain.append((p, z, slides, mass * go(c), p + c, j @ wd + np.cross(w, j @ w)))
    tau = np.zeros(3)
    for i, (p, z, slides, *_) in enumerate(chain):
        for *_, force, centre, moment in chain[i:]:
            tau[i] += z @ force if slides else z @ (moment + np.cross(centre - p, force))
    for name, terms in DRIVES.items():
        form = np.array(SITES[name])
        tau += form * effort(terms, form @ qd, form @ qdd)
    return tau


def parameters():
    """The standard parameters, about the origins of the bodies' frames."""
    values = {f"{symbol}_{site}": value for site, terms in DRIVES.items() for symbol, value in terms.items()}
    for name, *_, mass, centre, inertia in BODIES:
        c = np.array(centre)
        about = np.diag(inertia) + mass * (c @ c * np.eye(3) - np.outer(c, c))
        values[f"m_{name}"] = mass
        for k, axis in enumerate("xyz"):
            values[f"m{axis}_{name}"] = mass * c[k]
            for other, letter in enumerate("xyz"):
                if other >= k:
                    values[f"L{axis}{letter}_{name}"] = about[k, other]
    return values


def main():
    random = np.random.default_rng(11)
    t = np.arange(int(RATE * SECONDS)) / RATE
    motions = []
    for scale, mean in [(0.8, 0.0), (0.9, 0.4), (0.12, 0.1)]:
        motion = np.zeros((3, len(t)))
        motion[0] += mean
        for k in random.choice(np.arange(3, 30), 6, replace=False):
            w = 2 * np.pi * k * 0.05
            a, b = scale * random.normal(size=2)
            s, c = np.sin(w * t), np.cos(w * t)
            motion += [(a * s + b * c) / w, a * c - b * s, -w * (a * s + b * c)]
        motions.append(motion)
    q, qd, qdd = np.array(motions).transpose(1, 2, 0)
    tau = np.array([torque(*state) for state in zip(q, qd, qdd)])
    tau += NOISE * random.normal(size=tau.shape)
    header = "t,q_q1,q_q2,q_q3,tau_q1,tau_q2,tau_q3"
    # Microradians and micrometres.
    table = np.column_stack([t, q.round(6), tau.round(3)])
    np.savetxt(HERE / "directional.csv", table, delimiter=",", header=header, comments="", fmt="%.8g")
    text = json.dumps(parameters(), indent=1, ensure_ascii=False)
    (HERE / "directional.json").write_text(text + "\n")


if __name__ == "__main__":
    main()
