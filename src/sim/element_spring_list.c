// SPDX-License-Identifier: MIT
//
// Springs given one by one, in the order in which they were given: chains, pendulums, strings, anything built through
// the C API.
#include "sim/spring_list.h"

#include "sim/spring.h"

typedef struct spring_list {
    cs_element element;
    cs_spring_view *springs;
    const cs_link *links; // of the network
} spring_list;

static void add_forces(const cs_element *element, const cs_soa *positions, cs_soa *forces)
{
    const spring_list *list = (const spring_list *)element;
    for (int64_t i = 0; i < element->spring_count; i++) {
        cs_spring_add_force(&list->springs[i], positions, forces);
    }
}

static int springs(const cs_element *element, int64_t first, cs_spring_view *views)
{
    const spring_list *list = (const spring_list *)element;
    int count = 0;
    while (count < CS_SPRING_CHUNK && first + count < element->spring_count) {
        views[count] = list->springs[first + count];
        count++;
    }
    return count;
}

static void terms(const cs_element *element, int64_t first, int count, const cs_soa *positions, cs_term *out)
{
    const spring_list *list = (const spring_list *)element;
    for (int i = 0; i < count; i++) {
        int64_t number = first + i;
        const cs_link *link = &list->links[number];
        cs_spring_term(&list->springs[number], positions, &out[i]);
        out[i].unilateral = link->tension_only;
        if (link->by_compliance) {
            out[i].compliance[0][0] = link->compliance;
            out[i].rigid = link->compliance == 0;
        }
        out[i].damping = link->damping > 0 ? link->damping / out[i].stiffness[0][0] : 0;
    }
}

static const cs_element_kind spring_list_kind = {
    .name = "spring list",
    .terms = terms,
    .add_forces = add_forces,
    .springs = springs,
};

cs_element *cs_spring_list_create(cs_arena *arena, const cs_network *network, int first_lane)
{
    spring_list *list = cs_arena_alloc(arena, 1, sizeof(*list));
    if (!list) {
        return NULL;
    }
    list->element.kind = &spring_list_kind;
    list->links = network->links;
    list->element.term_count = list->element.spring_count = network->link_count;
    list->springs = cs_arena_alloc(arena, (size_t)network->link_count, sizeof(*list->springs));
    if (!list->springs) {
        return NULL;
    }
    for (int i = 0; i < network->link_count; i++) {
        cs_link s = network->links[i];
        double stiffness = !s.by_compliance ? s.stiffness : s.compliance > 0 ? 1 / s.compliance : 0;
        list->element.damped = list->element.damped || s.damping > 0;
        list->element.rigid = list->element.rigid || (s.by_compliance && s.compliance == 0);
        list->element.mixed = list->element.mixed || s.tension_only;
        list->springs[i] = (cs_spring_view){
            .a = first_lane + s.a,
            .b = first_lane + s.b,
            .stiffness = stiffness,
            .rest = s.rest_length,
            .structural = true,
        };
    }
    return &list->element;
}
