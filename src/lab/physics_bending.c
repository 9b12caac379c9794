// SPDX-License-Identifier: MIT
//
// The validation of bending against the heavy elastica: a strip that is clamped level hangs as its weight and its
// bending rigidity say, whatever the mesh (Peirce 1930; Romero et al. 2021; the expected values are solved in
// elastica.c), and a strip that stands on its clamp buckles at the weight that Greenhill found in 1881.
#include "lab/elastica.h"
#include "lab/experiment.h"
#include "lab/specimen.h"

#include "math/math.h"

#include <stdio.h>
#include <string.h>

// The strip of scenes/physics/elastica.json.
#define LENGTH  0.2 ///< m, beyond the clamp
#define DENSITY 0.2 ///< kg/m^2
#define GRAVITY 9.81
#define STRETCH 1000 ///< N/m: under its own weight it stretches by less than half a thousandth
#define ACROSS  2    ///< edges across

/// Seed of the irregular strips.
#define STRIP_SEED 5

/// A strip is at rest when no particle moves faster than this on average (m/s): a thousandth of its length in 20 s.
#define REST_SPEED 1e-5

/// Parameters of a case.
enum {
    GAMMA, ///< q L^3 / D
    EDGES, ///< along the strip
    CUT,   ///< same, alternating or irregular triangles
};
enum {
    SAME,
    ALTERNATING,
    IRREGULAR,
};

/// A strip in simulation. The scene of the irregular one is a copy with a mesh in place of the grid.
typedef struct strip {
    cs_experiment e;
    cs_scene scene;
    cs_cloth cloth;
    cs_pin clamp;
    cs_specimen specimen;
    int edges;
} strip;

/// Lowest angular frequency of the strip, rad/s, roughly: a cantilever and a pendulum at once.
static double frequency(double gamma)
{
    return sqrt(GRAVITY / LENGTH * (12.4 / gamma + 1.45));
}

/// How each solver gets to rest soon: with air damping that stops the slowest swing in one go, which changes no rest
/// shape. XPBD takes substeps as small as its stiffest hinge or link wants, backward Euler ones that Newton's method
/// can follow.
typedef struct pace {
    double dt, damping; ///< s, part of the velocity kept over dt
    int substeps, most; ///< most: steps after which it must be at rest
} pace;

/// A substep of XPBD may turn the fastest swing of a mesh by this angle (rad): more bends too easily, less takes
/// longer. A strip that hardly bends feels it most.
#define XPBD_ANGLE       0.5
#define XPBD_STIFF_ANGLE 0.3
#define STIFF_GAMMA      9

#define IMPLICIT_SUBSTEPS 4

static pace pace_of(const char *solver, double gamma, int edges)
{
    double omega = frequency(gamma), edge = LENGTH / edges, dt = 1 / omega;
    pace p = {.dt = dt, .damping = cs_exp(-2), .substeps = IMPLICIT_SUBSTEPS, .most = 100};
    if (strcmp(solver, "xpbd") == 0) {
        double rigidity = DENSITY * GRAVITY * LENGTH * LENGTH * LENGTH / gamma;
        double hinge = 4 / (edge * edge) * sqrt(rigidity / DENSITY), link = 2 / edge * sqrt(STRETCH / DENSITY);
        double angle = gamma < STIFF_GAMMA ? XPBD_STIFF_ANGLE : XPBD_ANGLE;
        p.substeps = (int)cs_floor(dt * fmax(hinge, link) / angle) + 1;
    }
    return p;
}

/// Puts an irregular mesh in place of the grid.
static cs_status recut(strip *s, const cs_lab *lab)
{
    if (!cs_specimen_strip(LENGTH, s->edges, ACROSS, STRIP_SEED, &s->specimen)) {
        return CS_INTERNAL;
    }
    s->scene = *s->e.scene;
    s->cloth = s->e.scene->cloths[0];
    s->cloth.source = CS_CLOTH_MESH;
    s->cloth.mesh = s->specimen.mesh;
    s->clamp = (cs_pin){.kind = CS_PIN_BOX, .min = {-1, -1, -1}, .max = {LENGTH / s->edges / 8, 1, 1}};
    s->cloth.pins = &s->clamp;
    s->cloth.pin_count = 1;
    s->scene.cloths = &s->cloth;
    cs_sim_destroy(s->e.sim);
    s->e.sim = NULL;
    cs_status status = cs_sim_create(&s->scene, lab->compute, lab->log, &s->e.sim);
    return status == CS_OK ? cs_experiment_run(&s->e, 0) : status;
}

static cs_status clamp(strip *s, const cs_lab *lab, const cs_physics_case *c, const char *solver)
{
    double gamma = c->parameter[GAMMA];
    *s = (strip){.edges = (int)c->parameter[EDGES]};
    double edge = LENGTH / s->edges, rigidity = DENSITY * GRAVITY * LENGTH * LENGTH * LENGTH / gamma;
    pace p = pace_of(solver, gamma, s->edges);
    char grid[4][80], bend[2][80], time[3][80];
    (void)snprintf(grid[0], sizeof(grid[0]), "cloths[0].grid.columns=%d", s->edges + 2);
    (void)snprintf(grid[1], sizeof(grid[1]), "cloths[0].grid.size=[%.17g, %.17g]", LENGTH + edge, ACROSS * edge);
    (void)snprintf(grid[2], sizeof(grid[2]), "cloths[0].grid.rows=%d", ACROSS + 1);
    (void)snprintf(grid[3], sizeof(grid[3]), "cloths[0].grid.diagonals=%s",
                   c->parameter[CUT] == ALTERNATING ? "alternating" : "same");
    (void)snprintf(bend[0], sizeof(bend[0]), "cloths[0].fabric.bend=[%.17g, %.17g]", rigidity, rigidity);
    (void)snprintf(bend[1], sizeof(bend[1]), "cloths[0].fabric.bend_bias=%.17g", rigidity);
    (void)snprintf(time[0], sizeof(time[0]), "simulation.dt=%.17g", p.dt);
    (void)snprintf(time[1], sizeof(time[1]), "simulation.substeps=%d", p.substeps);
    (void)snprintf(time[2], sizeof(time[2]), "simulation.damping=%.17g", p.damping);
    const char *sets[] = {grid[0], grid[1], grid[2], grid[3], bend[0], bend[1], time[0], time[1], time[2], NULL};
    cs_status status = cs_experiment_open(&s->e, lab, c, solver, sets);
    return status == CS_OK && c->parameter[CUT] == IRREGULAR ? recut(s, lab) : status;
}

static void close(strip *s)
{
    cs_experiment_close(&s->e);
    cs_specimen_free(&s->specimen);
}

/// Steps until nothing moves. CS_MISMATCH: it still does after `most` steps.
static cs_status rest(strip *s, int most)
{
    for (int i = 0; i < most; i++) {
        cs_status status = cs_experiment_run(&s->e, 1);
        if (status != CS_OK) {
            return status;
        }
        if (i > 2 && cs_experiment_rms_speed(&s->e) < REST_SPEED) {
            return CS_OK;
        }
    }
    return CS_MISMATCH;
}

/// From the middle of the clamp's edge to the middle of the free end.
static cs_vec3 chord(const strip *s)
{
    int columns = s->edges + 2;
    cs_vec3 sum = {0, 0, 0};
    for (int r = 0; r <= ACROSS; r++) {
        sum = cs_add(sum, cs_sub(s->e.x[r * columns + columns - 1], s->e.x[r * columns + 1]));
    }
    return cs_scale(sum, 1.0 / (ACROSS + 1));
}

/// Lets the strip of a case hang and gives its chord.
static cs_status hang(const cs_lab *lab, const cs_physics_case *c, const char *solver, cs_vec3 *hung)
{
    strip s;
    cs_status status = clamp(&s, lab, c, solver);
    if (status == CS_OK) {
        status = rest(&s, pace_of(solver, c->parameter[GAMMA], s.edges).most);
        *hung = chord(&s);
    }
    close(&s);
    return status;
}

/// How far the free end hangs below the clamp, by how far it is from it.
static cs_status measure_slenderness(const cs_lab *lab, const cs_physics_case *c, cs_physics_row *row)
{
    cs_elastica exact = cs_elastica_heavy(c->parameter[GAMMA]);
    row->expected = exact.y / exact.x;
    cs_vec3 hung = {0, 0, 0};
    cs_status status = hang(lab, c, row->solver, &hung);
    if (status == CS_OK || status == CS_MISMATCH) {
        row->got = -hung.y / hung.x;
    }
    return status;
}

static cs_status measure_chord(const cs_lab *lab, const cs_physics_case *c, cs_physics_row *row)
{
    cs_vec3 hung = {0, 0, 0};
    cs_status status = hang(lab, c, row->solver, &hung);
    if (status == CS_OK || status == CS_MISMATCH) {
        row->got = cs_atan2(-hung.y, hung.x) * 180 / CS_PI;
    }
    return status;
}

/// The chord of a strip of springs, when it has come to rest.
static cs_status measure_springs(const cs_lab *lab, const cs_physics_case *c, cs_physics_row *row)
{
    strip s = {.edges = (int)c->parameter[EDGES]};
    row->expected = cs_elastica_heavy(c->parameter[GAMMA]).y / cs_elastica_heavy(c->parameter[GAMMA]).x;
    cs_status status = cs_experiment_open(&s.e, lab, c, row->solver, NULL);
    if (status == CS_OK) {
        status = cs_experiment_run(&s.e, (int)cs_scene_total_steps(s.e.scene));
        row->got = -chord(&s).y / chord(&s).x;
    }
    close(&s);
    return status;
}

// ---- a strip that stands on its clamp -----------------------------------------------------------

/// Gravity runs along the strip towards the clamp, and this part of it across, which a perfect column never has.
#define LEAN 1e-4

/// It may take so many steps to rest near the critical weight, where its swings are slow, and has fallen when it leans
/// by this part of its length: a hundred times what it leans below.
#define STAND_STEPS 400
#define FALLEN      0.1

/// Aside, in lengths of the strip, that it leans at rest under a weight of `gamma`.
static cs_status stand(const cs_lab *lab, const cs_physics_case *c, const char *solver, double gamma, double *aside)
{
    strip s;
    cs_physics_case standing = *c;
    char gravity[80];
    (void)snprintf(gravity, sizeof(gravity), "simulation.gravity=[%.17g, %.17g, 0]", -GRAVITY, -LEAN * GRAVITY);
    const char *const sets[] = {gravity, NULL};
    standing.sets = sets;
    standing.parameter[GAMMA] = gamma;
    cs_status status = clamp(&s, lab, &standing, solver);
    if (status == CS_OK) {
        status = rest(&s, STAND_STEPS);
        *aside = -chord(&s).y / LENGTH;
    }
    close(&s);
    return status;
}

/// Southwell 1932: load over deflection falls with the load in a straight line and is zero where the strip buckles.
/// Two weights below give the line; a twentieth above the weight that comes out, the strip must fall.
static cs_status measure_buckling(const cs_lab *lab, const cs_physics_case *c, cs_physics_row *row)
{
    const double gamma[2] = {7.0, 7.5};
    double aside = 0, line[2];
    for (int i = 0; i < 2; i++) {
        cs_status status = stand(lab, c, row->solver, gamma[i], &aside);
        if (status != CS_OK) {
            return status;
        }
        line[i] = gamma[i] / aside;
    }
    row->got = gamma[0] + (gamma[1] - gamma[0]) * line[0] / (line[0] - line[1]);
    cs_status status = stand(lab, c, row->solver, 1.05 * row->got, &aside);
    if (status != CS_OK && status != CS_MISMATCH) {
        return status;
    }
    return aside > FALLEN ? CS_OK : CS_MISMATCH;
}

// ---- the table ----------------------------------------------------------------------------

static const char *const both[] = {"implicit", "xpbd", NULL};
static const char *const implicit[] = {"implicit", NULL};
static const char *const springs[] = {"verlet", NULL};

#define PEIRCE "Peirce 1930; Romero et al. 2021; D theta'' = -q (L - s) cos theta"

#define STRIP(name, gamma, edges, cut, who, limit)                                                                     \
    .id = name "/gamma-" #gamma, .title = "a strip clamped level hangs: H/W", .source = PEIRCE, .scene = "elastica",   \
    .solvers = (who), .measure = measure_slenderness, .parameter = {gamma, edges, cut}, .gate = (limit)
#define GENTLE(name, edges, cut)                                                                                       \
    {STRIP(name, 0.1, edges, cut, both, 0.02)}, {STRIP(name, 1, edges, cut, both, 0.02)},                              \
        {STRIP(name, 3, edges, cut, both, 0.02)}, {STRIP(name, 5, edges, cut, both, 0.02)},                            \
        {STRIP(name, 8, edges, cut, both, 0.02)}, {STRIP(name, 10, edges, cut, both, 0.02)},                           \
    {                                                                                                                  \
        STRIP(name, 20, edges, cut, both, 0.02)                                                                        \
    }
/// All weights on one mesh; `steep` is the gate where half a radian may turn at an edge.
#define STRIPS(name, edges, cut, steep)                                                                                \
    GENTLE(name, edges, cut), {STRIP(name, 50, edges, cut, both, 0.02)},                                               \
    {                                                                                                                  \
        STRIP(name, 100, edges, cut, both, steep)                                                                      \
    }
#define BEYOND "reported: the gate of irregular meshes ends at gamma 20"

extern const cs_physics_case cs_physics_bending_cases[];
const cs_physics_case cs_physics_bending_cases[] = {
    STRIPS("elastica/16-same", 16, SAME, 0.03),
    STRIPS("elastica/16-alternating", 16, ALTERNATING, 0.03),
    STRIPS("elastica/32-same", 32, SAME, 0.02),
    STRIPS("elastica/32-alternating", 32, ALTERNATING, 0.02),
    STRIPS("elastica/64-same", 64, SAME, 0.02),
    STRIPS("elastica/64-alternating", 64, ALTERNATING, 0.02),
    GENTLE("elastica/32-irregular", 32, IRREGULAR),
    {STRIP("elastica/32-irregular", 50, 32, IRREGULAR, both, 0.02), .cannot = true, .note = BEYOND},
    {STRIP("elastica/32-irregular", 100, 32, IRREGULAR, both, 0.02), .cannot = true, .note = BEYOND},
    {STRIP("elastica/64-irregular", 1, 64, IRREGULAR, implicit, 0.02)},
    {STRIP("elastica/64-irregular", 10, 64, IRREGULAR, implicit, 0.02)},
    {STRIP("elastica/64-irregular", 20, 64, IRREGULAR, implicit, 0.02)},
    {STRIP("elastica/64-irregular", 100, 64, IRREGULAR, implicit, 0.02), .cannot = true, .note = BEYOND},
    {.id = "elastica/chord",
     .title = "the chord of a strip of two bending lengths, below the level",
     .unit = "degrees",
     .source = "Peirce 1930",
     .scene = "elastica",
     .solvers = both,
     .measure = measure_chord,
     .parameter = {8, 32, SAME},
     .expected = 41.49,
     .gate = 0.5,
     .absolute = true},
    {.id = "elastica/springs",
     .title = "a strip of springs clamped level hangs: H/W",
     .source = PEIRCE,
     .scene = "elastica_springs",
     .solvers = springs,
     .measure = measure_springs,
     .parameter = {10, 32, SAME},
     .cannot = true,
     .note = "springs two apart have no rigidity when flat (moment k h^5 curvature^3 / 8): no spring cloth meets this"},
    {.id = "standing-strip",
     .title = "q L^3/D at which a strip that stands on its clamp buckles",
     .source = "Greenhill 1881: 7.83735",
     .scene = "elastica",
     .solvers = implicit,
     .measure = measure_buckling,
     .parameter = {7, 32, SAME},
     .expected = 7.83735,
     .gate = 0.02},
    {0},
};
