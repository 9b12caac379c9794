// SPDX-License-Identifier: MIT
//
// Writes scenes and single values as JSON, in the order of the key table.
#ifndef CS_SCENE_WRITER_H
#define CS_SCENE_WRITER_H

#include "scene/key_table.h"

/// The value of one key of `value`, a struct of its section. `indent` < 0: all on one line.
void cs_write_value(cs_text *out, const cs_key *key, const void *value, int indent);
/// The default of a key, on one line.
void cs_write_default(cs_text *out, const cs_key *key);

/// XXH3 of the resolved scene and of the files it names; false: no memory.
bool cs_scene_hash(const cs_scene *scene, uint64_t *hash);

#endif
