"""A recording of the arm with friction of every kind (../driven/directional.yaml).

    python3 directional.py

writes `directional.csv` and `directional.json`, the standard parameters that it was made with. The test
`laboratory::made_up` reads the two files and needs no Python.
"""

import numpy as np

from mechanics import Robot, turn

ROBOT = Robot(
    gravity=[0.4, 0.0, -9.81],
    bodies=[
        ("arm", None, [0, 0, 0], np.eye(3), [0, 1, 0], False, 5.0, [0.2, 0.01, 0], [0.02, 0.06, 0.06]),
        ("forearm", 0, [0.5, 0, 0.1], turn([1, 0, 0], 0.3), [0, 1, 0], False, 3.0, [0.15, 0, 0.02], [0.01, 0.03, 0.03]),
        ("quill", 1, [0.4, 0, 0], np.eye(3), [0, 0, 1], True, 1.2, [0, 0, 0.1], [0.01, 0.01, 0.002]),
    ],
    sites={
        "q1": [1, 0, 0], "q2": [0, 1, 0], "q3": [0, 0, 1],
        "m1": [-80, 0, 0], "m2": [12, 60, 0], "m3": [0, 0, -400],
    },
    drives={
        "q1": {"fcp": 4.5, "fcn": 3.0, "fv": 2.0, "fq": -0.12},
        "q2": {"fc": 2.0, "fvp": 1.5, "fvn": 0.9, "fo": -0.3},
        "q3": {"fcp": 20.0, "fcn": 14.0, "fvp": 30.0, "fvn": 22.0, "fq": 9.0, "fo": 4.0},
        "m1": {"Ia": 2e-4, "fq": 1e-6},
        "m2": {"fcp": 0.02, "fcn": 0.03, "fvp": 4e-4, "fvn": 3e-4, "fq": 2e-6},
        "m3": {"fcp": 0.03, "fcn": 0.02},
    },
)

if __name__ == "__main__":
    motions = [(0.8, 0.0), (0.9, 0.4), (0.12, 0.1)]
    ROBOT.record("directional", ["q1", "q2", "q3"], motions, [0.1, 0.1, 0.5], rate=125.0, seconds=24.0, seed=11)
