// SPDX-License-Identifier: MIT
//
// The same sheet in every kind under every solver.
#include "sim/solver_scenes.h"

#include "sim/sim_scenes.h"

#include <math.h>
#include <stdlib.h>

const cs_solver all_solvers[6] = {
    CS_SOLVER_VERLET, CS_SOLVER_EULER, CS_SOLVER_RK4, CS_SOLVER_IMPLICIT, CS_SOLVER_PBD, CS_SOLVER_XPBD,
};

const char *solver_name(cs_solver solver)
{
    static const char *const names[] = {"verlet", "euler", "rk4", "implicit", "pbd", "xpbd"};
    return names[solver];
}

const char *sheet_kind_name(sheet_kind kind)
{
    static const char *const names[] = {"springs", "fabric", "network"};
    return names[kind];
}

static void link_to(sheet *s, int a, int row, int column, int side, double stiffness, double damping)
{
    if (row >= side || column < 0 || column >= side) {
        return;
    }
    int b = row * side + column;
    cs_vec3 p = s->particles[a].position, q = s->particles[b].position;
    double dx = q.x - p.x, dy = q.y - p.y, dz = q.z - p.z;
    s->links[s->network.link_count++] = (cs_link){.a = a,
                                                  .b = b,
                                                  .stiffness = stiffness,
                                                  .compliance = 1 / stiffness,
                                                  .rest_length = sqrt(dx * dx + dy * dy + dz * dz),
                                                  .damping = damping * stiffness};
}

static void make_network(sheet *s, int side, double spacing, double damping)
{
    size_t count = (size_t)side * (size_t)side;
    s->particles = calloc(count, sizeof(*s->particles));
    s->links = calloc(4 * count, sizeof(*s->links));
    if (!s->particles || !s->links) {
        abort();
    }
    double start = -spacing * (side - 1) / 2;
    for (int r = 0; r < side; r++) {
        for (int c = 0; c < side; c++) {
            cs_vec3 x = {start + spacing * c, 0, start + spacing * r};
            s->particles[r * side + c] = (cs_particle){.position = x, .mass = 1};
        }
    }
    s->network = (cs_network){
        .name = "net", .particle_count = side * side, .particles = s->particles, .links = s->links, .radius = 0.01};
    for (int r = 0; r < side; r++) {
        for (int c = 0; c < side; c++) {
            link_to(s, r * side + c, r, c + 1, side, 800, damping);
            link_to(s, r * side + c, r + 1, c, side, 800, damping);
            link_to(s, r * side + c, r + 1, c + 1, side, 400, damping);
            link_to(s, r * side + c, r + 1, c - 1, side, 400, damping);
        }
    }
}

static void make_cloth(sheet *s, bool fabric, int side, double spacing, double damping)
{
    double length = spacing * (side - 1);
    s->cloth = (cs_cloth){.name = "cloth", .transform.scale = {1, 1, 1}, .pins = s->pins};
    s->cloth.grid = (cs_grid){.rows = side, .columns = side, .size = {length, length}, .u = {1, 0, 0}, .v = {0, 0, 1}};
    s->cloth.grid.origin = (cs_vec3){-length / 2, 0, -length / 2};
    if (fabric) {
        s->cloth.material = CS_MATERIAL_FABRIC;
        s->cloth.fabric = (cs_fabric){
            .density = 0.2,
            .stretch = {100, 100},
            .coupling = 20,
            .shear = 40,
            .strain_limit = 1,
            .bend = {1e-4, 1e-4},
            .bend_bias = 1e-4,
            .damping = damping,
        };
    } else {
        s->cloth.particle_mass = 1;
        s->cloth.springs = (cs_springs){800, 400, 200};
    }
}

void make_solver_sheet(sheet *s, sheet_kind kind, cs_solver solver, int side, double spacing, double damping)
{
    *s = (sheet){.scene = bare_scene(), .side = side};
    cs_simulation *simulation = &s->scene.simulation;
    simulation->solver = solver;
    simulation->iterations = solver == CS_SOLVER_IMPLICIT ? 20 : 10;
    simulation->correction = 0.9;
    simulation->tolerance = 1e-10;
    simulation->phase_count = 1;
    simulation->phases = &s->phase;
    s->phase = (cs_phase){.name = "phase", .steps = 1000};
    s->scene.colliders = s->colliders;
    if (kind == SHEET_NETWORK) {
        make_network(s, side, spacing, damping);
        s->scene.network_count = 1;
        s->scene.networks = &s->network;
    } else {
        make_cloth(s, kind == SHEET_FABRIC, side, spacing, damping);
        s->scene.cloth_count = 1;
        s->scene.cloths = &s->cloth;
    }
}

void pin_particle(sheet *s, int row, int column)
{
    if (s->scene.network_count > 0) {
        s->particles[row * s->side + column].pinned = true;
    } else {
        s->pins[s->cloth.pin_count++] = (cs_pin){.kind = CS_PIN_PARTICLE, .row = row, .column = column};
    }
}

void pin_row(sheet *s, int row)
{
    if (s->scene.network_count > 0) {
        for (int c = 0; c < s->side; c++) {
            pin_particle(s, row, c);
        }
    } else {
        s->pins[s->cloth.pin_count++] = (cs_pin){.kind = CS_PIN_ROW, .row = row};
    }
}

void free_sheet(sheet *s)
{
    free(s->particles);
    free(s->links);
}
