// SPDX-License-Identifier: MIT
//
// Overrides: `path=value` changes the tree of a scene before it is read.
#ifndef CS_SCENE_OVERRIDE_H
#define CS_SCENE_OVERRIDE_H

#include "scene/document.h"

/// Applies one override, adding it as the next source of the document, named "--set", at line `number`. What is wrong
/// with it becomes a problem there. CS_INTERNAL: no memory.
cs_status cs_override_apply(cs_document *document, const char *text, int number, cs_problems *problems);

#endif
