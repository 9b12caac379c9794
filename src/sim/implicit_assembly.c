// SPDX-License-Identifier: MIT
//
// Forces and matrix of one body at its trial state. Chunks of one colour share no particle, so threads add them
// together without a conflict; the order of additions to a particle is that of the colours, then of the terms.
#include "sim/implicit_fabric.h"
#include "sim/implicit_system.h"

#include "math/math.h"

#include <string.h>

/// What one term adds.
typedef struct term_state {
    const cs_term *term;
    double tension[CS_TERM_MEASURES];                // K (C + damping dC/dt)
    cs_vec3 pulled[CS_TERM_MEASURES][CS_TERM_NODES]; // scaled K times the gradients
    double bow[CS_TERM_MEASURES];                    // h^2 T / span of what is under tension
    bool bowed;
} term_state;

static cs_vec3 at(const cs_soa *soa, int lane)
{
    return (cs_vec3){soa->x[lane], soa->y[lane], soa->z[lane]};
}

static void find_tensions(const cs_implicit_system *s, term_state *t)
{
    const cs_term *term = t->term;
    double strained[CS_TERM_MEASURES];
    for (int i = 0; i < term->measures; i++) {
        double rate = 0;
        for (int n = 0; n < term->nodes && term->damping > 0; n++) {
            rate += cs_dot(term->gradient[i][n], at(&s->velocity, term->lane[n]));
        }
        strained[i] = term->value[i] + term->damping * rate;
    }
    for (int i = 0; i < term->measures; i++) {
        t->tension[i] = 0;
        for (int j = 0; j < term->measures; j++) {
            t->tension[i] += term->stiffness[i][j] * strained[j];
        }
    }
}

static void add_forces(const cs_implicit_system *s, const term_state *t)
{
    const cs_term *term = t->term;
    for (int n = 0; n < term->nodes; n++) {
        int lane = term->lane[n];
        cs_vec3 f = {0, 0, 0};
        for (int i = 0; i < term->measures; i++) {
            f = cs_add(f, cs_scale(term->gradient[i][n], t->tension[i]));
        }
        s->force.x[lane] -= f.x;
        s->force.y[lane] -= f.y;
        s->force.z[lane] -= f.z;
    }
}

/// Scales what the blocks are made of.
static void prepare_blocks(const cs_implicit_system *s, term_state *t)
{
    const cs_term *term = t->term;
    double h = s->sim->h, scale = h * h + h * term->damping;
    t->bowed = false;
    for (int i = 0; i < term->measures; i++) {
        bool bowed = t->tension[i] > 0 && term->span[i] > 0;
        t->bow[i] = bowed ? h * h * t->tension[i] / term->span[i] : 0;
        t->bowed = t->bowed || bowed;
        for (int n = 0; n < term->nodes; n++) {
            cs_vec3 sum = {0, 0, 0};
            for (int j = 0; j < term->measures; j++) {
                sum = cs_add(sum, cs_scale(term->gradient[j][n], term->stiffness[i][j]));
            }
            t->pulled[i][n] = cs_scale(sum, scale);
        }
    }
}

/// Block of nodes a and b.
static void make_block(const term_state *t, int a, int b, double block[CS_BLOCK_SIZE])
{
    const cs_term *term = t->term;
    memset(block, 0, CS_BLOCK_SIZE * sizeof(*block));
    for (int i = 0; i < term->measures; i++) {
        cs_vec3 g = term->gradient[i][a], k = t->pulled[i][b];
        block[0] += g.x * k.x, block[1] += g.x * k.y, block[2] += g.x * k.z;
        block[3] += g.y * k.x, block[4] += g.y * k.y, block[5] += g.y * k.z;
        block[6] += g.z * k.x, block[7] += g.z * k.y, block[8] += g.z * k.z;
    }
    for (int i = 0; i < term->measures && t->bowed; i++) {
        cs_vec3 g = term->gradient[i][a], k = cs_scale(term->gradient[i][b], t->bow[i]);
        double dot = cs_dot(g, k);
        block[0] += dot - g.x * k.x, block[1] -= g.x * k.y, block[2] -= g.x * k.z;
        block[3] -= g.y * k.x, block[4] += dot - g.y * k.y, block[5] -= g.y * k.z;
        block[6] -= g.z * k.x, block[7] -= g.z * k.y, block[8] += dot - g.z * k.z;
    }
}

static void add_block(double *value, const double block[CS_BLOCK_SIZE], bool transposed)
{
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            value[(3 * i + j) * CS_SLICE] += transposed ? block[3 * j + i] : block[3 * i + j];
        }
    }
}

static void add_blocks(const cs_implicit_system *s, term_state *t, const int *place)
{
    prepare_blocks(s, t);
    double block[CS_BLOCK_SIZE];
    for (int a = 0; a < t->term->nodes; a++) {
        for (int b = 0; b <= a; b++) {
            int here = place[a * t->term->nodes + b], there = place[b * t->term->nodes + a];
            if (here < 0) {
                continue;
            }
            make_block(t, a, b, block);
            add_block(s->matrix.value + here, block, false);
            if (a != b) {
                add_block(s->matrix.value + there, block, true);
            }
        }
    }
}

static void add_terms(const cs_implicit_system *s, int element, int64_t first, int count, const cs_term *terms)
{
    for (int i = 0; i < count; i++) {
        const cs_term *term = &terms[i];
        if (term->unilateral && term->value[0] <= 0) {
            continue;
        }
        term_state t = {.term = term};
        find_tensions(s, &t);
        add_forces(s, &t);
        const int64_t *begin = &s->place_begin[element][first + i];
        if (s->with_matrix && begin[1] - begin[0] == term->nodes * term->nodes) {
            add_blocks(s, &t, s->place[element] + begin[0]);
        }
    }
}

static void add_plainly(const cs_implicit_system *s, const cs_term_chunk *chunk)
{
    const cs_element *element = s->body->elements[chunk->element];
    cs_term terms[CS_TERM_CHUNK];
    for (int64_t first = chunk->first; first < chunk->end; first += CS_TERM_CHUNK) {
        int count = (int)(chunk->end - first < CS_TERM_CHUNK ? chunk->end - first : CS_TERM_CHUNK);
        element->kind->terms(element, first, count, &s->trial, terms);
        add_terms(s, chunk->element, first, count, terms);
    }
}

// ---- fabrics, CS_SLICE terms at once --------------------------------------------------------

/// What term k of a batch adds.
static void scatter(const cs_implicit_system *s, const cs_term_batch *batch, int k, int nodes, int *const *lanes,
                    int64_t term, const int *place)
{
    for (int n = 0; n < nodes; n++) {
        int lane = lanes[n][term];
        s->force.x[lane] += batch->force[n][0][k];
        s->force.y[lane] += batch->force[n][1][k];
        s->force.z[lane] += batch->force[n][2][k];
    }
    for (int a = 0; a < nodes && s->with_matrix; a++) {
        for (int b = 0; b <= a; b++) {
            int here = place[a * nodes + b], there = place[b * nodes + a];
            if (here < 0) {
                continue;
            }
            const double(*block)[CS_SLICE] = batch->block[cs_lower(a, b)];
            double *value = s->matrix.value + here, *turned = s->matrix.value + there;
            for (int c = 0; c < CS_BLOCK_SIZE; c++) {
                value[c * CS_SLICE] += block[c][k];
            }
            for (int c = 0; c < CS_BLOCK_SIZE && a != b; c++) {
                turned[(c % 3 * 3 + c / 3) * CS_SLICE] += block[c][k];
            }
        }
    }
}

/// The terms of a batch; those behind the end are the last one once more.
static void list_batch(const cs_term_chunk *chunk, int64_t first, int32_t term[CS_SLICE])
{
    for (int k = 0; k < CS_SLICE; k++) {
        int64_t i = first + k * CS_BATCH_STRIDE;
        term[k] = (int32_t)(i < chunk->end ? i : chunk->end - 1);
    }
}

/// Adds a batch as a run, when it is one.
static bool add_as_run(const cs_implicit_system *s, const cs_term_chunk *chunk, const int32_t term[CS_SLICE], int nodes,
                       int *const *lanes, const cs_term_batch *batch)
{
    static cs_add_run_function *const table[] = CS_WIDE_TABLE(cs_add_run);
    if (!s->run[chunk->element][cs_batch_index(term[0])]) {
        return false;
    }
    const int *places = s->place[chunk->element];
    const int64_t *begin = s->place_begin[chunk->element];
    cs_batch_run run = {.nodes = nodes,
                        .first = places + begin[term[0]],
                        .last = places + begin[term[CS_SLICE - 1]],
                        .value = s->with_matrix ? s->matrix.value : NULL,
                        .forces = &s->force};
    for (int n = 0; n < nodes; n++) {
        run.lane[n] = lanes[n][term[0]];
        run.row[n] = run.lane[n] - s->body->first_lane;
    }
    table[s->sim->compute.simd](batch, &run);
    return true;
}

static void add_membrane(const cs_implicit_system *s, const cs_term_chunk *chunk, const cs_membrane *m)
{
    static cs_membrane_batch_function *const table[] = CS_WIDE_TABLE(cs_membrane_batch);
    cs_term_point point = {&s->trial, &s->velocity, s->sim->h, s->with_matrix};
    cs_term_batch batch;
    int32_t term[CS_SLICE];
    for (int64_t first = chunk->first; first < chunk->end; first = cs_batch_next(first)) {
        list_batch(chunk, first, term);
        table[s->sim->compute.simd](m, term, &point, &batch);
        if (add_as_run(s, chunk, term, 3, m->lane, &batch)) {
            continue;
        }
        for (int k = 0; k < CS_SLICE && first + k * CS_BATCH_STRIDE < chunk->end; k++) {
            const int *place = s->place[chunk->element] + s->place_begin[chunk->element][term[k]];
            scatter(s, &batch, k, 3, m->lane, term[k], place);
        }
    }
}

/// Triangles with three hinges together, the others at the edges of the cloth one by one.
static void add_bending(const cs_implicit_system *s, const cs_term_chunk *chunk, const cs_bending *b)
{
    static cs_bending_batch_function *const table[] = CS_WIDE_TABLE(cs_bending_batch);
    cs_term_point point = {&s->trial, &s->velocity, s->sim->h, s->with_matrix};
    cs_term_batch batch;
    cs_term single;
    int32_t term[CS_SLICE];
    for (int64_t first = chunk->first; first < chunk->end; first = cs_batch_next(first)) {
        list_batch(chunk, first, term);
        table[s->sim->compute.simd](b, term, &point, &batch);
        if (add_as_run(s, chunk, term, 6, b->lane, &batch)) {
            continue;
        }
        for (int k = 0; k < CS_SLICE && first + k * CS_BATCH_STRIDE < chunk->end; k++) {
            if (b->hinges[term[k]] == CS_ALL_HINGES) {
                const int *place = s->place[chunk->element] + s->place_begin[chunk->element][term[k]];
                scatter(s, &batch, k, 6, b->lane, term[k], place);
            } else {
                b->element.kind->terms(&b->element, term[k], 1, &s->trial, &single);
                add_terms(s, chunk->element, term[k], 1, &single);
            }
        }
    }
}

static void add_chunk(const cs_implicit_system *s, const cs_term_chunk *chunk)
{
    const cs_element *element = s->body->elements[chunk->element];
    const cs_membrane *membrane = cs_membrane_of(element);
    const cs_bending *bending = cs_bending_of(element);
    if (membrane) {
        add_membrane(s, chunk, membrane);
    } else if (bending) {
        add_bending(s, chunk, bending);
    } else {
        add_plainly(s, chunk);
    }
}

/// The chunks of one colour under way.
typedef struct colour_run {
    const cs_implicit_system *system;
    int first;
} colour_run;

static void run_chunk(void *context, int index, int thread)
{
    (void)thread;
    const colour_run *run = context;
    add_chunk(run->system, &run->system->chunks[run->first + index]);
}

/// No forces, and the mass on the diagonal.
static void clear_block(void *context, int index, int thread)
{
    (void)thread;
    cs_implicit_system *s = context;
    int first = cs_block_first(index), end = cs_block_end(s, index);
    for (int i = first * CS_SLICE; i < end * CS_SLICE; i++) {
        cs_soa_set(&s->force, s->body->first_lane + i, (cs_vec3){0, 0, 0});
    }
    if (!s->with_matrix) {
        return;
    }
    const int *begin = s->matrix.begin;
    size_t slot_values = CS_SLICE * CS_BLOCK_SIZE;
    memset(s->matrix.value + (size_t)begin[first] * slot_values, 0,
           (size_t)(begin[end] - begin[first]) * slot_values * sizeof(double));
    for (int i = first * CS_SLICE; i < end * CS_SLICE; i++) {
        double *diagonal = s->matrix.value + (size_t)begin[i / CS_SLICE] * slot_values + i % CS_SLICE;
        diagonal[0] = diagonal[4 * CS_SLICE] = diagonal[8 * CS_SLICE] = s->mass[i];
    }
}

static void invert_block(void *context, int index, int thread)
{
    (void)thread;
    static cs_invert_diagonal_function *const invert[] = CS_WIDE_TABLE(cs_invert_diagonal);
    cs_implicit_system *s = context;
    invert[s->sim->compute.simd](&s->cg, cs_block_first(index), cs_block_end(s, index));
}

void cs_implicit_invert_diagonal(cs_implicit_system *s)
{
    cs_implicit_run_blocks(s, invert_block, s);
}

void cs_implicit_evaluate(cs_implicit_system *s, bool matrix)
{
    s->with_matrix = matrix;
    s->evaluations++;
    cs_implicit_run_blocks(s, clear_block, s);
    cs_pool *pool = s->chunk_count > 1 ? s->sim->compute.pool : NULL;
    for (int colour = 0; colour < s->colour_count; colour++) {
        colour_run run = {s, s->colour_begin[colour]};
        cs_pool_run(colour == CS_LAST_COLOUR ? NULL : pool, s->colour_begin[colour + 1] - run.first, run_chunk, &run);
    }
    cs_implicit_add_contact(s, matrix);
    if (matrix) {
        cs_implicit_invert_diagonal(s);
    }
}
