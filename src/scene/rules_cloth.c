// SPDX-License-Identifier: MIT
//
// Rules within a cloth: pins in range, values that come from the preset of a fabric and what they may be together,
// what has no place beside a fabric.
#include "math/math.h"
#include "scene/reader.h"
#include "scene/rules.h"

#include <string.h>

/// Where the tethers of a cloth without a fabric begin to pull.
#define SLACK_WITHOUT_FABRIC 0.05

// ---- pins ---------------------------------------------------------------------------

void cs_rules_index(cs_reader *reader, cs_node *node, const char *what, int count, int *index)
{
    int64_t resolved = *index < 0 ? (int64_t)*index + count : *index;
    if (resolved < 0 || resolved >= count) {
        cs_reader_error(reader, node, NULL, "%s must be from %d to %d (there are %d %s), not %d",
                        cs_reader_path(reader, node), -count, count - 1, count, what, *index);
        return;
    }
    *index = (int)resolved;
}

static void resolve_pin_of_grid(cs_reader *reader, cs_node *node, const cs_grid *grid, cs_pin *pin)
{
    cs_node *particle = cs_node_find(node, "particle");
    switch (pin->kind) {
    case CS_PIN_ROW:
        cs_rules_index(reader, cs_node_find(node, "row"), "rows", grid->rows, &pin->row);
        break;
    case CS_PIN_COLUMN:
        cs_rules_index(reader, cs_node_find(node, "column"), "columns", grid->columns, &pin->column);
        break;
    case CS_PIN_PARTICLE:
        cs_rules_index(reader, particle->first, "rows", grid->rows, &pin->row);
        cs_rules_index(reader, particle->first->next, "columns", grid->columns, &pin->column);
        break;
    case CS_PIN_VERTEX:
        cs_reader_key_error(reader, cs_node_find(node, "vertex"),
                            "pins of a grid are row, column, particle, box or ball",
                            "%s is a pin for a mesh, but the cloth is a grid", cs_reader_path(reader, node));
        break;
    case CS_PIN_BOX:
    case CS_PIN_BALL:
        break;
    }
}

static void resolve_pin_of_mesh(cs_reader *reader, cs_node *node, const cs_cloth_mesh *mesh, cs_pin *pin)
{
    static const char *const keys[] = {"row", "column", "particle", NULL};
    switch (pin->kind) {
    case CS_PIN_VERTEX:
        cs_rules_index(reader, cs_node_find(node, "vertex"), "vertices", mesh->vertex_count, &pin->vertex);
        break;
    case CS_PIN_ROW:
    case CS_PIN_COLUMN:
    case CS_PIN_PARTICLE:
        cs_reader_key_error(reader, cs_reader_member(node, keys), "pins of a mesh are vertex, box or ball",
                            "%s is a pin for a grid, but the cloth is a mesh", cs_reader_path(reader, node));
        break;
    case CS_PIN_BOX:
    case CS_PIN_BALL:
        break;
    }
}

static void resolve_pins(cs_reader *reader, cs_node *object, const cs_cloth *cloth)
{
    const char *source = cloth->source == CS_CLOTH_MESH ? "mesh" : "grid";
    cs_node *pins = cs_node_find(object, "pins");
    if (!pins || pins->kind != CS_NODE_ARRAY || !cloth->pins || !cs_node_find(object, source) ||
        !cs_node_sound(object, source)) {
        return;
    }
    for (cs_node *node = pins->first; node; node = node->next) {
        // the array was made for this scene just before and is not shared yet
        cs_pin *pin = (cs_pin *)&cloth->pins[node->index];
        if (node->bad) {
            continue;
        }
        if (cloth->source == CS_CLOTH_MESH) {
            resolve_pin_of_mesh(reader, node, &cloth->mesh, pin);
        } else {
            resolve_pin_of_grid(reader, node, &cloth->grid, pin);
        }
    }
}

// ---- fabrics ---------------------------------------------------------------------------

/// Takes a number or a pair over from the preset, unless it is given.
#define TAKE(object, fabric, preset, key)                                                                              \
    do {                                                                                                               \
        if (!cs_node_find(object, #key)) {                                                                             \
            memcpy(&(fabric)->key, &(preset)->key, sizeof(fabric)->key);                                               \
        }                                                                                                              \
    } while (0)

static double geometric_mean(const double pair[2])
{
    return sqrt(pair[0]) * sqrt(pair[1]);
}

static void fill_in(cs_node *object, cs_fabric *fabric)
{
    int count;
    const cs_fabric *preset = &cs_fabric_presets(&count)[fabric->preset].fabric;
    TAKE(object, fabric, preset, density);
    TAKE(object, fabric, preset, stretch);
    TAKE(object, fabric, preset, coupling);
    TAKE(object, fabric, preset, shear);
    TAKE(object, fabric, preset, stiffening);
    TAKE(object, fabric, preset, strain_limit);
    TAKE(object, fabric, preset, bend);
    TAKE(object, fabric, preset, bend_bias);
    TAKE(object, fabric, preset, friction);
    TAKE(object, fabric, preset, damping);
    // what belongs together stays together: the narrowing under tension, and a rigidity between the two others
    if (cs_node_find(object, "stretch") && !cs_node_find(object, "coupling")) {
        fabric->coupling = preset->coupling * (geometric_mean(fabric->stretch) / geometric_mean(preset->stretch));
    }
    if (cs_node_find(object, "bend") && !cs_node_find(object, "bend_bias")) {
        fabric->bend_bias = fabric->bend[0] / 2 + fabric->bend[1] / 2;
    }
}

void cs_rules_fabric(cs_reader *reader, cs_node *object, void *value)
{
    static const char *const both[] = {"coupling", "stretch", NULL}, *const bias[] = {"bend_bias", "bend", NULL};
    cs_fabric *fabric = value;
    fill_in(object, fabric);
    if (cs_node_sound(object, "stretch") && cs_node_sound(object, "coupling") &&
        !(fabs(fabric->coupling) < geometric_mean(fabric->stretch))) {
        cs_reader_error(reader, cs_reader_member(object, both), "a cloth with more coupling would give energy away",
                        "coupling of %s must be less than the root of warp times weft, %s, in size; it is %s",
                        cs_reader_path(reader, object), cs_number_text(reader->arena, geometric_mean(fabric->stretch)),
                        cs_number_text(reader->arena, fabric->coupling));
    }
    if (cs_node_sound(object, "bend") && cs_node_sound(object, "bend_bias") &&
        !(fabric->bend_bias > fabric->bend[0] / 4 + fabric->bend[1] / 4)) {
        cs_reader_warning(reader, cs_reader_member(object, bias), "warp and weft alone give that much",
                          "bend_bias of %s is at most a quarter of the sum of bend: it counts as a little more",
                          cs_reader_path(reader, object));
    }
}

/// The surface values that are not given are those of the preset.
static void take_look(cs_node *object, cs_cloth *cloth)
{
    int count;
    const cs_surface *look = &cs_fabric_presets(&count)[cloth->fabric.preset].surface;
    cs_node *given = cs_node_find(object, "surface");
    bool follows = cs_node_find(given, "front") != NULL; // the back follows it
    cs_surface *surface = &cloth->surface;
    if (!follows && !cs_node_find(given, "back")) {
        surface->back = look->back;
    }
    TAKE(given, surface, look, front);
    TAKE(given, surface, look, ambient);
    TAKE(given, surface, look, diffuse);
    TAKE(given, surface, look, specular);
    TAKE(given, surface, look, shininess);
    TAKE(given, surface, look, shading);
}

static void settle_fabric(cs_reader *reader, cs_node *object, cs_cloth *cloth)
{
    static const char *const keys[] = {"particle_mass", "density"};
    for (size_t i = 0; i < CS_COUNT(keys); i++) {
        cs_node *node = cs_node_find(object, keys[i]);
        if (node) {
            cs_reader_key_error(reader, node, "leave it out, or give the density of the fabric: fabric.density",
                                "the mass of %s comes from its fabric, not from %s", cs_reader_path(reader, object),
                                keys[i]);
        }
    }
    cloth->particle_mass = cloth->density = 0;
    take_look(object, cloth);
}

// ---- the whole ---------------------------------------------------------------------------

static void settle_long_range(cs_reader *reader, cs_node *object, cs_cloth *cloth)
{
    cs_node *node = cs_node_find(object, "long_range");
    if (!cs_node_find(node, "slack")) {
        cloth->long_range.slack =
            cloth->material == CS_MATERIAL_FABRIC ? cloth->fabric.strain_limit : SLACK_WITHOUT_FABRIC;
    }
    cs_node *links = cs_node_find(node, "links"), *tethers = cs_node_find(node, "tethers");
    if (links && cloth->long_range.links && cloth->source == CS_CLOTH_MESH) {
        cs_reader_key_error(reader, links, "a mesh has no rows and columns; it can have tethers",
                            "%s is for grids, but the cloth is a mesh", cs_reader_path(reader, links));
    }
    const cs_node *pins = cs_node_find(object, "pins");
    bool loose = !pins || (pins->kind == CS_NODE_ARRAY && pins->count == 0);
    if (tethers && cloth->long_range.tethers && loose) {
        cs_reader_warning(reader, tethers, NULL, "tethers hold on to pins, and %s has none: %s has no effect",
                          cs_reader_path(reader, object), cs_reader_path(reader, tethers));
    }
}

void cs_rules_cloth(cs_reader *reader, cs_node *object, void *value)
{
    cs_cloth *cloth = value;
    if (!cs_node_find(object, "name")) {
        cloth->name = cs_arena_printf(reader->arena, "cloth%d", object->index + 1);
        reader->out_of_memory = reader->out_of_memory || !cloth->name;
    }
    if (cloth->material == CS_MATERIAL_FABRIC) {
        settle_fabric(reader, object, cloth);
    }
    settle_long_range(reader, object, cloth);
    resolve_pins(reader, object, cloth);
}
