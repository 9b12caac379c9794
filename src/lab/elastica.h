// SPDX-License-Identifier: MIT
//
// The heavy elastica: the shape of a strip that is clamped level at one end and hangs under its own weight. Expected
// values of the bending validation, solved from the equation itself.
#ifndef CS_LAB_ELASTICA_H
#define CS_LAB_ELASTICA_H

/// Where the free end is, in lengths of the strip from the clamp: x level, y down.
typedef struct cs_elastica {
    double x, y;
    double slope; ///< rad below the level, at the free end
} cs_elastica;

/// Solves D theta'' = -q (L - s) cos theta, theta(0) = 0, theta'(L) = 0 for gamma = q L^3 / D > 0 (q: weight per area,
/// D: bending rigidity per width). To 1e-9 for gamma up to 1000. (Peirce 1930; Bickley 1934.)
cs_elastica cs_elastica_heavy(double gamma);

#endif
