// SPDX-License-Identifier: MIT
//
// The linear systems of the implicit solver against the plain way, term by term into a dense matrix: forces, matrix and
// solution of crumpled cloths of every element, pinned and free; and the same bits for every vector width and number of
// threads.
#include "sim/sim_run.h"

#include "base/base.h"
#include "math/math.h"
#include "sim/implicit_system.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SEED 20260713

/// A system at a crumpled state, and the same by the plain way.
typedef struct crumpled {
    one_cloth s;
    cs_sim *sim;
    cs_implicit_system *system;
    int size;       // unknowns: three for each lane
    double *matrix; // size x size, rows and columns of pinned lanes empty
    double *force;
} crumpled;

static void make_cloth(one_cloth *s, int rows, int columns, const char *fabric, bool pinned, cs_diagonals diagonals)
{
    make_sheet(s, rows, columns, 0.02);
    s->scene.simulation.solver = CS_SOLVER_IMPLICIT;
    s->scene.simulation.iterations = 5;
    s->scene.simulation.tolerance = 1e-6;
    s->cloth.grid.diagonals = diagonals;
    s->pins[0] = (cs_pin){.kind = CS_PIN_ROW, .row = 0};
    s->pins[1] = (cs_pin){.kind = CS_PIN_PARTICLE, .row = rows - 1, .column = 2};
    s->cloth.pin_count = pinned ? 2 : 0;
    int count;
    const cs_fabric_preset *presets = cs_fabric_presets(&count);
    for (int i = 0; fabric && i < count; i++) {
        if (strcmp(presets[i].name, fabric) == 0) {
            s->cloth.material = CS_MATERIAL_FABRIC;
            s->cloth.fabric = presets[i].fabric;
            s->cloth.particle_mass = 0;
        }
    }
}

static double jitter(int i)
{
    return cs_random(SEED, (uint64_t)i) - 0.5;
}

/// Moves every free particle by up to `size` m in each direction and gives it some velocity.
static void crumple(crumpled *c, double size)
{
    cs_sim *sim = c->sim;
    cs_implicit_system *s = c->system;
    s->trial = sim->before;
    for (int i = 0; i < s->lanes; i++) {
        int lane = s->body->first_lane + i;
        bool free = s->mass[i] > 0;
        cs_vec3 moved = {size * jitter(6 * i), size * jitter(6 * i + 1), size * jitter(6 * i + 2)};
        cs_vec3 v = {jitter(6 * i + 3), jitter(6 * i + 4), jitter(6 * i + 5)};
        cs_soa_set(&s->trial, lane, cs_add(cs_soa_get(&sim->now, lane), cs_scale(moved, free)));
        cs_soa_set(&s->velocity, lane, cs_scale(v, free));
    }
}

/// One term into the dense matrix: (h^2 + h damping) J^T K J, and h^2 T/span of what is under tension.
static void add_term(crumpled *c, const cs_term *t)
{
    const cs_implicit_system *s = c->system;
    const double h = c->sim->h;
    double strained[3], tension[3] = {0, 0, 0};
    for (int i = 0; i < t->measures; i++) {
        strained[i] = t->value[i];
        for (int n = 0; n < t->nodes; n++) {
            strained[i] += t->damping * cs_dot(t->gradient[i][n], cs_soa_get(&s->velocity, t->lane[n]));
        }
    }
    for (int i = 0; i < t->measures; i++) {
        for (int j = 0; j < t->measures; j++) {
            tension[i] += t->stiffness[i][j] * strained[j];
        }
    }
    for (int a = 0; a < t->nodes; a++) {
        for (int b = 0; b < t->nodes; b++) {
            int row = t->lane[a] - s->body->first_lane, column = t->lane[b] - s->body->first_lane;
            if (s->mass[row] <= 0 || s->mass[column] <= 0) {
                continue;
            }
            for (int i = 0; i < t->measures; i++) {
                const double *g = &t->gradient[i][a].x, *k = &t->gradient[i][b].x;
                double bow = tension[i] > 0 && t->span[i] > 0 ? h * h * tension[i] / t->span[i] : 0;
                for (int p = 0; p < 9; p++) {
                    int u = p / 3, v = p % 3;
                    double sum = bow * ((u == v ? cs_dot(t->gradient[i][a], t->gradient[i][b]) : 0) - g[u] * k[v]);
                    for (int j = 0; j < t->measures; j++) {
                        const double *other = &t->gradient[j][b].x;
                        sum += (h * h + h * t->damping) * t->stiffness[i][j] * g[u] * other[v];
                    }
                    c->matrix[(3 * row + u) * c->size + 3 * column + v] += sum;
                }
            }
        }
    }
}

static void assemble_plainly(crumpled *c)
{
    const cs_implicit_system *s = c->system;
    c->size = 3 * s->lanes;
    c->matrix = calloc((size_t)c->size * (size_t)c->size, sizeof(double));
    c->force = calloc((size_t)c->size, sizeof(double));
    assert_non_null(c->matrix);
    assert_non_null(c->force);
    for (int i = 0; i < c->size; i++) {
        c->matrix[i * c->size + i] = s->mass[i / 3];
    }
    cs_soa forces;
    cs_arena *arena = cs_arena_create();
    assert_true(cs_soa_make(arena, c->sim->lanes, &forces));
    for (int e = 0; e < s->body->element_count; e++) {
        const cs_element *element = s->body->elements[e];
        cs_element_add_forces(element, &s->trial, &s->velocity, &forces);
        for (int64_t first = 0; first < element->term_count; first++) {
            cs_term term;
            element->kind->terms(element, first, 1, &s->trial, &term);
            if (!(term.unilateral && term.value[0] <= 0)) {
                add_term(c, &term);
            }
        }
    }
    for (int i = 0; i < s->lanes; i++) {
        cs_vec3 f = cs_soa_get(&forces, s->body->first_lane + i);
        memcpy(&c->force[3 * i], &f, sizeof(f));
    }
    cs_arena_destroy(arena);
}

static void begin(crumpled *c, double size, cs_simd simd)
{
    c->sim = start(&c->s.scene, simd);
    c->system = ((cs_implicit *)c->sim->solver_data)->systems;
    c->matrix = c->force = NULL;
    crumple(c, size);
}

static void end(crumpled *c)
{
    cs_sim_destroy(c->sim);
    free(c->matrix);
    free(c->force);
}

/// The largest difference of the system from the plain one, as a part of the largest entry.
static void compare_system(const crumpled *c)
{
    const cs_implicit_system *s = c->system;
    double largest = 0, most_force = 0, wrong = 0, wrong_force = 0;
    for (int i = 0; i < s->lanes; i++) {
        for (int j = 0; j < s->lanes; j++) {
            int place = cs_slice_matrix_place(&s->matrix, i, j);
            for (int p = 0; p < 9; p++) {
                double expected = c->matrix[(3 * i + p / 3) * c->size + 3 * j + p % 3];
                double got = place < 0 ? 0 : s->matrix.value[place + p * CS_SLICE];
                largest = fmax(largest, fabs(expected));
                wrong = fmax(wrong, fabs(expected - got));
            }
        }
        const double got[3] = {s->force.x[s->body->first_lane + i], s->force.y[s->body->first_lane + i],
                               s->force.z[s->body->first_lane + i]};
        for (int u = 0; u < 3; u++) {
            most_force = fmax(most_force, fabs(c->force[3 * i + u]));
            wrong_force = fmax(wrong_force, fabs(c->force[3 * i + u] - got[u]));
        }
    }
    assert_true(largest > 0 && most_force > 0);
    assert_true(wrong <= 1e-12 * largest);
    assert_true(wrong_force <= 1e-12 * most_force);
}

static const char *const materials[] = {NULL, "silk", "denim"};

/// Springs and fabrics, both kinds of diagonals, free and pinned, a little and much crumpled, wide enough for runs.
static void the_system_is_the_sum_of_its_terms(void **state)
{
    (void)state;
    printf("seed %d\n", SEED);
    for (int k = 0; k < 12; k++) {
        crumpled c = {0};
        make_cloth(&c.s, 5, 27, materials[k % 3], k / 3 % 2, k >= 6 ? CS_DIAGONALS_ALTERNATING : CS_DIAGONALS_SAME);
        begin(&c, k % 2 ? 0.004 : 0.1, CS_SIMD_AUTO);
        cs_implicit_evaluate(c.system, true);
        assemble_plainly(&c);
        compare_system(&c);
        end(&c);
    }
}

/// A collapsed triangle, a fold onto itself, all particles in one place: no NaN, and still the sum of the terms.
static void collapsed_cloths_have_finite_systems(void **state)
{
    (void)state;
    for (int k = 0; k < 6; k++) {
        crumpled c = {0};
        make_cloth(&c.s, 4, 25, materials[k % 3], false, CS_DIAGONALS_SAME);
        begin(&c, 0.01, CS_SIMD_AUTO);
        cs_vec3 there = cs_soa_get(&c.system->trial, 0);
        for (int i = 0; i < (k < 3 ? 2 : c.system->lanes); i++) {
            cs_soa_set(&c.system->trial, c.system->body->first_lane + i, there);
        }
        cs_implicit_evaluate(c.system, true);
        for (int i = 0; i < c.system->lanes; i++) {
            assert_true(isfinite(c.system->force.x[i]) && isfinite(c.system->cg.inverse[6 * i]));
        }
        if (k < 3) {
            assemble_plainly(&c);
            compare_system(&c);
        }
        end(&c);
    }
}

/// A x = b by conjugate gradient is what elimination gives.
static void the_solution_solves_the_plain_system(void **state)
{
    (void)state;
    for (int k = 0; k < 3; k++) {
        crumpled c = {0};
        make_cloth(&c.s, 5, 11, materials[k], k > 0, CS_DIAGONALS_SAME);
        begin(&c, 0.01, CS_SIMD_AUTO);
        cs_implicit_evaluate(c.system, true);
        assemble_plainly(&c);
        cs_implicit_system *s = c.system;
        double length = 0, wrong = 0;
        double *b = calloc((size_t)c.size, sizeof(*b));
        assert_non_null(b);
        for (int i = 0; i < c.size; i++) {
            b[i] = s->mass[i / 3] > 0 ? jitter(i) : 0;
            (&s->cg.r.x)[i % 3][i / 3] = b[i];
            (&s->cg.x.x)[i % 3][i / 3] = 0;
            length += b[i] * b[i];
        }
        cs_implicit_solve(s, 1e-11 * sqrt(length));
        for (int i = 0; i < c.size; i++) {
            double sum = 0;
            for (int j = 0; j < c.size; j++) {
                sum += c.matrix[i * c.size + j] * (&s->cg.x.x)[j % 3][j / 3];
            }
            wrong += (sum - b[i]) * (sum - b[i]);
        }
        assert_true(sqrt(wrong) <= 1e-9 * sqrt(length));
        free(b);
        end(&c);
    }
}

/// Forces and matrix have the same bits for every vector width.
static void every_width_gives_the_same_system(void **state)
{
    (void)state;
    for (int k = 0; k < 3; k++) {
        crumpled plain = {0}, wide = {0};
        make_cloth(&plain.s, 6, 37, materials[k], true, CS_DIAGONALS_SAME);
        make_cloth(&wide.s, 6, 37, materials[k], true, CS_DIAGONALS_SAME);
        begin(&plain, 0.02, CS_SIMD_SCALAR);
        cs_implicit_evaluate(plain.system, true);
        const cs_slice_matrix *m = &plain.system->matrix;
        size_t values = (size_t)m->slot_count * CS_SLICE * CS_BLOCK_SIZE * sizeof(double);
        for (int simd = CS_SIMD_128; simd <= CS_SIMD_512; simd++) {
            begin(&wide, 0.02, (cs_simd)simd);
            cs_implicit_evaluate(wide.system, true);
            size_t lanes = (size_t)wide.system->lanes * sizeof(double);
            assert_memory_equal(wide.system->matrix.value, m->value, values);
            assert_memory_equal(wide.system->cg.inverse, plain.system->cg.inverse, CS_INVERSE_SIZE * lanes);
            assert_memory_equal(wide.system->force.x, plain.system->force.x, lanes);
            assert_memory_equal(wide.system->force.y, plain.system->force.y, lanes);
            end(&wide);
        }
        end(&plain);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_system_is_the_sum_of_its_terms),
        cmocka_unit_test(collapsed_cloths_have_finite_systems),
        cmocka_unit_test(the_solution_solves_the_plain_system),
        cmocka_unit_test(every_width_gives_the_same_system),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
