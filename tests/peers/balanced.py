"""A recording of the arm with counterbalances (../driven/balanced.yaml).

    python3 balanced.py

writes `balanced.csv` and `balanced.json`, the standard parameters that it was made with. The test
`laboratory::made_up` reads the two files and needs no Python.
"""

import numpy as np

from mechanics import Robot, turn

FORM = np.eye(6)
# A point of the bracket in the arm's frame.
ELBOW = np.array([0.3, 0, 0.05]) + turn([0, 1, 0], np.pi / 6) @ np.array([-0.1, 0, 0.1])
FRICTION = {"q1": (3.0, 2.0), "q2": (5.0, 4.0), "q3": (2.5, 1.5), "q4": (10.0, 20.0)}
ROBOT = Robot(
    gravity=[0.0, 0.0, -9.81],
    bodies=[
        ("column", None, [0, 0, 0], np.eye(3), [0, 0, 1], False, 12.0, [0, 0, 0.2], [0.3, 0.3, 0.2]),
        ("arm", 0, [0.1, 0, 0.4], np.eye(3), [0, 1, 0], False, 8.0, [0.25, 0, 0.01], [0.05, 0.3, 0.3]),
        ("forearm", 1, [0.5, 0, 0], np.eye(3), [0, 1, 0], False, 5.0, [0.2, 0, 0.02], [0.02, 0.1, 0.1]),
        ("quill", 2, [0.35, 0, 0], np.eye(3), [0, 0, 1], True, 2.0, [0, 0, 0.1], [0.02, 0.02, 0.01]),
        ("flap", None, [1, 0, 0], np.eye(3), [0, 1, 0], False, 3.0, [0.1, 0, 0.01], [0.01, 0.02, 0.02]),
        ("lift", None, [2, 0, 0], np.eye(3), [0, 0, 1], True, 4.0, [0, 0, 0.1], [0.01, 0.02, 0.02]),
    ],
    sites={f"q{k + 1}": FORM[k] for k in range(6)},
    drives={name: {"fc": fc, "fv": fv} for name, (fc, fv) in FRICTION.items()}
    | {"q3": {"fc": 2.5, "fv": 1.5, "k": 25.0, "k0": 25.0 * np.pi / 18}, "q6": {"fv": 12.0, "fo": -3.0}},
    springs=[
        ("flap", [(None, [1, 0, 0.3]), (4, [0.2, 0, 0])], 120.0, 0.1),
        ("left", [(0, [0.1, 0.08, 0.1]), (1, [0.2, 0.08, 0])], 3000.0, 0.2),
        ("right", [(0, [0.1, -0.08, 0.1]), (1, [0.2, -0.08, 0])], 2800.0, 0.21),
        ("elbow", [(1, ELBOW), (2, [0.15, 0.02, 0.03])], 900.0, 0.12),
    ],
)

if __name__ == "__main__":
    motions = [(0.8, 0.0), (0.8, 0.2), (0.9, 0.4), (0.12, 0.1), (0.9, 0.3), (0.15, 0.0)]
    noise = [0.1, 0.2, 0.1, 0.5, 0.05, 0.5]
    joints = [f"q{k + 1}" for k in range(6)]
    ROBOT.record("balanced", joints, motions, noise, rate=125.0, seconds=24.0, seed=5)
