// SPDX-License-Identifier: MIT
//
// Sizes against the memory limit, before anything of that size is allocated.
#include "scene/reader.h"
#include "scene/rules.h"

#include <math.h>

// What a run may hold at most for each particle and pixel; the tests of the simulation and the renderer hold them to
// it. The simulation fills the rows of a grid up to whole vectors of ROW_PARTICLES, so those count.
#define PARTICLE_BYTES 400.0 // springs of a grid, with Verlet
#define PIXEL_BYTES    24.0
#define ROW_PARTICLES  8

// What comes to PARTICLE_BYTES with another material: two triangles a particle with membrane and bending; up to six
// links, and how a mesh hangs together; the links of long range.
#define FABRIC_BYTES     1000.0
#define LINKS_BYTES      800.0
#define LONG_RANGE_BYTES 600.0

// A link of a network, and the tube that shows it.
#define LINK_BYTES 3500.0
// The ball that shows a particle without links.
#define BALL_BYTES 12000.0

// What comes to it with another solver: stages of Runge-Kutta, the matrix of the implicit one, colours and multipliers
// of the projecting ones.
static const double solver_bytes[] = {
    [CS_SOLVER_VERLET] = 0,      [CS_SOLVER_EULER] = 100, [CS_SOLVER_RK4] = 200,
    [CS_SOLVER_IMPLICIT] = 3000, [CS_SOLVER_PBD] = 1200,  [CS_SOLVER_XPBD] = 1200,
};

// Springs and triangles are counted in 32 bits; there are at most six of them a particle.
#define MAX_PARTICLES 268435456.0 // 2^28

/// What has been added up so far.
typedef struct budget {
    double particles, bytes;
} budget;

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

static double particle_bytes(const cs_scene *scene, const cs_cloth *cloth)
{
    double bytes = PARTICLE_BYTES + solver_bytes[scene->simulation.solver];
    if (cloth->material == CS_MATERIAL_FABRIC) {
        bytes += FABRIC_BYTES;
    } else if (cloth->material == CS_MATERIAL_COMPLIANCE || cloth->source == CS_CLOTH_MESH) {
        bytes += LINKS_BYTES;
    }
    return bytes + (cloth->long_range.links || cloth->long_range.tethers ? LONG_RANGE_BYTES : 0);
}

static double whole_rows(int particles)
{
    int64_t rows = ((int64_t)particles + ROW_PARTICLES - 1) / ROW_PARTICLES;
    return (double)(rows * ROW_PARTICLES);
}

/// Refuses, at `place`, what went over a limit; `what` names it and its size.
static bool check_limits(cs_reader *reader, const budget *sum, cs_node *place, const char *help, const char *what)
{
    double limit = (double)reader->max_memory;
    if (sum->bytes > limit) {
        cs_reader_error(reader, place, help, "with %s the scene needs up to %s of memory, more than the %s allowed",
                        what ? what : "?", size_text(reader->arena, sum->bytes), size_text(reader->arena, limit));
        return false;
    }
    if (sum->particles > MAX_PARTICLES) {
        cs_reader_error(reader, place, NULL, "%s particles are more than the %d that a scene can have",
                        cs_number_text(reader->arena, sum->particles), (int)MAX_PARTICLES);
        return false;
    }
    return true;
}

/// Adds a cloth up; false after an error.
static bool add_cloth(cs_reader *reader, cs_node *node, const cs_scene *scene, budget *sum)
{
    static const char *const sides[] = {"rows", "columns", NULL};
    const cs_cloth *cloth = &scene->cloths[node->index];
    bool is_mesh = cloth->source == CS_CLOTH_MESH;
    cs_node *source = cs_node_find(node, is_mesh ? "mesh" : "grid");
    if (!source || source->bad) {
        return true;
    }
    if (is_mesh) {
        double vertices = whole_rows(cloth->mesh.vertex_count), half = cloth->mesh.triangle_count / 2.0;
        sum->particles += cloth->mesh.vertex_count;
        sum->bytes += (vertices > half ? vertices : half) * particle_bytes(scene, cloth);
        const char *what = cs_arena_printf(reader->arena, "%d vertices and %d triangles", cloth->mesh.vertex_count,
                                           cloth->mesh.triangle_count);
        return check_limits(reader, sum, source, "use a coarser mesh, or raise the limit with --max-memory", what);
    }
    const cs_grid *grid = &cloth->grid;
    sum->particles += (double)grid->rows * grid->columns;
    sum->bytes += grid->rows * whole_rows(grid->columns) * particle_bytes(scene, cloth);
    const char *what = cs_arena_printf(reader->arena, "%d x %d particles", grid->rows, grid->columns);
    return check_limits(reader, sum, cs_reader_member(source, sides),
                        "use fewer rows and columns, or raise the limit with --max-memory", what);
}

/// Particles that no link joins to another one.
static double lone_particles(cs_reader *reader, const cs_network *network)
{
    bool *linked = cs_arena_alloc(reader->arena, (size_t)network->particle_count, sizeof *linked);
    int lone = network->particle_count;
    if (!linked) {
        reader->out_of_memory = true;
        return lone;
    }
    for (int i = 0; i < network->link_count; i++) {
        const int ends[2] = {network->links[i].a, network->links[i].b};
        for (int k = 0; k < 2; k++) {
            if (ends[k] >= 0 && ends[k] < network->particle_count && !linked[ends[k]]) { // others are refused
                linked[ends[k]] = true;
                lone--;
            }
        }
    }
    return lone;
}

static bool add_network(cs_reader *reader, cs_node *node, const cs_scene *scene, budget *sum)
{
    static const char *const lists[] = {"links", "particles", NULL};
    const cs_network *network = &scene->networks[node->index];
    double solver = solver_bytes[scene->simulation.solver];
    sum->particles += network->particle_count;
    sum->bytes += whole_rows(network->particle_count) * (PARTICLE_BYTES + solver);
    sum->bytes += network->link_count * (LINK_BYTES + solver);
    if (network->radius > 0) {
        sum->bytes += lone_particles(reader, network) * BALL_BYTES;
    }
    const char *what =
        cs_arena_printf(reader->arena, "%d particles and %d links", network->particle_count, network->link_count);
    return check_limits(reader, sum, cs_reader_member(node, lists), "raise the limit with --max-memory", what);
}

/// Adds all of a list up until one goes over a limit.
static void add_list(cs_reader *reader, cs_node *list, const cs_scene *scene, budget *sum,
                     bool (*add)(cs_reader *, cs_node *, const cs_scene *, budget *))
{
    for (cs_node *node = list->first; node && add(reader, node, scene, sum); node = node->next) {
    }
}

void cs_rules_memory(cs_reader *reader, cs_node *root, const cs_scene *scene)
{
    static const char *const image_key[] = {"image", NULL}, *const sides[] = {"width", "height", NULL};
    double limit = (double)reader->max_memory;
    budget sum = {.bytes = (double)scene->image.width * scene->image.height * PIXEL_BYTES};
    if (sum.bytes > limit) {
        cs_node *image = cs_reader_member(root, image_key);
        cs_reader_error(
            reader, cs_reader_member(image, sides), "use fewer pixels, or raise the limit with --max-memory",
            "a picture of %d x %d pixels needs up to %s of memory, more than the %s allowed", scene->image.width,
            scene->image.height, size_text(reader->arena, sum.bytes), size_text(reader->arena, limit));
        sum.bytes = 0;
    }
    cs_node *cloths = cs_node_find(root, "cloths"), *networks = cs_node_find(root, "networks");
    if (cloths && cloths->kind == CS_NODE_ARRAY && scene->cloths) {
        add_list(reader, cloths, scene, &sum, add_cloth);
    }
    if (networks && networks->kind == CS_NODE_ARRAY && scene->networks) {
        add_list(reader, networks, scene, &sum, add_network);
    }
}
