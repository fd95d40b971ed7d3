"""A joint with friction of Stribeck and by load that sticks and slips, by SciPy's DOP853 with events.

`J q'' + c sin(q) = L` with `tau - f = L + mu |L| s` in motion and `f = s (fc + fs exp(-(v / vs)^2)) + fv v`. At rest it stays while
the friction that would hold is below its limit. `runtime/lab/tests/closed_loop/simulation/peers.rs` has what it prints.
"""

import numpy as np
from scipy.integrate import solve_ivp

J, C, FC, FS, VS, FV, MU = 0.5, 1.5, 0.4, 0.5, 0.3, 0.2, 0.15
END = 6.0


def torque(t):
    return 1.9 * np.sin(1.7 * t) + 0.8 * np.sin(4.1 * t)


def passed(x, s):
    """The load of which, with the friction that it causes, `x` is the sum."""
    return x / (1.0 + MU * s * np.sign(x))


def acceleration(t, q, v, s):
    f = s * (FC + FS * np.exp(-((v / VS) ** 2))) + FV * v
    return (passed(torque(t) - f, s) - C * np.sin(q)) / J


def breaks(t, q, s):
    """Above 0 where it would start in a direction."""
    return s * acceleration(t, q, 0.0, s)


def motion():
    t, state, s = 0.0, [0.3, 0.0], 0
    turns = []
    grid = []
    while t < END - 1e-12:
        if s == 0:
            events = [lambda u, y, d=d: breaks(u, y[0], d) for d in (1, -1)]
            for event in events:
                event.terminal, event.direction = True, 1
            rates = lambda u, y: [0.0, 0.0]
        else:
            stops = lambda u, y: y[1]
            stops.terminal, stops.direction = True, -s
            events = [stops]
            rates = lambda u, y: [y[1], acceleration(u, y[0], y[1], s)]
        run = solve_ivp(rates, (t, END), state, method="DOP853", rtol=1e-12, atol=1e-13, events=events, max_step=1e-3)
        grid.append((run.t, run.y))
        t, state = run.t[-1], run.y[:, -1].copy()
        if t >= END - 1e-12:
            break
        if s == 0:
            s = 1 if len(run.t_events[0]) else -1
            turns.append((t, "slips"))
            # An instability leaves rest: a hair of speed, or nothing would ever move.
            state[1] = s * 1e-12
        else:
            state[1] = 0.0
            old, s = s, 0
            for d in (1, -1):
                if breaks(t, state[0], d) > 0:
                    s = d
            turns.append((t, "sticks" if s == 0 else "turns"))
            if s:
                state[1] = s * 1e-12
    return state, turns


if __name__ == "__main__":
    state, turns = motion()
    print("end", repr(state[0]), repr(state[1]))
    print(len(turns), turns)
