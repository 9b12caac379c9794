// SPDX-License-Identifier: MIT
//
// What the user may have meant: the nearest word, or the place where a key belongs.
#ifndef CS_SCENE_SUGGEST_H
#define CS_SCENE_SUGGEST_H

#include "scene/key_table.h"

/// Edits (insert, delete, replace, swap of neighbours; case and - or _ do not count) between two words, or -1 when
/// they are too far apart to be the same word misspelt.
int cs_suggest_distance(const char *word, const char *candidate);

/// Help for a key that is not in the section: the nearest key, else where a key of that name belongs, else the one key
/// that the word is a part of, else the keys there are. `kind` is that of the object, -1 when unknown. NULL when there
/// is no memory.
const char *cs_suggest_key(cs_arena *arena, const cs_section *section, int kind, const char *word);
/// Help for a word that is not a choice: the nearest one, and all of them. `object`: what may stand there instead of a
/// word; NULL: nothing.
const char *cs_suggest_choice(cs_arena *arena, const char *const *choices, const cs_section *object, const char *word);

/// A text of the user's in double quotes, cut when it is long. "?" when there is no memory.
const char *cs_quote(cs_arena *arena, const char *text);

#endif
