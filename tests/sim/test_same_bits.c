// SPDX-License-Identifier: MIT
//
// The shipped step against the plain oracle over random scenes, bit for bit, for every instruction set and several
// thread counts; and what must not change a bit of the state.
#include "sim/classic_step.h"
#include "sim/sim_run.h"

#include "base/base.h"
#include "math/math.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DEFAULT_SEED   20240611
#define RANDOM_SCENES  60
#define MOST_COLLIDERS 4

static uint64_t seed = DEFAULT_SEED;
static uint64_t counter;

static double uniform(double low, double high)
{
    return low + (high - low) * cs_random(seed, counter++);
}
static int pick(int low, int high)
{
    return low + (int)floor(uniform(0, high - low + 1));
}
static cs_vec3 random_vector(double size)
{
    double x = uniform(-size, size), y = uniform(-size, size), z = uniform(-size, size);
    return (cs_vec3){x, y, z};
}

typedef struct many_cloths {
    cs_scene scene;
    cs_phase phase;
    cs_cloth cloths[3];
    cs_pin pins[3][3];
    cs_collider colliders[MOST_COLLIDERS];
} many_cloths;

static void random_cloth(cs_cloth *cloth, cs_pin *pins, int rows, int columns)
{
    *cloth = (cs_cloth){.name = "cloth", .transform.scale = {1, 1, 1}, .pins = pins};
    cloth->grid = (cs_grid){.rows = rows, .columns = columns, .u = {1, 0, 0}, .v = {0, 0, 1}};
    cloth->grid.size[0] = uniform(0.5, 1.5) * 0.1 * (columns - 1);
    cloth->grid.size[1] = uniform(0.5, 1.5) * 0.1 * (rows - 1);
    cloth->grid.origin = random_vector(2);
    if (pick(0, 1)) {
        cloth->grid.u = (cs_vec3){0.8, uniform(-0.5, 0.5), 0.1};
        cloth->grid.v = (cs_vec3){0.1, uniform(-0.5, 0.5), 0.9};
    }
    cloth->grid.diagonals = pick(0, 1) ? CS_DIAGONALS_SAME : CS_DIAGONALS_ALTERNATING;
    cloth->velocity = pick(0, 1) ? random_vector(2) : (cs_vec3){0, 0, 0};
    cloth->particle_mass = pick(0, 2) == 0 ? 1 : uniform(0.5, 2);
    if (pick(0, 3) == 0) {
        cloth->particle_mass = 0;
        cloth->density = uniform(50, 200);
    }
    cloth->springs.structural = pick(0, 4) ? uniform(100, 1000) : 0;
    cloth->springs.shear = pick(0, 4) ? uniform(50, 500) : 0;
    cloth->springs.bend = pick(0, 4) ? uniform(20, 300) : 0;
    cloth->pin_count = pick(0, 3);
    for (int i = 0; i < cloth->pin_count; i++) {
        pins[i] = (cs_pin){.kind = (cs_pin_kind)pick(CS_PIN_ROW, CS_PIN_PARTICLE),
                           .row = pick(0, rows - 1),
                           .column = pick(0, columns - 1)};
    }
}

static void random_scene(many_cloths *m)
{
    *m = (many_cloths){.scene = bare_scene()};
    cs_simulation *simulation = &m->scene.simulation;
    simulation->dt = uniform(0.001, 0.006);
    simulation->substeps = pick(0, 3) ? 1 : pick(2, 4);
    simulation->gravity = pick(0, 4) ? random_vector(12) : (cs_vec3){0, -9.8, 0};
    simulation->damping = pick(0, 2) ? uniform(0.9, 1) : 1;
    simulation->phase_count = 1;
    simulation->phases = &m->phase;
    m->phase = (cs_phase){.name = "wind", .steps = 1000, .wind_force = random_vector(3)};
    m->scene.cloth_count = pick(1, 3);
    m->scene.cloths = m->cloths;
    for (int i = 0; i < m->scene.cloth_count; i++) {
        int rows = pick(2, 40), columns = pick(2, 40);
        random_cloth(&m->cloths[i], m->pins[i], rows, columns);
    }
    m->scene.collider_count = pick(0, MOST_COLLIDERS);
    m->scene.colliders = m->colliders;
    for (int i = 0; i < m->scene.collider_count; i++) {
        m->colliders[i] = (cs_collider){.kind = pick(0, 2) ? CS_COLLIDER_SPHERE : CS_COLLIDER_GROUND};
        m->colliders[i].margin = pick(0, 1) ? uniform(0, 0.1) : 0;
        if (m->colliders[i].kind == CS_COLLIDER_SPHERE) {
            m->colliders[i].sphere.center = random_vector(2);
            m->colliders[i].sphere.radius = uniform(0.2, 1);
        } else {
            m->colliders[i].ground.height = uniform(-3, 0);
        }
    }
}

static double substep_damping(const cs_simulation *simulation)
{
    return simulation->substeps == 1 ? simulation->damping : cs_pow(simulation->damping, 1.0 / simulation->substeps);
}

/// Positions after some steps, by the oracle and by the simulation; fails at the first difference.
static void compare(const cs_scene *scene, const cs_compute *compute, int steps)
{
    size_t count = (size_t)cs_scene_particle_count(scene);
    classic *oracle = classic_create(scene, substep_damping(&scene->simulation));
    cs_vec3 *positions = calloc(count, sizeof(*positions)), *velocities = calloc(count, sizeof(*velocities));
    cs_sim *sim = NULL;
    assert_int_equal(cs_sim_create(scene, compute, NULL, &sim), CS_OK);
    assert_int_equal(cs_sim_particle_count(sim), oracle->particle_count);
    assert_int_equal(cs_sim_spring_count(sim), oracle->spring_count);
    for (int i = 0; i < steps; i++) {
        for (int j = 0; j < scene->simulation.substeps; j++) {
            classic_substep(oracle, scene->simulation.phases[0].wind_force);
        }
        run(sim, 1);
    }
    cs_sim_positions(sim, positions);
    cs_sim_velocities(sim, velocities);
    for (size_t i = 0; i < count; i++) {
        const classic_particle *p = &oracle->particles[i];
        bool same = p->position.x == positions[i].x && p->position.y == positions[i].y &&
                    p->position.z == positions[i].z && (p->position.x - p->previous.x) / oracle->h == velocities[i].x &&
                    (p->position.y - p->previous.y) / oracle->h == velocities[i].y &&
                    (p->position.z - p->previous.z) / oracle->h == velocities[i].z;
        if (!same) {
            fail_msg("particle %zu differs: seed %llu, instruction set %d, %d threads", i, (unsigned long long)seed,
                     (int)compute->simd, cs_pool_threads(compute->pool));
        }
    }
    cs_sim_destroy(sim);
    classic_destroy(oracle);
    free(positions);
    free(velocities);
}

static void random_scenes_equal_the_oracle(void **state)
{
    (void)state;
    print_message("seed %llu\n", (unsigned long long)seed);
    for (int i = 0; i < RANDOM_SCENES; i++) {
        many_cloths m;
        random_scene(&m);
        for (int simd = CS_SIMD_SCALAR; simd <= CS_SIMD_512; simd++) {
            cs_compute compute = {.simd = (cs_simd)simd};
            compare(&m.scene, &compute, 20);
        }
    }
}

/// Grids large enough to be cut into blocks and to pack their rest lengths; threads and blocks change nothing.
static void large_grids_equal_the_oracle(void **state)
{
    (void)state;
    static const struct {
        int rows, columns;
        double origin; // far from the origin rest lengths do not fit in 16 bits
        double density;
    } cases[] = {{300, 37, 0, 0}, {70, 531, 0, 0}, {181, 200, 0, 90}, {200, 181, 30000, 0}};
    for (size_t i = 0; i < CS_COUNT(cases); i++) {
        one_cloth s;
        make_classic(&s);
        s.cloth.grid.rows = cases[i].rows;
        s.cloth.grid.columns = cases[i].columns;
        s.cloth.grid.origin.x += cases[i].origin;
        s.scene.simulation.dt = cases[i].density > 0 ? 0.0001 : 0.004;
        if (cases[i].density > 0) {
            s.cloth.particle_mass = 0;
            s.cloth.density = cases[i].density;
        }
        static const int threads[] = {1, 2, 3, 8};
        for (size_t t = 0; t < CS_COUNT(threads); t++) {
            cs_compute compute = {.pool = cs_pool_create(threads[t])};
            assert_non_null(compute.pool);
            compute.simd = t == 3 ? CS_SIMD_128 : t == 2 ? CS_SIMD_256 : CS_SIMD_AUTO;
            compare(&s.scene, &compute, 6);
            cs_pool_destroy(compute.pool);
        }
    }
}

static uint64_t hash_after(const cs_scene *scene, int steps)
{
    cs_sim *sim = start(scene, CS_SIMD_AUTO);
    run(sim, steps);
    uint64_t hash = hash_of(sim);
    cs_sim_destroy(sim);
    return hash;
}

static void a_replay_is_the_same(void **state)
{
    (void)state;
    one_cloth s;
    make_classic(&s);
    assert_true(hash_after(&s.scene, 300) == hash_after(&s.scene, 300));
}

static void the_picture_does_not_change_the_state(void **state)
{
    (void)state;
    one_cloth s;
    make_classic(&s);
    uint64_t before = hash_after(&s.scene, 200);
    const cs_light light = {.kind = CS_LIGHT_POINT, .position = {1, 2, 3}, .color = {1, 1, 1}};
    s.scene.lights = &light;
    s.scene.light_count = 1;
    s.scene.camera = (cs_camera){.eye = {3, 2, 1}, .up = {0, 1, 0}, .fov = 20};
    s.scene.image.width = 17;
    s.scene.image.height = 4000;
    s.cloth.surface.shininess = 7;
    s.colliders[0].display = CS_DISPLAY_HIDDEN;
    assert_true(hash_after(&s.scene, 200) == before);
}

static void a_distant_collider_changes_nothing(void **state)
{
    (void)state;
    one_cloth s;
    make_classic(&s);
    uint64_t before = hash_after(&s.scene, 300);
    s.colliders[2] = (cs_collider){.kind = CS_COLLIDER_SPHERE, .margin = 0.1};
    s.colliders[2].sphere.center = (cs_vec3){50, 80, -20};
    s.colliders[2].sphere.radius = 10;
    s.colliders[3] = (cs_collider){.kind = CS_COLLIDER_GROUND};
    s.colliders[3].ground.height = -400;
    s.scene.collider_count = 4;
    assert_true(hash_after(&s.scene, 300) == before);
}

/// A state hash sees every particle: moving one of them in its last bit changes it.
static void the_hash_sees_the_last_bit(void **state)
{
    (void)state;
    one_cloth s;
    make_classic(&s);
    cs_sim *sim = start(&s.scene, CS_SIMD_AUTO);
    run(sim, 50);
    uint64_t before = hash_of(sim);
    cs_vec3 positions[625];
    cs_sim_positions(sim, positions);
    positions[624].z = nextafter(positions[624].z, 10);
    cs_sim_set_positions(sim, positions);
    assert_true(hash_of(sim) != before);
    cs_sim_destroy(sim);
}

int main(int argc, char **argv)
{
    if (argc > 1) {
        seed = strtoull(argv[1], NULL, 10);
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_scenes_equal_the_oracle),
        cmocka_unit_test(large_grids_equal_the_oracle),
        cmocka_unit_test(a_replay_is_the_same),
        cmocka_unit_test(the_picture_does_not_change_the_state),
        cmocka_unit_test(a_distant_collider_changes_nothing),
        cmocka_unit_test(the_hash_sees_the_last_bit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
