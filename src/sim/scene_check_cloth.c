// SPDX-License-Identifier: MIT
//
// What is checked of a cloth that was built in memory, and of what only its triangles tell: mass around every vertex,
// edges where more than two triangles meet.
#include "sim/scene_check.h"

#include "math/math.h"

#include <stdlib.h>

/// Neither negative nor infinite nor no number.
static bool is_amount(double x)
{
    return x >= 0 && isfinite(x);
}

static bool is_positive(double x)
{
    return x > 0 && isfinite(x);
}

// ---- values -------------------------------------------------------------------------------

static const char *wrong_fabric(const cs_fabric *f)
{
    if (!is_positive(f->density) || !is_positive(f->stretch[0]) || !is_positive(f->stretch[1]) ||
        !is_positive(f->shear) || !is_positive(f->strain_limit)) {
        return "density, stretch, shear or strain_limit of a fabric is not a number above 0";
    }
    if (!is_positive(f->bend[0]) || !is_positive(f->bend[1]) || !is_positive(f->bend_bias)) {
        return "bend or bend_bias of a fabric is not a number above 0";
    }
    if (!is_amount(f->stiffening) || !is_amount(f->friction) || !is_amount(f->damping)) {
        return "stiffening, friction or damping of a fabric is not a number of at least 0";
    }
    if (!(fabs(f->coupling) < sqrt(f->stretch[0]) * sqrt(f->stretch[1]))) {
        return "coupling of a fabric must be less than the root of warp times weft";
    }
    return NULL;
}

static const char *wrong_material(const cs_cloth *cloth)
{
    const cs_springs *s = &cloth->springs;
    const cs_compliance *c = &cloth->compliance;
    switch (cloth->material) {
    case CS_MATERIAL_SPRINGS:
        return is_amount(s->structural) && is_amount(s->shear) && is_amount(s->bend)
                   ? NULL
                   : "a stiffness is not a number of at least 0";
    case CS_MATERIAL_COMPLIANCE:
        return is_amount(c->structural) && is_amount(c->shear) && is_amount(c->bend)
                   ? NULL
                   : "a compliance is not a number of at least 0";
    case CS_MATERIAL_FABRIC:
        return wrong_fabric(&cloth->fabric);
    }
    return "there is no such material";
}

static const char *wrong_mesh(const cs_cloth_mesh *mesh)
{
    if (mesh->vertex_count < 1 || mesh->triangle_count < 1 || !mesh->positions || !mesh->triangles) {
        return "a mesh needs vertices and triangles";
    }
    for (int i = 0; i < mesh->triangle_count; i++) {
        cs_triangle t = mesh->triangles[i];
        int n = mesh->vertex_count;
        if (t.a < 0 || t.a >= n || t.b < 0 || t.b >= n || t.c < 0 || t.c >= n || t.a == t.b || t.b == t.c ||
            t.c == t.a) {
            return "a triangle does not join three vertices of its mesh";
        }
    }
    for (int i = 0; mesh->uv && i < mesh->vertex_count; i++) {
        if (!isfinite(mesh->uv[i][0]) || !isfinite(mesh->uv[i][1])) {
            return "a texture coordinate is not finite";
        }
    }
    return NULL;
}

static const char *wrong_source(const cs_cloth *cloth)
{
    switch (cloth->source) {
    case CS_CLOTH_GRID:
        return cloth->grid.rows < 2 || cloth->grid.columns < 2 ? "a grid needs at least 2 rows and 2 columns" : NULL;
    case CS_CLOTH_MESH:
        return wrong_mesh(&cloth->mesh);
    }
    return "there is no such source of cloth";
}

/// The mass of a particle or of a square metre, as it will be built.
static double mass_of(const cs_cloth *cloth)
{
    if (cloth->material == CS_MATERIAL_FABRIC) {
        return cloth->fabric.density;
    }
    return cloth->particle_mass != 0 ? cloth->particle_mass : cloth->density;
}

static const char *wrong_values(const cs_cloth *cloth)
{
    const char *wrong = wrong_source(cloth);
    if (!wrong) {
        wrong = wrong_material(cloth);
    }
    if (wrong) {
        return wrong;
    }
    if (!is_positive(mass_of(cloth))) {
        return "a cloth needs a particle_mass or a density above 0";
    }
    if (!isfinite(cloth->velocity.x) || !isfinite(cloth->velocity.y) || !isfinite(cloth->velocity.z)) {
        return "the velocity is not finite";
    }
    const cs_long_range *far = &cloth->long_range;
    if ((far->links || far->tethers) && !is_amount(far->slack)) {
        return "long_range.slack is not a number of at least 0";
    }
    if (far->links && cloth->source == CS_CLOTH_MESH) {
        return "long_range.links join rows and columns, which a mesh does not have";
    }
    return NULL;
}

// ---- triangles ------------------------------------------------------------------------------

/// The share of a triangle's mass that each of its vertices gets, for one kg/m^2.
static double share(cs_vec3 a, cs_vec3 b, cs_vec3 c)
{
    return cs_length(cs_cross(cs_sub(b, a), cs_sub(c, a))) / 6;
}

static bool grid_has_area(const cs_cloth *cloth)
{
    return mass_of(cloth) *
               share(cs_cloth_start(cloth, 0, 0), cs_cloth_start(cloth, 0, 1), cs_cloth_start(cloth, 1, 0)) >
           0;
}

/// The first vertex of a mesh that triangles use but that none of them gives a mass; -1: all have one.
static int massless_vertex(const cs_cloth *cloth, const cs_vec3 *x, unsigned char *state)
{
    enum { USED = 1, HAS_MASS = 2 };
    const cs_cloth_mesh *mesh = &cloth->mesh;
    for (int i = 0; i < mesh->triangle_count; i++) {
        cs_triangle t = mesh->triangles[i];
        double mass = mass_of(cloth) * share(x[t.a], x[t.b], x[t.c]);
        unsigned char is = mass > 0 ? USED | HAS_MASS : USED;
        state[t.a] |= is;
        state[t.b] |= is;
        state[t.c] |= is;
    }
    for (int i = 0; i < mesh->vertex_count; i++) {
        if (state[i] == USED) {
            return i;
        }
    }
    return -1;
}

static cs_status check_mesh_mass(const cs_sim *sim, int index, cs_log *log)
{
    const cs_cloth *cloth = &sim->scene->cloths[index];
    size_t count = (size_t)cloth->mesh.vertex_count;
    cs_vec3 *x = cs_alloc_aligned(count, sizeof(*x));
    unsigned char *state = cs_alloc_aligned(count, 1);
    cs_status status = CS_INTERNAL;
    if (x && state) {
        for (int i = 0; i < cloth->mesh.vertex_count; i++) {
            x[i] = cs_cloth_start(cloth, 0, i);
        }
        int vertex = massless_vertex(cloth, x, state);
        status = vertex < 0 ? CS_OK
                            : cs_scene_refuse(sim, log, "cloths", index,
                                              "give the cloth a particle_mass, or leave out triangles without an area",
                                              "vertex %d has no area around it, and so no mass", vertex);
    }
    free(x);
    free(state);
    return status;
}

/// Every free particle must get a mass.
static cs_status check_mass(const cs_sim *sim, int index, cs_log *log)
{
    const cs_cloth *cloth = &sim->scene->cloths[index];
    if (cloth->material != CS_MATERIAL_FABRIC && cloth->particle_mass != 0) {
        return CS_OK;
    }
    if (cloth->source == CS_CLOTH_MESH) {
        return check_mesh_mass(sim, index, log);
    }
    return grid_has_area(cloth)
               ? CS_OK
               : cs_scene_refuse(sim, log, "cloths", index, "give the cloth a particle_mass, or a grid with an area",
                                 "the grid has no area, and so no mass");
}

/// Warns of edges over which nothing bends.
static cs_status tell_irregular_edges(const cs_sim *sim, int index, cs_log *log)
{
    const cs_cloth_mesh *mesh = &sim->scene->cloths[index].mesh;
    cs_arena *scratch = cs_arena_create();
    cs_topology topology;
    cs_status status = CS_INTERNAL;
    if (scratch && cs_topology_make(scratch, mesh->vertex_count, mesh->triangle_count, mesh->triangles, &topology)) {
        status = CS_OK;
        if (topology.irregular_edges > 0) {
            const cs_mesh_edge *edge = &topology.edges[topology.first_irregular];
            cs_scene_tell(sim, log, CS_WARNING, "cloths", index,
                          "only the first two triangles that run through such an edge in opposite directions bend",
                          "%d edge%s of the mesh with more than two triangles, or with two that face opposite sides; "
                          "the first joins vertices %d and %d",
                          topology.irregular_edges, topology.irregular_edges == 1 ? "" : "s", edge->a, edge->b);
        }
    }
    cs_arena_destroy(scratch);
    return status;
}

// ---- all of it --------------------------------------------------------------------------------

cs_status cs_scene_check_cloth(const cs_sim *sim, int index, cs_log *log)
{
    const cs_cloth *cloth = &sim->scene->cloths[index];
    const char *wrong = wrong_values(cloth);
    if (wrong) {
        return cs_scene_refuse(sim, log, "cloths", index, NULL, "%s", wrong);
    }
    if (cloth->material == CS_MATERIAL_COMPLIANCE && !cs_scene_projects(sim)) {
        return cs_scene_refuse(sim, log, "cloths", index, CS_COMPLIANCE_HELP,
                               "this solver cannot work with compliance");
    }
    cs_status status = check_mass(sim, index, log);
    return status == CS_OK && cloth->source == CS_CLOTH_MESH ? tell_irregular_edges(sim, index, log) : status;
}
