// SPDX-License-Identifier: MIT
//
// What a loaded scene keeps of its text: for diagnostics of later steps at the place that caused them.
#ifndef CS_SCENE_SCENE_SOURCE_H
#define CS_SCENE_SCENE_SOURCE_H

#include "scene/document.h"

struct cs_scene_source {
    cs_arena *arena; ///< holds this, the scene, and all that they point to
    cs_document document;
};

#endif
