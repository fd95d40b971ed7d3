"""Inverse dynamics of chains of bodies with NumPy alone: Newton's and Euler's equations in the world's frame.

The scripts that make up recordings use it; nothing is taken from the generator or the laboratory.
"""

import json
from pathlib import Path

import numpy as np

HERE = Path(__file__).parent


def turn(axis, angle):
    """Rodrigues' rotation matrix."""
    x, y, z = axis
    k = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.eye(3) + np.sin(angle) * k + (1 - np.cos(angle)) * k @ k


class Robot:
    """Bodies in the order of the file: name, parent's number (or None), place and turn in the parent's frame, axis,
    whether it slides; mass, centre, inertia about the centre. Drives: what each has, by the name of its site, and the form
    of its coordinate. Springs: name, two ends (a body's number, or None for the base, and a point), stiffness, length at
    rest.
    """

    def __init__(self, gravity, bodies, sites, drives, springs=()):
        self.gravity = np.array(gravity, float)
        self.bodies, self.sites, self.drives, self.springs = bodies, sites, drives, springs

    def torque(self, q, qd, qdd):
        base = (np.eye(3), np.zeros(3), np.zeros(3), np.zeros(3), -self.gravity)
        done = []
        for k, (_, parent, place, rotation, axis, slides, mass, centre, inertia) in enumerate(self.bodies):
            r, p, w, wd, a = base if parent is None else done[parent]["frame"]

            def go(d):
                return a + np.cross(wd, d) + np.cross(w, np.cross(w, d))

            d = r @ np.array(place, float)
            a, p = go(d), p + d
            r = r @ rotation
            z = r @ np.array(axis, float)
            if slides:
                a = go(z * q[k]) + 2 * np.cross(w, z * qd[k]) + z * qdd[k]
                p = p + z * q[k]
            else:
                r = r @ turn(axis, q[k])
                w, wd = w + z * qd[k], wd + z * qdd[k] + np.cross(w, z * qd[k])
            c = r @ np.array(centre, float)
            j = r @ np.diag(inertia) @ r.T
            force, moment = mass * go(c), j @ wd + np.cross(w, j @ w)
            done.append({"frame": (r, p, w, wd, a), "axis": z, "loads": [(p + c, force, moment)]})
        # Springs: what has to be held at each end.
        for _, ends, stiffness, length in self.springs:
            points = [at if body is None else done[body]["frame"][1] + done[body]["frame"][0] @ at
                      for body, at in ((body, np.array(at, float)) for body, at in ends)]
            along = points[1] - points[0]
            size = np.linalg.norm(along)
            pull = stiffness * (size - length) * along / size
            for (body, _), point, force in zip(ends, points, (-pull, pull)):
                if body is not None:
                    done[body]["loads"].append((point, force, np.zeros(3)))
        tau = np.zeros(len(self.bodies))
        for k in range(len(self.bodies)):
            at = k
            while at is not None:
                _, parent, _, _, _, slides, *_ = self.bodies[at]
                p, z = done[at]["frame"][1], done[at]["axis"]
                for point, force, moment in done[k]["loads"]:
                    tau[at] += z @ force if slides else z @ (moment + np.cross(point - p, force))
                at = parent
        for name, terms in self.drives.items():
            form = np.array(self.sites[name], float)
            tau += form * effort(terms, form @ q, form @ qd, form @ qdd)
        return tau

    def parameters(self):
        """The standard parameters, about the origins of the bodies' frames."""
        values = {f"{symbol}_{site}": value for site, terms in self.drives.items() for symbol, value in terms.items()}
        for name, *_, mass, centre, inertia in self.bodies:
            c = np.array(centre)
            about = np.diag(inertia) + mass * (c @ c * np.eye(3) - np.outer(c, c))
            values[f"m_{name}"] = mass
            for k, axis in enumerate("xyz"):
                values[f"m{axis}_{name}"] = mass * c[k]
                for other, letter in enumerate("xyz"):
                    if other >= k:
                        values[f"L{axis}{letter}_{name}"] = about[k, other]
        for name, _, stiffness, length in self.springs:
            values |= {f"k_{name}": stiffness, f"kl_{name}": stiffness * length}
        return values

    def record(self, name, joints, motions, noise, rate, seconds, seed):
        """Writes a made-up recording, and the parameters that it was made with. Each joint swings by so much speed
        about a place, with six frequencies below 1.5 Hz."""
        random = np.random.default_rng(seed)
        t = np.arange(int(rate * seconds)) / rate
        states = []
        for scale, mean in motions:
            motion = np.zeros((3, len(t)))
            motion[0] += mean
            for k in random.choice(np.arange(3, 30), 6, replace=False):
                w = 2 * np.pi * k * 0.05
                a, b = scale * random.normal(size=2)
                s, c = np.sin(w * t), np.cos(w * t)
                motion += [(a * s + b * c) / w, a * c - b * s, -w * (a * s + b * c)]
            states.append(motion)
        q, qd, qdd = np.array(states).transpose(1, 2, 0)
        tau = np.array([self.torque(*state) for state in zip(q, qd, qdd)])
        tau += np.array(noise) * random.normal(size=tau.shape)
        header = ",".join(["t", *(f"q_{joint}" for joint in joints), *(f"tau_{joint}" for joint in joints)])
        # Microradians and micrometres.
        table = np.column_stack([t, q.round(6), tau.round(3)])
        np.savetxt(HERE / f"{name}.csv", table, delimiter=",", header=header, comments="", fmt="%.8g")
        text = json.dumps(self.parameters(), indent=1, ensure_ascii=False)
        (HERE / f"{name}.json").write_text(text + "\n")


def effort(terms, position, speed, acceleration):
    """What a drive takes at its own coordinate, case by case."""
    get = lambda name: terms.get(name, 0.0)
    total = get("fo") + get("Ia") * acceleration + get("fv") * speed + get("fq") * speed * abs(speed)
    total += get("k") * position + get("k0")
    if speed > 0:
        return total + get("fc") + get("fcp") + get("fvp") * speed
    if speed < 0:
        return total - get("fc") - get("fcn") + get("fvn") * speed
    return total + (get("fcp") - get("fcn")) / 2
