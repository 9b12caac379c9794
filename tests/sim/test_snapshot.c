// SPDX-License-Identifier: MIT
//
// What a state shows: statistics and frames, against sums made here.
#include "sim/sim_run.h"

#include "base/base.h"
#include "math/math.h"

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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(statistics_are_the_sums),
        cmocka_unit_test(a_frame_shows_the_state),
        cmocka_unit_test(a_frame_can_change_scenes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
