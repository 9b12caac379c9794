// SPDX-License-Identifier: MIT
//
// The same sheet in every material under every solver: what holds for all of them is tested with these.
#ifndef CS_TESTS_SIM_SOLVER_SCENES_H
#define CS_TESTS_SIM_SOLVER_SCENES_H

#include <clothsim/scene.h>
#include <clothsim/sim.h>

typedef enum sheet_kind {
    SHEET_SPRINGS, ///< a grid of springs
    SHEET_FABRIC,  ///< membrane and bending
    SHEET_NETWORK, ///< explicit links
    SHEET_COUNT,
} sheet_kind;

extern const cs_solver all_solvers[6];
#define SOLVER_COUNT 6
const char *solver_name(cs_solver solver);
const char *sheet_kind_name(sheet_kind kind);

#define MOST_SIDE 64

/// The arrays of a scene with one sheet; `scene` points into the rest, so it must not be copied.
typedef struct sheet {
    cs_scene scene;
    cs_phase phase;
    cs_cloth cloth;
    cs_pin pins[4];
    cs_network network;
    cs_particle *particles;
    cs_link *links;
    cs_collider colliders[4];
    int side;
} sheet;

/// side x side particles in the plane y = 0 around the origin, `spacing` m apart, row by row along z, with nothing
/// outside that acts on it: no gravity, no pins, no colliders, no air (damping 1). Springs: 1 kg a particle,
/// 800/400/200 N/m. Fabric: 0.2 kg/m^2, 100 N/m, bending 1e-4 N m. The network has the particles of the springs, its
/// links along rows, columns and both diagonals 800 and 400 N/m. `damping` (s) inside fabric and network: viscous
/// stress per stress; grids of springs have none.
void make_solver_sheet(sheet *s, sheet_kind kind, cs_solver solver, int side, double spacing, double damping);
/// Pins a particle of a sheet of any material.
void pin_particle(sheet *s, int row, int column);
void pin_row(sheet *s, int row);
void free_sheet(sheet *s);

#endif
