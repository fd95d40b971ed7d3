"""Motions of robots under given torques by other programs, for runtime/lab/tests/simulation/peers.rs.

Accelerations are Pinocchio's (articulated bodies) of the URDF that `armwright export` writes, integration is SciPy's DOP853;
MuJoCo integrates the same URDF by itself (RK4, 0.1 ms) as another witness. Run:

    armwright export robots/<robot>.yaml -o <folder>/<robot>.urdf
    python simulated_motions.py <folder> double_pendulum abb_wrist valkyrie_arm
"""

import sys

import mujoco
import numpy as np
import pinocchio as pin
from scipy.integrate import solve_ivp

SECONDS = 5.0


def torque(time, joints, scale):
    """Sines of different phases, the first joints the strongest."""
    place = np.arange(joints)
    return scale / (1.0 + place) * np.sin(1.3 * time + 0.5 * place)


def motion(path, armature, scale, damping):
    model = pin.buildModelFromUrdf(path)
    model.armature = np.array(armature) if len(armature) else np.zeros(model.nv)
    data = model.createData()
    n = model.nv

    def right(time, x):
        return np.concatenate([x[n:], pin.aba(model, data, x[:n], x[n:], torque(time, n, scale) - damping * x[n:])])

    start = np.concatenate([0.2 + 0.1 * np.arange(n), np.zeros(n)])
    found = solve_ivp(right, (0, SECONDS), start, method="DOP853", rtol=1e-13, atol=1e-13)
    return found.y[:n, -1]


def by_mujoco(path, armature, scale, damping):
    model = mujoco.MjModel.from_xml_path(path)
    model.opt.integrator = mujoco.mjtIntegrator.mjINT_RK4
    model.opt.timestep = 1e-4
    model.opt.disableflags = mujoco.mjtDisableBit.mjDSBL_CONTACT | mujoco.mjtDisableBit.mjDSBL_LIMIT
    model.opt.gravity[:] = [0, 0, -9.81]
    if len(armature):
        model.dof_armature[:] = armature
    model.dof_damping[:] = damping
    model.dof_frictionloss[:] = 0
    data = mujoco.MjData(model)
    n = model.nv
    data.qpos[:] = 0.2 + 0.1 * np.arange(n)

    def control(_, data):
        data.qfrc_applied[:] = torque(data.time, n, scale)

    mujoco.set_mjcb_control(control)
    for _ in range(round(SECONDS / 1e-4)):
        mujoco.mj_step(model, data)
    mujoco.set_mjcb_control(None)
    return np.array(data.qpos)


for robot in sys.argv[2:]:
    path = f"{sys.argv[1]}/{robot}.urdf"
    scale = 1.0
    # An arm that swings freely is chaotic: five seconds of it tell nothing to a millionth of a radian.
    damping = 1.0 if robot == "valkyrie_arm" else 0.0
    other = motion(path, [], scale, damping)
    print(robot, [float(f"{x:.12g}") for x in other])
    try:
        print("  MuJoCo differs by", np.abs(by_mujoco(path, [], scale, damping) - other).max())
    except ValueError as error:
        print("  MuJoCo:", error)
