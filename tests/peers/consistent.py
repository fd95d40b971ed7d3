"""A physically consistent fit by CVXPY and Clarabel, in SI units and straight from its definition.

Reads a program as JSON from the standard input: `rows` (each equation's coefficients of the standard parameters and
weighted right-hand side), `bodies` (places of m, mx, my, mz, Lxx, Lxy, Lxz, Lyy, Lyz, Lzz), `nonnegative` (places of
drive parameters), `nominal` (values of all), `mu`, `metric` and what is `known` of bodies. Prints objective, parameters and the smallest
eigenvalue of each body's pseudo-inertia.
"""

import json
import sys

import cvxpy as cp
import numpy as np


def pseudo_inertia(p):
    m, hx, hy, hz, xx, xy, xz, yy, yz, zz = (p[k] for k in range(10))
    half = (xx + yy + zz) / 2
    return [
        [half - xx, -xy, -xz, hx],
        [-xy, half - yy, -yz, hy],
        [-xz, -yz, half - zz, hz],
        [hx, hy, hz, m],
    ]


given = json.load(sys.stdin)
rows = np.array(given["rows"])
triangle = np.linalg.qr(rows, mode="r")
width = rows.shape[1] - 1
# Parameters are solved for in shares of their nominal size.
nominal = np.array(given["nominal"])
unit = np.abs(nominal)
unit[unit == 0] = 1e-2
x = cp.Variable(width)
theta = cp.multiply(unit, x)
mu, metric = given["mu"], given["metric"]
# Base parameters alone carry the residual: the last row is what no parameter explains.
rank = given["rank"]
u, s, vt = np.linalg.svd(triangle[:, :width] * unit, full_matrices=False)
u, s, vt = u[:, :rank], s[:rank], vt[:rank]
objective = cp.sum_squares(cp.multiply(s, vt @ x) - u.T @ triangle[:, width])
constraints = []
for places in given["bodies"]:
    block = cp.bmat(pseudo_inertia([theta[k] for k in places]))
    mean = np.array(pseudo_inertia([nominal[k] for k in places]))
    # The body in its own principal frame of mass: there the nominal pseudo-inertia is the identity.
    half = np.linalg.inv(np.linalg.cholesky(mean))
    white = half @ block @ half.T
    constraints.append(white >> 0)
    if metric == "pullback":
        objective += mu**2 * cp.sum_squares(white - np.eye(4))
    elif metric == "entropic":
        objective += 2 * mu**2 * (cp.trace(white) - cp.log_det(white) - 4)
    else:
        m = nominal[places[0]]
        radius = np.sqrt(sum(nominal[places[k]] for k in (4, 7, 9)) / (2 * m))
        size = np.array([m] + [m * radius] * 3 + [m * radius**2] * 6)
        departure = cp.hstack([theta[k] for k in places]) - nominal[places]
        objective += mu**2 * cp.sum_squares(cp.multiply(1 / size, departure))
for k in given["drives"]:
    objective += mu**2 * cp.square((theta[k] - nominal[k]) / abs(nominal[k]))
for k in given["nonnegative"]:
    constraints.append(theta[k] >= 0)


def turned(roll, pitch, yaw):
    c, s = np.cos, np.sin
    x = np.array([[1, 0, 0], [0, c(roll), -s(roll)], [0, s(roll), c(roll)]])
    y = np.array([[c(pitch), 0, s(pitch)], [0, 1, 0], [-s(pitch), 0, c(pitch)]])
    z = np.array([[c(yaw), -s(yaw), 0], [s(yaw), c(yaw), 0], [0, 0, 1]])
    return z @ y @ x


def moments(p):
    """Mass, first and second moments of a body's ten parameters."""
    block = pseudo_inertia(p)
    return block[3][3], [block[k][3] for k in range(3)], [row[:3] for row in block[:3]]


lacks = []  # Functions of all parameters that are not above 0 where what is known holds.
for known in given.get("known", []):
    places = given["bodies"][known["body"]]

    def of(theta, places=places):
        return moments([theta[k] for k in places])

    low, high = known["mass"]
    m, h, sigma = of(theta)
    if low is not None:
        constraints.append(m >= low)
        lacks.append(lambda t, of=of, low=low: low - of(t)[0])
    if high is not None:
        constraints.append(m <= high)
        lacks.append(lambda t, of=of, high=high: of(t)[0] - high)
    for where, regions in (("centre", known["centre"]), ("inside", known["inside"])):
        for region in regions:
            if "box" in region:
                ends = []
                for k, (a, b) in enumerate(region["box"]):
                    if a is not None:
                        ends.append((k, 1, -a))
                    if b is not None:
                        ends.append((k, -1, b))
                for i, (k, s, d) in enumerate(ends):
                    constraints.append(s * h[k] + d * m >= 0)
                    for l, s2, d2 in ends[:i] if where == "inside" else []:
                        # The mean of (s x_k + d) (s2 x_l + d2).
                        mean = s * s2 * sigma[k][l] + s * d2 * h[k] + d * s2 * h[l] + d * d2 * m
                        constraints.append(mean >= 0)
            elif "hull" in region:
                corners = np.array(region["hull"])
                share = cp.Variable(len(corners), nonneg=True)
                constraints.append(cp.sum(share) == m)
                constraints += [share @ corners[:, k] == h[k] for k in range(3)]
            else:
                e = region["ellipsoid"]
                axes = turned(*e["rpy"]).T / np.array(e["radii"])[:, None]
                c = np.array(e["centre"])
                if where == "centre":
                    offset = cp.hstack([h[k] - c[k] * m for k in range(3)])
                    constraints.append(cp.norm(axes @ offset) <= m)
                    lacks.append(
                        lambda t, of=of, axes=axes, c=c: np.linalg.norm(
                            axes @ (np.array(of(t)[1]) / of(t)[0] - c)
                        )
                        - 1
                    )
                else:
                    a = axes.T @ axes
                    mean = sum(a[i, j] * sigma[i][j] for i in range(3) for j in range(3))
                    mean = mean - 2 * sum((a @ c)[k] * h[k] for k in range(3)) + (c @ a @ c) * m
                    constraints.append(mean <= m)
    for k, at in enumerate(known["planes"]):
        if at is not None:
            constraints.append(h[k] == at * m)
            constraints += [sigma[k][j] == at * h[j] for j in range(3) if j != k]
    if known["axis"] is not None:
        along, point = known["axis"]
        i, j = [k for k in range(3) if k != along]
        constraints += [h[i] == point[i] * m, h[j] == point[j] * m]
        constraints += [sigma[i][j] == point[i] * h[j]]
        constraints += [sigma[i][along] == point[i] * h[along]]
        constraints += [sigma[j][along] == point[j] * h[along]]
        constraints += [sigma[i][i] - point[i] ** 2 * m == sigma[j][j] - point[j] ** 2 * m]
problem = cp.Problem(cp.Minimize(objective), constraints)
problem.solve(solver=cp.CLARABEL, tol_gap_abs=1e-11, tol_gap_rel=1e-11, tol_feas=1e-11)
found = theta.value
smallest = [
    np.linalg.eigvalsh(np.array(pseudo_inertia([found[k] for k in places])))[0]
    for places in given["bodies"]
]
# What Rust found, by NumPy: eigenvalues of the bodies, and the residual.
answer = np.array(given["answer"])
theirs = [
    np.linalg.eigvalsh(np.array(pseudo_inertia([answer[k] for k in places])))[0]
    for places in given["bodies"]
]
json.dump(
    {
        "status": problem.status,
        "objective": float(problem.value),
        "theta": list(map(float, found)),
        "smallest": list(map(float, smallest)),
        "smallest_of_answer": list(map(float, theirs)),
        "lacking": max([0.0] + [float(lack(answer)) for lack in lacks]),
    },
    sys.stdout,
)
