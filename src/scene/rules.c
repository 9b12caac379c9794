// SPDX-License-Identifier: MIT
//
// Rules between the keys of one section: grids that span a plane, pins in range, a view that exists.
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

// ---- pins ---------------------------------------------------------------------------

/// Makes an index that may count from the end one from 0.
static void resolve_index(cs_reader *reader, cs_node *node, const char *what, int count, int *index)
{
    int resolved = *index < 0 ? *index + count : *index;
    if (resolved < 0 || resolved >= count) {
        cs_reader_error(reader, node, NULL, "%s must be from %d to %d (there are %d %s), not %d",
                        cs_reader_path(reader, node), -count, count - 1, count, what, *index);
        return;
    }
    *index = resolved;
}

static void resolve_pin(cs_reader *reader, cs_node *node, const cs_grid *grid, cs_pin *pin)
{
    cs_node *particle = cs_node_find(node, "particle");
    switch (pin->kind) {
    case CS_PIN_ROW:
        resolve_index(reader, cs_node_find(node, "row"), "rows", grid->rows, &pin->row);
        break;
    case CS_PIN_COLUMN:
        resolve_index(reader, cs_node_find(node, "column"), "columns", grid->columns, &pin->column);
        break;
    case CS_PIN_PARTICLE:
        resolve_index(reader, particle->first, "rows", grid->rows, &pin->row);
        resolve_index(reader, particle->first->next, "columns", grid->columns, &pin->column);
        break;
    case CS_PIN_BOX:
    case CS_PIN_VERTEX:
    case CS_PIN_BALL:
        break;
    }
}

void cs_rules_cloth(cs_reader *reader, cs_node *object, void *value)
{
    cs_cloth *cloth = value;
    cs_node *pins = cs_node_find(object, "pins");
    if (!cs_node_find(object, "name")) {
        cloth->name = cs_arena_printf(reader->arena, "cloth%d", object->index + 1);
        reader->out_of_memory = reader->out_of_memory || !cloth->name;
    }
    if (!pins || pins->kind != CS_NODE_ARRAY || !cs_node_find(object, "grid") || !cs_node_sound(object, "grid")) {
        return;
    }
    for (cs_node *node = pins->first; node; node = node->next) {
        if (!node->bad) {
            // the array was made for this scene just before and is not shared yet
            resolve_pin(reader, node, &cloth->grid, (cs_pin *)&cloth->pins[node->index]);
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
