// SPDX-License-Identifier: MIT
//
// Fabrics: the presets are cloths that can be, and values of a scene take the place of theirs.
#include "scene/fabrics.h"
#include "scene_text.h"

#include <math.h>

static const cs_fabric_preset *preset_of(const char *name)
{
    int count;
    const cs_fabric_preset *presets = cs_fabric_presets(&count);
    for (int i = 0; i < count; i++) {
        if (strcmp(presets[i].name, name) == 0) {
            return &presets[i];
        }
    }
    fail_msg("no fabric %s", name);
    return NULL;
}

/// The fabric of the one cloth of a scene, and its surface.
static cs_cloth cloth_of(const char *fabric, const char *more)
{
    char text[600];
    snprintf(text, sizeof text, "{ \"version\": 1, \"cloths\": [{ \"grid\": {}, \"fabric\": %s%s }] }", fabric, more);
    cs_scene *scene = parse(text);
    cs_cloth cloth = scene->cloths[0];
    cs_scene_destroy(scene);
    return cloth;
}

static bool positive(double x)
{
    return x > 0 && isfinite(x);
}

/// Stretching or bending any way costs energy: the matrices of moduli are positive definite.
static void test_every_preset_is_a_cloth_that_can_be(void **state)
{
    (void)state;
    int count;
    const cs_fabric_preset *presets = cs_fabric_presets(&count);
    assert_int_equal(count, 20);
    assert_int_equal(cs_default_cloth().fabric.preset, CS_FABRIC_COTTON);
    for (int i = 0; i < count; i++) {
        const cs_fabric *f = &presets[i].fabric;
        assert_int_equal(f->preset, i);
        assert_string_equal(presets[i].name, cs_fabric_words[i]);
        assert_true(positive(f->density) && f->density < 2);
        assert_true(positive(f->stretch[0]) && positive(f->stretch[1]) && positive(f->shear));
        assert_true(f->coupling * f->coupling < f->stretch[0] * f->stretch[1]);
        assert_true(positive(f->bend[0]) && positive(f->bend[1]));
        assert_true(4 * f->bend_bias > f->bend[0] + f->bend[1]); // there is a rigidity left for the twist
        assert_true(positive(f->strain_limit) && f->stiffening >= 0 && f->friction >= 0 && f->damping >= 0);
        assert_true(strlen(presets[i].source) > 0 && presets[i].estimated && strlen(presets[i].description) > 0);
        assert_true(presets[i].drape[0] <= presets[i].drape[1] && presets[i].drape[1] <= 100);
        bool published = presets[i].bend_published[1] > 0;
        assert_true(!published ||
                    (f->bend[0] >= presets[i].bend_published[0] && f->bend[0] <= presets[i].bend_published[1]));
        for (int j = 0; j < i; j++) { // a look of its own
            assert_memory_not_equal(&presets[i].surface.front, &presets[j].surface.front, sizeof(cs_vec3));
            assert_string_not_equal(presets[i].name, presets[j].name);
        }
    }
}

/// The published rows stand before the factor 2 that the program of their authors applies; 0, 45 and 90 degrees are
/// warp, bias and weft.
static void test_measured_cloths_are_as_published(void **state)
{
    (void)state;
    const cs_fabric *f = &preset_of("wang-black-denim")->fabric;
    assert_true(fabs(f->density - 0.324) < 1e-12);
    assert_true(fabs(f->stretch[0] - 2 * 205.4) < 1e-9 && fabs(f->stretch[1] - 2 * 1013.9) < 1e-9);
    assert_true(fabs(f->coupling - 2 * 10.2) < 1e-9 && fabs(f->shear - 2 * 53.4) < 1e-9);
    assert_true(fabs(f->bend[0] - 64.2e-6) < 1e-15 && fabs(f->bend_bias - 73.4e-6) < 1e-15 &&
                fabs(f->bend[1] - 97.0e-6) < 1e-15);
}

static void test_a_word_is_short_for_an_object_with_that_preset(void **state)
{
    (void)state;
    cs_cloth word = cloth_of("\"wool\"", ""), object = cloth_of("{ \"preset\": \"wool\" }", "");
    const cs_fabric_preset *wool = preset_of("wool");
    assert_int_equal(word.material, CS_MATERIAL_FABRIC);
    assert_memory_equal(&word.fabric, &wool->fabric, sizeof(cs_fabric));
    assert_memory_equal(&object.fabric, &wool->fabric, sizeof(cs_fabric));
    assert_true(word.particle_mass == 0 && word.density == 0);
    assert_true(word.long_range.slack == wool->fabric.strain_limit);
    assert_true(hash_of("{ \"version\": 1, \"cloths\": [{ \"grid\": {}, \"fabric\": \"wool\" }] }") ==
                hash_of("{ \"version\": 1, \"cloths\": [{ \"grid\": {}, \"fabric\": { \"preset\": \"wool\" } }] }"));
    assert_true(hash_of("{ \"version\": 1, \"cloths\": [{ \"grid\": {}, \"fabric\": \"cotton\" }] }") ==
                hash_of("{ \"version\": 1, \"cloths\": [{ \"grid\": {}, \"fabric\": {} }] }"));
    assert_true(hash_of("{ \"version\": 1, \"cloths\": [{ \"grid\": {}, \"fabric\": \"wool\" }] }") !=
                hash_of("{ \"version\": 1, \"cloths\": [{ \"grid\": {}, \"fabric\": \"silk\" }] }"));
}

static void test_values_take_the_place_of_the_preset(void **state)
{
    (void)state;
    cs_fabric denim = preset_of("denim")->fabric;
    cs_fabric f = cloth_of("{ \"preset\": \"denim\", \"density\": 0.5, \"bend\": [1e-5, 3e-5] }", "").fabric;
    assert_true(f.density == 0.5 && f.bend[0] == 1e-5 && f.bend[1] == 3e-5);
    assert_true(fabs(f.bend_bias - 2e-5) < 1e-18); // the mean
    assert_true(f.stretch[0] == denim.stretch[0] && f.coupling == denim.coupling && f.shear == denim.shear);
    // the narrowing under tension, coupling over the root of warp times weft, stays that of the preset
    f = cloth_of("{ \"preset\": \"denim\", \"stretch\": [40, 90] }", "").fabric;
    assert_true(fabs(f.coupling / 60 - denim.coupling / sqrt(denim.stretch[0] * denim.stretch[1])) < 1e-12);
    f = cloth_of("{ \"bend_bias\": 9e-6 }", "").fabric;
    assert_true(f.bend_bias == 9e-6 && f.bend[0] == preset_of("cotton")->fabric.bend[0]);
}

static void test_the_look_is_that_of_the_fabric_where_none_is_given(void **state)
{
    (void)state;
    const cs_surface silk = preset_of("silk")->surface, plain = cs_default_cloth().surface;
    cs_surface s = cloth_of("\"silk\"", "").surface;
    assert_memory_equal(&s.front, &silk.front, sizeof s.front);
    assert_memory_equal(&s.back, &silk.back, sizeof s.back);
    assert_true(s.specular == silk.specular && s.shininess == silk.shininess && s.diffuse == silk.diffuse);
    s = cloth_of("\"silk\"", ", \"surface\": { \"front\": [1, 0, 0], \"specular\": 0 }").surface;
    assert_true(s.front.x == 1 && s.back.x == 0.6 && s.back.y == 0 && s.specular == 0);
    assert_true(s.shininess == silk.shininess);
    s = cloth_of("\"silk\"", ", \"surface\": { \"back\": [0, 1, 0] }").surface;
    assert_memory_equal(&s.front, &silk.front, sizeof s.front);
    assert_true(s.back.y == 1);
    cs_scene *springs = parse("{ \"version\": 1, \"cloths\": [{ \"grid\": {} }] }");
    assert_memory_equal(&springs->cloths[0].surface.front, &plain.front, sizeof plain.front);
    cs_scene_destroy(springs);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_preset_is_a_cloth_that_can_be),
        cmocka_unit_test(test_measured_cloths_are_as_published),
        cmocka_unit_test(test_a_word_is_short_for_an_object_with_that_preset),
        cmocka_unit_test(test_values_take_the_place_of_the_preset),
        cmocka_unit_test(test_the_look_is_that_of_the_fabric_where_none_is_given),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
