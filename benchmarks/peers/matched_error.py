# SPDX-License-Identifier: BSD-3-Clause
"""How long a solver takes for a given error, read from a sweep over its tolerances.

A tolerance is a wish; solvers miss it by factors of 0.1 to 60. What can be compared is the time at equal measured
error.
"""
import math


def envelope(points):
    """(error, time) of the points no other point beats in both, tightest first.

    Errors do not shrink evenly along a sweep: a break-away that happens to be timed well makes one run better than its
    tighter neighbour. A user would pick the better run, so every solver is given that.
    """
    best = []
    for error, time in sorted((point["error"], point["microseconds"]) for point in points):
        if not best or time < best[-1][1]:
            best.append((error, time))
    return best


def time_at(points, error):
    """Microseconds for this error, between points a straight line in both logarithms; None if it is never reached.

    Looser than the loosest point, that point is the answer: its time is enough.
    """
    best = envelope(points)
    if not best or best[0][0] > error:
        return None
    for (tight, slow), (loose, quick) in zip(best, best[1:]):
        if error < loose:
            share = math.log(error / tight) / math.log(loose / tight)
            return slow * (quick / slow) ** share
    return best[-1][1]
