// SPDX-License-Identifier: MIT
//
// The validation of turning: a stiff sheet that is curved at rest is spun about the axis of its bow and must go on as
// one rigid piece. If an angle at rest were kept in another frame than its hinge's own, the sheet would twist itself.
// The sheet is built here: a scene has no way to start with a spin.
#include "lab/lab.h"

#include "math/math.h"

#include <stdlib.h>

#define SIDE     9   // vertices along each side
#define RADIUS   0.3 // m, of the bow, a quarter of a circle
#define HEIGHT   0.4 // m
#define SPIN     2.0 // 1/s
#define VERTICES (SIDE * SIDE)
#define CELLS    (SIDE - 1)

/// The sheet, its uv being lengths along it, and where it is afterwards.
typedef struct bow {
    cs_vec3 start[VERTICES], x[VERTICES], v[VERTICES];
    double uv[VERTICES][2];
    cs_triangle triangles[2 * CELLS * CELLS];
} bow;

/// Vertex (row r, column c) has the index r SIDE + c; the axis of the bow is y, through its centre of mass.
static void make_bow(bow *b)
{
    // mean of the cosine over the quarter circle, by the vertices themselves: their masses are those of a closed strip
    double middle = 0;
    for (int c = 0; c < SIDE; c++) {
        double share = (c == 0 || c == CELLS ? 0.5 : 1.0) / CELLS;
        middle += share * cs_cos((c - CELLS / 2.0) / CELLS * CS_PI / 2);
    }
    for (int r = 0; r < SIDE; r++) {
        for (int c = 0; c < SIDE; c++) {
            double angle = (c - CELLS / 2.0) / CELLS * CS_PI / 2;
            int i = r * SIDE + c;
            b->start[i] = (cs_vec3){RADIUS * cs_sin(angle), HEIGHT * ((double)r / CELLS - 0.5),
                                    RADIUS * (cs_cos(angle) - middle)};
            b->uv[i][0] = RADIUS * angle;
            b->uv[i][1] = HEIGHT * r / CELLS;
            b->v[i] = cs_cross((cs_vec3){0, SPIN, 0}, b->start[i]);
        }
    }
    cs_triangle *t = b->triangles;
    for (int r = 0; r < CELLS; r++) {
        for (int c = 0; c < CELLS; c++) {
            int i = r * SIDE + c;
            *t++ = (cs_triangle){i, i + 1, i + SIDE};
            *t++ = (cs_triangle){i + SIDE + 1, i + SIDE, i + 1};
        }
    }
}

/// Spins it for one turn.
static cs_status spin(const cs_lab *lab, cs_solver solver, bow *b)
{
    cs_scene scene = cs_default_scene();
    cs_cloth cloth = cs_default_cloth();
    cs_phase phase = {.steps = 1};
    cloth.source = CS_CLOTH_MESH;
    cloth.mesh = (cs_cloth_mesh){.vertex_count = VERTICES,
                                 .positions = b->start,
                                 .uv = (const double(*)[2])b->uv,
                                 .triangle_count = 2 * CELLS * CELLS,
                                 .triangles = b->triangles};
    cloth.particle_mass = cloth.density = 0;
    cloth.pin_count = 0;
    cloth.material = CS_MATERIAL_FABRIC;
    cloth.fabric = (cs_fabric){
        .density = 0.2, .stretch = {5000, 5000}, .shear = 2000, .strain_limit = 1, .bend = {10, 10}, .bend_bias = 10};
    scene.cloth_count = 1;
    scene.cloths = &cloth;
    scene.simulation = (cs_simulation){.solver = solver,
                                       .dt = 0.002,
                                       .substeps = 1,
                                       .iterations = solver == CS_SOLVER_IMPLICIT ? 20 : 10,
                                       .correction = 1,
                                       .tolerance = 1e-9,
                                       .damping = 1,
                                       .phase_count = 1,
                                       .phases = &phase};
    cs_sim *sim;
    cs_status status = cs_sim_create(&scene, lab->compute, lab->log, &sim);
    if (status == CS_OK) {
        cs_sim_set_velocities(sim, b->v);
        int steps = (int)(2 * CS_PI / SPIN / scene.simulation.dt);
        for (int i = 0; i < steps && status == CS_OK; i++) {
            status = cs_sim_step(sim, lab->log);
        }
        cs_sim_positions(sim, b->x);
        cs_sim_destroy(sim);
    }
    return status;
}

/// The largest change of the distance of two vertices (m).
static double change_of_shape(const bow *b)
{
    double largest = 0;
    for (int i = 0; i < VERTICES; i++) {
        for (int j = 0; j < i; j++) {
            double change = fabs(cs_length(cs_sub(b->x[i], b->x[j])) - cs_length(cs_sub(b->start[i], b->start[j])));
            largest = change > largest ? change : largest;
        }
    }
    return largest;
}

/// The angle from the chord of the first row to that of the last, about the axis (rad).
static double twist(const bow *b)
{
    cs_vec3 first = cs_sub(b->x[CELLS], b->x[0]), last = cs_sub(b->x[VERTICES - 1], b->x[VERTICES - SIDE]);
    return cs_atan2(last.z * first.x - last.x * first.z, last.x * first.x + last.z * first.z);
}

/// The angle that the sheet has turned by, about the axis (rad, from -pi to pi).
static double turned(const bow *b)
{
    cs_vec3 chord = cs_sub(b->x[CELLS], b->x[0]);
    return cs_atan2(-chord.z, chord.x);
}

/// parameter[0]: 0 for the shape, 1 for the twist, 2 for the turn.
static cs_status measure_spin(const cs_lab *lab, const cs_physics_case *c, cs_physics_row *row)
{
    bow *b = calloc(1, sizeof(*b));
    if (!b) {
        return CS_INTERNAL;
    }
    make_bow(b);
    cs_status status = spin(lab, row->solver[0] == 'x' ? CS_SOLVER_XPBD : CS_SOLVER_IMPLICIT, b);
    row->got = c->parameter[0] == 0 ? change_of_shape(b) : c->parameter[0] == 1 ? twist(b) : turned(b);
    free(b);
    return status;
}

static const char *const stable[] = {"implicit", "xpbd", NULL};

extern const cs_physics_case cs_physics_spin_cases[];
const cs_physics_case cs_physics_spin_cases[] = {
    {.id = "spin/shape",
     .title = "a bowed sheet, 0.4 m high, spins for a turn: largest change of the distance of two points",
     .unit = "m",
     .source = "a rigid body",
     .solvers = stable,
     .measure = measure_spin,
     .parameter = {0},
     .gate = 1e-3,
     .absolute = true},
    {.id = "spin/twist",
     .title = "the same sheet: by what its upper edge is turned against the lower",
     .unit = "rad",
     .source = "a rigid body",
     .solvers = stable,
     .measure = measure_spin,
     .parameter = {1},
     .gate = 1e-4,
     .absolute = true},
    {.id = "spin/turn",
     .title = "the same sheet: by what it is ahead of one turn",
     .unit = "rad",
     .source = "a rigid body; backward steps take about 2 pi^2 w h, here 0.08 rad",
     .solvers = stable,
     .measure = measure_spin,
     .parameter = {2},
     .gate = 0.1,
     .absolute = true},
    {0},
};
