// SPDX-License-Identifier: MIT
//
// Square patches of fabric for the tests of its elements.
#include "sim/fabric_patch.h"

#include "math/math.h"

#include <stdlib.h>

// Inner vertices move by up to this part of an edge.
#define JITTER 0.3

cs_fabric patch_fabric(void)
{
    return (cs_fabric){
        .density = 0.15,
        .stretch = {1000, 2000},
        .coupling = 300,
        .shear = 120,
        .strain_limit = 0.2,
        .bend = {1e-5, 3e-5},
        .bend_bias = 2.5e-5,
    };
}

void make_patch(patch *p, patch_kind kind, int side, double size)
{
    p->side = side;
    p->size = size;
    double step = size / (side - 1);
    for (int r = 0; r < side; r++) {
        for (int c = 0; c < side; c++) {
            int i = r * side + c;
            bool inner = r > 0 && c > 0 && r < side - 1 && c < side - 1;
            double jitter = kind >= PATCH_RANDOM_SAME && inner ? 2 * JITTER : 0;
            double x = c + jitter * (cs_random(PATCH_SEED, 3 * (uint64_t)i) - 0.5);
            double z = r + jitter * (cs_random(PATCH_SEED, 3 * (uint64_t)i + 1) - 0.5);
            p->rest[i] = (cs_vec3){x * step - size / 2, 0, z * step - size / 2};
            p->uv[i][0] = p->rest[i].x;
            p->uv[i][1] = -p->rest[i].z;
        }
    }
    cs_triangle *t = p->triangles;
    for (int r = 0; r + 1 < side; r++) {
        for (int c = 0; c + 1 < side; c++) {
            int here = r * side + c, below = here + side;
            bool other = kind == PATCH_ALTERNATING
                             ? (r + c) % 2 != 0
                             : kind == PATCH_RANDOM && cs_random(PATCH_SEED, 3 * (uint64_t)here + 2) < 0.5;
            *t++ = (cs_triangle){here, below, other ? below + 1 : here + 1};
            *t++ = (cs_triangle){below + 1, here + 1, other ? here : below};
        }
    }
    p->scene = bare_scene();
    p->scene.simulation.dt = 1e-9;
    p->scene.simulation.iterations = 10;
    p->scene.simulation.tolerance = 1e-6;
    p->cloth = cs_default_cloth();
    p->cloth.name = "patch";
    p->cloth.source = CS_CLOTH_MESH;
    p->cloth.mesh = (cs_cloth_mesh){.vertex_count = side * side,
                                    .positions = p->rest,
                                    .uv = (const double(*)[2])p->uv,
                                    .triangle_count = (int)(t - p->triangles),
                                    .triangles = p->triangles};
    p->cloth.particle_mass = 0;
    p->cloth.material = CS_MATERIAL_FABRIC;
    p->cloth.fabric = patch_fabric();
    p->cloth.pin_count = 0;
    p->scene.cloth_count = 1;
    p->scene.cloths = &p->cloth;
}

cs_sim *start_patch(patch *p)
{
    return start(&p->scene, CS_SIMD_AUTO);
}

void place(cs_sim *sim, const cs_vec3 *positions)
{
    for (int64_t i = 0; i < sim->particle_count; i++) {
        cs_soa_set(&sim->now, cs_body_lane(&sim->bodies[0], (int)i), positions[i]);
    }
}

void forces_of(const cs_sim *sim, const cs_element *element, const cs_vec3 *velocities, cs_vec3 *forces)
{
    cs_arena *arena = cs_arena_create();
    cs_soa f = {0}, v = {0};
    if (!arena || !cs_soa_make(arena, sim->lanes, &f) || !cs_soa_make(arena, sim->lanes, &v)) {
        fail_msg("no memory");
        return;
    }
    const cs_body *body = &sim->bodies[0];
    for (int i = 0; velocities && i < sim->particle_count; i++) {
        cs_soa_set(&v, cs_body_lane(body, i), velocities[i]);
    }
    cs_element_add_forces(element, &sim->now, &v, &f);
    for (int i = 0; i < sim->particle_count; i++) {
        forces[i] = cs_soa_get(&f, cs_body_lane(body, i));
    }
    cs_arena_destroy(arena);
}

cs_vec3 turned(cs_vec3 x, cs_vec3 axis, double angle)
{
    double s = cs_sin(angle), c = cs_cos(angle);
    cs_vec3 along = cs_scale(axis, cs_dot(axis, x) * (1 - c));
    return cs_add(cs_add(cs_scale(x, c), cs_scale(cs_cross(axis, x), s)), along);
}
