// SPDX-License-Identifier: MIT
//
// Rules about a scene as a whole: names that tell cloths apart, sizes against the memory limit, and keys
// that have no effect together.
#include "scene/reader.h"
#include "scene/rules.h"
#include "scene/suggest.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// What a run may hold at most for each particle and pixel; the tests of the simulation and the renderer hold them to
// it. The check is made before anything of that size is allocated. The simulation fills the rows of a grid up to whole
// vectors of ROW_PARTICLES, so those count.
#define PARTICLE_BYTES 400.0
#define PIXEL_BYTES    24.0
#define ROW_PARTICLES  8

// Springs and triangles are counted in 32 bits; there are at most six of them a particle.
#define MAX_PARTICLES 268435456.0 // 2^28

// ---- names --------------------------------------------------------------------------------

typedef struct named {
    const char *name;
    cs_node *node;
} named;

static int compare_names(const void *a, const void *b)
{
    const named *p = a, *q = b;
    int order = strcmp(p->name, q->name);
    return order ? order : p->node->index - q->node->index;
}

static void check_names(cs_reader *reader, cs_node *cloths, const cs_scene *scene)
{
    named *names = cs_arena_alloc(reader->arena, (size_t)scene->cloth_count, sizeof *names);
    if (!names) {
        reader->out_of_memory = true;
        return;
    }
    size_t count = 0;
    for (cs_node *node = cloths->first; node; node = node->next) {
        if (node->kind == CS_NODE_OBJECT && cs_node_sound(node, "name")) {
            names[count++] = (named){scene->cloths[node->index].name, node};
        }
    }
    qsort(names, count, sizeof *names, compare_names);
    for (size_t i = 1; i < count; i++) {
        if (strcmp(names[i].name, names[i - 1].name) == 0) {
            static const char *const keys[] = {"name", NULL};
            cs_reader_error(reader, cs_reader_member(names[i].node, keys), "the statistics tell cloths apart by name",
                            "the name %s is that of cloths[%d] already", cs_quote(reader->arena, names[i].name),
                            names[i - 1].node->index);
        }
    }
}

// ---- sizes ---------------------------------------------------------------------------------

/// "4 GiB", "346.9 EiB"
static const char *size_text(cs_arena *arena, double bytes)
{
    static const char *const units[] = {"bytes", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
    size_t unit = 0;
    while (bytes >= 1024 && unit + 1 < CS_COUNT(units)) {
        bytes /= 1024;
        unit++;
    }
    const char *text =
        cs_arena_printf(arena, "%s %s", cs_number_text(arena, floor(bytes * 10 + 0.5) / 10), units[unit]);
    return text ? text : "?";
}

/// Adds the particles of the sound grids up; an error at the first that goes over a limit.
static void check_cloths(cs_reader *reader, cs_node *cloths, const cs_scene *scene, double other_bytes)
{
    static const char *const sides[] = {"rows", "columns", NULL};
    double particles = 0, bytes = other_bytes, limit = (double)reader->max_memory;
    for (cs_node *node = cloths->first; node; node = node->next) {
        cs_node *grid_node = cs_node_find(node, "grid");
        if (!grid_node || grid_node->bad) {
            continue;
        }
        const cs_grid *grid = &scene->cloths[node->index].grid;
        particles += (double)grid->rows * grid->columns;
        int64_t row = ((int64_t)grid->columns + ROW_PARTICLES - 1) / ROW_PARTICLES * ROW_PARTICLES;
        bytes += grid->rows * (double)row * PARTICLE_BYTES;
        cs_node *place = cs_reader_member(grid_node, sides);
        if (bytes > limit) {
            cs_reader_error(reader, place, "use fewer rows and columns, or raise the limit with --max-memory",
                            "with %d x %d particles the scene needs up to %s of memory, more than the %s allowed",
                            grid->rows, grid->columns, size_text(reader->arena, bytes),
                            size_text(reader->arena, limit));
            return;
        }
        if (particles > MAX_PARTICLES) {
            cs_reader_error(reader, place, NULL, "%s particles are more than the %d that a scene can have",
                            cs_number_text(reader->arena, particles), (int)MAX_PARTICLES);
            return;
        }
    }
}

static void check_memory(cs_reader *reader, cs_node *root, const cs_scene *scene)
{
    static const char *const image_key[] = {"image", NULL}, *const sides[] = {"width", "height", NULL};
    double limit = (double)reader->max_memory;
    double image_bytes = (double)scene->image.width * scene->image.height * PIXEL_BYTES;
    if (image_bytes > limit) {
        cs_node *image = cs_reader_member(root, image_key);
        cs_reader_error(
            reader, cs_reader_member(image, sides), "use fewer pixels, or raise the limit with --max-memory",
            "a picture of %d x %d pixels needs up to %s of memory, more than the %s allowed", scene->image.width,
            scene->image.height, size_text(reader->arena, image_bytes), size_text(reader->arena, limit));
        image_bytes = 0;
    }
    cs_node *cloths = cs_node_find(root, "cloths");
    if (cloths && cloths->kind == CS_NODE_ARRAY && scene->cloths) {
        check_cloths(reader, cloths, scene, image_bytes);
    }
}

/// A picture names each cloth and collider by a number of 16 bits. Returns whether there are few enough.
static bool check_count(cs_reader *reader, cs_node *root, const cs_scene *scene)
{
    static const char *const lists[] = {"colliders", "cloths", NULL}, *const cloths_first[] = {"cloths", NULL};
    bool cloths_alone = scene->cloth_count > CS_MAX_OBJECTS;
    if (scene->cloth_count <= CS_MAX_OBJECTS - scene->collider_count) {
        return true;
    }
    cs_reader_error(reader, cs_reader_member(root, cloths_alone ? cloths_first : lists), NULL,
                    "%d cloths and %d colliders together are more than the %d that a scene can have",
                    scene->cloth_count, scene->collider_count, CS_MAX_OBJECTS);
    return false;
}

// ---- the whole ------------------------------------------------------------------------------

static void warn_of_friction(cs_reader *reader, cs_node *colliders, const cs_scene *scene)
{
    for (cs_node *node = colliders->first; node; node = node->next) {
        cs_node *friction = cs_node_find(node, "friction");
        if (friction && !friction->bad && scene->colliders[node->index].friction > 0) {
            cs_reader_warning(reader, friction, NULL, "push-out contact has no friction: %s has no effect",
                              cs_reader_path(reader, friction));
        }
    }
}

void cs_rules_scene(cs_reader *reader, cs_node *object, void *value)
{
    const cs_scene *scene = value;
    if (reader->out_of_memory) {
        return; // lists and names may be missing
    }
    cs_node *cloths = cs_node_find(object, "cloths"), *colliders = cs_node_find(object, "colliders");
    if (cloths && cloths->kind == CS_NODE_ARRAY && scene->cloths) {
        check_names(reader, cloths, scene);
    }
    if (colliders && colliders->kind == CS_NODE_ARRAY && scene->colliders &&
        scene->simulation.contact_mode == CS_CONTACT_PUSH_OUT) {
        warn_of_friction(reader, colliders, scene);
    }
    if (check_count(reader, object, scene)) {
        check_memory(reader, object, scene);
    }
}
