"""Armwright beside Pinocchio and CasADi: nanoseconds of one evaluation, and how many times as fast Armwright is.

    cargo build --release -p armwright-codegen        # the program `armwright`, which exports robots as URDF
    python tests/peers/speed.py ur5 panda             # default flags; --native: the processor's own
    python tests/peers/speed.py g1 valkyrie           # humanoids: minutes of compiling

The same robots, without drives, in

- Armwright: `cargo bench -p armwright-robots -- ROBOT`, which leaves its times in `target/armwright-bench.json`,
- Pinocchio's C++ (package `pin`, headers; Eigen from `--eigen`, /usr/include/eigen3 or the package `cmeel-eigen`),
- C that CasADi generates from a recursion of spatial vectors (package `casadi`; arms alone),

the last two compiled with `-O3 -march=native`. Times are medians of CPU time over `--rounds` rounds of 1,024 random states,
robots and programs taking turns; both peers have to give the same regressor. What is missing is named and skipped.
"""

import argparse
import json
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
# Armwright's functions, and which of a peer's times is beside them.
FUNCTIONS = {"torque_regressor": 0, "base_regressor": 0, "inverse_dynamics": 1, "inertia_matrix": 2, "forward_dynamics": 3}

TIMES = r"""
#include <time.h>
#include <stdio.h>
#include <stdlib.h>
#include <math.h>
#define STATES 1024
static double now(void) { struct timespec t; clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t); return t.tv_sec * 1e9 + t.tv_nsec; }
static unsigned long long seed = 1;
static double draw(void) {
    seed += 0x9e3779b97f4a7c15ULL;
    unsigned long long z = (seed ^ (seed >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return (double)((z ^ (z >> 31)) >> 32) / 4294967295.0 * 6.0 - 3.0;
}
"""

PINOCCHIO = TIMES + r"""
#include <fstream>
#include <string>
#include <vector>
#include <pinocchio/multibody.hpp>
#include <pinocchio/algorithm/regressor.hpp>
#include <pinocchio/algorithm/rnea.hpp>
#include <pinocchio/algorithm/crba.hpp>
#include <pinocchio/algorithm/aba.hpp>
#include <pinocchio/algorithm/joint-configuration.hpp>
int main(int, char **arguments) {
    pinocchio::Model model;
    std::ifstream file(arguments[1]);
    std::string kind;
    for (int joint = 1, parent; file >> kind >> parent; ++joint) {
        double x[22];
        for (double &number : x) file >> number;
        Eigen::Matrix3d r, inertia;
        r << x[0], x[1], x[2], x[3], x[4], x[5], x[6], x[7], x[8];
        pinocchio::SE3 place(r, Eigen::Vector3d(x[9], x[10], x[11]));
        std::string name = "joint" + std::to_string(joint);
        if (kind == "FF") model.addJoint(parent, pinocchio::JointModelFreeFlyer(), place, name);
        else if (kind == "RX") model.addJoint(parent, pinocchio::JointModelRX(), place, name);
        else if (kind == "RY") model.addJoint(parent, pinocchio::JointModelRY(), place, name);
        else if (kind == "RZ") model.addJoint(parent, pinocchio::JointModelRZ(), place, name);
        else if (kind == "PX") model.addJoint(parent, pinocchio::JointModelPX(), place, name);
        else if (kind == "PY") model.addJoint(parent, pinocchio::JointModelPY(), place, name);
        else model.addJoint(parent, pinocchio::JointModelPZ(), place, name);
        inertia << x[16], x[17], x[18], x[17], x[19], x[20], x[18], x[20], x[21];
        pinocchio::Inertia body(x[12], Eigen::Vector3d(x[13], x[14], x[15]), inertia);
        model.appendBodyToJoint(joint, body, pinocchio::SE3::Identity());
    }
    pinocchio::Data data(model);
    std::vector<Eigen::VectorXd> states;
    for (int k = 0; k < 3 * STATES; ++k) {
        Eigen::VectorXd x(k % 3 ? model.nv : model.nq);
        for (int i = 0; i < x.size(); ++i) x[i] = draw();
        if (k % 3 == 0) pinocchio::normalize(model, x);
        states.push_back(x);
    }
    double sum = 0, check = 0, regressor = 0, torque = 0, inertia = 0, forward = 0;
    for (int round = 0; round < 9; ++round) { // the last counts: caches are warm
    double start = now();
    for (int k = 0; k < STATES; ++k)
        sum += pinocchio::computeJointTorqueRegressor(model, data, states[3 * k], states[3 * k + 1], states[3 * k + 2])(0, 9);
    regressor = now() - start;
    start = now();
    for (int k = 0; k < STATES; ++k) sum += pinocchio::rnea(model, data, states[3 * k], states[3 * k + 1], states[3 * k + 2])[0];
    torque = now() - start;
    start = now();
    for (int k = 0; k < STATES; ++k) sum += pinocchio::crba(model, data, states[3 * k], pinocchio::Convention::LOCAL)(0, 0);
    inertia = now() - start;
    start = now();
    for (int k = 0; k < STATES; ++k)
        sum += pinocchio::aba(model, data, states[3 * k], states[3 * k + 1], states[3 * k + 2], pinocchio::Convention::LOCAL)[0];
    forward = now() - start;
    }
    check = pinocchio::computeJointTorqueRegressor(model, data, states[0], states[1], states[2]).cwiseAbs().sum();
    printf("%.3f %.3f %.3f %.3f %.12e\n", regressor / STATES, torque / STATES, inertia / STATES, forward / STATES, check);
    return sum == 0;
}
"""


def casadi_functions(model):
    """Regressor, torques and inertia matrix of a model of Pinocchio's, by a recursion in the frames of its joints."""
    import casadi as cs
    import numpy as np

    n = model.nv
    q, v, a = (cs.SX.sym(name, n) for name in "qva")

    def exact(matrix):
        """Numbers that rounding left beside 0 and 1 put right, zeros left out."""
        whole = np.abs(matrix - np.round(matrix)) < 1e-12
        return cs.sparsify(cs.SX(np.where(whole, np.round(matrix), matrix)))

    def turn(axis, s, c):
        x, y, z = axis
        k = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
        return exact(np.outer(axis, axis)) + exact(np.eye(3) - np.outer(axis, axis)) * c + exact(k) * s

    skew = cs.skew
    rows = [[cs.SX(0)] * (10 * n) for _ in range(n)]
    links, frames = [], []
    for j in range(1, model.njoints):
        kind, parent, place = model.joints[j].shortname(), model.parents[j], model.jointPlacements[j]
        axis = np.eye(3)["XYZ".index(kind[-1])]
        revolute = kind[-2] == "R"
        k = j - 1
        r = exact(place.rotation) @ turn(axis, cs.sin(q[k]), cs.cos(q[k])) if revolute else exact(place.rotation)
        p = exact(place.translation) if revolute else exact(place.translation) + exact(place.rotation) @ exact(axis) * q[k]
        axis = exact(axis)
        w0, wd0, a0 = frames[parent - 1] if parent else (cs.SX(3, 1), cs.SX(3, 1), exact(-model.gravity.linear))
        u0 = skew(wd0) + skew(w0) @ skew(w0)
        w, wd, acc = r.T @ w0, r.T @ wd0, r.T @ (a0 + u0 @ p)
        if revolute:
            wd = wd + axis * a[k] + cs.cross(w, axis * v[k])
            w = w + axis * v[k]
        else:
            acc = acc + axis * a[k] + 2 * cs.cross(w, axis * v[k])
        frames.append((w, wd, acc))
        links.append((r, p, axis, revolute, parent))
        u = skew(wd) + skew(w) @ skew(w)

        def inertia(x):
            zero = cs.SX(1, 1)  # Ixx Ixy Iyy Ixz Iyz Izz, as Pinocchio orders them
            return cs.vertcat(
                cs.horzcat(x[0], x[1], zero, x[2], zero, zero),
                cs.horzcat(zero, x[0], x[1], zero, x[2], zero),
                cs.horzcat(zero, zero, zero, x[0], x[1], x[2]),
            )

        force = cs.horzcat(acc, u, cs.SX(3, 6))
        moment = cs.horzcat(cs.SX(3, 1), -skew(acc), inertia(wd) + skew(w) @ inertia(w))
        at = j
        while at:
            r, p, axis, revolute, parent = links[at - 1]
            row = axis.T @ (moment if revolute else force)
            for column in range(10):
                rows[at - 1][10 * (j - 1) + column] = row[column]
            moment = r @ moment
            force = r @ force
            moment = moment + skew(p) @ force
            at = parent
    y = cs.vertcat(*[cs.horzcat(*row) for row in rows])
    # Torques and inertia with the parameters as inputs, as Armwright takes them.
    theta = cs.SX.sym("theta", 10 * n)
    tau = newton_euler(cs, model, links, frames, theta)
    matrix = cs.jacobian(tau, a)
    return [
        cs.Function("regressor", [q, v, a], [cs.densify(y)], {"cse": True}),
        cs.Function("torque", [q, v, a, theta], [cs.densify(tau)], {"cse": True}),
        cs.Function("inertia", [q, v, a, theta], [cs.densify(matrix)], {"cse": True}),
    ]


def newton_euler(cs, model, links, frames, theta):
    """Torques backwards from the last body, the parameters of bodies as symbols."""
    n = model.nv
    forces = []
    for k, (w, wd, acc) in enumerate(frames):
        t = theta[10 * k : 10 * k + 10]
        m, c = t[0], t[1:4]
        i = cs.vertcat(cs.horzcat(t[4], t[5], t[7]), cs.horzcat(t[5], t[6], t[8]), cs.horzcat(t[7], t[8], t[9]))
        force = m * acc + cs.cross(wd, c) + cs.cross(w, cs.cross(w, c))
        moment = i @ wd + cs.cross(w, i @ w) + cs.cross(c, acc)
        forces.append((force, moment))
    tau = [None] * n
    for k in reversed(range(n)):
        r, p, axis, revolute, parent = links[k]
        force, moment = forces[k]
        tau[k] = axis.T @ (moment if revolute else force)
        if parent:
            force, moment = r @ force, r @ moment
            upper = forces[parent - 1]
            forces[parent - 1] = (upper[0] + force, upper[1] + moment + cs.cross(p, force))
    return cs.vertcat(*tau)


CASADI = TIMES + r"""
#include "generated.c"
int main(void) {
    static double states[STATES][3][N], theta[10 * N], y[10 * N * N], work[100000];
    for (int k = 0; k < STATES; ++k) for (int j = 0; j < 3; ++j) for (int i = 0; i < N; ++i) states[k][j][i] = draw();
    for (int i = 0; i < 10 * N; ++i) theta[i] = draw();
    double times[3], sum = 0;
    int (*functions[3])(const double **, double **, long long *, double *, int) = {regressor, torque, inertia};
    for (int round = 0; round < 9; ++round) for (int f = 0; f < 3; ++f) { // the last counts: caches are warm
        double start = now();
        for (int k = 0; k < STATES; ++k) {
            const double *in[4] = {states[k][0], states[k][1], states[k][2], theta};
            double *out[1] = {y};
            functions[f](in, out, 0, work, 0);
            sum += y[0];
        }
        times[f] = (now() - start) / STATES;
    }
    const double *in[3] = {states[0][0], states[0][1], states[0][2]};
    double *out[1] = {y}, check = 0;
    regressor(in, out, 0, work, 0);
    for (int i = 0; i < 10 * N * N; ++i) check += fabs(y[i]);
    printf("%.3f %.3f %.3f nan %.12e\n", times[0], times[1], times[2], check);
    return sum == 0;
}
"""


def eigen(chosen):
    places = [chosen, "/usr/include/eigen3"]
    try:
        import cmeel_pth  # noqa: F401  (packages of cmeel are beside each other)
    except ImportError:
        pass
    places += [str(Path(path) / "cmeel.prefix/include/eigen3") for path in sys.path]
    return next((path for path in places if path and Path(path).is_dir()), None)


def pinocchio_program(folder, include):
    prefix = next(Path(path) / "cmeel.prefix" for path in sys.path if (Path(path) / "cmeel.prefix/include/pinocchio").is_dir())
    source, program = folder / "pinocchio.cpp", folder / "pinocchio"
    if program.is_file() and source.is_file() and source.read_text() == PINOCCHIO:
        return program
    source.write_text(PINOCCHIO)
    command = ["g++", "-std=c++17", "-O3", "-march=native", "-DNDEBUG"]
    # What Pinocchio's own pkg-config file says: it has more kinds of joints than Boost's lists without it.
    command += ["-DBOOST_MPL_LIMIT_LIST_SIZE=30", "-DBOOST_MPL_CFG_NO_PREPROCESSED_HEADERS", "-DBOOST_FUSION_INVOKE_MAX_ARITY=10"]
    command += [f"-I{prefix}/include", f"-I{include}"]
    command += [str(source), f"-L{prefix}/lib", f"-Wl,-rpath,{prefix}/lib", "-lpinocchio_default", "-o", str(program)]
    subprocess.run(command, check=True)
    return program


def described(model):
    """A model in lines that the program reads: kind, parent, where it is on it, mass, centre and inertia."""
    lines = []
    for j in range(1, model.njoints):
        place, body = model.jointPlacements[j], model.inertias[j]
        i = body.inertia
        numbers = [*place.rotation.ravel(), *place.translation, body.mass, *body.lever]
        numbers += [i[0, 0], i[0, 1], i[0, 2], i[1, 1], i[1, 2], i[2, 2]]
        kind = model.joints[j].shortname()
        line = ["FF" if "FreeFlyer" in kind else kind[-2:], str(model.parents[j])] + [repr(float(x)) for x in numbers]
        lines.append(" ".join(line))
    return "\n".join(lines) + "\n"


def casadi_program(folder, robot, model):
    import casadi as cs

    place = folder / robot
    place.mkdir(exist_ok=True)
    generator = cs.CodeGenerator("generated.c", {"with_header": False})
    for function in casadi_functions(model):
        generator.add(function)
    generator.generate(f"{place}/")
    (place / "main.c").write_text(f"#define N {model.nv}\n" + CASADI)
    program = place / "casadi"
    subprocess.run(["gcc", "-O3", "-march=native", f"-I{place}", str(place / "main.c"), "-lm", "-o", str(program)], check=True)
    return program


def without_values(text):
    """A robot file without nominal values: speed does not depend on them, and some are of no body that could exist."""
    return re.sub(r"^( +)physical:.*\n(?:\1 +.*\n)*", "", text, flags=re.MULTILINE)


class Armwright:
    """The project's own benchmark, built once with the flags that are asked for."""

    def __init__(self, native, large):
        self.target = ROOT / ("target/native" if native else "target")
        self.environment = dict(os.environ, CARGO_TARGET_DIR=str(self.target))
        if native:
            self.environment["RUSTFLAGS"] = "-C target-cpu=native"
        self.command = ["cargo", "bench", "-q", "-p", "armwright-robots", *(["--features", "large"] if large else [])]
        subprocess.run([*self.command, "--no-run"], check=True, env=self.environment)

    def times(self, robot):
        """Nanoseconds of every function: `one` state, and many on each set of instructions."""
        subprocess.run([*self.command, "--", robot], check=True, env=self.environment, stdout=subprocess.DEVNULL)
        found = {}
        for row in json.loads((self.target / "armwright-bench.json").read_text()):
            # Values alone: what is used inside. The last form is packed where there is one.
            form = "one" if row["lanes"] == 1 and row["isa"] != "baseline" else row["isa"]
            found[row["function"], form] = row["ns"]
        return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("robots", nargs="*", default=["abb_wrist", "ur5", "puma560", "tx40", "panda", "iiwa14"])
    parser.add_argument("--native", action="store_true", help="Armwright, too, compiled for this processor")
    parser.add_argument("--eigen")
    parser.add_argument("--rounds", type=int, default=11)
    parser.add_argument("--programs", type=Path, help="a folder that keeps them: compiling Pinocchio takes minutes")
    chosen = parser.parse_args()
    try:
        import casadi  # noqa: F401
        import pinocchio
    except ImportError as error:
        sys.exit(f"skipped: {error}; pip install pin casadi")
    include = eigen(chosen.eigen)
    files = {robot: ROOT / f"robots/{robot}.yaml" for robot in chosen.robots}
    large = {robot: ROOT / f"robots/large/{robot}.yaml" for robot, file in files.items() if not file.is_file()}
    files.update(large)
    ours = Armwright(chosen.native, bool(large))
    with tempfile.TemporaryDirectory() as temporary:
        folder = chosen.programs or Path(temporary)
        folder.mkdir(exist_ok=True)
        programs = {}
        of_pinocchio = pinocchio_program(folder, include) if include and shutil.which("g++") else None
        if of_pinocchio is None:
            print("skipped: Pinocchio's C++ wants g++ and Eigen (--eigen, or pip install cmeel-eigen)")
        for robot, file in files.items():
            bare, urdf = folder / f"{robot}.yaml", folder / f"{robot}.urdf"
            text = file.read_text()
            floating = re.search(r"^base: floating", text, flags=re.MULTILINE)
            bare.write_text(without_values(text))
            exported = subprocess.run([ROOT / "target/release/armwright", "export", bare, "-o", urdf], capture_output=True, text=True)
            if exported.returncode:
                print(f"skipped: {robot}: {exported.stderr.splitlines()[0]}")
                continue
            free = [pinocchio.JointModelFreeFlyer()] if floating else []
            model = pinocchio.buildModelFromUrdf(str(urdf), *free)
            text = folder / f"{robot}.txt"
            text.write_text(described(model))
            if of_pinocchio:
                programs[robot, "pinocchio"] = [str(of_pinocchio), str(text)]
            if not floating:
                programs[robot, "casadi"] = [str(casadi_program(folder, robot, model))]
        times, checks = {}, {}
        for _ in range(chosen.rounds):
            for robot in files:
                for key, nanoseconds in ours.times(robot).items():
                    times.setdefault((robot, *key), []).append(nanoseconds)
                for peer in ("pinocchio", "casadi"):
                    if (robot, peer) not in programs:
                        continue
                    printed = subprocess.run(programs[robot, peer], check=True, capture_output=True, text=True).stdout
                    *found, checks[robot, peer] = map(float, printed.split())
                    for function, at in FUNCTIONS.items():
                        times.setdefault((robot, function, peer), []).append(found[at])
    print(f"{'robot':12}{'function':20}{'form':10}{'armwright':>10}{'pinocchio':>11}{'times':>7}{'casadi':>9}{'times':>7}")
    for robot in files:
        both = [check for (of, _), check in checks.items() if of == robot]
        if both and max(both) - min(both) > 1e-9 * max(both):
            sys.exit(f"{robot}: the programs do not agree: {both}")
        for function in FUNCTIONS:
            medians = {form: statistics.median(found) for (*of, form), found in times.items() if of == [robot, function]}
            peers = [(medians.pop(peer, float("nan")), width) for peer, width in (("pinocchio", 11), ("casadi", 9))]
            for form, own in medians.items():
                line = f"{robot:12}{function:20}{form:10}{own:10.1f}"
                print(line + "".join(f"{value:{width}.1f}{value / own:7.2f}" for value, width in peers))


if __name__ == "__main__":
    main()
