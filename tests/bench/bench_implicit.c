// SPDX-License-Identifier: MIT
//
// The implicit solver on a sheet of silk, 2.4 m and 100 x 100, that falls over the classic sphere: 100 frames at 24 a
// second. Prints the time of the run, what it is spent on (assembly, conjugate gradient), and how much faster both are
// than the plain way on one thread: terms one by one into rows of blocks, and a textbook conjugate gradient over them.
//
//     bench_implicit [threads [substeps [iterations [tolerance]]]]
#define _GNU_SOURCE
#include "base/base.h"
#include "bench/stopwatch.h"
#include "sim/implicit_system.h"
#include "sim/sim_scenes.h"

#include "math/math.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FRAMES      100
#define REPETITIONS 9
// Iterations of both conjugate gradients that are compared.
#define ITERATIONS 60

static void make_silk(one_cloth *s)
{
    make_classic(s);
    s->cloth.pin_count = 0;
    s->cloth.grid.rows = s->cloth.grid.columns = 100;
    s->scene.simulation.solver = CS_SOLVER_IMPLICIT;
    s->scene.simulation.dt = 1.0 / 24;
    s->scene.simulation.damping = 1;
    s->scene.simulation.phase_count = 1;
    int count;
    const cs_fabric_preset *presets = cs_fabric_presets(&count);
    for (int i = 0; i < count; i++) {
        if (strcmp(presets[i].name, "silk") == 0) {
            s->cloth.material = CS_MATERIAL_FABRIC;
            s->cloth.fabric = presets[i].fabric;
            s->cloth.particle_mass = 0;
        }
    }
}

// ---- the plain way: compressed rows of blocks, one thread ---------------------------------------

typedef struct plain {
    int rows;
    int *begin, *column;
    double (*block)[9];
    double (*inverse)[3]; // of the diagonal
    double (*x)[3], (*r)[3], (*z)[3], (*p)[3], (*q)[3];
} plain;

static void *room(size_t count, size_t size)
{
    void *memory = calloc(count, size);
    if (!memory) {
        exit(1);
    }
    return memory;
}

/// The same pattern as the shipped matrix has.
static plain make_plain(const cs_implicit_system *s)
{
    plain m = {.rows = s->lanes};
    m.begin = room((size_t)s->lanes + 1, sizeof(int));
    m.column = room((size_t)s->matrix.slot_count * CS_SLICE, sizeof(int));
    int next = 0;
    for (int i = 0; i < s->lanes; i++) {
        m.begin[i] = next;
        for (int slot = s->matrix.begin[i / CS_SLICE]; slot < s->matrix.begin[i / CS_SLICE + 1]; slot++) {
            int j = s->matrix.column[slot * CS_SLICE + i % CS_SLICE];
            if (j >= 0 && j < s->lanes && s->mass[i] > 0 && s->mass[j] > 0) {
                m.column[next++] = j;
            }
        }
    }
    m.begin[s->lanes] = next;
    size_t rows = (size_t)s->lanes;
    m.block = room((size_t)next, sizeof(*m.block));
    m.inverse = room(rows, sizeof(*m.inverse));
    m.x = room(rows, sizeof(*m.x));
    m.r = room(rows, sizeof(*m.r));
    m.z = room(rows, sizeof(*m.z));
    m.p = room(rows, sizeof(*m.p));
    m.q = room(rows, sizeof(*m.q));
    return m;
}

static double *plain_block(plain *m, int i, int j)
{
    for (int k = m->begin[i]; k < m->begin[i + 1]; k++) {
        if (m->column[k] == j) {
            return m->block[k];
        }
    }
    return NULL;
}

static void add_plain_term(plain *m, const cs_implicit_system *s, const cs_term *t)
{
    const double h = s->sim->h;
    for (int a = 0; a < t->nodes; a++) {
        for (int b = 0; b < t->nodes; b++) {
            double *block = plain_block(m, t->lane[a] - s->body->first_lane, t->lane[b] - s->body->first_lane);
            for (int i = 0; i < t->measures && block; i++) {
                const double *g = &t->gradient[i][a].x;
                for (int j = 0; j < t->measures; j++) {
                    const double *k = &t->gradient[j][b].x;
                    double scale = (h * h + h * t->damping) * t->stiffness[i][j];
                    for (int p = 0; p < 9; p++) {
                        block[p] += scale * g[p / 3] * k[p % 3];
                    }
                }
                double tension = 0;
                for (int j = 0; j < t->measures; j++) {
                    tension += t->stiffness[i][j] * t->value[j];
                }
                double bow = tension > 0 && t->span[i] > 0 ? h * h * tension / t->span[i] : 0;
                const double *k = &t->gradient[i][b].x;
                for (int p = 0; p < 9; p++) {
                    block[p] +=
                        bow * ((p % 4 == 0 ? cs_dot(t->gradient[i][a], t->gradient[i][b]) : 0) - g[p / 3] * k[p % 3]);
                }
            }
        }
    }
}

static void assemble_plain(plain *m, const cs_implicit_system *s)
{
    memset(m->block, 0, (size_t)m->begin[m->rows] * sizeof(*m->block));
    cs_soa forces = s->force;
    for (int i = 0; i < m->rows; i++) {
        cs_soa_set(&forces, i, (cs_vec3){0, 0, 0});
        double *diagonal = plain_block(m, i, i);
        if (diagonal) {
            diagonal[0] = diagonal[4] = diagonal[8] = s->mass[i];
        }
    }
    for (int e = 0; e < s->body->element_count; e++) {
        const cs_element *element = s->body->elements[e];
        cs_element_add_forces(element, &s->trial, &s->velocity, &forces);
        for (int64_t i = 0; i < element->term_count; i++) {
            cs_term term;
            element->kind->terms(element, i, 1, &s->trial, &term);
            add_plain_term(m, s, &term);
        }
    }
}

static double plain_dot(const plain *m, double (*a)[3], double (*b)[3])
{
    double sum = 0;
    for (int i = 0; i < m->rows; i++) {
        sum += a[i][0] * b[i][0] + a[i][1] * b[i][1] + a[i][2] * b[i][2];
    }
    return sum;
}

static void plain_multiply(const plain *m, double (*from)[3], double (*to)[3])
{
    for (int i = 0; i < m->rows; i++) {
        double sum[3] = {0, 0, 0};
        for (int k = m->begin[i]; k < m->begin[i + 1]; k++) {
            const double *a = m->block[k], *v = from[m->column[k]];
            for (int c = 0; c < 3; c++) {
                sum[c] += a[3 * c] * v[0] + a[3 * c + 1] * v[1] + a[3 * c + 2] * v[2];
            }
        }
        memcpy(to[i], sum, sizeof(sum));
    }
}

/// The textbook method with the diagonal as preconditioner; r holds the right-hand side.
static void solve_plain(plain *m, int iterations)
{
    for (int i = 0; i < m->rows; i++) {
        const double *d = plain_block(m, i, i);
        for (int c = 0; c < 3; c++) {
            m->inverse[i][c] = d ? 1 / d[4 * c] : 0;
            m->x[i][c] = 0;
            m->p[i][c] = m->z[i][c] = m->inverse[i][c] * m->r[i][c];
        }
    }
    double rz = plain_dot(m, m->r, m->z);
    for (int k = 0; k < iterations; k++) {
        plain_multiply(m, m->p, m->q);
        double alpha = rz / plain_dot(m, m->p, m->q);
        for (int i = 0; i < m->rows; i++) {
            for (int c = 0; c < 3; c++) {
                m->x[i][c] += alpha * m->p[i][c];
                m->r[i][c] -= alpha * m->q[i][c];
                m->z[i][c] = m->inverse[i][c] * m->r[i][c];
            }
        }
        double before = rz;
        rz = plain_dot(m, m->r, m->z);
        for (int i = 0; i < m->rows; i++) {
            for (int c = 0; c < 3; c++) {
                m->p[i][c] = m->z[i][c] + rz / before * m->p[i][c];
            }
        }
    }
}

// ---- measuring ------------------------------------------------------------------------------

static void set_right_side(cs_implicit_system *s, plain *m)
{
    for (int i = 0; i < s->lanes; i++) {
        for (int c = 0; c < 3; c++) {
            double value = s->mass[i] > 0 ? s->mass[i] * (cs_random(1, (uint64_t)(3 * i + c)) - 0.5) : 0;
            (&s->cg.r.x)[c][i] = m->r[i][c] = value;
            (&s->cg.x.x)[c][i] = 0;
        }
    }
}

/// Medians of seconds: [0] assembly, [1] one iteration; plain ones in `slow`.
static void compare(cs_implicit_system *s, double shipped[2], double slow[2])
{
    plain m = make_plain(s);
    double times[4][REPETITIONS];
    for (int i = 0; i < REPETITIONS; i++) {
        double t0 = stopwatch_seconds(CLOCK_MONOTONIC);
        assemble_plain(&m, s);
        double t1 = stopwatch_seconds(CLOCK_MONOTONIC);
        cs_implicit_evaluate(s, true);
        double t2 = stopwatch_seconds(CLOCK_MONOTONIC);
        set_right_side(s, &m);
        double t3 = stopwatch_seconds(CLOCK_MONOTONIC);
        solve_plain(&m, ITERATIONS);
        double t4 = stopwatch_seconds(CLOCK_MONOTONIC);
        int iterations = cs_implicit_solve(s, 0);
        double t5 = stopwatch_seconds(CLOCK_MONOTONIC);
        times[0][i] = t2 - t1, times[1][i] = (t5 - t4) / (iterations > 0 ? iterations : 1);
        times[2][i] = t1 - t0, times[3][i] = (t4 - t3) / ITERATIONS;
    }
    for (int k = 0; k < 2; k++) {
        shipped[k] = stopwatch_median(times[k], REPETITIONS);
        slow[k] = stopwatch_median(times[k + 2], REPETITIONS);
    }
}

int main(int argc, char **argv)
{
    cs_memory_prepare();
    int threads = argc > 1 ? atoi(argv[1]) : 2;
    one_cloth s;
    make_silk(&s);
    s.scene.simulation.substeps = argc > 2 ? atoi(argv[2]) : 3;
    s.scene.simulation.iterations = argc > 3 ? atoi(argv[3]) : 2;
    s.scene.simulation.tolerance = argc > 4 ? atof(argv[4]) : 1e-2;
    cs_compute compute = {.pool = cs_pool_create(threads), .simd = CS_SIMD_AUTO};
    cs_sim *sim = NULL;
    if (!compute.pool || cs_sim_create(&s.scene, &compute, NULL, &sim) != CS_OK) {
        fprintf(stderr, "the simulation cannot be made\n");
        return 1;
    }
    cs_implicit_system *system = ((cs_implicit *)sim->solver_data)->systems;
    double total = 0, worst = 0, stretch = 0;
    int64_t newton = 0;
    int unconverged = 0;
    for (int frame = 0; frame < FRAMES; frame++) {
        double begin = stopwatch_seconds(CLOCK_MONOTONIC);
        cs_status status = cs_sim_step(sim, NULL);
        total += stopwatch_seconds(CLOCK_MONOTONIC) - begin;
        if (status != CS_OK) {
            printf("diverged in frame %d\n", frame + 1);
            return 1;
        }
        cs_state_statistics statistics;
        cs_sim_statistics(sim, -1, &statistics);
        newton += statistics.iterations;
        unconverged += sim->solve.unconverged;
        worst = statistics.residual > worst ? statistics.residual : worst;
        stretch = statistics.max_stretch > stretch ? statistics.max_stretch : stretch;
    }
    printf("silk 100 x 100 over the sphere, %d frames of %d substeps, %d thread%s: %.2f s\n", FRAMES,
           s.scene.simulation.substeps, threads, threads > 1 ? "s" : "", total);
    printf("%lld Newton iterations, %lld of conjugate gradient, %lld evaluations; %d solves above the tolerance, worst "
           "residual %.2g, largest stretch %.3f\n",
           (long long)newton, (long long)system->linear_iterations, (long long)system->evaluations, unconverged, worst,
           stretch);
    double assemblies = (double)(newton + FRAMES * s.scene.simulation.substeps);
    double linear = (double)system->linear_iterations, shipped[2], slow[2];
    compare(system, shipped, slow);
    printf("assembly          %6.2f ms, plain %6.2f ms: %5.1f x; about %.2f s of the run\n", shipped[0] * 1e3,
           slow[0] * 1e3, slow[0] / shipped[0], assemblies * shipped[0]);
    printf("conjugate gradient %6.3f ms an iteration, plain %6.3f ms: %5.1f x; about %.2f s of the run\n",
           shipped[1] * 1e3, slow[1] * 1e3, slow[1] / shipped[1], linear * shipped[1]);
    cs_sim_destroy(sim);
    cs_pool_destroy(compute.pool);
    return 0;
}
