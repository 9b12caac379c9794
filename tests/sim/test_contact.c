// SPDX-License-Identifier: MIT
//
// Push-out contact: no free particle is ever inside a sphere (with its margin) or below the ground, and the position
// before the step is left alone.
#include "sim/sim_run.h"

#include "base/base.h"
#include "math/math.h"

#define SIDE  21
#define COUNT (SIDE * SIDE)

static void make_drop(one_cloth *s)
{
    make_sheet(s, SIDE, SIDE, 0.005);
    s->cloth.grid.origin = (cs_vec3){-1, 0.5, -1};
    s->scene.simulation.gravity = (cs_vec3){0, -9.8, 0};
    s->scene.simulation.damping = 0.995;
    s->scene.collider_count = 4;
    for (int i = 0; i < 3; i++) {
        s->colliders[i] = (cs_collider){.kind = CS_COLLIDER_SPHERE, .margin = 0.03 * i};
        s->colliders[i].sphere.center = (cs_vec3){-0.8 + 0.8 * i, -0.2, 0.3 * i};
        s->colliders[i].sphere.radius = 0.25;
    }
    s->colliders[3] = (cs_collider){.kind = CS_COLLIDER_GROUND, .margin = 0.02};
    s->colliders[3].ground.height = -0.9;
}

static void no_particle_enters(void **state)
{
    (void)state;
    one_cloth s;
    make_drop(&s);
    cs_sim *sim = start(&s.scene, CS_SIMD_AUTO);
    double nearest = 1, lowest = 1;
    for (int step = 0; step < 400; step++) {
        cs_vec3 x[COUNT];
        run(sim, 1);
        cs_sim_positions(sim, x);
        for (int i = 0; i < COUNT; i++) {
            assert_true(x[i].y >= -0.9 + 0.02);
            lowest = x[i].y < lowest ? x[i].y : lowest;
            for (int k = 0; k < 3; k++) {
                double gap = cs_length(cs_sub(x[i], s.colliders[k].sphere.center)) - 0.25 - 0.03 * k;
                assert_true(gap > -1e-15);
                nearest = gap < nearest ? gap : nearest;
            }
        }
    }
    // And both were touched, so that the test tests something.
    assert_true(nearest < 1e-15);
    assert_true(lowest == -0.9 + 0.02);
    cs_sim_destroy(sim);
}

/// The ground moves a particle up and leaves where it came from: its velocity is what push-out gave it.
static void the_position_before_stays(void **state)
{
    (void)state;
    one_cloth s;
    make_sheet(&s, 2, 2, 0.01);
    s.cloth.springs = (cs_springs){0, 0, 0};
    s.cloth.grid.origin.y = 0.05;
    s.cloth.velocity = (cs_vec3){1, -10, 0};
    s.scene.collider_count = 1;
    s.colliders[0] = (cs_collider){.kind = CS_COLLIDER_GROUND};
    cs_sim *sim = start(&s.scene, CS_SIMD_AUTO);
    run(sim, 1);
    cs_vec3 x[4], v[4];
    cs_sim_positions(sim, x);
    cs_sim_velocities(sim, v);
    assert_true(x[0].y == 0);
    assert_near(v[0].y, -0.05 / 0.01, 1e-12);
    assert_near(v[0].x, 1, 1e-12);
    cs_sim_destroy(sim);
}

/// Along the line from the centre, also where there is no line.
static void a_sphere_pushes_outwards(void **state)
{
    (void)state;
    const cs_vec3 starts[] = {{0, 0, 0}, {0.3, 0, 0}, {0, -0.2, 0.2}, {0.4, 0.4, 0.4}, {0, 2, 0}};
    cs_particle particles[5];
    for (int i = 0; i < 5; i++) {
        particles[i] = (cs_particle){.position = starts[i], .mass = 1};
    }
    const cs_network network = {.name = "dust", .particle_count = 5, .particles = particles};
    cs_collider sphere = {.kind = CS_COLLIDER_SPHERE, .margin = 0.5};
    sphere.sphere.radius = 0.5;
    cs_scene scene = bare_scene();
    scene.network_count = 1;
    scene.networks = &network;
    scene.collider_count = 1;
    scene.colliders = &sphere;
    cs_sim *sim = start(&scene, CS_SIMD_AUTO);
    run(sim, 1);
    cs_vec3 x[5];
    cs_sim_positions(sim, x);
    assert_true(x[0].x == 0 && x[0].y == 1 && x[0].z == 0);
    for (int i = 1; i < 4; i++) {
        assert_true(cs_length(cs_sub(x[i], cs_normalize(starts[i]))) < 1e-15);
    }
    assert_true(x[4].y == 2);
    cs_sim_destroy(sim);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_particle_enters),
        cmocka_unit_test(the_position_before_stays),
        cmocka_unit_test(a_sphere_pushes_outwards),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
