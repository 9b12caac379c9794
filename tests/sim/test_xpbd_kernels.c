// SPDX-License-Identifier: MIT
//
// The kernels of position based dynamics: the bits of the plain sweeps over random scenes for every instruction set,
// and the projection of single terms as their element evaluates them.
#include "sim/plain_xpbd.h"
#include "sim/sim_run.h"
#include "sim/xpbd_kernels.h"

#include "math/math.h"

#include <stdlib.h>
#include <string.h>

#define SCENES 24

static uint64_t seed = 20251130;
static uint64_t counter;

static double uniform(double low, double high)
{
    return low + (high - low) * cs_random(seed, counter++);
}
static int pick(int low, int high)
{
    return low + (int)floor(uniform(0, high - low + 1));
}

static cs_xpbd_kernel *kernel_of(cs_xpbd_kind kind, int simd)
{
    static cs_xpbd_kernel *const links[] = CS_WIDE_TABLE(cs_xpbd_links);
    static cs_xpbd_kernel *const membrane[] = CS_WIDE_TABLE(cs_xpbd_membrane);
    static cs_xpbd_kernel *const bending[] = CS_WIDE_TABLE(cs_xpbd_bending);
    return kind == CS_XPBD_LINKS ? links[simd] : kind == CS_XPBD_MEMBRANE ? membrane[simd] : bending[simd];
}

static cs_fabric some_fabric(double damping)
{
    return (cs_fabric){
        .density = 0.1,
        .stretch = {500, 900},
        .coupling = 60,
        .shear = 80,
        .stiffening = 5,
        .strain_limit = 0.05,
        .bend = {2e-5, 3e-5},
        .bend_bias = 2e-5,
        .damping = damping,
    };
}

/// A sheet of a random material, and beside it a network of threads and dashpots.
typedef struct mixture {
    one_cloth sheet;
    cs_network network;
    cs_particle particles[40];
    cs_link links[39];
} mixture;

static void random_mixture(mixture *m)
{
    int rows = pick(2, 30), columns = pick(2, 30);
    make_sheet(&m->sheet, rows, columns, 0.01);
    cs_simulation *simulation = &m->sheet.scene.simulation;
    simulation->solver = pick(0, 2) ? CS_SOLVER_XPBD : CS_SOLVER_PBD;
    simulation->iterations = 1;
    simulation->correction = uniform(0.3, 1);
    m->sheet.cloth.material = (cs_material)pick(CS_MATERIAL_SPRINGS, CS_MATERIAL_FABRIC);
    m->sheet.cloth.compliance = (cs_compliance){pick(0, 1) ? 1e-4 : 0, 1e-3, 1e-2};
    m->sheet.cloth.fabric = some_fabric(pick(0, 1) ? 0.004 : 0);
    m->sheet.cloth.grid.diagonals = pick(0, 1) ? CS_DIAGONALS_SAME : CS_DIAGONALS_ALTERNATING;
    m->sheet.cloth.pin_count = pick(0, 2);
    m->sheet.pins[0] = (cs_pin){.kind = CS_PIN_ROW, .row = pick(0, rows - 1)};
    m->sheet.pins[1] = (cs_pin){.kind = CS_PIN_PARTICLE, .row = pick(0, rows - 1), .column = pick(0, columns - 1)};
    m->network = (cs_network){.name = "threads", .particle_count = 40, .particles = m->particles};
    m->network.link_count = 39;
    m->network.links = m->links;
    for (int i = 0; i < 40; i++) {
        m->particles[i] = (cs_particle){.position = {0.1 * i, 1, 0}, .mass = uniform(0.01, 10), .pinned = i % 7 == 0};
    }
    for (int i = 0; i < 39; i++) {
        m->links[i] = (cs_link){.a = pick(0, i), .b = i + 1, .stiffness = 100, .rest_length = uniform(0, 1)};
        m->links[i].tension_only = pick(0, 1);
        m->links[i].damping = pick(0, 1) ? uniform(0, 10) : 0;
    }
    m->sheet.scene.network_count = 1;
    m->sheet.scene.networks = &m->network;
}

/// Somewhere else for every particle that moves, a few of them in one point.
static void shake(const cs_xpbd *xpbd, double *slots, size_t count, double size)
{
    for (size_t i = 0; i < count; i++) {
        bool collapsed = i > 0 && pick(0, 60) == 0;
        for (int k = 0; k < 3 && slots[4 * i + 3] > 0; k++) {
            slots[4 * i + (size_t)k] =
                collapsed ? slots[4 * (i - 1) + (size_t)k] : slots[4 * i + (size_t)k] + uniform(-size, size);
        }
        for (int k = 0; xpbd->starts && k < 4; k++) {
            xpbd->starts[4 * i + (size_t)k] = slots[4 * i + (size_t)k] * 0.999;
        }
    }
}

static void *copy_of(const void *bytes, size_t size)
{
    void *copy = cs_alloc_raw(size + 64);
    assert_non_null(copy);
    memcpy(copy, bytes, size);
    return copy;
}

/// Sweeps the group twice from the same state, plainly and with the kernel, and fails when a bit differs.
static void compare_group(const cs_xpbd *xpbd, const cs_xpbd_group *group, size_t slots, int simd)
{
    size_t packs = (size_t)group->first[xpbd->unit_count], slot_bytes = slots * 4 * sizeof(double);
    double *plain_slots = copy_of(xpbd->slots, slot_bytes), *wide_slots = copy_of(xpbd->slots, slot_bytes);
    void *plain_packs = copy_of(group->packs, packs * group->pack_size);
    void *wide_packs = copy_of(group->packs, packs * group->pack_size);
    for (int sweep = 0; sweep < 3; sweep++) {
        cs_xpbd_work work = group->work;
        work.fresh = sweep == 0;
        work.gammas = group->gammas;
        work.slots = plain_slots;
        plain_xpbd_kernel(group->kind)(&work, plain_packs, (int64_t)packs);
        work.slots = wide_slots;
        kernel_of(group->kind, simd)(&work, wide_packs, (int64_t)packs);
        for (size_t i = 0; i < 4 * slots; i++) {
            if (!(plain_slots[i] == wide_slots[i])) {
                fail_msg("seed %llu, kind %d, instruction set %d, sweep %d: slot %zu is %.17g, plainly %.17g",
                         (unsigned long long)seed, (int)group->kind, simd, sweep, i / 4, wide_slots[i], plain_slots[i]);
            }
        }
        assert_memory_equal(plain_packs, wide_packs, packs * group->pack_size);
    }
    free(plain_slots);
    free(wide_slots);
    free(plain_packs);
    free(wide_packs);
}

/// One more than the largest slot of any pack.
static size_t slot_count(const cs_xpbd *xpbd)
{
    static const int nodes[] = {[CS_XPBD_LINKS] = 2, [CS_XPBD_MEMBRANE] = 3, [CS_XPBD_BENDING] = 6};
    size_t count = 0;
    for (int g = 0; g < xpbd->group_count; g++) {
        const cs_xpbd_group *group = &xpbd->groups[g];
        for (int64_t p = 0; p < group->first[xpbd->unit_count]; p++) {
            const int32_t *node = (const int32_t *)(const void *)(group->packs + (size_t)p * group->pack_size);
            for (int i = 0; i < nodes[group->kind] * CS_XPBD_LANES; i++) {
                count = (size_t)node[i] + 1 > count ? (size_t)node[i] + 1 : count;
            }
        }
    }
    return count;
}

static void kernels_equal_the_plain_sweeps(void **state)
{
    (void)state;
    print_message("seed %llu\n", (unsigned long long)seed);
    int kinds = 0;
    for (int i = 0; i < SCENES; i++) {
        mixture m;
        random_mixture(&m);
        cs_sim *sim = start(&m.sheet.scene, CS_SIMD_AUTO);
        const cs_xpbd *xpbd = sim->solver_data;
        run(sim, 1);
        size_t slots = slot_count(xpbd);
        shake(xpbd, xpbd->slots, slots, i % 3 == 0 ? 0.2 : 0.01);
        for (int g = 0; g < xpbd->group_count; g++) {
            kinds |= 1 << xpbd->groups[g].kind;
            for (int simd = CS_SIMD_SCALAR; simd <= CS_SIMD_512; simd++) {
                compare_group(xpbd, &xpbd->groups[g], slots, (int)cs_simd_resolve((cs_simd)simd));
            }
        }
        cs_sim_destroy(sim);
    }
    assert_int_equal(kinds, 7);
}

// ---- single terms -----------------------------------------------------------------------

/// A small crumpled piece of fabric, its lanes as slots.
typedef struct piece {
    one_cloth sheet;
    cs_sim *sim;
    double *inverse_mass, *slots;
    cs_xpbd_terms terms;
    cs_soa moved;
} piece;

static void make_piece(piece *p, cs_solver solver, double damping)
{
    make_sheet(&p->sheet, 4, 5, 0.01);
    p->sheet.scene.simulation.solver = solver;
    p->sheet.scene.simulation.iterations = 1;
    p->sheet.scene.simulation.correction = 0.8;
    p->sheet.cloth.material = CS_MATERIAL_FABRIC;
    p->sheet.cloth.fabric = some_fabric(damping);
    p->sheet.cloth.pin_count = 1;
    p->sheet.pins[0] = (cs_pin){.kind = CS_PIN_PARTICLE, .row = 1, .column = 2};
    p->sim = start(&p->sheet.scene, CS_SIMD_AUTO);
    size_t lanes = (size_t)p->sim->lanes;
    p->slots = cs_alloc_aligned(lanes + 1, 4 * sizeof(double)); // the last one is idle
    p->inverse_mass = cs_alloc_aligned(lanes, sizeof(double));
    assert_true(p->slots && p->inverse_mass && cs_soa_make(p->sim->arena, p->sim->lanes, &p->moved));
    const cs_body *body = &p->sim->bodies[0];
    for (int i = 0; i < body->rows * body->stride; i++) {
        cs_vec3 x = cs_soa_get(&p->sim->now, i);
        cs_soa_set(&p->sim->before, i, x);
        cs_soa_set(&p->sim->now, i,
                   cs_add(x, (cs_vec3){uniform(-0.02, 0.02), uniform(-0.03, 0.03), uniform(-0.02, 0.02)}));
        p->inverse_mass[i] = cs_body_pinned(body, i) ? 0 : 1 / cs_body_mass(body, i);
    }
    p->terms = (cs_xpbd_terms){
        .plain = solver == CS_SOLVER_PBD,
        .h = p->sim->h,
        .correction = solver == CS_SOLVER_PBD ? 0.8 : 1,
        .inverse_mass = p->inverse_mass,
        .start = &p->sim->before,
    };
}

/// Moves the same term by its element and by the kernel; largest difference, as a part of the largest motion.
static double difference(piece *p, const cs_xpbd_group *group, const cs_element *element, int64_t index,
                         const int *const lane[6], int nodes, void *pack)
{
    int lanes = p->sim->lanes, idle = lanes;
    cs_xpbd_work work = group->work;
    double *starts = cs_alloc_aligned((size_t)lanes + 1, 4 * sizeof(double));
    assert_non_null(starts);
    for (int i = 0; i < lanes; i++) {
        cs_vec3 x = cs_soa_get(&p->sim->now, i), x0 = cs_soa_get(&p->sim->before, i);
        const double slot[4] = {x.x, x.y, x.z, p->inverse_mass[i]}, start_slot[4] = {x0.x, x0.y, x0.z, 0};
        memcpy(p->slots + 4 * i, slot, sizeof(slot));
        memcpy(starts + 4 * i, start_slot, sizeof(start_slot));
        cs_soa_set(&p->moved, i, x);
    }
    for (int n = 0; n < nodes; n++) {
        for (int k = 0; k < CS_XPBD_LANES; k++) {
            int32_t *node = (int32_t *)pack + n * CS_XPBD_LANES + k;
            *node = k == 0 && lane[n] ? lane[n][index] : idle;
        }
    }
    double lambda[CS_TERM_MEASURES] = {0}, largest = 0, wrong = 0;
    work.slots = p->slots;
    work.starts = starts;
    for (int sweep = 0; sweep < 3; sweep++) {
        work.fresh = sweep == 0;
        cs_xpbd_project_term(&p->terms, element, index, &p->moved, lambda);
        kernel_of(group->kind, CS_SIMD_SCALAR)(&work, pack, 1);
    }
    for (int i = 0; i < lanes; i++) {
        cs_vec3 x = cs_soa_get(&p->moved, i), moved = cs_sub(x, cs_soa_get(&p->sim->now, i));
        cs_vec3 off = cs_sub(x, (cs_vec3){p->slots[4 * i], p->slots[4 * i + 1], p->slots[4 * i + 2]});
        largest = fmax(largest, cs_length(moved));
        wrong = fmax(wrong, cs_length(off));
    }
    free(starts);
    assert_true(largest > 0);
    return wrong / largest;
}

static double membrane_difference(piece *p, const cs_xpbd_group *group, const cs_membrane *m, int64_t i)
{
    cs_xpbd_membrane_pack pack = {0};
    const int *const lane[6] = {m->lane[0], m->lane[1], m->lane[2]};
    pack.u1[0] = m->u1[i];
    pack.u2[0] = m->u2[i];
    pack.v1[0] = m->v1[i];
    pack.v2[0] = m->v2[i];
    pack.per_area[0] = 1 / m->area[i];
    return difference(p, group, &m->element, i, lane, 3, &pack);
}

static double bending_difference(piece *p, const cs_xpbd_group *group, const cs_bending *b, int64_t i)
{
    cs_xpbd_bending_pack pack = {0};
    const int *lane[6];
    for (int n = 0; n < 6; n++) {
        lane[n] = n < 3 || b->hinges[i] >> (n - 3) & 1 ? b->lane[n] : NULL;
        pack.compliance[n][0] = b->compliance[n][i] / (p->sim->h * p->sim->h);
        if (n < 3) {
            pack.rest[n][0] = b->rest[n][i];
        }
    }
    return difference(p, group, &b->element, i, lane, 6, &pack);
}

static void kernels_project_the_terms(void **state)
{
    (void)state;
    for (int k = 0; k < 4; k++) {
        piece p;
        make_piece(&p, k % 2 ? CS_SOLVER_PBD : CS_SOLVER_XPBD, k < 2 ? 0 : 0.003);
        const cs_xpbd *xpbd = p.sim->solver_data;
        int seen = 0;
        for (int e = 0; e < p.sim->bodies[0].element_count; e++) {
            const cs_element *element = p.sim->bodies[0].elements[e];
            const cs_membrane *m = cs_membrane_of(element);
            const cs_bending *b = cs_bending_of(element);
            for (int64_t i = 0; i < element->term_count; i++) {
                for (int g = 0; g < xpbd->group_count; g++) {
                    const cs_xpbd_group *group = &xpbd->groups[g];
                    if (m && group->kind == CS_XPBD_MEMBRANE) {
                        assert_true(membrane_difference(&p, group, m, i) < 1e-9);
                        seen |= 1;
                    } else if (b && group->kind == CS_XPBD_BENDING) {
                        assert_true(bending_difference(&p, group, b, i) < 1e-9);
                        seen |= 2;
                    }
                }
            }
        }
        assert_int_equal(seen, 3);
        free(p.slots);
        free(p.inverse_mass);
        cs_sim_destroy(p.sim);
    }
}

// ---- whole runs ---------------------------------------------------------------------------

/// A sheet of several blocks gives the same bits for any number of threads and any instruction set.
static void threads_and_vectors_change_nothing(void **state)
{
    (void)state;
    static const int threads[] = {1, 2, 3, 8};
    for (int material = CS_MATERIAL_SPRINGS; material <= CS_MATERIAL_FABRIC; material++) {
        one_cloth s;
        make_sheet(&s, 70, 50, 0.01);
        s.scene.simulation.solver = CS_SOLVER_XPBD;
        s.scene.simulation.iterations = 2;
        s.scene.simulation.substeps = 2;
        s.scene.simulation.gravity = (cs_vec3){0, -9.8, 0};
        s.cloth.material = (cs_material)material;
        s.cloth.compliance = (cs_compliance){1e-4, 1e-3, 1e-2};
        s.cloth.fabric = some_fabric(0.002);
        s.cloth.grid.v = (cs_vec3){0, 0.3, 1};
        s.cloth.pin_count = 1;
        s.pins[0] = (cs_pin){.kind = CS_PIN_ROW, .row = 0};
        uint64_t expected = 0;
        for (int t = 0; t < 4; t++) {
            for (int simd = CS_SIMD_SCALAR; simd <= CS_SIMD_512; simd++) {
                cs_compute compute = {.pool = cs_pool_create(threads[t]), .simd = (cs_simd)simd};
                cs_sim *sim = NULL;
                assert_non_null(compute.pool);
                assert_int_equal(cs_sim_create(&s.scene, &compute, NULL, &sim), CS_OK);
                run(sim, 4);
                assert_true(((cs_xpbd *)sim->solver_data)->block_count > 2);
                uint64_t hash = hash_of(sim);
                expected = t == 0 && simd == CS_SIMD_SCALAR ? hash : expected;
                assert_true(hash == expected);
                cs_sim_destroy(sim);
                cs_pool_destroy(compute.pool);
            }
        }
    }
}

/// A crumpled fabric with collapsed triangles, and all particles in one point: finite numbers.
static void collapsed_triangles_stay_finite(void **state)
{
    (void)state;
    static const cs_solver solvers[] = {CS_SOLVER_XPBD, CS_SOLVER_PBD};
    for (int k = 0; k < 4; k++) {
        one_cloth s;
        make_sheet(&s, 8, 9, 0.01);
        s.scene.simulation.solver = solvers[k % 2];
        s.scene.simulation.iterations = 3;
        s.scene.simulation.substeps = 4;
        s.scene.simulation.correction = 1;
        s.cloth.material = CS_MATERIAL_FABRIC;
        s.cloth.fabric = some_fabric(0);
        cs_sim *sim = start(&s.scene, CS_SIMD_AUTO);
        cs_vec3 x[72];
        for (int i = 0; i < 72; i++) {
            bool apart = k >= 2 && i % 3 == 0;
            x[i] = (cs_vec3){apart ? 0.05 * i : 0, apart ? uniform(-0.1, 0.1) : 0, 0};
        }
        cs_sim_set_positions(sim, x);
        cs_status status = CS_OK;
        for (int step = 0; step < 60 && status == CS_OK; step++) {
            status = cs_sim_step(sim, NULL);
        }
        assert_true(status == CS_OK || status == CS_DIVERGED);
        cs_sim_positions(sim, x);
        for (int i = 0; i < 72 && status == CS_OK; i++) {
            assert_true(isfinite(x[i].x) && isfinite(x[i].y) && isfinite(x[i].z));
        }
        cs_sim_destroy(sim);
    }
}

int main(int argc, char **argv)
{
    if (argc > 1) {
        seed = strtoull(argv[1], NULL, 10);
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kernels_equal_the_plain_sweeps),
        cmocka_unit_test(kernels_project_the_terms),
        cmocka_unit_test(threads_and_vectors_change_nothing),
        cmocka_unit_test(collapsed_triangles_stay_finite),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
