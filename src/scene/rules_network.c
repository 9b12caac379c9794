// SPDX-License-Identifier: MIT
//
// Rules within a network: links that join two of its particles, their length at the start, rigid ones without damping.
#include "math/math.h"
#include "scene/reader.h"
#include "scene/rules.h"

static void settle_link(cs_reader *reader, cs_node *node, const cs_network *network, cs_link *link)
{
    cs_node *a = cs_node_find(node, "a"), *b = cs_node_find(node, "b"), *damping = cs_node_find(node, "damping");
    cs_rules_index(reader, a, "particles", network->particle_count, &link->a);
    cs_rules_index(reader, b, "particles", network->particle_count, &link->b);
    if (node->bad) {
        return;
    }
    if (link->a == link->b) {
        cs_reader_error(reader, b, NULL, "%s must join two particles, not %d with itself", cs_reader_path(reader, node),
                        link->a);
        return;
    }
    if (!cs_node_find(node, "rest_length")) {
        link->rest_length =
            cs_length(cs_sub(network->particles[link->b].position, network->particles[link->a].position));
    }
    if (!isfinite(link->rest_length)) {
        link->rest_length = 0; // its particles start too far away, which the simulation refuses
    }
    if (link->by_compliance && link->compliance == 0 && link->damping > 0) {
        cs_reader_error(reader, damping, "give it a little compliance, or take the damping away",
                        "%s is rigid, so its length has no rate to damp", cs_reader_path(reader, node));
    }
}

void cs_rules_network(cs_reader *reader, cs_node *object, void *value)
{
    cs_network *network = value;
    cs_node *particles = cs_node_find(object, "particles"), *links = cs_node_find(object, "links");
    if (!cs_node_find(object, "name")) {
        network->name = cs_arena_printf(reader->arena, "network%d", object->index + 1);
        reader->out_of_memory = reader->out_of_memory || !network->name;
    }
    if (!particles || particles->bad || !network->particles || !links || links->kind != CS_NODE_ARRAY ||
        !network->links) {
        return;
    }
    for (cs_node *node = links->first; node; node = node->next) {
        if (!node->bad) {
            // the array was made for this scene just before and is not shared yet
            settle_link(reader, node, network, (cs_link *)&network->links[node->index]);
        }
    }
}
