// SPDX-License-Identifier: MIT
//
// Scenes built in memory for the tests of the simulation.
#ifndef CS_TESTS_SIM_SCENES_H
#define CS_TESTS_SIM_SCENES_H

#include <clothsim/scene.h>
#include <clothsim/sim.h>

/// The arrays of a scene with one cloth; `scene` points into the rest, so it must not be copied.
typedef struct one_cloth {
    cs_scene scene;
    cs_phase phases[3];
    cs_cloth cloth;
    cs_pin pins[4];
    cs_collider colliders[4];
} one_cloth;

/// A scene without gravity, forces, colliders or damping around the given arrays.
cs_scene bare_scene(void);
/// rows x columns particles, 0.1 m apart in the plane y = 0, mass 1 kg, springs 800/400/200, no pins, no colliders, no
/// gravity, damping 1, one phase without wind.
void make_sheet(one_cloth *s, int rows, int columns, double dt);
/// The scene of scenes/classic.json, as far as the simulation goes.
void make_classic(one_cloth *s);

#endif
