// SPDX-License-Identifier: MIT
//
// Scenes that cannot be simulated, also such as only a program can build in memory, are refused with a word that says
// why and, where there is a text, where.
#include "sim/sim_run.h"
#include "sim/state.h"

#include "base/base.h"

#include <string.h>

/// Fails the test unless the scene is refused with one error whose message holds `part`.
static void assert_refused(const cs_scene *scene, const char *part)
{
    cs_log *log = cs_log_create();
    cs_sim *sim = NULL;
    assert_int_equal(cs_sim_create(scene, NULL, log, &sim), CS_INVALID_SCENE);
    assert_null(sim);
    assert_int_equal(cs_log_count(log, CS_ERROR), 1);
    assert_non_null(strstr(cs_log_get(log, 0)->message, part));
    cs_log_destroy(log);
}

/// The key (on a line of its own) at which a scene text is refused for its distance; NULL when it is accepted.
static const char *far_key_of(const char *text)
{
    static const char *const keys[] = {NULL, "origin", "size", "scale", "translate"};
    cs_log *log = cs_log_create();
    cs_scene *scene = NULL;
    cs_sim *sim = NULL;
    assert_int_equal(cs_scene_parse("far.json", text, strlen(text), NULL, log, &scene), CS_OK);
    int line = 0;
    if (cs_sim_create(scene, NULL, log, &sim) == CS_OK) {
        assert_int_equal(cs_sim_step(sim, log), CS_OK);
    } else {
        const cs_diagnostic *d = cs_log_get(log, 0);
        assert_non_null(strstr(d->message, "from the origin; clothsim works within 1000 km of it"));
        line = d->where.line;
    }
    assert_in_range(line, 0, CS_COUNT(keys) - 1);
    cs_sim_destroy(sim);
    cs_scene_destroy(scene);
    cs_log_destroy(log);
    return keys[line];
}

static void a_start_beyond_the_limit_is_an_error_at_its_key(void **state)
{
    (void)state;
    static const char head[] = "{ \"version\": 1, \"cloths\": [{ \"grid\": { \"rows\": 3, \"columns\": 3,";
    static const struct {
        const char *origin, *size, *scale, *translate, *key;
    } starts[] = {
        {"[0, 0, 0]", "[1, 1]", "[1, 1, 1]", "[999990, 0, 0]", NULL},
        {"[1e9, 0, 0]", "[1, 1]", "[1, 1, 1]", "[0, 0, 0]", "origin"},
        {"[0, 0, 0]", "[1, 1e7]", "[1, 1, 1]", "[0, 0, 0]", "size"},
        {"[0, 0, 0]", "[1, 1]", "[1, 1, 1e7]", "[0, 0, 0]", "scale"},
        {"[0, 0, 0]", "[1, 1]", "[1, 1, 1]", "[0, -1e300, 0]", "translate"},
        {"[1e308, 0, 0]", "[1, 1]", "[10, 1, 1]", "[0, 0, 0]", "origin"},
    };
    for (size_t i = 0; i < CS_COUNT(starts); i++) {
        cs_text text = {0};
        cs_text_printf(&text,
                       "%s \"origin\": %s,\n\"size\": %s }, \"transform\": {\n\"scale\": %s,\n"
                       "\"translate\": %s } }] }",
                       head, starts[i].origin, starts[i].size, starts[i].scale, starts[i].translate);
        const char *key = far_key_of(text.bytes);
        assert_true((key == NULL) == (starts[i].key == NULL));
        if (key) {
            assert_string_equal(key, starts[i].key);
        }
        cs_text_free(&text);
    }
}

static void an_unknown_collider_is_refused(void **state)
{
    (void)state;
    one_cloth s;
    make_classic(&s);
    s.colliders[1].kind = (cs_collider_kind)3;
    assert_refused(&s.scene, "there is no such kind of collider");
    make_classic(&s);
    s.colliders[0].sphere.radius = NAN;
    assert_refused(&s.scene, "not finite");
    make_classic(&s);
    s.colliders[1].ground.height = -INFINITY;
    assert_refused(&s.scene, "not finite");
}

static void what_is_no_number_is_refused_in_a_cloth(void **state)
{
    (void)state;
    one_cloth s;
    make_sheet(&s, 4, 4, 0.008);
    const struct {
        double *field;
        const char *part;
    } fields[] = {
        {&s.cloth.grid.origin.y, "from the origin"}, {&s.cloth.transform.translate.x, "from the origin"},
        {&s.cloth.velocity.z, "velocity"},           {&s.cloth.particle_mass, "particle_mass"},
        {&s.cloth.springs.structural, "stiffness"},  {&s.cloth.springs.shear, "stiffness"},
        {&s.cloth.springs.bend, "stiffness"},
    };
    static const double wrong[] = {NAN, INFINITY};
    for (size_t i = 0; i < CS_COUNT(fields); i++) {
        for (size_t k = 0; k < CS_COUNT(wrong); k++) {
            double right = *fields[i].field;
            *fields[i].field = wrong[k];
            assert_refused(&s.scene, fields[i].part);
            *fields[i].field = right;
        }
    }
    cs_sim_destroy(start(&s.scene, CS_SIMD_AUTO));
}

static void what_is_no_number_is_refused_in_a_network(void **state)
{
    (void)state;
    cs_particle particles[] = {{.position = {0, 0, 0}, .mass = 1}, {.position = {1, 0, 0}, .mass = 1}};
    cs_link link = {.a = 0, .b = 1, .stiffness = 100, .rest_length = 1};
    const cs_network network = {
        .name = "pair", .particle_count = 2, .particles = particles, .link_count = 1, .links = &link};
    cs_scene scene = bare_scene();
    scene.network_count = 1;
    scene.networks = &network;
    double *const fields[] = {&particles[1].position.x, &particles[0].velocity.y, &particles[1].mass, &link.stiffness,
                              &link.rest_length};
    static const char *const parts[] = {"from the origin", "velocity", "mass", "stiffness", "rest length"};
    for (size_t i = 0; i < CS_COUNT(fields); i++) {
        double right = *fields[i];
        *fields[i] = NAN;
        assert_refused(&scene, parts[i]);
        *fields[i] = right;
    }
    cs_sim_destroy(start(&scene, CS_SIMD_AUTO));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_start_beyond_the_limit_is_an_error_at_its_key),
        cmocka_unit_test(an_unknown_collider_is_refused),
        cmocka_unit_test(what_is_no_number_is_refused_in_a_cloth),
        cmocka_unit_test(what_is_no_number_is_refused_in_a_network),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
