// SPDX-License-Identifier: MIT
//
// What the implicit solver lays out once for a body: the pattern of its matrix, where each term's blocks go, chunks of
// terms in colours that share no particle, and the parts that hang together without a pin.
#include "sim/implicit_fabric.h"
#include "sim/implicit_system.h"

#include <stdlib.h>
#include <string.h>

// Terms of a chunk: enough to be worth handing to a thread ...
#define CHUNK_TERMS 512
// ... but so many that an element has at most this many chunks.
#define MOST_CHUNKS 64

/// The terms of a chunk of an element at the start.
typedef struct reader {
    const cs_implicit_system *system;
    const cs_element *element;
    cs_term terms[CS_TERM_CHUNK];
    int64_t first;
    int count;
} reader;

static bool read_terms(reader *r, int64_t first, int64_t end)
{
    r->first = first;
    r->count = (int)(end - first < CS_TERM_CHUNK ? end - first : CS_TERM_CHUNK);
    if (r->count <= 0) {
        return false;
    }
    r->element->kind->terms(r->element, first, r->count, &r->system->sim->now, r->terms);
    return true;
}

static int lane_of(const cs_implicit_system *s, const cs_term *term, int node)
{
    return term->lane[node] - s->body->first_lane;
}

/// Pairs of free particles that share a term; into `pairs` when that has memory.
static void add_pairs(const cs_implicit_system *s, const cs_term *term, cs_lane_pairs *pairs)
{
    for (int a = 0; a < term->nodes; a++) {
        for (int b = 0; b < a; b++) {
            int i = lane_of(s, term, a), j = lane_of(s, term, b);
            if (i == j || s->mass[i] <= 0 || s->mass[j] <= 0) {
                continue;
            }
            if (pairs->pair) {
                pairs->pair[pairs->count][0] = i;
                pairs->pair[pairs->count][1] = j;
            }
            pairs->count++;
        }
    }
}

static void collect_pairs(const cs_implicit_system *s, cs_lane_pairs *pairs, int64_t *places)
{
    pairs->count = 0;
    for (int e = 0; e < s->body->element_count; e++) {
        reader r = {.system = s, .element = s->body->elements[e]};
        places[e] = 0;
        for (int64_t first = 0; read_terms(&r, first, r.element->term_count); first += r.count) {
            for (int i = 0; i < r.count; i++) {
                add_pairs(s, &r.terms[i], pairs);
                places[e] += r.terms[i].nodes * r.terms[i].nodes;
            }
        }
    }
}

static void find_places(cs_implicit_system *s, int e)
{
    reader r = {.system = s, .element = s->body->elements[e]};
    int64_t next = 0;
    for (int64_t first = 0; read_terms(&r, first, r.element->term_count); first += r.count) {
        for (int t = 0; t < r.count; t++) {
            const cs_term *term = &r.terms[t];
            s->place_begin[e][first + t] = next;
            for (int a = 0; a < term->nodes; a++) {
                for (int b = 0; b < term->nodes; b++) {
                    int i = lane_of(s, term, a), j = lane_of(s, term, b);
                    bool free = s->mass[i] > 0 && s->mass[j] > 0;
                    s->place[e][next++] = free ? cs_slice_matrix_place(&s->matrix, i, j) : -1;
                }
            }
        }
    }
    s->place_begin[e][r.element->term_count] = next;
}

static bool make_pattern(cs_implicit_system *s)
{
    cs_arena *arena = s->sim->arena, *work = cs_arena_create();
    int64_t places[CS_BODY_ELEMENTS] = {0};
    cs_lane_pairs pairs = {0};
    bool made = work != NULL;
    if (made) {
        collect_pairs(s, &pairs, places);
        pairs.pair = cs_arena_alloc(work, (size_t)pairs.count + 1, sizeof(*pairs.pair));
        made = pairs.pair != NULL;
    }
    if (made) {
        collect_pairs(s, &pairs, places);
        made = cs_slice_matrix_create(arena, s->lanes, &pairs, &s->matrix);
    }
    cs_arena_destroy(work);
    s->place = cs_arena_alloc(arena, CS_BODY_ELEMENTS, sizeof(*s->place));
    s->place_begin = cs_arena_alloc(arena, CS_BODY_ELEMENTS, sizeof(*s->place_begin));
    made = made && s->place && s->place_begin;
    for (int e = 0; made && e < s->body->element_count; e++) {
        s->place[e] = cs_arena_alloc(arena, (size_t)places[e], sizeof(int));
        s->place_begin[e] =
            cs_arena_alloc(arena, (size_t)s->body->elements[e]->term_count + 1, sizeof(*s->place_begin[e]));
        made = s->place[e] && s->place_begin[e];
        if (made) {
            find_places(s, e);
        }
    }
    return made;
}

// ---- runs -----------------------------------------------------------------------------------

/// Whether block (a, b) of terms first, first + CS_BATCH_STRIDE, ... lies as cs_add_run has it.
static bool block_runs(const cs_implicit_system *s, int e, int64_t first, int row, int block)
{
    const int64_t *begin = s->place_begin[e];
    int ahead = CS_SLICE - row % CS_SLICE, start = s->place[e][begin[first] + block];
    for (int k = 0, base = start; k < CS_SLICE; k++) {
        int place = s->place[e][begin[first + k * CS_BATCH_STRIDE] + block];
        base = k == ahead ? place - k : base;
        if (place < 0 || place != base + k) {
            return false;
        }
    }
    return start >= 0;
}

static bool batch_runs(const cs_implicit_system *s, int e, int64_t first, int nodes, int *const *lanes)
{
    for (int n = 0; n < nodes; n++) {
        for (int k = 0; k < CS_SLICE; k++) {
            if (lanes[n][first + k * CS_BATCH_STRIDE] != lanes[n][first] + k) {
                return false;
            }
        }
    }
    for (int a = 0; a < nodes; a++) {
        for (int b = 0; b < nodes; b++) {
            if (!block_runs(s, e, first, lanes[a][first] - s->body->first_lane, a * nodes + b)) {
                return false;
            }
        }
    }
    return true;
}

/// Finds the batches of fabrics that are runs.
static bool make_runs(cs_implicit_system *s)
{
    s->run = cs_arena_alloc(s->sim->arena, CS_BODY_ELEMENTS, sizeof(*s->run));
    for (int e = 0; s->run && e < s->body->element_count; e++) {
        const cs_element *element = s->body->elements[e];
        const cs_membrane *m = cs_membrane_of(element);
        const cs_bending *b = cs_bending_of(element);
        if (!m && !b) {
            continue;
        }
        int64_t count = element->term_count;
        s->run[e] = cs_arena_alloc(s->sim->arena, (size_t)cs_batch_index(count) + CS_BATCH_STRIDE + 1, 1);
        if (!s->run[e]) {
            return false;
        }
        for (int64_t first = 0; first < count; first = cs_batch_next(first)) {
            bool whole = first + (CS_SLICE - 1) * CS_BATCH_STRIDE < count;
            for (int k = 0; b && whole && k < CS_SLICE; k++) {
                whole = b->hinges[first + k * CS_BATCH_STRIDE] == CS_ALL_HINGES;
            }
            s->run[e][cs_batch_index(first)] = whole && batch_runs(s, e, first, b ? 6 : 3, b ? b->lane : m->lane);
        }
    }
    return s->run != NULL;
}

// ---- chunks ---------------------------------------------------------------------------------

static int64_t chunk_terms(const cs_element *element)
{
    int64_t terms = (element->term_count + MOST_CHUNKS - 1) / MOST_CHUNKS;
    terms = terms > CHUNK_TERMS ? terms : CHUNK_TERMS;
    return (terms + CS_TERM_CHUNK - 1) / CS_TERM_CHUNK * CS_TERM_CHUNK;
}

/// Gives a chunk the first colour that none of its lanes has yet.
static int colour_chunk(const cs_implicit_system *s, const cs_term_chunk *chunk, uint64_t *taken)
{
    uint64_t used = 0;
    int colour = 0;
    for (int pass = 0; pass < 2; pass++) {
        reader r = {.system = s, .element = s->body->elements[chunk->element]};
        for (int64_t first = chunk->first; read_terms(&r, first, chunk->end); first += r.count) {
            for (int i = 0; i < r.count; i++) {
                for (int n = 0; n < r.terms[i].nodes; n++) {
                    uint64_t *lane = &taken[lane_of(s, &r.terms[i], n)];
                    used |= pass == 0 ? *lane : 0;
                    *lane |= pass == 1 ? UINT64_C(1) << colour : 0;
                }
            }
        }
        while (pass == 0 && colour < CS_LAST_COLOUR && (used >> colour & 1)) {
            colour++;
        }
    }
    return colour;
}

/// Sorts the chunks by colour, keeping their order within.
static bool sort_chunks(cs_implicit_system *s, cs_arena *work, const int *colours)
{
    cs_term_chunk *unsorted = cs_arena_alloc(work, (size_t)s->chunk_count, sizeof(*unsorted));
    s->colour_begin = cs_arena_alloc(s->sim->arena, CS_LAST_COLOUR + 2, sizeof(*s->colour_begin));
    if (!unsorted || !s->colour_begin) {
        return false;
    }
    memcpy(unsorted, s->chunks, sizeof(*unsorted) * (size_t)s->chunk_count);
    int next = 0;
    for (int colour = 0; colour <= CS_LAST_COLOUR; colour++) {
        s->colour_begin[colour] = next;
        for (int i = 0; i < s->chunk_count; i++) {
            if (colours[i] == colour) {
                s->chunks[next++] = unsorted[i];
                s->colour_count = colour + 1;
            }
        }
    }
    s->colour_begin[CS_LAST_COLOUR + 1] = next;
    return true;
}

static bool make_chunks(cs_implicit_system *s)
{
    for (int e = 0; e < s->body->element_count; e++) {
        int64_t terms = s->body->elements[e]->term_count;
        s->chunk_count += (int)((terms + chunk_terms(s->body->elements[e]) - 1) / chunk_terms(s->body->elements[e]));
    }
    cs_arena *work = cs_arena_create();
    s->chunks = cs_arena_alloc(s->sim->arena, (size_t)s->chunk_count, sizeof(*s->chunks));
    int *colours = work ? cs_arena_alloc(work, (size_t)s->chunk_count, sizeof(*colours)) : NULL;
    uint64_t *taken = work ? cs_arena_alloc(work, (size_t)s->lanes, sizeof(*taken)) : NULL;
    bool made = s->chunks && colours && taken;
    for (int e = 0, i = 0; made && e < s->body->element_count; e++) {
        const cs_element *element = s->body->elements[e];
        for (int64_t first = 0; first < element->term_count; first += chunk_terms(element), i++) {
            int64_t end = first + chunk_terms(element);
            s->chunks[i] = (cs_term_chunk){e, first, end < element->term_count ? end : element->term_count};
            colours[i] = colour_chunk(s, &s->chunks[i], taken);
        }
    }
    made = made && sort_chunks(s, work, colours);
    cs_arena_destroy(work);
    return made;
}

// ---- parts ----------------------------------------------------------------------------------

static int root_of(int *parent, int i)
{
    while (parent[i] != i) {
        parent[i] = parent[parent[i]];
        i = parent[i];
    }
    return i;
}

/// Joins the particles of every term; the root is the first lane of the part.
static void join_terms(const cs_implicit_system *s, int *parent)
{
    for (int e = 0; e < s->body->element_count; e++) {
        reader r = {.system = s, .element = s->body->elements[e]};
        for (int64_t first = 0; read_terms(&r, first, r.element->term_count); first += r.count) {
            for (int t = 0; t < r.count; t++) {
                for (int n = 1; n < r.terms[t].nodes; n++) {
                    int a = root_of(parent, lane_of(s, &r.terms[t], 0));
                    int b = root_of(parent, lane_of(s, &r.terms[t], n));
                    parent[a > b ? a : b] = a > b ? b : a;
                }
            }
        }
    }
}

/// Single particles keep their momentum without help, so parts have two or more. `part` first holds the parents.
static bool make_parts(cs_implicit_system *s)
{
    s->part = cs_arena_alloc(s->sim->arena, (size_t)s->lanes, sizeof(*s->part));
    cs_arena *work = cs_arena_create();
    int *parent = work ? cs_arena_alloc(work, (size_t)s->lanes, sizeof(*parent)) : NULL;
    bool *held = work ? cs_arena_alloc(work, (size_t)s->lanes, sizeof(*held)) : NULL;
    int *number = work ? cs_arena_alloc(work, (size_t)s->lanes, sizeof(*number)) : NULL;
    bool made = s->part && parent && held && number;
    for (int i = 0; made && i < s->lanes; i++) {
        parent[i] = i;
    }
    if (made) {
        join_terms(s, parent);
    }
    for (int i = 0; made && i < s->lanes; i++) {
        int root = root_of(parent, i);
        held[root] = held[root] || s->mass[i] <= 0;
        number[root]++;
    }
    for (int i = 0; made && i < s->lanes; i++) {
        if (root_of(parent, i) == i) {
            number[i] = held[i] || number[i] < 2 ? -1 : s->part_count++;
        }
    }
    s->parts = cs_arena_alloc(s->sim->arena, (size_t)s->part_count, sizeof(*s->parts));
    made = made && s->parts;
    for (int i = 0; made && i < s->lanes; i++) {
        s->part[i] = number[root_of(parent, i)];
        if (s->part[i] >= 0) {
            s->parts[s->part[i]].mass += s->mass[i];
        }
    }
    cs_arena_destroy(work);
    return made;
}

// ---- all of it ------------------------------------------------------------------------------

/// A vector over the lanes with slack on both sides.
static bool make_vector(const cs_implicit_system *s, cs_soa *vector)
{
    bool made = cs_soa_make(s->sim->arena, s->lanes + 2 * CS_SLICE, vector);
    if (made) {
        vector->x += CS_SLICE, vector->y += CS_SLICE, vector->z += CS_SLICE;
    }
    return made;
}

static bool make_vectors(cs_implicit_system *s)
{
    cs_conjugate *cg = &s->cg;
    cg->matrix = &s->matrix;
    cg->inverse = cs_arena_alloc(s->sim->arena, (size_t)s->lanes, CS_INVERSE_SIZE * sizeof(double));
    s->block_count = (s->matrix.slice_count + CS_BLOCK_SLICES - 1) / CS_BLOCK_SLICES;
    s->block_sums = cs_arena_alloc(s->sim->arena, (size_t)s->block_count, 2 * sizeof(double));
    s->contact = cs_arena_alloc(s->sim->arena, (size_t)s->lanes, sizeof(*s->contact));
    s->touchable = s->sim->scene->collider_count > 0;
    return s->contact && cg->inverse && s->block_sums && make_vector(s, &cg->x) && make_vector(s, &cg->r) &&
           make_vector(s, &cg->u) && make_vector(s, &cg->w) && make_vector(s, &cg->p) && make_vector(s, &cg->s) &&
           make_vector(s, &s->outer) && make_vector(s, &s->v1) && make_vector(s, &s->push);
}

bool cs_implicit_layout(cs_sim *sim, const cs_body *body, cs_implicit_system *s)
{
    s->sim = sim;
    s->body = body;
    s->lanes = body->rows * body->stride;
    s->mass = cs_arena_alloc(sim->arena, (size_t)s->lanes, sizeof(*s->mass));
    if (!s->mass) {
        return false;
    }
    for (int r = 0; r < body->rows; r++) {
        for (int c = 0; c < body->columns; c++) {
            int lane = r * body->stride + c;
            s->mass[lane] = cs_body_pinned(body, lane) ? 0 : cs_body_mass(body, lane);
            s->free_count += s->mass[lane] > 0;
        }
    }
    return make_pattern(s) && make_runs(s) && make_chunks(s) && make_parts(s) && make_vectors(s);
}
