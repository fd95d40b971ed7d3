"""A physically consistent fit by CVXPY and Clarabel, in SI units and straight from its definition.

Reads a program as JSON from the standard input: `rows` (each equation's coefficients of the standard parameters and
weighted right-hand side), `bodies` (places of m, mx, my, mz, Lxx, Lxy, Lxz, Lyy, Lyz, Lzz), `nonnegative` (places of
drive parameters), `nominal` (values of all), `mu` and `metric`. Prints objective, parameters and the smallest
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
    },
    sys.stdout,
)
