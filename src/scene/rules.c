// SPDX-License-Identifier: MIT
//
// Rules between the keys of one section: grids that span a plane, defaults that follow the solver, a view that exists.
#include "scene/rules.h"
#include "math/math.h"
#include "scene/reader.h"

// Two directions count as parallel when the sine of their angle is at most this. Smaller lets cloth of almost no
// area and views of almost no width through, larger refuses real ones.
#define PARALLEL_SINE 1e-6

static bool is_zero(cs_vec3 a)
{
    return !(cs_length(a) > 0);
}

static double larger(double a, double b)
{
    return a > b ? a : b;
}

/// Divided by its largest component, so that squares neither overflow nor vanish.
static cs_vec3 rescaled(cs_vec3 a)
{
    double largest = larger(fabs(a.x), larger(fabs(a.y), fabs(a.z)));
    return largest > 0 ? cs_vec3_make(a.x / largest, a.y / largest, a.z / largest) : a;
}

static bool parallel(cs_vec3 a, cs_vec3 b)
{
    cs_vec3 p = rescaled(a), q = rescaled(b);
    return !(cs_length(cs_cross(p, q)) > PARALLEL_SINE * cs_length(p) * cs_length(q));
}

/// Refuses a direction without length.
static bool expect_direction(cs_reader *reader, cs_node *object, const char *key, cs_vec3 value)
{
    cs_node *node = cs_node_find(object, key);
    if (!node || node->bad) {
        return !node;
    }
    if (is_zero(rescaled(value))) {
        cs_reader_error(reader, node, NULL, "%s has no direction", cs_reader_path(reader, node));
        return false;
    }
    return true;
}

void cs_rules_grid(cs_reader *reader, cs_node *object, void *value)
{
    static const char *const keys[] = {"v", "u", NULL};
    const cs_grid *grid = value;
    bool u = expect_direction(reader, object, "u", grid->u);
    bool v = expect_direction(reader, object, "v", grid->v);
    if (u && v && parallel(grid->u, grid->v)) {
        cs_reader_error(reader, cs_reader_member(object, keys), NULL,
                        "u and v of %s are parallel: the cloth has no area", cs_reader_path(reader, object));
    }
}

void cs_rules_box(cs_reader *reader, cs_node *object, void *value)
{
    const cs_pin *pin = value;
    cs_node *max = cs_node_find(object, "max");
    if (max && !max->bad && cs_node_sound(object, "min") &&
        (pin->min.x > pin->max.x || pin->min.y > pin->max.y || pin->min.z > pin->max.z)) {
        cs_reader_error(reader, max, NULL, "%s must be at least min in every component", cs_reader_path(reader, max));
    }
}

void cs_rules_surface(cs_reader *reader, cs_node *object, void *value)
{
    cs_surface *surface = value;
    (void)reader;
    if (cs_node_find(object, "front") && !cs_node_find(object, "back")) {
        surface->back = cs_scale(surface->front, CS_BACK_OF_FRONT);
    }
}

// ---- simulation ---------------------------------------------------------------------

/// Defaults that follow from the solver.
static void follow_solver(cs_node *object, cs_simulation *simulation)
{
    bool verlet = simulation->solver == CS_SOLVER_VERLET, xpbd = simulation->solver == CS_SOLVER_XPBD;
    if (!cs_node_find(object, "damping")) {
        simulation->damping = verlet ? 0.99 : 1;
    }
    if (!cs_node_find(object, "substeps")) {
        simulation->substeps = xpbd ? 10 : 1;
    }
    if (!cs_node_find(object, "iterations")) {
        bool pbd = simulation->solver == CS_SOLVER_PBD, implicit = simulation->solver == CS_SOLVER_IMPLICIT;
        simulation->iterations = pbd ? 10 : implicit ? 20 : 1;
    }
}

void cs_rules_simulation(cs_reader *reader, cs_node *object, void *value)
{
    static const char *const keys[] = {"iterations", "correction", "tolerance"};
    cs_simulation *simulation = value;
    if (!cs_node_sound(object, "solver")) {
        return;
    }
    follow_solver(object, simulation);
    for (size_t i = 0; i < CS_COUNT(keys); i++) {
        cs_node *node = cs_node_find(object, keys[i]);
        if (node && !node->bad && !cs_section_find(&cs_simulation_section, keys[i])->written(simulation)) {
            cs_reader_warning(reader, node, NULL, "%s has no effect with the solver \"%s\"",
                              cs_reader_path(reader, node), cs_solver_words[simulation->solver]);
        }
    }
}

// ---- camera and lights ------------------------------------------------------------------

void cs_rules_camera(cs_reader *reader, cs_node *object, void *value)
{
    static const char *const points[] = {"target", "eye", NULL};
    static const char *const directions[] = {"up", "target", "eye", NULL};
    const cs_camera *camera = value;
    if (!cs_node_sound(object, "eye") || !cs_node_sound(object, "target")) {
        return;
    }
    cs_vec3 view = cs_sub(camera->target, camera->eye);
    bool up = expect_direction(reader, object, "up", camera->up);
    if (is_zero(rescaled(view))) {
        cs_reader_error(reader, cs_reader_member(object, points), NULL, "eye and target of %s are the same point",
                        cs_reader_path(reader, object));
    } else if (up && parallel(view, camera->up)) {
        cs_reader_error(reader, cs_reader_member(object, directions), "choose another up, such as [0, 0, 1]",
                        "up of %s lies along the view from eye to target", cs_reader_path(reader, object));
    }
}

void cs_rules_light(cs_reader *reader, cs_node *object, void *value)
{
    const cs_light *light = value;
    if (light->kind == CS_LIGHT_DIRECTIONAL) {
        expect_direction(reader, object, "direction", light->direction);
    }
}
