// SPDX-License-Identifier: MIT
//
// What a state shows: statistics and frames, against sums made here.
#include "sim/sim_run.h"

#include "base/base.h"
#include "math/math.h"
#include "mesh/mesh.h"

#include <string.h>

/// Two cloths and a network.
typedef struct trio {
    one_cloth s;
    cs_cloth cloths[2];
    cs_network network;
    cs_particle particles[2];
    cs_link link;
} trio;

static void make_trio(trio *t)
{
    make_classic(&t->s);
    t->cloths[0] = t->s.cloth;
    t->cloths[1] = t->s.cloth;
    t->cloths[1].name = "small";
    t->cloths[1].grid.rows = 3;
    t->cloths[1].grid.columns = 4;
    t->cloths[1].grid.origin.y = 2;
    t->cloths[1].pin_count = 0;
    t->s.scene.cloths = t->cloths;
    t->s.scene.cloth_count = 2;
    t->particles[0] = (cs_particle){.position = {9, 9, 9}, .mass = 2};
    t->particles[1] = (cs_particle){.position = {9, 9, 7}, .mass = 2};
    t->link = (cs_link){.a = 0, .b = 1, .stiffness = 1, .rest_length = 0.5};
    t->network = (cs_network){
        .name = "pair", .particle_count = 2, .particles = t->particles, .link_count = 1, .links = &t->link};
    t->s.scene.networks = &t->network;
    t->s.scene.network_count = 1;
}

static void statistics_are_the_sums(void **state)
{
    (void)state;
    trio t;
    make_trio(&t);
    cs_sim *sim = start(&t.s.scene, CS_SIMD_AUTO);
    run(sim, 100);
    enum { COUNT = 625 + 12 + 2 };
    assert_int_equal(cs_sim_particle_count(sim), COUNT);
    cs_vec3 x[COUNT], v[COUNT];
    cs_sim_positions(sim, x);
    cs_sim_velocities(sim, v);
    double energy = 0, sum = 0, low = 1e9, high = -1e9;
    for (int i = 0; i < COUNT; i++) {
        energy += 0.5 * (i >= 637 ? 2 : 1) * cs_dot(v[i], v[i]);
        if (i >= 25) {
            sum += x[i].y;
            low = x[i].y < low ? x[i].y : low;
            high = x[i].y > high ? x[i].y : high;
        }
    }
    cs_state_statistics all, first, second;
    cs_sim_statistics(sim, -1, &all);
    cs_sim_statistics(sim, 0, &first);
    cs_sim_statistics(sim, 1, &second);
    assert_int_equal(all.particles, COUNT);
    assert_int_equal(first.particles, 625);
    assert_int_equal(second.particles, 12);
    assert_int_equal(all.springs, 3502 + second.springs + 1);
    assert_int_equal(second.springs, (3 * 3 + 2 * 4) + 2 * (2 * 3) + (3 * 2 + 1 * 4));
    assert_near(all.kinetic_energy, energy, 1e-9 * energy);
    assert_near(all.y_mean, sum / (COUNT - 25), 1e-12);
    assert_true(all.y_min == low && all.y_max == high);
    // The pair started four times as long as its spring and is still the longest.
    assert_near(all.max_stretch, cs_length(cs_sub(x[637], x[638])) / 0.5, 1e-12);
    double longest = 0;
    for (int i = 0; i < 625; i++) {
        double right = i % 25 < 24 ? cs_length(cs_sub(x[i + 1], x[i])) : 0;
        double below = i < 600 ? cs_length(cs_sub(x[i + 25], x[i])) : 0;
        longest = right > longest ? right : longest;
        longest = below > longest ? below : longest;
    }
    assert_near(first.max_stretch, longest / 0.1, 1e-12);
    assert_true(first.state_hash != all.state_hash && first.state_hash != second.state_hash);
    cs_sim_destroy(sim);
}

static void a_frame_shows_the_state(void **state)
{
    (void)state;
    trio t;
    make_trio(&t);
    t.cloths[0].surface.front = (cs_vec3){0.1, 0.2, 0.3};
    cs_sim *sim = start(&t.s.scene, CS_SIMD_AUTO);
    cs_frame frame = cs_default_frame();
    assert_int_equal(cs_sim_snapshot(sim, &frame), CS_OK);
    const cs_vec3 *memory = frame.meshes[0].positions;
    // The classic sheet lies flat, rows along z, columns along x: its front looks up.
    for (int i = 0; i < 625; i++) {
        assert_true(frame.meshes[0].normals[i].y == 1);
    }
    run(sim, 60);
    assert_int_equal(cs_sim_snapshot(sim, &frame), CS_OK);
    assert_ptr_equal(frame.meshes[0].positions, memory); // refilled in place
    assert_int_equal(frame.step, 60);
    assert_near(frame.time, 0.48, 1e-12);
    assert_int_equal(frame.mesh_count, 3);
    assert_int_equal(frame.meshes[2].triangle_count, 0); // the network has no radius
    assert_int_equal(frame.shape_count, 2);
    cs_vec3 x[639];
    cs_sim_positions(sim, x);
    assert_memory_equal(frame.meshes[0].positions, x, 625 * sizeof(cs_vec3));
    assert_memory_equal(frame.meshes[1].positions, x + 625, 12 * sizeof(cs_vec3));
    assert_string_equal(frame.meshes[1].name, "small");
    assert_int_equal(frame.meshes[1].triangle_count, 2 * 2 * 3);
    assert_true(frame.meshes[0].surface.front.z == 0.3);
    assert_true(frame.meshes[1].uv[11][0] == 1 && frame.meshes[1].uv[11][1] == 1);
    assert_true(frame.meshes[1].uv[4][0] == 0 && frame.meshes[1].uv[4][1] == 0.5);
    assert_int_equal(frame.shapes[0].kind, CS_SHAPE_SPHERE);
    assert_true(frame.shapes[0].radius == 0.6 && frame.shapes[0].center.y == -1.2);
    assert_int_equal(frame.shapes[1].kind, CS_SHAPE_GROUND);
    assert_true(frame.shapes[1].height == -2.5);
    cs_sim_destroy(sim);
    cs_frame_clear(&frame);
}

/// A frame that held one scene can be filled from another.
static void a_frame_can_change_scenes(void **state)
{
    (void)state;
    one_cloth a, b;
    make_sheet(&a, 3, 8, 0.008);
    make_sheet(&b, 8, 3, 0.008);
    cs_sim *first = start(&a.scene, CS_SIMD_AUTO), *second = start(&b.scene, CS_SIMD_AUTO);
    cs_frame frame = cs_default_frame();
    assert_int_equal(cs_sim_snapshot(first, &frame), CS_OK);
    assert_int_equal(cs_sim_snapshot(second, &frame), CS_OK);
    assert_true(frame.meshes[0].uv[3][0] == 0);
    cs_vec3 x[24];
    cs_sim_positions(second, x);
    assert_memory_equal(frame.meshes[0].positions, x, sizeof(x));
    cs_sim_destroy(first);
    cs_sim_destroy(second);
    cs_frame_clear(&frame);
}

// ---- networks ------------------------------------------------------------------------------

#define RADIUS 0.03

/// A bent chain of three links, one link of no length, and a particle that is linked to nothing.
typedef struct knot {
    cs_scene scene;
    cs_network network;
    cs_particle particles[7];
    cs_link links[4];
} knot;

static void make_knot(knot *k)
{
    static const cs_vec3 positions[7] = {{0, 0, 0},       {0.3, 0, 0}, {0.3, 0.2, 0.1}, {0.1, 0.2, 0.4},
                                         {0.5, 0.5, 0.5}, {1, 1, 1},   {1, 1, 1}};
    *k = (knot){.scene = bare_scene()};
    k->network = (cs_network){.name = "knot",
                              .particle_count = 7,
                              .particles = k->particles,
                              .link_count = 4,
                              .links = k->links,
                              .radius = RADIUS};
    for (int i = 0; i < 7; i++) {
        k->particles[i] = (cs_particle){.position = positions[i], .mass = 1};
    }
    for (int i = 0; i < 3; i++) {
        k->links[i] = (cs_link){.a = i, .b = i + 1, .stiffness = 1, .rest_length = 0.2};
    }
    k->links[3] = (cs_link){.a = 5, .b = 6, .stiffness = 1, .rest_length = 0.1};
    k->scene.network_count = 1;
    k->scene.networks = &k->network;
}

static double distance_to_link(const knot *k, cs_vec3 x, cs_link link)
{
    cs_vec3 a = k->particles[link.a].position, d = cs_sub(k->particles[link.b].position, a);
    double length = cs_dot(d, d), t = length > 0 ? cs_clamp(cs_dot(cs_sub(x, a), d) / length, 0, 1) : 0;
    return cs_length(cs_sub(x, cs_add(a, cs_scale(d, t))));
}

/// Every vertex lies a radius away from its link or particle, with its normal away from there.
static void tubes_are_around_their_links(void **state)
{
    (void)state;
    knot k;
    make_knot(&k);
    cs_sim *sim = start(&k.scene, CS_SIMD_AUTO);
    cs_frame frame = cs_default_frame();
    assert_int_equal(cs_sim_snapshot(sim, &frame), CS_OK);
    assert_int_equal(frame.mesh_count, 1);
    const cs_mesh *mesh = &frame.meshes[0];
    assert_string_equal(mesh->name, "knot");
    int balls = 0;
    for (int i = 0; i < mesh->vertex_count; i++) {
        cs_vec3 x = mesh->positions[i], n = mesh->normals[i];
        double nearest = cs_length(cs_sub(x, k.particles[4].position)), inside, outside = 0;
        balls += nearest < 2 * RADIUS;
        cs_vec3 in = cs_sub(x, cs_scale(n, RADIUS)), out = cs_add(x, cs_scale(n, RADIUS));
        inside = cs_length(cs_sub(in, k.particles[4].position));
        outside = cs_length(cs_sub(out, k.particles[4].position));
        for (int j = 0; j < 4; j++) {
            double d = distance_to_link(&k, x, k.links[j]), e = distance_to_link(&k, in, k.links[j]);
            inside = e < inside ? e : inside;
            nearest = d < nearest ? d : nearest;
            d = distance_to_link(&k, out, k.links[j]);
            outside = d < outside ? d : outside;
        }
        assert_true(nearest <= RADIUS + 1e-12); // less inside the joint of two tubes
        assert_near(inside, 0, 1e-12);
        assert_near(cs_length(n), 1, 1e-12);
        assert_true(outside > 0);
        assert_true(mesh->uv[i][0] >= 0 && mesh->uv[i][0] <= 1 && mesh->uv[i][1] >= 0 && mesh->uv[i][1] <= 1);
    }
    assert_true(balls > 30);
    cs_frame_clear(&frame);
    cs_sim_destroy(sim);
}

/// Each tube and ball is closed: every edge is run through once in each direction; fronts look outwards, so the volume
/// within is positive: nearly that of the round shapes.
static void tubes_are_closed(void **state)
{
    (void)state;
    knot k;
    make_knot(&k);
    cs_sim *sim = start(&k.scene, CS_SIMD_AUTO);
    cs_frame frame = cs_default_frame();
    assert_int_equal(cs_sim_snapshot(sim, &frame), CS_OK);
    const cs_mesh *mesh = &frame.meshes[0];
    cs_arena *arena = cs_arena_create();
    cs_topology topology;
    assert_true(cs_topology_make(arena, mesh->vertex_count, mesh->triangle_count, mesh->triangles, &topology));
    assert_int_equal(topology.irregular_edges, 0);
    for (int i = 0; i < topology.edge_count; i++) {
        assert_true(topology.edges[i].left >= 0 && topology.edges[i].right >= 0);
    }
    assert_int_equal(mesh->vertex_count - topology.edge_count + mesh->triangle_count, 2 * 5); // five spheres
    cs_arena_destroy(arena);
    double volume = 0, expected = 5 * 4.0 / 3 * CS_PI * RADIUS * RADIUS * RADIUS;
    for (int i = 0; i < mesh->triangle_count; i++) {
        cs_triangle t = mesh->triangles[i];
        cs_vec3 a = mesh->positions[t.a], b = mesh->positions[t.b], c = mesh->positions[t.c];
        volume += cs_dot(a, cs_cross(b, c)) / 6;
        cs_vec3 normal = cs_cross(cs_sub(b, a), cs_sub(c, a));
        cs_vec3 outwards = cs_add(mesh->normals[t.a], cs_add(mesh->normals[t.b], mesh->normals[t.c]));
        bool collapsed = cs_length(normal) < 1e-15; // the middle of the link of no length
        assert_true(collapsed || cs_dot(normal, outwards) > 0);
    }
    for (int i = 0; i < 3; i++) {
        expected += CS_PI * RADIUS * RADIUS *
                    cs_length(cs_sub(k.particles[k.links[i].b].position, k.particles[k.links[i].a].position));
    }
    assert_true(volume > 0.85 * expected && volume < expected);
    cs_frame_clear(&frame);
    cs_sim_destroy(sim);
}

/// A mesh shows with the uv of its file; without, with those of its plane, from 0 to 1 each.
static void a_mesh_brings_its_uv(void **state)
{
    (void)state;
    static const cs_vec3 positions[] = {{1, 0, 2}, {3, 0.1, 2}, {3, 0, 6}, {1, 0, 4}};
    static const double uv[][2] = {{0, 0}, {0.5, 0}, {0.5, 2}, {0, 1}};
    static const cs_triangle triangles[] = {{0, 2, 1}, {0, 3, 2}};
    for (int with = 0; with < 2; with++) {
        one_cloth s;
        make_sheet(&s, 2, 2, 0.001);
        s.cloth.source = CS_CLOTH_MESH;
        s.cloth.mesh = (cs_cloth_mesh){.vertex_count = 4,
                                       .positions = positions,
                                       .uv = with ? uv : NULL,
                                       .triangle_count = 2,
                                       .triangles = triangles};
        cs_sim *sim = start(&s.scene, CS_SIMD_AUTO);
        cs_frame frame = cs_default_frame();
        assert_int_equal(cs_sim_snapshot(sim, &frame), CS_OK);
        for (int i = 0; i < 4; i++) {
            assert_near(frame.meshes[0].uv[i][0], with ? uv[i][0] : (positions[i].x - 1) / 2, 1e-15);
            assert_near(frame.meshes[0].uv[i][1], with ? uv[i][1] : (positions[i].z - 2) / 4, 1e-15);
        }
        cs_frame_clear(&frame);
        cs_sim_destroy(sim);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(statistics_are_the_sums),   cmocka_unit_test(a_frame_shows_the_state),
        cmocka_unit_test(a_frame_can_change_scenes), cmocka_unit_test(tubes_are_around_their_links),
        cmocka_unit_test(tubes_are_closed),          cmocka_unit_test(a_mesh_brings_its_uv),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
