"""Sines and cosines to more than 30 digits, of angles that are hard for a short program: `sine.csv`.

Wants mpmath (PyPI). A line is an angle in rad, then for sine and cosine the nearest double and what is missing of it; the
exact value is their sum. With `--check FILE` it writes nothing and measures instead what a program found: lines of an
angle, a sine and a cosine, printed so that they read back; it prints the largest errors in ulp.
"""

import argparse
import math
import random
from pathlib import Path

from mpmath import mp, mpf

mp.prec = 400


def angles():
    """Multiples of π/2 and their neighbours, powers of two, subnormals, and random angles of every size."""
    rng = random.Random(18)
    yield from (0.0, -0.0, 5e-324, -5e-324, 2.2250738585072014e-308, 1e-300, 1e-8, math.nextafter(1000, 0), 1000.0)
    near = [1, 2, 3, 4, 5, 7, 29, 58, 116, 232, 464, 636] + [rng.randrange(1, 637) for _ in range(28)]
    for n in near:
        x = float(n * mp.pi / 2)
        yield from (x, -math.nextafter(x, 0), math.nextafter(x, 2000))
        yield float((2 * n - 1) * mp.pi / 4)
    for k in range(-40, 10):
        yield math.ldexp(rng.uniform(1, 1.9), k) * rng.choice((1, -1))
    yield from (rng.uniform(-math.pi, math.pi) for _ in range(150))
    yield from (rng.uniform(-1000, 1000) for _ in range(150))
    # The library's: far away, and no numbers.
    yield from (1000.5, -12345.678, 1e6, -1e10, 6381956970095103 * 2.0**797, 1.7e308)


def ulp(exact):
    return mpf(math.ulp(float(exact)))


def write(path):
    lines = ["angle,sine,sine_rest,cosine,cosine_rest"]
    for x in angles():
        values = [x]
        for exact in (mp.sin(mpf(x)), mp.cos(mpf(x))):
            values += [float(exact), float(exact - mpf(float(exact)))]
        lines.append(",".join(repr(value) for value in values))
    path.write_text("\n".join(lines) + "\n")


def check(lines):
    worst = [(0, None), (0, None)]
    for line in lines:
        x, *found = map(float, line.split(","))
        for k, (value, exact) in enumerate(zip(found, (mp.sin(mpf(x)), mp.cos(mpf(x))))):
            worst[k] = max(worst[k], (float(abs(mpf(value) - exact) / ulp(exact)), x), key=lambda pair: pair[0])
    for name, (error, x) in zip(("sine", "cosine"), worst):
        print(f"{name}: at most {error:.4f} ulp, at {x!r}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", type=Path)
    chosen = parser.parse_args()
    if chosen.check:
        check(chosen.check.read_text().split())
    else:
        write(Path(__file__).with_name("sine.csv"))
