// SPDX-License-Identifier: MIT
//
// The key table: one row for each key of the scene format. The rows alone drive
// parsing, validation, defaults, the JSON Schema, the documentation and the resolved
// scene; adding a key is adding a field to the public struct and a row here.
//
// A section is the rows of one kind of object ("grid", "light"); its path is where it
// hangs in the sections around it: scene -> cloths[] -> grid -> rows is "cloths[].grid.rows".
#ifndef CS_SCENE_KEY_TABLE_H
#define CS_SCENE_KEY_TABLE_H

#include "base/base.h"

#include <clothsim/scene.h>

typedef enum cs_key_type {
    CS_KEY_INT,    ///< int
    CS_KEY_NUMBER, ///< double, finite
    CS_KEY_BOOL,   ///< bool
    CS_KEY_INT2,   ///< two ints in a row
    CS_KEY_VEC2,   ///< double[2]
    CS_KEY_VEC3,   ///< cs_vec3
    CS_KEY_COLOR,  ///< cs_vec3: red, green, blue
    CS_KEY_STRING, ///< const char *
    CS_KEY_ENUM,   ///< an enum as wide as int, whose values are the indices of `choices`
    CS_KEY_OBJECT, ///< a nested section, in place
    CS_KEY_ARRAY,  ///< count and pointer to elements of a section
    /// One of the words of `choices`, or an object of the section. The kind (at the section's kind_offset) is the
    /// index of the word, or the number of words for the object.
    CS_KEY_WORD_OR_OBJECT,
    /// An object of the section, or one of `choices`: short for an object whose `choices` key (at the section's
    /// kind_offset) is that word. The section's finish fills in what is not given.
    CS_KEY_PRESET,
    CS_KEY_VERSION, ///< the format's version; has no field
    CS_KEY_IGNORED, ///< a string that is accepted and has no field
} cs_key_type;

/// The values that a number, or each element of a vector, may take.
typedef struct cs_range {
    bool has_low, has_high;
    bool low_open, high_open; ///< the limit itself is outside
    double low, high;
} cs_range;

#define CS_AT_LEAST(a)                                                                                                 \
    {                                                                                                                  \
        .has_low = true, .low = (a)                                                                                    \
    }
#define CS_ABOVE(a)                                                                                                    \
    {                                                                                                                  \
        .has_low = true, .low_open = true, .low = (a)                                                                  \
    }
#define CS_FROM_TO(a, b)                                                                                               \
    {                                                                                                                  \
        .has_low = true, .has_high = true, .low = (a), .high = (b)                                                     \
    }
#define CS_BETWEEN(a, b)                                                                                               \
    {                                                                                                                  \
        .has_low = true, .has_high = true, .low_open = true, .high_open = true, .low = (a), .high = (b)                \
    }

typedef struct cs_section cs_section;

/// Keys of an object of which at most one may be given; a field of the object says which.
typedef struct cs_group {
    size_t offset; ///< of an enum as wide as int, or of a bool
    bool is_bool;
    bool required; ///< one of them must be given; else the one of choice 0 is the default
} cs_group;

/// One key. What a type does not use stays zero.
typedef struct cs_key {
    const char *name;
    cs_key_type type;
    size_t offset; ///< of the field in the struct of the section
    bool required;
    cs_range range;
    double standard[3];         ///< the default of numbers, vectors, bools (0, 1) and enums (the value)
    const char *text;           ///< the default of strings
    const char *derived;        ///< how the default follows from other keys when it does; the section's finish does it
    const char *const *choices; ///< words, NULL at the end
    const cs_section *section;  ///< of objects and of the elements of arrays
    size_t count_offset;        ///< arrays: of the int that counts
    int least;                  ///< fewest elements of arrays, bytes of strings
    const void *standard_list;  ///< arrays: the default elements; NULL: none
    int standard_count;         ///< arrays
    int variant;                ///< CS_ONLY(kind): the key belongs to that kind of the section; 0: to all
    const char *instead_of;     ///< the other key of a pair of which one may be given; the other field is then 0
    const cs_group *group;      ///< the keys of which this is one; NULL: none
    int choice;                 ///< what the field of the group says when it is this one
    /// Whether the resolved scene has the key; NULL: always. What has no effect is left out, so that it does not change
    /// the hash, nor does a key that came later to the format in scenes that do not use it.
    bool (*written)(const void *value);
    const char *unit; ///< SI symbol; NULL: none
    const char *doc;  ///< one sentence without a full stop
} cs_key;

#define CS_ONLY(kind) ((int)(kind) + 1)

/// What tells the kind of an object with variants.
typedef enum cs_variants {
    CS_VARIANTS_NONE,
    CS_VARIANTS_BY_TYPE, ///< the required enum key "type"
    CS_VARIANTS_BY_KEY,  ///< which one of the keys with a variant stands there
} cs_variants;

typedef struct cs_reader cs_reader;
typedef struct cs_node cs_node;

/// Rules that concern more than one key, and derived defaults. `object` is where the section stands. Called after the
/// keys are read, also when some of them were wrong: see cs_node_sound.
typedef void cs_finish(cs_reader *reader, cs_node *object, void *value);

struct cs_section {
    const char *noun; ///< "a light", for messages
    size_t size;      ///< of the struct; 0 for a section that shares the struct of the section around it
    const cs_key *keys;
    int key_count;
    cs_variants variants;
    size_t kind_offset;
    const char *const *needs_one; ///< arrays of which one must have an element; NULL: none
    cs_finish *finish;            ///< NULL: none
};

extern const cs_section cs_scene_section; ///< the whole scene: the root of the table
extern const cs_section cs_simulation_section;
extern const cs_section cs_cloth_section;
extern const cs_section cs_springs_section;
extern const cs_section cs_compliance_section;
extern const cs_section cs_fabric_section;
extern const cs_section cs_long_range_section;
extern const cs_section cs_network_section;
extern const cs_section cs_surface_section;
extern const cs_section cs_collider_section;
extern const cs_section cs_camera_section;
extern const cs_section cs_light_section;
extern const cs_section cs_image_section;
extern const cs_section cs_statistics_section;

/// The names of the solvers.
extern const char *const cs_solver_words[];
/// The choice words of CS_KEY_ENUM for cs_display, shared by everything that shows.
extern const char *const cs_display_words[];

#define CS_SCENE_VERSION 1

/// Whether a key belongs to this kind of its section.
static inline bool cs_key_applies(const cs_key *key, int kind)
{
    return key->variant == 0 || key->variant == CS_ONLY(kind);
}

/// What the field of a group says, and how it is told.
int cs_group_choice(const cs_group *group, const void *value);
void cs_group_choose(const cs_group *group, void *value, int choice);

/// Whether the value of a missing key is a plain one that the row gives.
bool cs_key_has_default(const cs_key *key);
/// The row of that name, or NULL.
const cs_key *cs_section_find(const cs_section *section, const char *name);
/// Fills a zeroed struct with the defaults of the keys that belong to `kind` (0 for sections without variants).
void cs_section_defaults(const cs_section *section, int kind, void *value);
/// Number of words in a NULL-terminated list.
int cs_choice_count(const char *const *choices);

#endif
