// SPDX-License-Identifier: MIT
//
// Cuts particles and terms into units of work. Particles are visited breadth first along terms, as Cuthill and McKee
// (1969) order a matrix: a term holds particles of one level or of two that follow each other. Whole levels make a
// block, at least two of them; so the terms between blocks k and k + 1 share no particle with those between k + 1 and
// k + 2, and all interfaces can be swept at once, too. Two barriers an iteration, where colours over everything would
// take one each.
#include "sim/xpbd.h"

#include "math/math.h"

// A block has at least this many particles: fewer make more interfaces, whose lanes are badly filled; with more the
// packs of a fabric fall out of the second-level cache.
#define BLOCK_PARTICLES 1024
// Two levels, so that the interfaces at both ends of a block keep apart.
#define BLOCK_LEVELS 2

typedef struct planner {
    const cs_xpbd_problem *problem;
    cs_arena *scratch;
    int term_count;      // of all sets
    int *set_first;      // number of the first term of each set
    int64_t *node_first; // free lanes of term t: node[node_first[t]] ...
    int *node;
    int64_t *holder_first; // terms that hold a lane: holder[holder_first[lane]] ...
    int *holder;
    int pass;       // of visiting
    int *lane_pass; // the last pass that came by a lane
    int *term_pass; // ... or a term
    int *order;     // lanes in the order of visits
    int visited;    // how many
    int *level;     // where each level begins in `order`
    int level_count;
    int *block_of; // of each lane
} planner;

static void *scratch(planner *p, size_t count, size_t size)
{
    return cs_arena_alloc(p->scratch, count, size);
}

static bool is_free(const planner *p, int lane)
{
    return lane >= 0 && p->problem->inverse_mass[lane] > 0;
}

/// Numbers the terms and lists their free lanes.
static bool list_nodes(planner *p)
{
    const cs_xpbd_problem *problem = p->problem;
    int64_t terms = 0, most = 0;
    for (int s = 0; s < problem->set_count; s++) {
        terms += problem->sets[s].count;
        most += problem->sets[s].count * problem->sets[s].nodes;
    }
    if (terms > INT32_MAX) {
        return false;
    }
    p->term_count = (int)terms;
    p->set_first = scratch(p, (size_t)problem->set_count + 1, sizeof(int));
    p->node_first = scratch(p, (size_t)terms + 1, sizeof(int64_t));
    p->node = scratch(p, (size_t)most, sizeof(int));
    if (!p->set_first || !p->node_first || !p->node) {
        return false;
    }
    int64_t nodes = 0;
    int term = 0;
    for (int s = 0; s < problem->set_count; s++) {
        const cs_xpbd_set *set = &problem->sets[s];
        p->set_first[s] = term;
        for (int64_t i = 0; i < set->count; i++) {
            p->node_first[term++] = nodes;
            for (int n = 0; n < set->nodes; n++) {
                if (is_free(p, set->lane[n][i])) {
                    p->node[nodes++] = set->lane[n][i];
                }
            }
        }
    }
    p->set_first[problem->set_count] = term;
    p->node_first[term] = nodes;
    return true;
}

/// Turns counts, held one place late, into where each begins, and copies that to `next`.
static void accumulate(int64_t *first, int64_t *next, int count)
{
    for (int i = 0; i < count; i++) {
        first[i + 1] += first[i];
        next[i] = first[i];
    }
}

/// Lists the terms of each lane.
static bool list_holders(planner *p)
{
    int64_t nodes = p->node_first[p->term_count];
    p->holder_first = scratch(p, (size_t)p->problem->lanes + 1, sizeof(int64_t));
    p->holder = scratch(p, (size_t)nodes, sizeof(int));
    int64_t *next = scratch(p, (size_t)p->problem->lanes, sizeof(int64_t));
    if (!p->holder_first || !p->holder || !next) {
        return false;
    }
    for (int64_t i = 0; i < nodes; i++) {
        p->holder_first[p->node[i] + 1]++;
    }
    accumulate(p->holder_first, next, p->problem->lanes);
    for (int t = 0; t < p->term_count; t++) {
        for (int64_t i = p->node_first[t]; i < p->node_first[t + 1]; i++) {
            p->holder[next[p->node[i]]++] = t;
        }
    }
    return true;
}

static void visit(planner *p, int lane)
{
    if (p->lane_pass[lane] != p->pass && p->holder_first[lane] < p->holder_first[lane + 1]) {
        p->lane_pass[lane] = p->pass;
        p->order[p->visited++] = lane;
    }
}

/// Visits level by level everything that hangs together with order[begin] and on; they are the first level.
static void spread(planner *p, int begin)
{
    int end = begin;
    for (int head = begin; head < p->visited; head++) {
        if (head == end) {
            p->level[p->level_count++] = head;
            end = p->visited;
        }
        int lane = p->order[head];
        for (int64_t i = p->holder_first[lane]; i < p->holder_first[lane + 1]; i++) {
            int t = p->holder[i];
            if (p->term_pass[t] == p->pass) {
                continue;
            }
            p->term_pass[t] = p->pass;
            for (int64_t j = p->node_first[t]; j < p->node_first[t + 1]; j++) {
                visit(p, p->node[j]);
            }
        }
    }
}

static void spread_from_seed(planner *p, const cs_xpbd_seed *seed)
{
    int begin = p->visited;
    for (int t = 0; t < seed->tries && p->visited == begin; t++) {
        for (int i = 0; i < seed->count; i++) {
            int lane = seed->first + t * seed->advance + i * seed->step;
            if (is_free(p, lane)) {
                visit(p, lane);
            }
        }
    }
    spread(p, begin);
}

/// Visits what hangs together with a lane from far out: from the lane that was reached last from this one.
static void spread_from_rim(planner *p, int lane)
{
    int begin = p->visited, levels = p->level_count;
    visit(p, lane);
    if (p->visited == begin) {
        return;
    }
    spread(p, begin);
    int last = p->order[p->visited - 1];
    p->visited = begin;
    p->level_count = levels;
    p->pass++;
    visit(p, last);
    spread(p, begin);
}

static bool visit_all(planner *p)
{
    size_t lanes = (size_t)p->problem->lanes;
    p->lane_pass = scratch(p, lanes, sizeof(int));
    p->term_pass = scratch(p, (size_t)p->term_count, sizeof(int));
    p->order = scratch(p, lanes, sizeof(int));
    p->level = scratch(p, lanes + 1, sizeof(int));
    if (!p->lane_pass || !p->term_pass || !p->order || !p->level) {
        return false;
    }
    p->pass = 1;
    for (int i = 0; i < p->problem->seed_count; i++) {
        spread_from_seed(p, &p->problem->seeds[i]);
    }
    for (int lane = 0; lane < p->problem->lanes; lane++) {
        if (is_free(p, lane) && p->lane_pass[lane] == 0) {
            spread_from_rim(p, lane);
        }
    }
    p->level[p->level_count] = p->visited;
    return true;
}

/// Whole levels to blocks.
static bool cut_blocks(planner *p, cs_arena *arena, cs_xpbd_plan *plan)
{
    plan->particle_count = p->visited;
    plan->order = cs_arena_alloc(arena, (size_t)p->visited, sizeof(int));
    plan->block_first = cs_arena_alloc(arena, (size_t)p->visited / BLOCK_PARTICLES + 2, sizeof(int));
    p->block_of = scratch(p, (size_t)p->problem->lanes, sizeof(int));
    if (!plan->order || !plan->block_first || !p->block_of) {
        return false;
    }
    int begin = 0; // the level that the block begins with
    for (int l = 0; l < p->level_count; l++) {
        int end = p->level[l + 1];
        bool full = end - p->level[begin] >= BLOCK_PARTICLES && l + 1 - begin >= BLOCK_LEVELS;
        if (full || l + 1 == p->level_count) {
            plan->block_first[++plan->block_count] = end;
            begin = l + 1;
        }
    }
    for (int b = 0; b < plan->block_count; b++) {
        for (int i = plan->block_first[b]; i < plan->block_first[b + 1]; i++) {
            plan->order[i] = p->order[i];
            p->block_of[p->order[i]] = b;
        }
    }
    plan->unit_count = plan->block_count > 0 ? 2 * plan->block_count - 1 : 0;
    return true;
}

/// The block that holds a term, or the interface that it crosses; -1 when nothing of it is free.
static int unit_of(const planner *p, const cs_xpbd_plan *plan, int term)
{
    int low = INT32_MAX, high = -1;
    for (int64_t i = p->node_first[term]; i < p->node_first[term + 1]; i++) {
        int block = p->block_of[p->node[i]];
        low = block < low ? block : low;
        high = block > high ? block : high;
    }
    return high < 0 || low == high ? high : plan->block_count + low;
}

/// The terms of a set, unit by unit.
typedef struct sorted {
    int64_t *first; // terms of unit u: term[first[u]] ...
    int64_t *term;  // of the set
    int *colour;    // of those
} sorted;

static bool sort_by_unit(planner *p, const cs_xpbd_plan *plan, int set, sorted *s)
{
    int64_t count = p->problem->sets[set].count;
    int64_t *next = scratch(p, (size_t)plan->unit_count, sizeof(int64_t));
    s->first = scratch(p, (size_t)plan->unit_count + 1, sizeof(int64_t));
    s->term = scratch(p, (size_t)count, sizeof(int64_t));
    s->colour = scratch(p, (size_t)count, sizeof(int));
    if (!next || !s->first || !s->term || !s->colour) {
        return false;
    }
    for (int64_t i = 0; i < count; i++) {
        int unit = unit_of(p, plan, p->set_first[set] + (int)i);
        if (unit >= 0) {
            s->first[unit + 1]++;
        }
    }
    accumulate(s->first, next, plan->unit_count);
    for (int64_t i = 0; i < count; i++) {
        int unit = unit_of(p, plan, p->set_first[set] + (int)i);
        if (unit >= 0) {
            s->term[next[unit]++] = i;
        }
    }
    return true;
}

/// Colours the terms of one unit; `particle` has room for them. Returns the number of colours.
static int colour_unit(const planner *p, int set, const sorted *s, int unit, int *particle, uint64_t *used)
{
    const cs_xpbd_set *terms = &p->problem->sets[set];
    int64_t begin = s->first[unit], count = s->first[unit + 1] - begin;
    for (int64_t i = 0; i < count; i++) {
        for (int n = 0; n < terms->nodes; n++) {
            int lane = terms->lane[n][s->term[begin + i]];
            particle[i * terms->nodes + n] = is_free(p, lane) ? lane : -1;
        }
    }
    return cs_xpbd_colour(count, terms->nodes, particle, used, s->colour + begin);
}

/// Where each colour of a unit begins, in packs from the unit's first; returns how many packs there are. `start` has
/// room for one more than the colours.
static int64_t lay_out(const sorted *s, int unit, int colours, int64_t *start)
{
    for (int c = 0; c <= colours; c++) {
        start[c] = 0;
    }
    for (int64_t i = s->first[unit]; i < s->first[unit + 1]; i++) {
        start[s->colour[i] + 1]++;
    }
    for (int c = 0; c < colours; c++) {
        start[c + 1] = start[c] + (start[c + 1] + CS_XPBD_LANES - 1) / CS_XPBD_LANES;
    }
    return start[colours];
}

static bool pack_set(planner *p, cs_arena *arena, const cs_xpbd_plan *plan, int set, uint64_t *used)
{
    cs_xpbd_packing *packing = &plan->packings[set];
    size_t count = (size_t)p->problem->sets[set].count;
    sorted s;
    int *colours = scratch(p, (size_t)plan->unit_count + 1, sizeof(int));
    int *particle = scratch(p, count, (size_t)p->problem->sets[set].nodes * sizeof(int));
    int64_t *start = scratch(p, count + CS_XPBD_COLOURS + 1, sizeof(int64_t));
    packing->first = cs_arena_alloc(arena, (size_t)plan->unit_count + 1, sizeof(int64_t));
    if (!colours || !particle || !start || !packing->first || !sort_by_unit(p, plan, set, &s)) {
        return false;
    }
    for (int u = 0; u < plan->unit_count; u++) {
        colours[u] = colour_unit(p, set, &s, u, particle, used);
        packing->first[u + 1] = packing->first[u] + lay_out(&s, u, colours[u], start);
    }
    size_t places = (size_t)packing->first[plan->unit_count] * CS_XPBD_LANES;
    packing->member = cs_arena_alloc(arena, places, sizeof(int64_t));
    if (!packing->member) {
        return false;
    }
    for (size_t i = 0; i < places; i++) {
        packing->member[i] = -1;
    }
    for (int u = 0; u < plan->unit_count; u++) {
        lay_out(&s, u, colours[u], start);
        for (int c = 0; c < colours[u]; c++) {
            start[c] = (packing->first[u] + start[c]) * CS_XPBD_LANES;
        }
        for (int64_t i = s.first[u]; i < s.first[u + 1]; i++) {
            packing->member[start[s.colour[i]]++] = s.term[i];
        }
    }
    return true;
}

static bool make_plan(planner *p, cs_arena *arena, cs_xpbd_plan *plan)
{
    if (!list_nodes(p) || !list_holders(p) || !visit_all(p) || !cut_blocks(p, arena, plan)) {
        return false;
    }
    uint64_t *used = scratch(p, (size_t)p->problem->lanes, sizeof(uint64_t));
    plan->packings = cs_arena_alloc(arena, (size_t)p->problem->set_count, sizeof(*plan->packings));
    bool made = used && plan->packings;
    for (int s = 0; made && s < p->problem->set_count; s++) {
        made = pack_set(p, arena, plan, s, used);
    }
    return made;
}

bool cs_xpbd_plan_make(cs_arena *arena, const cs_xpbd_problem *problem, cs_xpbd_plan *plan)
{
    *plan = (cs_xpbd_plan){0};
    planner p = {.problem = problem, .scratch = cs_arena_create()};
    bool made = p.scratch && make_plan(&p, arena, plan);
    cs_arena_destroy(p.scratch);
    return made;
}
