// SPDX-License-Identifier: MIT
//
// Every key of the format, set to a value of its own in every_key.json, arrives in its field and is found at its
// place; any changed value changes the hash; the resolved text is the same scene.
#include "scene_text.h"

#define EVERY_KEY CS_SOURCE_DIR "/tests/scene/every_key.json"

static char *text;
static cs_scene *scene;

static int load_every_key(void **state)
{
    (void)state;
    size_t size;
    assert_int_equal(cs_file_read(EVERY_KEY, 1 << 20, NULL, &text, &size), CS_OK);
    scene = parse_as(EVERY_KEY, text, 0, NULL);
    return 0;
}

static int free_every_key(void **state)
{
    (void)state;
    cs_scene_destroy(scene);
    free(text);
    return 0;
}

/// Line and column, counted the plain way, of the one place where `literal` stands in the text.
static cs_location place_of(const char *literal)
{
    const char *at = strstr(text, literal);
    assert_non_null(at);
    assert_null(strstr(at + 1, literal));
    cs_location where = {NULL, 1, 1};
    for (const char *c = text; c < at; c++) {
        where.column++;
        if (*c == '\n') {
            where.line++;
            where.column = 1;
        }
    }
    return where;
}

static void assert_located(const char *path, const char *literal)
{
    cs_location expected = place_of(literal), actual = cs_scene_locate(scene, path);
    if (actual.line != expected.line || actual.column != expected.column) {
        print_error("%s: found at %d:%d, stands at %d:%d\n", path, actual.line, actual.column, expected.line,
                    expected.column);
    }
    assert_int_equal(actual.line, expected.line);
    assert_int_equal(actual.column, expected.column);
}

static void assert_number(double actual, const char *path, const char *literal)
{
    if (actual != strtod(literal, NULL)) {
        print_error("%s: %.17g, not %s\n", path, actual, literal);
    }
    assert_true(actual == strtod(literal, NULL));
    assert_located(path, literal);
}

static void assert_vector(cs_vec3 actual, const char *path, const char *x, const char *y, const char *z)
{
    const char *literals[3] = {x, y, z};
    const double values[3] = {actual.x, actual.y, actual.z};
    char element[100];
    for (int i = 0; i < 3; i++) {
        snprintf(element, sizeof element, "%s[%d]", path, i);
        assert_number(values[i], element, literals[i]);
    }
}

static void test_simulation(void **state)
{
    (void)state;
    const cs_simulation *s = &scene->simulation;
    assert_string_equal(scene->title, "Every key, \xC3\xA9t\xC3\xA9");
    assert_string_equal(scene->file, EVERY_KEY);
    assert_int_equal(s->solver, CS_SOLVER_PBD);
    assert_int_equal(s->contact_mode, CS_CONTACT_PUSH_OUT);
    assert_number(s->dt, "simulation.dt", "0.00101");
    assert_int_equal(s->substeps, 2);
    assert_number(s->iterations, "simulation.iterations", "1011");
    assert_number(s->correction, "simulation.correction", "0.1021");
    assert_number(s->tolerance, "simulation.tolerance", "0.1031");
    assert_vector(s->gravity, "simulation.gravity", "0.11,", "-9.12", "0.13]");
    assert_number(s->damping, "simulation.damping", "0.914");
    assert_true(s->allow_unstable);
    assert_int_equal(s->phase_count, 2);
    assert_string_equal(s->phases[0].name, "first");
    assert_number(s->phases[0].steps, "simulation.phases[0].steps", "1601");
    assert_vector(s->phases[0].wind_force, "simulation.phases[0].wind.force", "0.17", "0.18", "0.19");
    assert_string_equal(s->phases[1].name, "second");
    assert_number(s->phases[1].steps, "simulation.phases[1].steps", "1602");
    assert_true(s->phases[1].wind_force.x == 0);
    assert_int_equal(cs_scene_total_steps(scene), 1601 + 1602);
    assert_located("simulation.contact", "{ \"mode\"");
    assert_located("simulation.phases[1]", "{ \"name\": \"second\"");
}

static void test_cloths(void **state)
{
    (void)state;
    const cs_cloth *c = &scene->cloths[0];
    assert_int_equal(scene->cloth_count, 5);
    assert_int_equal(cs_scene_particle_count(scene), 203 * 204 + 25 * 25 + 4 + 4 * 6 + 3 * 3 + 3);
    assert_string_equal(c->name, "flag");
    assert_number(c->grid.rows, "cloths[0].grid.rows", "203");
    assert_number(c->grid.columns, "cloths[0].grid.columns", "204");
    assert_number(c->grid.size[0], "cloths[0].grid.size[0]", "2.31");
    assert_number(c->grid.size[1], "cloths[0].grid.size[1]", "2.32");
    assert_vector(c->grid.origin, "cloths[0].grid.origin", "0.24", "0.25", "0.26");
    assert_vector(c->grid.u, "cloths[0].grid.u", "1.27", "0.28", "0.29");
    assert_vector(c->grid.v, "cloths[0].grid.v", "0.30", "0.31,", "1.32");
    assert_int_equal(c->grid.diagonals, CS_DIAGONALS_ALTERNATING);
    assert_vector(c->transform.translate, "cloths[0].transform.translate", "0.33", "0.34", "0.35");
    assert_vector(c->transform.rotate, "cloths[0].transform.rotate", "36.5", "37.5", "38.5");
    assert_vector(c->transform.scale, "cloths[0].transform.scale", "1.39", "1.40", "1.41");
    assert_vector(c->velocity, "cloths[0].velocity", "0.42", "0.43", "0.44");
    assert_number(c->particle_mass, "cloths[0].particle_mass", "0.451");
    assert_true(c->density == 0);
    assert_number(c->springs.structural, "cloths[0].springs.structural", "460.5");
    assert_number(c->springs.shear, "cloths[0].springs.shear", "470.5");
    assert_number(c->springs.bend, "cloths[0].springs.bend", "480.5");
    assert_vector(c->surface.front, "cloths[0].surface.front", "0.571", "0.581", "0.591");
    assert_vector(c->surface.back, "cloths[0].surface.back", "0.601", "0.611", "0.621");
    assert_number(c->surface.ambient, "cloths[0].surface.ambient", "0.631");
    assert_number(c->surface.diffuse, "cloths[0].surface.diffuse", "0.641");
    assert_number(c->surface.specular, "cloths[0].surface.specular", "0.651");
    assert_number(c->surface.shininess, "cloths[0].surface.shininess", "66.5");
    assert_int_equal(c->surface.shading, CS_SHADING_FLAT);
    assert_string_equal(scene->cloths[1].name, "curtain");
    assert_number(scene->cloths[1].density, "cloths[1].density", "0.671");
    assert_true(scene->cloths[1].particle_mass == 0);
}

static void test_pins_are_resolved(void **state)
{
    (void)state;
    const cs_pin *pins = scene->cloths[0].pins;
    assert_int_equal(scene->cloths[0].pin_count, 4);
    assert_int_equal(pins[0].kind, CS_PIN_ROW);
    assert_int_equal(pins[0].row, 202);
    assert_int_equal(pins[1].kind, CS_PIN_COLUMN);
    assert_int_equal(pins[1].column, 7);
    assert_int_equal(pins[2].kind, CS_PIN_PARTICLE);
    assert_int_equal(pins[2].row, 3);
    assert_int_equal(pins[2].column, 202);
    assert_int_equal(pins[3].kind, CS_PIN_BOX);
    assert_vector(pins[3].min, "cloths[0].pins[3].box.min", "-0.51", "-0.52", "-0.53");
    assert_vector(pins[3].max, "cloths[0].pins[3].box.max", "0.54", "0.55", "0.56");
}

static void test_a_mesh_with_compliance(void **state)
{
    (void)state;
    const cs_cloth *c = &scene->cloths[2];
    assert_int_equal(c->source, CS_CLOTH_MESH);
    assert_string_equal(c->mesh.file, "corpus/square.obj");
    assert_int_equal(c->mesh.vertex_count, 4);
    assert_int_equal(c->mesh.triangle_count, 2);
    assert_true(c->mesh.positions[2].x == 1 && c->mesh.positions[2].y == 0 && c->mesh.positions[2].z == 1);
    assert_true(c->mesh.uv[2][0] == 1 && c->mesh.uv[2][1] == 1 && c->mesh.uv[3][0] == 0);
    assert_int_equal(c->mesh.triangles[1].b, 3);
    assert_int_equal(c->material, CS_MATERIAL_COMPLIANCE);
    assert_number(c->particle_mass, "cloths[2].particle_mass", "0.0211");
    assert_number(c->compliance.structural, "cloths[2].compliance.structural", "0.00121");
    assert_number(c->compliance.shear, "cloths[2].compliance.shear", "0.00122");
    assert_number(c->compliance.bend, "cloths[2].compliance.bend", "0.00123");
    assert_int_equal(c->pins[0].kind, CS_PIN_VERTEX);
    assert_int_equal(c->pins[0].vertex, 1);
    assert_int_equal(c->pins[1].kind, CS_PIN_BALL);
    assert_vector(c->pins[1].center, "cloths[2].pins[1].ball.center", "0.124", "0.125", "0.126");
    assert_number(c->pins[1].radius, "cloths[2].pins[1].ball.radius", "0.127");
}

static void test_fabrics(void **state)
{
    (void)state;
    const cs_cloth *c = &scene->cloths[3];
    int count;
    const cs_fabric_preset *presets = cs_fabric_presets(&count);
    assert_int_equal(c->source, CS_CLOTH_GRID);
    assert_int_equal(c->material, CS_MATERIAL_FABRIC);
    assert_string_equal(presets[c->fabric.preset].name, "denim");
    assert_true(c->particle_mass == 0 && c->density == 0);
    assert_number(c->fabric.density, "cloths[3].fabric.density", "0.1281");
    assert_number(c->fabric.stretch[0], "cloths[3].fabric.stretch[0]", "1291.5");
    assert_number(c->fabric.stretch[1], "cloths[3].fabric.stretch[1]", "1301.5");
    assert_number(c->fabric.coupling, "cloths[3].fabric.coupling", "131.5");
    assert_number(c->fabric.shear, "cloths[3].fabric.shear", "132.5");
    assert_number(c->fabric.stiffening, "cloths[3].fabric.stiffening", "1.331");
    assert_number(c->fabric.strain_limit, "cloths[3].fabric.strain_limit", "0.1341");
    assert_number(c->fabric.bend[0], "cloths[3].fabric.bend[0]", "1.351e-5");
    assert_number(c->fabric.bend[1], "cloths[3].fabric.bend[1]", "1.361e-5");
    assert_number(c->fabric.bend_bias, "cloths[3].fabric.bend_bias", "1.371e-5");
    assert_number(c->fabric.friction, "cloths[3].fabric.friction", "0.1381");
    assert_number(c->fabric.damping, "cloths[3].fabric.damping", "0.01391");
    assert_true(c->long_range.links && c->long_range.tethers);
    assert_number(c->long_range.slack, "cloths[3].long_range.slack", "0.1401");
    c = &scene->cloths[4];
    assert_string_equal(presets[c->fabric.preset].name, "silk");
    assert_number(c->surface.diffuse, "cloths[4].surface.diffuse", "0.142");
}

static void test_networks(void **state)
{
    (void)state;
    const cs_network *n = &scene->networks[0];
    assert_int_equal(scene->network_count, 1);
    assert_string_equal(n->name, "chain");
    assert_int_equal(n->particle_count, 3);
    assert_vector(n->particles[0].position, "networks[0].particles[0].position", "1.43,", "1.44,", "1.450");
    assert_vector(n->particles[0].velocity, "networks[0].particles[0].velocity", "1.46", "1.471", "1.48");
    assert_number(n->particles[0].mass, "networks[0].particles[0].mass", "1.49");
    assert_true(n->particles[0].pinned && !n->particles[1].pinned && n->particles[1].mass == 1);
    assert_int_equal(n->link_count, 3);
    const cs_link *l = n->links;
    assert_true(l[0].a == 0 && l[0].b == 1 && l[0].by_compliance && l[0].tension_only);
    assert_number(l[0].compliance, "networks[0].links[0].compliance", "0.001501");
    assert_number(l[0].rest_length, "networks[0].links[0].rest_length", "1.541");
    assert_number(l[0].damping, "networks[0].links[0].damping", "0.1521");
    assert_true(!l[1].by_compliance && !l[1].tension_only && l[1].damping == 0);
    assert_number(l[1].stiffness, "networks[0].links[1].stiffness", "153.5");
    assert_true(l[2].stiffness == 1000);
    assert_true(l[2].rest_length > 5 - 1e-12 && l[2].rest_length < 5 + 1e-12); // 3, 4, 0 apart
    assert_number(n->radius, "networks[0].radius", "0.0154");
    assert_number(n->surface.specular, "networks[0].surface.specular", "0.155");
}

static void test_colliders(void **state)
{
    (void)state;
    const cs_collider *c = scene->colliders;
    assert_int_equal(scene->collider_count, 2);
    assert_int_equal(c[0].kind, CS_COLLIDER_SPHERE);
    assert_vector(c[0].sphere.center, "colliders[0].center", "0.681", "0.691", "0.701");
    assert_number(c[0].sphere.radius, "colliders[0].radius", "0.711");
    assert_number(c[0].margin, "colliders[0].margin", "0.0721");
    assert_true(c[0].friction == 0);
    assert_int_equal(c[0].display, CS_DISPLAY_WIREFRAME_OVERLAY);
    assert_vector(c[0].color, "colliders[0].color", "0.741", "0.751", "0.761");
    assert_int_equal(c[1].kind, CS_COLLIDER_GROUND);
    assert_number(c[1].ground.height, "colliders[1].height", "-7.71");
    assert_int_equal(c[1].display, CS_DISPLAY_SOLID);
}

static void test_picture(void **state)
{
    (void)state;
    assert_vector(scene->camera.eye, "camera.eye", "7.81", "7.91", "8.01");
    assert_vector(scene->camera.target, "camera.target", "0.811", "0.821", "0.831");
    assert_vector(scene->camera.up, "camera.up", "0.841", "0.851", "0.861");
    assert_number(scene->camera.fov, "camera.fov", "87.1");
    assert_int_equal(scene->light_count, 2);
    assert_int_equal(scene->lights[0].kind, CS_LIGHT_POINT);
    assert_vector(scene->lights[0].position, "lights[0].position", "8.81", "8.91", "9.01");
    assert_vector(scene->lights[0].color, "lights[0].color", "0.911", "0.921", "0.931");
    assert_int_equal(scene->lights[1].kind, CS_LIGHT_DIRECTIONAL);
    assert_vector(scene->lights[1].direction, "lights[1].direction", "-0.941", "-0.951", "-0.961");
    const cs_image_settings *image = &scene->image;
    assert_number(image->width, "image.width", "971");
    assert_number(image->height, "image.height", "981");
    assert_int_equal(image->samples, 3);
    assert_int_equal(image->pipeline, CS_PIPELINE_CLASSIC);
    assert_int_equal(image->tone_mapping, CS_TONE_CLAMP);
    assert_int_equal(image->encoding, CS_ENCODING_LINEAR);
    assert_vector(image->background_top, "image.background.top", "0.991", "0.992", "0.993");
    assert_vector(image->background_bottom, "image.background.bottom", "0.994", "0.995", "0.996");
    assert_int_equal(scene->mask.kind, CS_MASK_COLOR);
    assert_int_equal(scene->mask.dominant, 2);
    assert_number(scene->mask.above, "statistics.mask.above", "99 ");
}

static void test_what_is_missing_is_located_at_what_is_around_it(void **state)
{
    (void)state;
    assert_located("cloths[1].springs.shear", "{ \"name\": \"curtain\"");
    assert_located("simulation.phases[1].wind.force[2]", "{ \"name\": \"second\"");
    assert_int_equal(cs_scene_locate(scene, "colliders[9].radius").line, cs_scene_locate(scene, "colliders").line);
    assert_int_equal(cs_scene_locate(scene, "").line, 1);
    assert_int_equal(cs_scene_locate(scene, "][..").line, 1);
    cs_scene memory = cs_default_scene();
    assert_int_equal(cs_scene_locate(&memory, "simulation.dt").line, 0);
}

static void test_a_report_shows_the_line(void **state)
{
    (void)state;
    cs_log *log = cs_log_create();
    cs_scene_report(scene, log, CS_WARNING, "cloths[0].springs.shear", "rather stiff", "make it softer");
    char *formatted = cs_diagnostic_format(cs_log_get(log, 0), false);
    assert_string_equal(formatted,
                        EVERY_KEY ":23:50: warning: rather stiff\n"
                                  "  \"springs\": { \"structural\": 460.5, \"shear\": 470.5, \"bend\": 480.5 },\n"
                                  "                                             ^\n"
                                  "  help: make it softer\n");
    free(formatted);
    cs_log_destroy(log);
}

static void test_every_key_of_the_table_is_in_the_file(void **state)
{
    (void)state;
    char *table = cs_scene_key_table();
    int rows = 0;
    for (const char *row = strstr(table, "\n| `"); row; row = strstr(row + 1, "\n| `")) {
        const char *path = row + 4, *end = strchr(path, '`'), *name = path;
        for (const char *c = path; c < end; c++) {
            name = *c == '.' ? c + 1 : name;
        }
        char quoted[100];
        snprintf(quoted, sizeof quoted, "\"%.*s\":", (int)strcspn(name, "`["), name);
        if (!strstr(text, quoted)) {
            print_error("%.*s is not in every_key.json\n", (int)(end - path), path);
        }
        assert_non_null(strstr(text, quoted));
        rows++;
    }
    assert_true(rows > 70);
    free(table);
}

static void test_the_resolved_text_is_the_same_scene(void **state)
{
    (void)state;
    char *resolved = cs_scene_resolved(scene);
    cs_scene *again = parse_as(EVERY_KEY, resolved, 0, NULL);
    char *twice = cs_scene_resolved(again);
    assert_true(again->hash == scene->hash);
    assert_string_equal(twice, resolved);
    cs_scene_destroy(again);
    free(twice);
    free(resolved);
}

/// The text with the value at `at` changed: another digit, letter of a name, or word.
static char *changed(const char *resolved, size_t at)
{
    char *copy = malloc(strlen(resolved) + 1);
    strcpy(copy, resolved);
    copy[at] = copy[at] == '1' ? '2' : '1';
    return copy;
}

static void test_any_changed_digit_changes_the_hash(void **state)
{
    (void)state;
    char *resolved = cs_scene_resolved(scene);
    int tried = 0;
    for (size_t i = 1; resolved[i]; i++) {
        bool last_digit = resolved[i] >= '0' && resolved[i] <= '9' && !strchr(".0123456789e", resolved[i + 1]);
        if (!last_digit) {
            continue;
        }
        char *other = changed(resolved, i);
        cs_scene *changed_scene;
        if (cs_scene_parse(EVERY_KEY, other, strlen(other), NULL, NULL, &changed_scene) == CS_OK) {
            assert_true(changed_scene->hash != scene->hash);
            tried++;
        }
        cs_scene_destroy(changed_scene);
        free(other);
    }
    assert_true(tried > 80);
    free(resolved);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_simulation),
        cmocka_unit_test(test_cloths),
        cmocka_unit_test(test_pins_are_resolved),
        cmocka_unit_test(test_a_mesh_with_compliance),
        cmocka_unit_test(test_fabrics),
        cmocka_unit_test(test_networks),
        cmocka_unit_test(test_colliders),
        cmocka_unit_test(test_picture),
        cmocka_unit_test(test_what_is_missing_is_located_at_what_is_around_it),
        cmocka_unit_test(test_a_report_shows_the_line),
        cmocka_unit_test(test_every_key_of_the_table_is_in_the_file),
        cmocka_unit_test(test_the_resolved_text_is_the_same_scene),
        cmocka_unit_test(test_any_changed_digit_changes_the_hash),
    };
    return cmocka_run_group_tests(tests, load_every_key, free_every_key);
}
