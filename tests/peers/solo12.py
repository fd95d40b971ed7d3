"""What Pinocchio makes of a quadruped that nothing holds (../../robots/solo12.yaml).

    python3 solo12.py

writes `solo12.json`, the figures that the test `floating` expects of the generated code: torques and their
parts at random states, by the joint torque regressor times parameters that are random too, and the inertia
matrix of the nominal ones, and what wrenches on the legs are in the rows. Pinocchio's free-flyer has the velocity of the base's origin and its angular velocity
in the base's axes, as here, and a spatial acceleration: that of the origin less `w × v`. The test reads the file
and needs no Python.
"""

import json
from pathlib import Path

import numpy as np
import pinocchio
import yaml

HERE = Path(__file__).parent
FILE = HERE / "../../robots/solo12.yaml"
# Ours: m, mx, my, mz, Lxx, Lxy, Lxz, Lyy, Lyz, Lzz; Pinocchio's has Iyy before Ixz.
ORDER = [0, 1, 2, 3, 4, 5, 7, 6, 8, 9]


def model(robot):
    """The robot on a free-flyer; its bodies in the order of the file."""
    built = pinocchio.Model()
    built.gravity.linear = np.array(robot["gravity"], dtype=float)
    still = pinocchio.SE3.Identity()
    base = built.addJoint(0, pinocchio.JointModelFreeFlyer(), still, "base")
    # The joint that moves a body, and the body's frame in that of the joint.
    carriers = {"base": (base, still)}
    for body in robot["bodies"]:
        joint, (parent, frame) = body["joint"], carriers[body["parent"]]
        offset = np.array(joint.get("origin", {}).get("xyz", [0, 0, 0]), dtype=float)
        carrier, place = parent, frame * pinocchio.SE3(np.eye(3), offset)
        if joint["type"] != "fixed":
            kind = pinocchio.JointModelRevoluteUnaligned(np.array(joint["axis"], dtype=float))
            carrier, place = built.addJoint(parent, kind, place, joint["name"]), still
        carriers[body["name"]] = carrier, place
        physical = body["physical"]
        tensor = {"xx": 0, "xy": 0, "xz": 0, "yy": 0, "yz": 0, "zz": 0} | physical["inertia"]
        at = [["xx", "xy", "xz"], ["xy", "yy", "yz"], ["xz", "yz", "zz"]]
        about = np.array([[float(tensor[key]) for key in row] for row in at])
        centre = np.array(physical.get("com", [0, 0, 0]), dtype=float)
        built.appendBodyToJoint(carrier, pinocchio.Inertia(float(physical["mass"]), centre, about), place)
    return built


def contacts(robot, data, q):
    """What wrenches on each leg are in the rows, by the Jacobian of a point on it: force and moment in the leg's axes,
    and the same numbers in the base's. They are drawn apart, so that the states stay what they are."""
    random = np.random.default_rng(13)
    pinocchio.computeJointJacobians(robot, data, q)
    found = []
    for leg, name in enumerate(["FL_KFE", "FR_KFE", "HL_KFE", "HR_KFE"]):
        joint = robot.getJointId(name)
        at, wrench = random.uniform(-0.2, 0.2, 3), random.normal(size=6)
        to_point = pinocchio.SE3(np.eye(3), at).toActionMatrixInverse()
        jacobian = to_point @ pinocchio.getJointJacobian(robot, data, joint, pinocchio.LOCAL)
        turn = (data.oMi[1].rotation.T @ data.oMi[joint].rotation).T
        of_base = np.concatenate([turn @ wrench[:3], turn @ wrench[3:]])
        found.append({
            "leg": leg, "at": at.tolist(), "wrench": wrench.tolist(),
            "own": (jacobian.T @ wrench).tolist(), "of_base": (jacobian.T @ of_base).tolist(),
        })
    return found


def main():
    robot = model(yaml.safe_load(FILE.read_text()))
    data, random = robot.createData(), np.random.default_rng(12)
    n, bodies = robot.nv - 6, robot.njoints - 1
    nominal = [robot.inertias[k].toDynamicParameters()[ORDER] for k in range(1, robot.njoints)]
    columns = [10 * body + component for body in range(bodies) for component in ORDER]
    states = []
    for _ in range(4):
        quaternion = random.normal(size=4)
        quaternion /= np.linalg.norm(quaternion)
        joints, velocity, rate = random.uniform(-3, 3, n), random.normal(size=n + 6), random.normal(size=n + 6)
        q = np.concatenate([random.normal(size=3), quaternion[[1, 2, 3, 0]], joints])
        theta, still = random.normal(size=10 * bodies), np.zeros(n + 6)

        def torque(v, a):
            return pinocchio.computeJointTorqueRegressor(robot, data, q, v, a)[:, columns] @ theta

        linear, angular = velocity[:3], velocity[3:6]
        classical = rate[:3] + np.cross(angular, linear)
        # Neither the origin nor the base's turning is accelerated.
        steady = np.concatenate([-np.cross(angular, linear), np.zeros(n + 3)])
        inertia = np.triu(pinocchio.crba(robot, data, q))
        inertia = inertia + np.triu(inertia, 1).T
        states.append({
            "orientation": quaternion, "angular_velocity": angular, "velocity": linear,
            "angular_acceleration": rate[3:6], "acceleration": classical,
            "q": joints, "qd": velocity[6:], "qdd": rate[6:], "theta": theta,
            "torque": torque(velocity, rate), "gravity": torque(still, still),
            "coriolis": torque(velocity, steady) - torque(still, still), "inertia": inertia.ravel(),
            "contacts": contacts(robot, data, q),
        })
    listed = [json.dumps({key: value if isinstance(value, list) else value.tolist() for key, value in state.items()}) for state in states]
    nominal = json.dumps(np.concatenate(nominal).tolist())
    (HERE / "solo12.json").write_text(
        f'{{"pinocchio": "{pinocchio.__version__}",\n"nominal": {nominal},\n"states": [\n' + ",\n".join(listed) + "]}\n"
    )


main()
