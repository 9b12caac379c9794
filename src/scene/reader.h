// SPDX-License-Identifier: MIT
//
// Reads a tree into the structs of a scene as the key table says, and reports everything that is wrong with it.
#ifndef CS_SCENE_READER_H
#define CS_SCENE_READER_H

#include "scene/document.h"

struct cs_reader {
    cs_arena *arena;
    const cs_document *document;
    cs_problems *problems;
    uint64_t max_memory; ///< bytes
    bool out_of_memory;
    cs_log *log;       ///< for what is wrong with other files than the scene; may be NULL
    bool no_files;     ///< other files must not be read
    int unreadable;    ///< errors that are other files which cannot be read
    double mesh_bytes; ///< that the meshes read so far take
};

/// Fills `value`, a zeroed struct of the section, from `object`.
void cs_read_section(cs_reader *reader, const cs_section *section, cs_node *object, void *value);
/// Fills the field of one key, at `value` + the key's offset, from its node. Numbers, vectors, words and strings are in
/// reader_value.c, objects and arrays in reader.c.
void cs_read_key(cs_reader *reader, const cs_key *key, cs_node *node, void *value);
void cs_read_plain(cs_reader *reader, const cs_key *key, cs_node *node, void *field);

/// An error at a node's value; marks the node and all around it as bad. `help` may be NULL.
void cs_reader_error(cs_reader *reader, cs_node *node, const char *help, const char *format, ...) CS_PRINTF(4, 5);
/// An error at a node's key.
void cs_reader_key_error(cs_reader *reader, cs_node *node, const char *help, const char *format, ...) CS_PRINTF(4, 5);
void cs_reader_warning(cs_reader *reader, cs_node *node, const char *help, const char *format, ...) CS_PRINTF(4, 5);
/// No more problems are kept: texts for them need not be made.
bool cs_reader_full(const cs_reader *reader);
const char *cs_reader_path(cs_reader *reader, const cs_node *node); ///< cs_node_path, "" when full
/// The first of the members that the object has; the object itself when it has none. `keys` ends with NULL.
cs_node *cs_reader_member(cs_node *object, const char *const *keys);
/// A number as text in the arena.
const char *cs_number_text(cs_arena *arena, double value);
/// "at least 0", "from 1 to 16", "greater than 0 and less than 180" ...; NULL when there is no limit. In the arena.
const char *cs_range_text(cs_arena *arena, const cs_range *range);

#endif
