// SPDX-License-Identifier: MIT
//
// Links one by one, in the order in which they were given: the element of networks, of cloths by compliance, of the
// springs of meshes, of long-range links and tethers. Forces are the expressions of spring.h, which give the same bits
// as the terms do.
#include "sim/links.h"

#include "sim/spring.h"

static cs_spring_view view_of(const cs_links *links, int64_t i)
{
    return (cs_spring_view){
        .a = links->a[i],
        .b = links->b[i],
        .stiffness = links->stiffness[i],
        .rest = links->rest[i],
        .structural = links->structural[i],
    };
}

static void add_forces(const cs_element *element, const cs_soa *positions, cs_soa *forces)
{
    const cs_links *links = (const cs_links *)element;
    for (int64_t i = 0; i < element->term_count; i++) {
        cs_spring_view spring = view_of(links, i);
        if (!links->tension_only[i] || cs_spring_length(positions, spring.a, spring.b) > spring.rest) {
            cs_spring_add_force(&spring, positions, forces);
        }
    }
}

static int springs(const cs_element *element, int64_t first, cs_spring_view *views)
{
    const cs_links *links = (const cs_links *)element;
    int count = 0;
    while (count < CS_SPRING_CHUNK && first + count < element->spring_count) {
        views[count] = view_of(links, first + count);
        count++;
    }
    return count;
}

static void terms(const cs_element *element, int64_t first, int count, const cs_soa *positions, cs_term *out)
{
    const cs_links *links = (const cs_links *)element;
    for (int i = 0; i < count; i++) {
        int64_t number = first + i;
        cs_spring_view spring = view_of(links, number);
        cs_spring_term(&spring, positions, &out[i]);
        out[i].compliance[0][0] = links->compliance[number];
        out[i].unilateral = links->tension_only[number];
        out[i].rigid = links->rigid[number];
        out[i].damping = links->damping ? links->damping[number] : 0;
    }
}

static const cs_element_kind links_kind = {
    .name = "links",
    .terms = terms,
    .add_forces = add_forces,
    .springs = springs,
};

const cs_links *cs_links_of(const cs_element *element)
{
    return element->kind == &links_kind ? (const cs_links *)element : NULL;
}

static bool allocate(cs_arena *arena, cs_links *links, size_t count)
{
    links->a = cs_arena_alloc(arena, count, sizeof(*links->a));
    links->b = cs_arena_alloc(arena, count, sizeof(*links->b));
    links->rest = cs_arena_alloc(arena, count, sizeof(*links->rest));
    links->stiffness = cs_arena_alloc(arena, count, sizeof(*links->stiffness));
    links->compliance = cs_arena_alloc(arena, count, sizeof(*links->compliance));
    links->tension_only = cs_arena_alloc(arena, count, 1);
    links->structural = cs_arena_alloc(arena, count, 1);
    links->rigid = cs_arena_alloc(arena, count, 1);
    links->damping = links->element.damped ? cs_arena_alloc(arena, count, sizeof(*links->damping)) : NULL;
    return links->a && links->b && links->rest && links->stiffness && links->compliance && links->tension_only &&
           links->structural && links->rigid && (links->damping || !links->element.damped);
}

cs_element *cs_links_create(cs_arena *arena, int64_t count, const cs_link_rest *rests, bool counted)
{
    cs_links *links = cs_arena_alloc(arena, 1, sizeof(*links));
    if (!links) {
        return NULL;
    }
    links->element = (cs_element){.kind = &links_kind, .term_count = count, .spring_count = counted ? count : 0};
    for (int64_t i = 0; i < count; i++) {
        links->element.damped = links->element.damped || rests[i].damping > 0;
        links->element.rigid = links->element.rigid || rests[i].rigid;
    }
    if (!allocate(arena, links, (size_t)count)) {
        return NULL;
    }
    for (int64_t i = 0; i < count; i++) {
        const cs_link_rest *r = &rests[i];
        links->a[i] = r->a;
        links->b[i] = r->b;
        links->rest[i] = r->rest;
        links->stiffness[i] = r->rigid ? 0 : r->stiffness;
        links->compliance[i] = r->rigid ? 0 : r->compliance;
        links->tension_only[i] = r->tension_only;
        links->structural[i] = r->structural;
        links->rigid[i] = r->rigid;
        if (links->damping) {
            links->damping[i] = r->rigid ? 0 : r->damping;
        }
    }
    return &links->element;
}
