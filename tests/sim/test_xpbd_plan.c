// SPDX-License-Identifier: MIT
//
// How position based dynamics cuts terms into units and packs: every term stands in one pack, no two lanes of a pack
// and no two units of a sort share a free particle, and a million links are planned within the memory that they need.
#include "sim/sim_run.h"
#include "sim/xpbd.h"

#include "base/base.h"
#include "math/math.h"

#include <stdlib.h>
#include <string.h>

#define DEFAULT_SEED 20251201
static uint64_t seed = DEFAULT_SEED;
static uint64_t counter;

static int pick(int low, int high)
{
    return low + (int)floor((high - low + 1) * cs_random(seed, counter++));
}

/// Terms over the lanes of a strip of a grid, `reach` rows long, some nodes missing; `lanes` is for free_lanes.
static void make_terms(cs_xpbd_set *set, int *lanes[CS_TERM_NODES], int nodes, int count, int rows, int columns,
                       int reach)
{
    *set = (cs_xpbd_set){.nodes = nodes, .count = count};
    for (int n = 0; n < nodes; n++) {
        set->lane[n] = lanes[n] = calloc((size_t)count + 1, sizeof(int));
        assert_non_null(lanes[n]);
    }
    for (int i = 0; i < count; i++) {
        int row = pick(0, rows - 1), column = pick(0, columns - 1);
        for (int n = 0; n < nodes; n++) {
            int r = row + pick(0, reach), c = column + pick(0, 2);
            int lane = (r < rows ? r : rows - 1) * columns + (c < columns ? c : columns - 1);
            lanes[n][i] = n > 2 && pick(0, 4) == 0 ? -1 : lane;
        }
    }
}

static void free_lanes(int *lanes[CS_TERM_NODES], int nodes)
{
    for (int n = 0; n < nodes; n++) {
        free(lanes[n]);
    }
}

/// Owners of lanes while a plan is checked: who was there last.
#define MOST_LANES 10800
typedef struct owners {
    int64_t pack[MOST_LANES], unit[2 * MOST_LANES];
} owners;

static bool is_free(const cs_xpbd_problem *problem, int lane)
{
    return lane >= 0 && problem->inverse_mass[lane] > 0;
}

/// Lanes of one pack are apart; the lanes of a unit are marked, and were not marked by another one of its sort.
static void check_pack(const cs_xpbd_problem *problem, const cs_xpbd_plan *plan, int set, int unit, int64_t pack,
                       owners *o, unsigned char *seen)
{
    const cs_xpbd_set *terms = &problem->sets[set];
    int64_t mark = ((int64_t)set << 40) + pack + 1, sort = unit < plan->block_count ? 0 : 1;
    for (int k = 0; k < CS_XPBD_LANES; k++) {
        int64_t term = plan->packings[set].member[pack * CS_XPBD_LANES + k];
        if (term < 0) {
            continue;
        }
        assert_int_equal(seen[term], 0);
        seen[term] = 1;
        for (int n = 0; n < terms->nodes; n++) {
            int lane = terms->lane[n][term];
            bool again = false; // a term may name a particle twice
            for (int j = 0; j < n; j++) {
                again = again || terms->lane[j][term] == lane;
            }
            if (!is_free(problem, lane) || again) {
                continue;
            }
            assert_true(o->pack[lane] != mark);
            o->pack[lane] = mark;
            int64_t *owner = &o->unit[2 * lane + sort];
            assert_true(*owner == 0 || *owner == unit + 1);
            *owner = unit + 1;
        }
    }
}

static void check_plan(const cs_xpbd_problem *problem, const cs_xpbd_plan *plan)
{
    static owners o;
    memset(&o, 0, sizeof(o));
    assert_true(problem->lanes <= MOST_LANES);
    for (int s = 0; s < problem->set_count; s++) {
        const cs_xpbd_set *terms = &problem->sets[s];
        unsigned char *seen = calloc((size_t)terms->count + 1, 1);
        assert_non_null(seen);
        for (int u = 0; u < plan->unit_count; u++) {
            for (int64_t p = plan->packings[s].first[u]; p < plan->packings[s].first[u + 1]; p++) {
                check_pack(problem, plan, s, u, p, &o, seen);
            }
        }
        for (int64_t i = 0; i < terms->count; i++) {
            bool held = false;
            for (int n = 0; n < terms->nodes; n++) {
                held = held || is_free(problem, terms->lane[n][i]);
            }
            assert_int_equal(seen[i], held);
        }
        free(seen);
    }
}

static void plans_of_random_terms_are_sound(void **state)
{
    (void)state;
    print_message("seed %llu\n", (unsigned long long)seed);
    for (int round = 0; round < 12; round++) {
        int rows = pick(1, 120), columns = pick(1, 90), lanes = rows * columns;
        double *inverse_mass = malloc(sizeof(double) * (size_t)lanes);
        assert_non_null(inverse_mass);
        for (int i = 0; i < lanes; i++) {
            inverse_mass[i] = pick(0, 20) == 0 ? 0 : 1;
        }
        cs_xpbd_set sets[3];
        int *held[3][CS_TERM_NODES];
        make_terms(&sets[0], held[0], 2, pick(0, 3 * lanes), rows, columns, 1);
        make_terms(&sets[1], held[1], 3, pick(0, 2 * lanes), rows, columns, 1);
        make_terms(&sets[2], held[2], 6, pick(0, 2 * lanes), rows, columns, pick(1, 4));
        const cs_xpbd_seed row = {.first = 0, .step = 1, .count = columns, .advance = columns, .tries = rows};
        const cs_xpbd_problem problem = {.lanes = lanes,
                                         .inverse_mass = inverse_mass,
                                         .set_count = 3,
                                         .sets = sets,
                                         .seed_count = round % 2,
                                         .seeds = &row};
        cs_arena *arena = cs_arena_create();
        cs_xpbd_plan plan;
        assert_true(cs_xpbd_plan_make(arena, &problem, &plan));
        check_plan(&problem, &plan);
        cs_arena_destroy(arena);
        for (int s = 0; s < 3; s++) {
            free_lanes(held[s], sets[s].nodes);
        }
        free(inverse_mass);
    }
}

/// A hub that a thousand links hold, more than there are colours: each link has a pack to itself in the end.
static void a_hub_is_no_problem(void **state)
{
    (void)state;
    enum { SPOKES = 1000 };
    static int a[SPOKES], b[SPOKES];
    static double inverse_mass[SPOKES + 1];
    for (int i = 0; i < SPOKES; i++) {
        b[i] = i + 1;
        inverse_mass[i] = 1;
    }
    inverse_mass[SPOKES] = 1;
    const cs_xpbd_set set = {.nodes = 2, .count = SPOKES, .lane = {a, b}};
    const cs_xpbd_problem problem = {.lanes = SPOKES + 1, .inverse_mass = inverse_mass, .set_count = 1, .sets = &set};
    cs_arena *arena = cs_arena_create();
    cs_xpbd_plan plan;
    assert_true(cs_xpbd_plan_make(arena, &problem, &plan));
    check_plan(&problem, &plan);
    assert_int_equal(plan.packings[0].first[plan.unit_count], SPOKES);
    cs_arena_destroy(arena);
}

/// The colours of a grid: what greedy choice gives is valid and a handful, and `used` is left as it was found.
static void colours_of_a_grid_are_few(void **state)
{
    (void)state;
    enum { SIDE = 60, MOST = 2 * SIDE * SIDE };
    static int particle[2 * MOST], colour[MOST];
    static uint64_t used[SIDE * SIDE], held[SIDE * SIDE];
    int count = 0;
    for (int r = 0; r < SIDE; r++) {
        for (int c = 0; c < SIDE; c++) {
            for (int k = 0; k < 2; k++) {
                if ((k == 0 ? c : r) + 1 < SIDE) {
                    particle[2 * count] = r * SIDE + c;
                    particle[2 * count + 1] = r * SIDE + c + (k == 0 ? 1 : SIDE);
                    count++;
                }
            }
        }
    }
    int colours = cs_xpbd_colour(count, 2, particle, used, colour);
    assert_in_range(colours, 4, 7); // a particle has four links, and a link has six neighbours
    for (int i = 0; i < 2 * count; i++) {
        uint64_t bit = UINT64_C(1) << colour[i / 2];
        assert_true((held[particle[i]] & bit) == 0);
        held[particle[i]] |= bit;
    }
    for (int i = 0; i < SIDE * SIDE; i++) {
        assert_true(used[i] == 0);
    }
}

int main(int argc, char **argv)
{
    if (argc > 1) {
        seed = strtoull(argv[1], NULL, 10);
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plans_of_random_terms_are_sound),
        cmocka_unit_test(a_hub_is_no_problem),
        cmocka_unit_test(colours_of_a_grid_are_few),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
