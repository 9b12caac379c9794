// SPDX-License-Identifier: MIT
//
// Key table: the top of a scene. The default lights stand here as well.
#include "scene/key_table.h"
#include "scene/rules.h"

/// A warm key light from the upper right in front, a cool weaker one from the left.
static const cs_light default_lights[] = {
    {.kind = CS_LIGHT_DIRECTIONAL, .direction = {-0.5, -1, -0.7}, .color = {1, 0.96, 0.9}},
    {.kind = CS_LIGHT_DIRECTIONAL, .direction = {0.8, -0.4, -0.6}, .color = {0.2, 0.24, 0.3}},
};

static bool has_networks(const void *value)
{
    const cs_scene *scene = value;
    return scene->network_count > 0;
}

static const cs_key scene_keys[] = {
    {.name = "$schema", .type = CS_KEY_IGNORED, .doc = "address of the JSON Schema, for editors; ignored"},
    {.name = "version", .type = CS_KEY_VERSION, .required = true, .doc = "version of the scene format, 1"},
    {.name = "title",
     .type = CS_KEY_STRING,
     .offset = offsetof(cs_scene, title),
     .text = "",
     .doc = "what the scene shows, for people"},
    {.name = "simulation",
     .type = CS_KEY_OBJECT,
     .offset = offsetof(cs_scene, simulation),
     .section = &cs_simulation_section,
     .doc = "solver, time step and what happens when"},
    {.name = "cloths",
     .type = CS_KEY_ARRAY,
     .offset = offsetof(cs_scene, cloths),
     .section = &cs_cloth_section,
     .count_offset = offsetof(cs_scene, cloth_count),
     .doc = "the pieces of cloth"},
    {.name = "networks",
     .type = CS_KEY_ARRAY,
     .offset = offsetof(cs_scene, networks),
     .section = &cs_network_section,
     .count_offset = offsetof(cs_scene, network_count),
     .written = has_networks,
     .doc = "chains, pendulums, strings of particles and links"},
    {.name = "colliders",
     .type = CS_KEY_ARRAY,
     .offset = offsetof(cs_scene, colliders),
     .section = &cs_collider_section,
     .count_offset = offsetof(cs_scene, collider_count),
     .doc = "the things that cloth meets"},
    {.name = "camera",
     .type = CS_KEY_OBJECT,
     .offset = offsetof(cs_scene, camera),
     .section = &cs_camera_section,
     .doc = "where the picture is seen from"},
    {.name = "lights",
     .type = CS_KEY_ARRAY,
     .offset = offsetof(cs_scene, lights),
     .section = &cs_light_section,
     .count_offset = offsetof(cs_scene, light_count),
     .standard_list = default_lights,
     .standard_count = (int)CS_COUNT(default_lights),
     .doc = "the lights; an empty list leaves the ambient part"},
    {.name = "image",
     .type = CS_KEY_OBJECT,
     .offset = offsetof(cs_scene, image),
     .section = &cs_image_section,
     .doc = "size and look of the picture"},
    {.name = "statistics",
     .type = CS_KEY_OBJECT,
     .section = &cs_statistics_section,
     .doc = "what the statistics of the picture cover"},
};

static const char *const needed[] = {"cloths", "networks", NULL};

const cs_section cs_scene_section = {
    .noun = "a scene",
    .size = sizeof(cs_scene),
    .keys = scene_keys,
    .key_count = (int)CS_COUNT(scene_keys),
    .needs_one = needed,
    .finish = cs_rules_scene,
};
