// SPDX-License-Identifier: MIT
//
// The validation of the catenary: a chain of twenty links and length 1 m between two supports at one height. Its sag is
// compared with that of the very chain of rigid links, the pull at its supports with that of the smooth curve.
#include "lab/experiment.h"

#include "math/math.h"

#define GRAVITY 9.81
#define LINKS   20

/// Starts as a V between the supports, which the scene puts at the ends.
static void hang(cs_experiment *e, double length)
{
    double span = cs_experiment_distance(e, 0, LINKS);
    double depth = sqrt(length * length - span * span) / 2;
    for (int i = 1; i < LINKS; i++) {
        double s = (double)i / LINKS;
        e->x[i] = (cs_vec3){e->x[0].x + span * s, e->x[0].y - depth * (1 - fabs(2 * s - 1)), 0};
    }
    cs_experiment_place(e);
}

/// What the support carries over the weight of a chain as long as the span: the pull of the first link and the weight
/// of its half that rests on the support.
static double support_force(const cs_experiment *e, double span, double length)
{
    const cs_link *link = &e->scene->networks[0].links[0];
    cs_vec3 d = cs_sub(e->x[1], e->x[0]);
    double extent = cs_length(d), weight = e->mass[1] * GRAVITY;
    double pull = link->stiffness * (extent - link->rest_length);
    double level = pull * d.x / extent, down = pull * -d.y / extent + weight / 2;
    return sqrt(level * level + down * down) / (weight * LINKS / length * span);
}

/// parameter[0]: steps until it rests. parameter[1]: 0 for the sag, 1 for the largest tension, over span and w span.
static cs_status measure_catenary(const cs_lab *lab, const cs_physics_case *c, cs_physics_row *row)
{
    cs_experiment e;
    cs_status status = cs_experiment_open(&e, lab, c, row->solver, NULL);
    if (status == CS_OK) {
        double length = LINKS * e.scene->networks[0].links[0].rest_length, span = cs_experiment_distance(&e, 0, LINKS);
        hang(&e, length);
        status = cs_experiment_run(&e, (int)c->parameter[0]);
        row->got = c->parameter[1] == 0 ? (e.x[0].y - e.x[LINKS / 2].y) / span : support_force(&e, span, length);
    }
    cs_experiment_close(&e);
    return status;
}

static const char *const forward[] = {"verlet", "rk4", NULL};
static const char *const only_implicit[] = {"implicit", NULL};
static const char *const rigid[] = {"pbd", "xpbd", NULL};
static const char *const only_pbd[] = {"pbd", NULL};
static const char *const only_xpbd[] = {"xpbd", NULL};

// Where the second support stands for L/d = 1.1, 1.2, 1.5, 2; and the steps of each solver until the chain rests.
#define SPAN_1_1 "networks[0].particles[20].position=[0.90909090909090906,0,0]"
#define SPAN_1_2 "networks[0].particles[20].position=[0.83333333333333337,0,0]"
#define SPAN_1_5 "networks[0].particles[20].position=[0.66666666666666663,0,0]"
#define SPAN_2   "networks[0].particles[20].position=[0.5,0,0]"
#define FORWARD  "simulation.damping=0.999"
#define BACKWARD "simulation.dt=0.01", "simulation.damping=0.9", "simulation.tolerance=1e-10"
#define RIGID    "simulation.dt=0.0005", "simulation.damping=0.995", "simulation.substeps=1", "simulation.iterations=60"
#define SETS(name, span)                                                                                               \
    static const char *const forward_##name[] = {span, FORWARD, NULL};                                                 \
    static const char *const backward_##name[] = {span, BACKWARD, NULL};                                               \
    static const char *const rigid_##name[] = {span, RIGID, NULL}
SETS(1_1, SPAN_1_1);
SETS(1_2, SPAN_1_2);
SETS(1_5, SPAN_1_5);
SETS(2, SPAN_2);

#define ROW(ratio, what, title_text, index, source_text, value, who, overrides, steps)                                 \
    {                                                                                                                  \
        .id = "catenary/" ratio "/" what, .title = title_text ", L/d = " ratio, .source = (source_text),               \
        .scene = "catenary", .solvers = (who), .sets = (overrides), .measure = measure_catenary,                       \
        .parameter = {steps, index}, .expected = (value), .gate = 5e-3                                                 \
    }
#define SAG_ROW(ratio, value, who, overrides, steps)                                                                   \
    ROW(ratio, "sag", "sag of a chain over its span", 0, "20 rigid links, solved exactly", value, who, overrides, steps)
#define TENSION_ROW(ratio, value, who, overrides, steps)                                                               \
    ROW(ratio, "tension", "pull at the supports of a chain", 1, "catenary, T_max/(w d)", value, who, overrides, steps)
#define SAG(ratio, name, value)                                                                                        \
    SAG_ROW(ratio, value, forward, forward_##name, 60000), SAG_ROW(ratio, value, only_implicit, backward_##name, 600), \
        SAG_ROW(ratio, value, rigid, rigid_##name, 12000)
#define TENSION(ratio, name, value)                                                                                    \
    TENSION_ROW(ratio, value, forward, forward_##name, 60000),                                                         \
        TENSION_ROW(ratio, value, only_implicit, backward_##name, 600),                                                \
        TENSION_ROW(ratio, value, only_xpbd, rigid_##name, 12000)

extern const cs_physics_case cs_physics_catenary_cases[];
const cs_physics_case cs_physics_catenary_cases[] = {
    SAG("1.1", 1_1, 0.200549),
    TENSION("1.1", 1_1, 0.855265),
    SAG("1.2", 1_2, 0.292721),
    TENSION("1.2", 1_2, 0.761885),
    SAG("1.5", 1_5, 0.503447),
    TENSION("1.5", 1_5, 0.810870),
    SAG("2", 2, 0.798273),
    TENSION("2", 2, 1.026029),
    {.id = "catenary/1.5/tension",
     .title = "pull at the supports of a chain, L/d = 1.5",
     .source = "catenary, T_max/(w d)",
     .scene = "catenary",
     .solvers = only_pbd,
     .sets = rigid_1_5,
     .measure = measure_catenary,
     .parameter = {12000, 1},
     .expected = 0.810870,
     .gate = 5e-3,
     .cannot = true,
     .note = "links that keep their length show no tension"},
    {0},
};
