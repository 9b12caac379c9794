// SPDX-License-Identifier: MIT
//
// Rules about a scene as a whole: names that tell cloths and networks apart, solvers and what holds a cloth together,
// how many things a picture tells apart, and keys that have no effect together.
#include "scene/reader.h"
#include "scene/rules.h"
#include "scene/suggest.h"

#include <stdlib.h>
#include <string.h>

/// The list of that name, NULL when it is missing or no list, or `elements` were not read.
static cs_node *list_of(cs_node *root, const char *key, const void *elements)
{
    cs_node *node = cs_node_find(root, key);
    return node && node->kind == CS_NODE_ARRAY && elements ? node : NULL;
}

// ---- names --------------------------------------------------------------------------------

typedef struct named {
    const char *name;
    cs_node *node;
    int order; ///< in the scene: cloths, then networks
} named;

static int compare_names(const void *a, const void *b)
{
    const named *p = a, *q = b;
    int order = strcmp(p->name, q->name);
    return order ? order : p->order - q->order;
}

static void check_names(cs_reader *reader, cs_node *cloths, cs_node *networks, const cs_scene *scene)
{
    size_t all = (size_t)scene->cloth_count + (size_t)scene->network_count, count = 0;
    named *names = cs_arena_alloc(reader->arena, all, sizeof *names);
    if (!names) {
        reader->out_of_memory = true;
        return;
    }
    for (cs_node *node = cloths ? cloths->first : NULL; node; node = node->next) {
        if (node->kind == CS_NODE_OBJECT && cs_node_sound(node, "name")) {
            names[count++] = (named){scene->cloths[node->index].name, node, node->index};
        }
    }
    for (cs_node *node = networks ? networks->first : NULL; node; node = node->next) {
        if (node->kind == CS_NODE_OBJECT && cs_node_sound(node, "name")) {
            names[count++] = (named){scene->networks[node->index].name, node, scene->cloth_count + node->index};
        }
    }
    qsort(names, count, sizeof *names, compare_names);
    for (size_t i = 1; i < count; i++) {
        if (strcmp(names[i].name, names[i - 1].name) == 0) {
            static const char *const keys[] = {"name", NULL};
            const cs_node *first = names[i - 1].node;
            cs_reader_error(reader, cs_reader_member(names[i].node, keys),
                            "the statistics tell cloths apart by name, and networks share their names",
                            "the name %s is that of %s[%d] already", cs_quote(reader->arena, names[i].name),
                            first->parent->key, first->index);
        }
    }
}

/// A picture names each cloth, network and collider by a number of 16 bits. Returns whether there are few enough.
static bool check_count(cs_reader *reader, cs_node *root, const cs_scene *scene)
{
    static const char *const lists[] = {"colliders", "networks", "cloths", NULL}, *const cloths_first[] = {"cloths",
                                                                                                           NULL};
    int64_t things = (int64_t)scene->cloth_count + scene->network_count + scene->collider_count;
    bool cloths_alone = scene->cloth_count > CS_MAX_OBJECTS;
    if (things <= CS_MAX_OBJECTS) {
        return true;
    }
    cs_reader_error(reader, cs_reader_member(root, cloths_alone ? cloths_first : lists), NULL,
                    "%d cloths, %d networks and %d colliders together are more than the %d that a scene can have",
                    scene->cloth_count, scene->network_count, scene->collider_count, CS_MAX_OBJECTS);
    return false;
}

// ---- solvers and what they work with ---------------------------------------------------------

static bool projects(cs_solver solver)
{
    return solver == CS_SOLVER_PBD || solver == CS_SOLVER_XPBD;
}

static void refuse_compliance(cs_reader *reader, cs_node *node, const cs_scene *scene, const char *instead)
{
    const char *solver = cs_solver_words[scene->simulation.solver];
    const char *help =
        cs_reader_full(reader)
            ? NULL
            : cs_arena_printf(reader->arena, "\"pbd\" and \"xpbd\" do; \"%s\" works with %s", solver, instead);
    cs_reader_key_error(reader, node, help, "the solver \"%s\" cannot work with compliance", solver);
}

static void check_cloth_fits(cs_reader *reader, cs_node *node, const cs_scene *scene)
{
    const cs_cloth *cloth = &scene->cloths[node->index];
    cs_solver solver = scene->simulation.solver;
    cs_node *fabric = cs_node_find(node, "fabric"), *compliance = cs_node_find(node, "compliance");
    if (compliance && cloth->material == CS_MATERIAL_COMPLIANCE && !projects(solver)) {
        refuse_compliance(reader, compliance, scene, "springs or a fabric");
    }
    if (fabric && cloth->material == CS_MATERIAL_FABRIC && solver == CS_SOLVER_PBD) {
        cs_reader_warning(
            reader, fabric, "use \"solver\": \"xpbd\", or \"implicit\"",
            "the solver \"pbd\" has no stiffness in real units: %s hangs as iterations and correction make it",
            cs_reader_path(reader, fabric));
    }
}

static void check_links_fit(cs_reader *reader, cs_node *node, const cs_scene *scene)
{
    const cs_network *network = &scene->networks[node->index];
    cs_node *links = list_of(node, "links", network->links);
    for (cs_node *link = links ? links->first : NULL; link; link = link->next) {
        cs_node *compliance = cs_node_find(link, "compliance");
        if (compliance && network->links[link->index].by_compliance && !projects(scene->simulation.solver)) {
            refuse_compliance(reader, compliance, scene, "stiffness");
        }
    }
}

/// Every cloth and network against the solver, when that is known.
static void check_fit(cs_reader *reader, cs_node *root, cs_node *cloths, cs_node *networks, const cs_scene *scene)
{
    cs_node *simulation = cs_node_find(root, "simulation");
    if (simulation && (simulation->kind != CS_NODE_OBJECT || !cs_node_sound(simulation, "solver"))) {
        return;
    }
    for (cs_node *node = cloths ? cloths->first : NULL; node; node = node->next) {
        check_cloth_fits(reader, node, scene);
    }
    for (cs_node *node = networks ? networks->first : NULL; node; node = node->next) {
        check_links_fit(reader, node, scene);
    }
}

// ---- the whole ------------------------------------------------------------------------------

static void warn_of_friction(cs_reader *reader, cs_node *colliders, const cs_scene *scene)
{
    for (cs_node *node = colliders->first; node; node = node->next) {
        cs_node *friction = cs_node_find(node, "friction");
        if (friction && !friction->bad && scene->colliders[node->index].friction > 0) {
            cs_reader_warning(reader, friction, NULL, "push-out contact has no friction: %s has no effect",
                              cs_reader_path(reader, friction));
        }
    }
}

void cs_rules_scene(cs_reader *reader, cs_node *object, void *value)
{
    const cs_scene *scene = value;
    if (reader->out_of_memory) {
        return; // lists and names may be missing
    }
    cs_node *cloths = list_of(object, "cloths", scene->cloths);
    cs_node *networks = list_of(object, "networks", scene->networks);
    cs_node *colliders = list_of(object, "colliders", scene->colliders);
    check_names(reader, cloths, networks, scene);
    check_fit(reader, object, cloths, networks, scene);
    if (colliders && scene->simulation.contact_mode == CS_CONTACT_PUSH_OUT) {
        warn_of_friction(reader, colliders, scene);
    }
    if (check_count(reader, object, scene)) {
        cs_rules_memory(reader, object, scene);
    }
}
