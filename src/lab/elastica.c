// SPDX-License-Identifier: MIT
//
// The heavy elastica by shooting from the free end: with the distance t from it, theta'' = -gamma t cos theta begins
// with theta = slope and theta' = 0, and the slope is right when theta is 0 at the clamp. There theta grows with the
// slope, so it is found by halving.
#include "lab/elastica.h"

#include "math/math.h"

/// Runge-Kutta steps along the strip, and halvings of the slope: both errors are below 1e-9.
#define STEPS    2000
#define HALVINGS 50

/// theta, its derivative, and how far the curve has come from the free end.
typedef struct station {
    double theta, bend, x, y;
} station;

static station rate(double gamma, double t, station s)
{
    double c = cs_cos(s.theta);
    return (station){.theta = s.bend, .bend = -gamma * t * c, .x = c, .y = cs_sin(s.theta)};
}

static station ahead(station s, double h, station r)
{
    return (station){s.theta + h * r.theta, s.bend + h * r.bend, s.x + h * r.x, s.y + h * r.y};
}

/// From the free end to the clamp, by the classic scheme of order 4.
static station shoot(double gamma, double slope)
{
    station s = {.theta = slope};
    double h = 1.0 / STEPS;
    for (int i = 0; i < STEPS; i++) {
        double t = i * h;
        station a = rate(gamma, t, s);
        station b = rate(gamma, t + h / 2, ahead(s, h / 2, a));
        station c = rate(gamma, t + h / 2, ahead(s, h / 2, b));
        station d = rate(gamma, t + h, ahead(s, h, c));
        s = ahead(ahead(ahead(ahead(s, h / 6, a), h / 3, b), h / 3, c), h / 6, d);
    }
    return s;
}

cs_elastica cs_elastica_heavy(double gamma)
{
    double low = 0, high = CS_PI / 2;
    for (int i = 0; i < HALVINGS; i++) {
        double middle = (low + high) / 2;
        if (shoot(gamma, middle).theta > 0) {
            high = middle;
        } else {
            low = middle;
        }
    }
    station end = shoot(gamma, (low + high) / 2);
    return (cs_elastica){.x = end.x, .y = end.y, .slope = (low + high) / 2};
}
