// SPDX-License-Identifier: MIT
//
// From the elements of all bodies to the packs that kernels sweep: terms of a kind become a group, a plan says which
// stand together (xpbd_plan.c), and packs take what a kernel needs of each. Lanes without a term hold the unit's idle
// slot and zeros, which every kernel turns into no motion.
#include "sim/xpbd.h"

#include "math/math.h"

#include <string.h>

/// Links of one sort: they pull only or not, are damped or not.
typedef struct link_list {
    int64_t count, capacity;
    int *lane[2];
    double *rest, *compliance, *gamma; // the last two over h^2 and h
} link_list;
#define LINK_SORTS 4

typedef struct packer {
    cs_sim *sim;
    cs_xpbd *xpbd;
    cs_xpbd_plan plan;
    cs_arena *scratch;
    link_list links[LINK_SORTS];
    cs_xpbd_set *sets;               // one a group
    const link_list **list_of;       // of groups of links
    const cs_membrane **membrane_of; // ... of membranes
    const cs_bending **bending_of;
    int slot_count;  // slots given away
    int *ghost_unit; // of each lane: the unit that met this pin last ...
    int *ghost;      // ... and the slot it has there
    int ghost_count, idle;
} packer;

static void *scratch(packer *p, size_t count, size_t size)
{
    return cs_arena_alloc(p->scratch, count, size);
}

static int sort_of(bool unilateral, bool damped)
{
    return (unilateral ? 1 : 0) + (damped ? 2 : 0);
}

// ---- the links of all elements ------------------------------------------------------------

/// One link of any element; `present` is false for a spring of 0 N/m, which holds nothing.
typedef struct any_link {
    int a, b;
    double rest, compliance, damping;
    bool present, unilateral;
} any_link;

static any_link link_of(const cs_links *links, int64_t i)
{
    return (any_link){
        .a = links->a[i],
        .b = links->b[i],
        .rest = links->rest[i],
        .compliance = links->compliance[i],
        .damping = links->damping ? links->damping[i] : 0,
        .present = links->rigid[i] || links->compliance[i] > 0,
        .unilateral = links->tension_only[i],
    };
}

/// Counts a link, and stores it once there is room.
static void take_link(packer *p, const any_link *link)
{
    if (!link->present) {
        return;
    }
    link_list *list = &p->links[sort_of(link->unilateral, link->damping > 0)];
    if (list->capacity > 0) {
        double h = p->sim->h;
        list->lane[0][list->count] = link->a;
        list->lane[1][list->count] = link->b;
        list->rest[list->count] = link->rest;
        list->compliance[list->count] = p->xpbd->terms.plain ? 0 : link->compliance / (h * h);
        list->gamma[list->count] = link->damping / h;
    }
    list->count++;
}

/// Springs that are no links, as those of a grid.
static bool is_plain_springs(const cs_element *e)
{
    return !cs_links_of(e) && e->kind->springs && e->spring_count == e->term_count && !e->damped && !e->mixed &&
           !e->rigid;
}

static void take_element(packer *p, const cs_element *element)
{
    const cs_links *links = cs_links_of(element);
    for (int64_t i = 0; links && i < element->term_count; i++) {
        any_link link = link_of(links, i);
        take_link(p, &link);
    }
    if (!is_plain_springs(element)) {
        return;
    }
    cs_spring_view views[CS_SPRING_CHUNK];
    int count;
    for (int64_t first = 0; (count = cs_element_springs(element, first, views)) > 0; first += count) {
        for (int i = 0; i < count; i++) {
            any_link link = {.a = views[i].a, .b = views[i].b, .rest = views[i].rest};
            link.present = views[i].stiffness > 0;
            link.compliance = link.present ? 1 / views[i].stiffness : 0;
            take_link(p, &link);
        }
    }
}

static void take_all(packer *p)
{
    for (int i = 0; i < p->sim->body_count; i++) {
        for (int j = 0; j < p->sim->bodies[i].element_count; j++) {
            take_element(p, p->sim->bodies[i].elements[j]);
        }
    }
}

static bool list_links(packer *p)
{
    take_all(p);
    for (int s = 0; s < LINK_SORTS; s++) {
        link_list *list = &p->links[s];
        size_t count = (size_t)list->count;
        list->lane[0] = scratch(p, count, sizeof(int));
        list->lane[1] = scratch(p, count, sizeof(int));
        list->rest = scratch(p, count, sizeof(double));
        list->compliance = scratch(p, count, sizeof(double));
        list->gamma = scratch(p, count, sizeof(double));
        if (!list->lane[0] || !list->lane[1] || !list->rest || !list->compliance || !list->gamma) {
            return false;
        }
        list->capacity = list->count;
        list->count = 0;
    }
    take_all(p);
    return true;
}

// ---- groups -------------------------------------------------------------------------------

static cs_xpbd_group *add_group(packer *p, cs_xpbd_kind kind, size_t pack_size, int nodes, int64_t count)
{
    cs_xpbd *xpbd = p->xpbd;
    p->sets[xpbd->group_count] = (cs_xpbd_set){.nodes = nodes, .count = count};
    cs_xpbd_group *group = &xpbd->groups[xpbd->group_count++];
    group->kind = kind;
    group->pack_size = pack_size;
    group->work.plain = xpbd->terms.plain;
    group->work.correction = xpbd->terms.correction;
    return group;
}

static void add_links(packer *p, int sort)
{
    const link_list *list = &p->links[sort];
    if (list->count == 0) {
        return;
    }
    int g = p->xpbd->group_count;
    cs_xpbd_group *group = add_group(p, CS_XPBD_LINKS, sizeof(cs_xpbd_link_pack), 2, list->count);
    group->work.unilateral = sort & sort_of(true, false);
    group->damped = sort & sort_of(false, true);
    p->sets[g].lane[0] = list->lane[0];
    p->sets[g].lane[1] = list->lane[1];
    p->list_of[g] = list;
}

static void add_membrane(packer *p, const cs_membrane *membrane)
{
    int g = p->xpbd->group_count;
    cs_xpbd_group *group =
        add_group(p, CS_XPBD_MEMBRANE, sizeof(cs_xpbd_membrane_pack), 3, membrane->element.term_count);
    double h = p->sim->h;
    for (int k = 0; k < 4 && !p->xpbd->terms.plain; k++) {
        static const int place[4][2] = {{0, 0}, {0, 1}, {1, 1}, {2, 2}};
        group->work.compliance[k] = membrane->compliance[place[k][0]][place[k][1]] / (h * h);
    }
    group->work.stiffening = membrane->stiffening;
    group->work.limit = membrane->limit;
    group->work.gamma = membrane->damping / h;
    group->damped = membrane->damping > 0;
    for (int n = 0; n < 3; n++) {
        p->sets[g].lane[n] = membrane->lane[n];
    }
    p->membrane_of[g] = membrane;
}

/// One sweep settles the element: sum w |grad C|^2 h^2 K of every measure is small where the body starts.
static bool settles_at_once(const packer *p, const cs_element *element)
{
    double largest = 0, h = p->sim->h;
    cs_term terms[CS_TERM_CHUNK];
    for (int64_t first = 0; first < element->term_count; first += CS_TERM_CHUNK) {
        int64_t left = element->term_count - first;
        int count = left < CS_TERM_CHUNK ? (int)left : CS_TERM_CHUNK;
        element->kind->terms(element, first, count, &p->sim->now, terms);
        for (int i = 0; i < count; i++) {
            for (int k = 0; k < terms[i].measures; k++) {
                double mobility = 0;
                for (int n = 0; n < terms[i].nodes; n++) {
                    cs_vec3 g = terms[i].gradient[k][n];
                    mobility += p->xpbd->terms.inverse_mass[terms[i].lane[n]] * cs_dot(g, g);
                }
                double stiff = mobility * h * h * terms[i].stiffness[k][k];
                largest = stiff > largest ? stiff : largest;
            }
        }
    }
    return largest <= CS_XPBD_SETTLED;
}

/// The lanes of the far corners, -1 where there is no hinge.
static bool add_bending(packer *p, const cs_bending *bending)
{
    int g = p->xpbd->group_count;
    size_t count = (size_t)bending->element.term_count;
    int *far = scratch(p, count, 3 * sizeof(int));
    if (!far) {
        return false;
    }
    cs_xpbd_group *group = add_group(p, CS_XPBD_BENDING, sizeof(cs_xpbd_bending_pack), 6, (int64_t)count);
    group->work.gamma = bending->damping / p->sim->h;
    group->once = !p->xpbd->terms.plain && settles_at_once(p, &bending->element);
    group->damped = bending->damping > 0;
    for (int n = 0; n < 3; n++) {
        int *lane = far + (size_t)n * count;
        for (size_t i = 0; i < count; i++) {
            lane[i] = bending->hinges[i] >> n & 1 ? bending->lane[3 + n][i] : -1;
        }
        p->sets[g].lane[n] = bending->lane[n];
        p->sets[g].lane[3 + n] = lane;
    }
    p->bending_of[g] = bending;
    return true;
}

static bool make_groups(packer *p)
{
    size_t most = LINK_SORTS + (size_t)p->sim->body_count * CS_BODY_ELEMENTS;
    p->xpbd->groups = cs_arena_alloc(p->sim->arena, most, sizeof(*p->xpbd->groups));
    p->sets = scratch(p, most, sizeof(*p->sets));
    p->list_of = scratch(p, most, sizeof(*p->list_of));
    p->membrane_of = scratch(p, most, sizeof(*p->membrane_of));
    p->bending_of = scratch(p, most, sizeof(*p->bending_of));
    if (!p->xpbd->groups || !p->sets || !p->list_of || !p->membrane_of || !p->bending_of) {
        return false;
    }
    for (int s = 0; s < LINK_SORTS; s++) {
        add_links(p, s);
    }
    for (int i = 0; i < p->sim->body_count; i++) {
        for (int j = 0; j < p->sim->bodies[i].element_count; j++) {
            const cs_element *element = p->sim->bodies[i].elements[j];
            const cs_bending *bending = cs_bending_of(element);
            if (cs_membrane_of(element)) {
                add_membrane(p, cs_membrane_of(element));
            } else if (bending && !add_bending(p, bending)) {
                return false;
            }
        }
    }
    return true;
}

/// Levels of a grid are its rows or its columns, whichever are more.
static bool make_plan(packer *p)
{
    const cs_sim *sim = p->sim;
    cs_xpbd_seed *seeds = scratch(p, (size_t)sim->body_count, sizeof(*seeds));
    if (!seeds) {
        return false;
    }
    int count = 0;
    for (int i = 0; i < sim->body_count; i++) {
        const cs_body *body = &sim->bodies[i];
        if (body->rows > 1) {
            bool by_rows = body->rows >= body->columns;
            seeds[count++] = (cs_xpbd_seed){
                .first = body->first_lane,
                .step = by_rows ? 1 : body->stride,
                .count = by_rows ? body->columns : body->rows,
                .advance = by_rows ? body->stride : 1,
                .tries = by_rows ? body->rows : body->columns,
            };
        }
    }
    const cs_xpbd_problem problem = {
        .lanes = sim->lanes,
        .inverse_mass = p->xpbd->terms.inverse_mass,
        .set_count = p->xpbd->group_count,
        .sets = p->sets,
        .seed_count = count,
        .seeds = seeds,
    };
    return cs_xpbd_plan_make(p->scratch, &problem, &p->plan);
}

// ---- slots --------------------------------------------------------------------------------

/// The slot of a lane in a unit; the idle one for lane -1. Pins get a slot in each unit that asks for one.
static int32_t slot_in(packer *p, int unit, int lane)
{
    if (lane < 0) {
        return p->idle;
    }
    if (p->xpbd->slot[lane] >= 0) {
        return p->xpbd->slot[lane];
    }
    if (p->ghost_unit[lane] != unit + 1) {
        p->ghost_unit[lane] = unit + 1;
        p->ghost[lane] = p->slot_count++;
        if (p->xpbd->ghost_lane) {
            p->xpbd->ghost_lane[p->ghost_count] = lane;
            p->xpbd->ghost_slot[p->ghost_count] = p->ghost[lane];
        }
        p->ghost_count++;
    }
    return p->ghost[lane];
}

// Slots of different units do not share a cache line.
#define LINE_SLOTS 2

/// Begins the slots of a unit's own with its idle one.
static void begin_unit(packer *p, int unit)
{
    p->slot_count = (p->slot_count + LINE_SLOTS - 1) / LINE_SLOTS * LINE_SLOTS;
    p->idle = p->slot_count++;
    p->xpbd->ghost_first[unit] = p->ghost_count;
}

/// Gives out the slots of every unit, by asking for all of them in the order in which packs are filled.
static void count_slots(packer *p)
{
    const cs_xpbd_plan *plan = &p->plan;
    for (int u = 0; u < plan->unit_count; u++) {
        begin_unit(p, u);
        for (int g = 0; g < p->xpbd->group_count; g++) {
            const cs_xpbd_packing *packing = &plan->packings[g];
            for (int64_t m = packing->first[u] * CS_XPBD_LANES; m < packing->first[u + 1] * CS_XPBD_LANES; m++) {
                int64_t term = packing->member[m];
                for (int n = 0; term >= 0 && n < p->sets[g].nodes; n++) {
                    slot_in(p, u, p->sets[g].lane[n][term]);
                }
            }
        }
    }
    p->xpbd->ghost_first[plan->unit_count] = p->ghost_count;
}

static bool make_slots(packer *p)
{
    cs_sim *sim = p->sim;
    cs_xpbd *xpbd = p->xpbd;
    xpbd->slot = cs_arena_alloc(sim->arena, (size_t)sim->lanes, sizeof(int));
    xpbd->ghost_first = cs_arena_alloc(sim->arena, (size_t)p->plan.unit_count + 1, sizeof(int));
    p->ghost_unit = scratch(p, (size_t)sim->lanes, sizeof(int));
    p->ghost = scratch(p, (size_t)sim->lanes, sizeof(int));
    if (!xpbd->slot || !xpbd->ghost_first || !p->ghost_unit || !p->ghost) {
        return false;
    }
    for (int i = 0; i < sim->lanes; i++) {
        xpbd->slot[i] = -1;
    }
    for (int i = 0; i < p->plan.particle_count; i++) {
        xpbd->slot[p->plan.order[i]] = i;
    }
    p->slot_count = p->plan.particle_count;
    count_slots(p);
    size_t slots = (size_t)p->slot_count, ghosts = (size_t)p->ghost_count;
    bool damped = false;
    for (int g = 0; g < xpbd->group_count; g++) {
        damped = damped || xpbd->groups[g].damped;
    }
    xpbd->slots = cs_arena_alloc(sim->arena, slots, 4 * sizeof(double));
    xpbd->starts = damped ? cs_arena_alloc(sim->arena, slots, 4 * sizeof(double)) : NULL;
    xpbd->ghost_lane = cs_arena_alloc(sim->arena, ghosts, sizeof(int));
    xpbd->ghost_slot = cs_arena_alloc(sim->arena, ghosts, sizeof(int));
    if (!xpbd->slots || (damped && !xpbd->starts) || !xpbd->ghost_lane || !xpbd->ghost_slot) {
        return false;
    }
    for (int i = 0; i < p->plan.particle_count; i++) {
        xpbd->slots[4 * (size_t)i + 3] = xpbd->terms.inverse_mass[p->plan.order[i]];
    }
    p->slot_count = p->plan.particle_count;
    p->ghost_count = 0;
    for (int i = 0; i < sim->lanes; i++) {
        p->ghost_unit[i] = 0;
    }
    return true;
}

// ---- packs --------------------------------------------------------------------------------

static void fill_link(packer *p, const cs_xpbd_group *group, int g, int64_t pack, int lane, int64_t term)
{
    cs_xpbd_link_pack *links = (cs_xpbd_link_pack *)(void *)group->packs + pack;
    const link_list *list = p->list_of[g];
    if (term >= 0) {
        links->rest[lane] = list->rest[term];
        links->compliance[lane] = list->compliance[term];
        if (group->gammas) {
            group->gammas[pack * CS_XPBD_LANES + lane] = list->gamma[term];
        }
    }
}

static void fill_membrane(packer *p, const cs_xpbd_group *group, int g, int64_t pack, int lane, int64_t term)
{
    cs_xpbd_membrane_pack *triangles = (cs_xpbd_membrane_pack *)(void *)group->packs + pack;
    const cs_membrane *m = p->membrane_of[g];
    if (term >= 0) {
        triangles->u1[lane] = m->u1[term];
        triangles->u2[lane] = m->u2[term];
        triangles->v1[lane] = m->v1[term];
        triangles->v2[lane] = m->v2[term];
        triangles->per_area[lane] = 1 / m->area[term];
    }
}

static void fill_bending(packer *p, const cs_xpbd_group *group, int g, int64_t pack, int lane, int64_t term)
{
    cs_xpbd_bending_pack *triangles = (cs_xpbd_bending_pack *)(void *)group->packs + pack;
    const cs_bending *b = p->bending_of[g];
    double h = p->sim->h;
    for (int k = 0; term >= 0 && k < 6; k++) {
        triangles->compliance[k][lane] = b->compliance[k][term] / (h * h);
        if (k < 3) {
            triangles->rest[k][lane] = b->rest[k][term];
        }
    }
}

/// Where node n of a pack's lane has its slot: all packs begin with their nodes.
static int32_t *node_of(const cs_xpbd_group *group, int64_t pack, int n, int lane)
{
    return (int32_t *)(void *)(group->packs + (size_t)pack * group->pack_size) + n * CS_XPBD_LANES + lane;
}

static void fill_packs(packer *p, int unit, int g)
{
    static void (*const fills[])(packer *, const cs_xpbd_group *, int, int64_t, int, int64_t) = {
        [CS_XPBD_LINKS] = fill_link,
        [CS_XPBD_MEMBRANE] = fill_membrane,
        [CS_XPBD_BENDING] = fill_bending,
    };
    const cs_xpbd_group *group = &p->xpbd->groups[g];
    for (int64_t pack = group->first[unit]; pack < group->first[unit + 1]; pack++) {
        for (int lane = 0; lane < CS_XPBD_LANES; lane++) {
            int64_t term = p->plan.packings[g].member[pack * CS_XPBD_LANES + lane];
            for (int n = 0; n < p->sets[g].nodes; n++) {
                *node_of(group, pack, n, lane) = slot_in(p, unit, term < 0 ? -1 : p->sets[g].lane[n][term]);
            }
            fills[group->kind](p, group, g, pack, lane, term);
        }
    }
}

static bool make_packs(packer *p)
{
    cs_xpbd *xpbd = p->xpbd;
    for (int g = 0; g < xpbd->group_count; g++) {
        cs_xpbd_group *group = &xpbd->groups[g];
        size_t offsets = (size_t)p->plan.unit_count + 1;
        group->first = cs_arena_alloc(p->sim->arena, offsets, sizeof(*group->first));
        if (!group->first) {
            return false;
        }
        memcpy(group->first, p->plan.packings[g].first, offsets * sizeof(*group->first));
        size_t count = (size_t)group->first[p->plan.unit_count];
        group->packs = cs_arena_alloc(p->sim->arena, count, group->pack_size);
        bool by_lane = group->kind == CS_XPBD_LINKS && group->damped;
        group->gammas = by_lane ? cs_arena_alloc(p->sim->arena, count, CS_XPBD_LANES * sizeof(double)) : NULL;
        if (!group->packs || (by_lane && !group->gammas)) {
            return false;
        }
        group->work.slots = xpbd->slots;
        group->work.starts = xpbd->starts;
    }
    for (int u = 0; u < p->plan.unit_count; u++) {
        begin_unit(p, u);
        for (int g = 0; g < xpbd->group_count; g++) {
            fill_packs(p, u, g);
        }
    }
    return true;
}

static bool knows_all(const cs_sim *sim)
{
    bool known = true;
    for (int i = 0; i < sim->body_count; i++) {
        for (int j = 0; j < sim->bodies[i].element_count; j++) {
            const cs_element *e = sim->bodies[i].elements[j];
            known = known && (cs_links_of(e) || is_plain_springs(e) || cs_membrane_of(e) || cs_bending_of(e));
        }
    }
    return known;
}

bool cs_xpbd_pack(cs_sim *sim, cs_xpbd *xpbd)
{
    xpbd->by_terms = !knows_all(sim);
    if (xpbd->by_terms) {
        return true;
    }
    packer p = {.sim = sim, .xpbd = xpbd, .scratch = cs_arena_create()};
    bool made = p.scratch && list_links(&p) && make_groups(&p) && make_plan(&p) && make_slots(&p) && make_packs(&p);
    xpbd->block_count = p.plan.block_count;
    xpbd->unit_count = p.plan.unit_count;
    cs_arena_destroy(p.scratch);
    return made;
}
