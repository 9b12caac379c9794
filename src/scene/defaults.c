// SPDX-License-Identifier: MIT
//
// Defaults, as the rows of the key table give them, and the public functions that hand them out.
#include "scene/fabrics.h"
#include "scene/key_table.h"

#include <string.h>

const cs_key *cs_section_find(const cs_section *section, const char *name)
{
    for (int i = 0; i < section->key_count; i++) {
        if (strcmp(section->keys[i].name, name) == 0) {
            return &section->keys[i];
        }
    }
    return NULL;
}

bool cs_key_has_default(const cs_key *key)
{
    bool plain = key->type != CS_KEY_OBJECT && key->type != CS_KEY_INT2 && key->type != CS_KEY_VERSION &&
                 key->type != CS_KEY_IGNORED;
    bool yields = key->instead_of && key->standard[0] == 0;
    return plain && !yields && !key->required;
}

int cs_choice_count(const char *const *choices)
{
    int count = 0;
    while (choices[count]) {
        count++;
    }
    return count;
}

int cs_group_choice(const cs_group *group, const void *value)
{
    const char *field = (const char *)value + group->offset;
    int choice = 0;
    if (group->is_bool) {
        return *(const bool *)field;
    }
    memcpy(&choice, field, sizeof choice);
    return choice;
}

void cs_group_choose(const cs_group *group, void *value, int choice)
{
    char *field = (char *)value + group->offset;
    if (group->is_bool) {
        *(bool *)field = choice != 0;
    } else {
        memcpy(field, &choice, sizeof choice);
    }
}

static void fill(const cs_key *key, void *value)
{
    void *field = (char *)value + key->offset;
    int integer = (int)key->standard[0];
    switch (key->type) {
    case CS_KEY_INT:
    case CS_KEY_ENUM:
        memcpy(field, &integer, sizeof integer);
        break;
    case CS_KEY_NUMBER:
        *(double *)field = key->standard[0];
        break;
    case CS_KEY_BOOL:
        *(bool *)field = integer != 0;
        break;
    case CS_KEY_VEC2:
        memcpy(field, key->standard, 2 * sizeof(double));
        break;
    case CS_KEY_VEC3:
    case CS_KEY_COLOR:
        *(cs_vec3 *)field = (cs_vec3){key->standard[0], key->standard[1], key->standard[2]};
        break;
    case CS_KEY_STRING:
        *(const char **)field = key->text;
        break;
    case CS_KEY_OBJECT:
        cs_section_defaults(key->section, 0, field);
        break;
    case CS_KEY_ARRAY:
        memcpy(field, &key->standard_list, sizeof key->standard_list);
        memcpy((char *)value + key->count_offset, &key->standard_count, sizeof key->standard_count);
        break;
    case CS_KEY_WORD_OR_OBJECT:
    case CS_KEY_PRESET:
        cs_section_defaults(key->section, 0, field);
        memcpy((char *)field + key->section->kind_offset, &integer, sizeof integer);
        break;
    case CS_KEY_INT2:
    case CS_KEY_VERSION:
    case CS_KEY_IGNORED:
        break;
    }
}

void cs_section_defaults(const cs_section *section, int kind, void *value)
{
    for (int i = 0; i < section->key_count; i++) {
        if (cs_key_applies(&section->keys[i], kind)) {
            fill(&section->keys[i], value);
        }
    }
    if (section->variants != CS_VARIANTS_NONE) {
        memcpy((char *)value + section->kind_offset, &kind, sizeof kind);
    }
}

_Static_assert(sizeof(cs_solver) == sizeof(int) && sizeof(cs_collider_kind) == sizeof(int) &&
                   sizeof(cs_pin_kind) == sizeof(int) && sizeof(cs_display) == sizeof(int) &&
                   sizeof(cs_material) == sizeof(int) && sizeof(cs_cloth_source) == sizeof(int),
               "the key table writes enums as int");

cs_scene cs_default_scene(void)
{
    cs_scene scene = {0};
    cs_section_defaults(&cs_scene_section, 0, &scene);
    return scene;
}

cs_cloth cs_default_cloth(void)
{
    cs_cloth cloth = {0};
    int count;
    cs_section_defaults(&cs_cloth_section, 0, &cloth);
    cloth.fabric = cs_fabric_presets(&count)[CS_FABRIC_COTTON].fabric; // for who sets the material alone
    return cloth;
}

cs_network cs_default_network(void)
{
    cs_network network = {0};
    cs_section_defaults(&cs_network_section, 0, &network);
    return network;
}

cs_collider cs_default_collider(cs_collider_kind kind)
{
    cs_collider collider = {0};
    cs_section_defaults(&cs_collider_section, (int)kind, &collider);
    return collider;
}
