// SPDX-License-Identifier: MIT
//
// A network in a picture: its pixels count as cloth in the whole picture, those of a cloth stay those of the cloth; at
// its joints there are no gaps.
#include "math/math.h"
#include "render/render_scenes.h"

#include <clothsim/sim.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#define SIDE   400
#define RADIUS 0.2

/// A zigzag of three links in front of nothing, and a square of cloth at the left.
typedef struct stage {
    cs_scene scene;
    cs_network network;
    cs_particle particles[4];
    cs_link links[3];
    cs_cloth cloth;
} stage;

static const cs_vec3 corners[4] = {{0, -3, 0}, {2.5, -1, 0}, {0.5, 1, 0.5}, {3, 3, 0}};

static void make_stage(stage *s, int samples)
{
    *s = (stage){
        .scene = plain_scene(SIDE, SIDE, samples), .cloth = cs_default_cloth(), .network = cs_default_network()};
    for (int i = 0; i < 4; i++) {
        s->particles[i] = (cs_particle){.position = corners[i], .mass = 1, .pinned = true};
    }
    for (int i = 0; i < 3; i++) {
        s->links[i] = (cs_link){.a = i, .b = i + 1, .stiffness = 1, .rest_length = 1};
    }
    s->network.particle_count = 4;
    s->network.particles = s->particles;
    s->network.link_count = 3;
    s->network.links = s->links;
    s->network.radius = RADIUS;
    s->cloth.name = "cloth";
    s->cloth.grid =
        (cs_grid){.rows = 4, .columns = 4, .size = {2, 2}, .origin = {-3, 1, 0}, .u = {1, 0, 0}, .v = {0, -1, 0}};
    s->cloth.particle_mass = 1;
    s->scene.cloth_count = 1;
    s->scene.cloths = &s->cloth;
    s->scene.network_count = 1;
    s->scene.networks = &s->network;
}

static picture draw_stage(const stage *s, cs_sim **sim, cs_frame *frame)
{
    *frame = cs_default_frame();
    assert_int_equal(cs_sim_create(&s->scene, NULL, NULL, sim), CS_OK);
    assert_int_equal(cs_sim_snapshot(*sim, frame), CS_OK);
    return draw_picture(&s->scene, frame, NULL);
}

/// Cloths have the first ids, then networks; the plane of cloth holds both.
static void ids_and_cloth(void **state)
{
    (void)state;
    stage s;
    cs_sim *sim;
    cs_frame frame;
    make_stage(&s, 2);
    picture p = draw_stage(&s, &sim, &frame);
    long cloth = count_ids(p.image, 1), network = count_ids(p.image, 2), both = 0;
    for (int i = 0; i < SIDE * SIDE; i++) {
        both += p.image->cloth[i];
    }
    assert_true(cloth > 1000 && network > 1000);
    assert_true(labs(both - cloth - network) < 10); // a pixel may show half of each
    free_picture(&p);
    cs_frame_clear(&frame);
    cs_sim_destroy(sim);

    s.scene.network_count = 0; // the pixels of the cloth are the same without the network
    p = draw_stage(&s, &sim, &frame);
    assert_int_equal(count_ids(p.image, 1), cloth);
    assert_int_equal(count_ids(p.image, 2), 0);
    free_picture(&p);
    cs_frame_clear(&frame);
    cs_sim_destroy(sim);
}

/// Where a point that lies inside the chain shows in the picture there is the network, at the joints, too.
static void a_bent_chain_has_no_gaps(void **state)
{
    (void)state;
    stage s;
    cs_sim *sim;
    cs_frame frame;
    make_stage(&s, 1);
    picture p = draw_stage(&s, &sim, &frame);
    const double inside = 0.9 * RADIUS * cs_cos(CS_PI / 8); // of eight sides, the flat ones are nearer
    int checked = 0;
    for (int link = 0; link < 3; link++) {
        for (int along = 0; along <= 100; along++) {
            cs_vec3 x = cs_add(corners[link], cs_scale(cs_sub(corners[link + 1], corners[link]), along / 100.0));
            for (int turn = 0; turn < 32; turn++) {
                double angle = 2 * CS_PI * turn / 32;
                cs_vec3 y = cs_add(x, (cs_vec3){inside * cs_cos(angle), inside * cs_sin(angle), 0});
                int column = (int)floor(SIDE / 2 * (1 + y.x / (5 - y.z))),
                    row = (int)floor(SIDE / 2 * (1 - y.y / (5 - y.z)));
                // round ends have a flatter cap, so stay inside at the two ends of the chain
                bool end = (link == 0 && along < 10) || (link == 2 && along > 90);
                if (!end) {
                    assert_int_equal(p.image->objects[row * SIDE + column], 2);
                    checked++;
                }
            }
        }
    }
    assert_true(checked > 5000);
    free_picture(&p);
    cs_frame_clear(&frame);
    cs_sim_destroy(sim);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ids_and_cloth),
        cmocka_unit_test(a_bent_chain_has_no_gaps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
