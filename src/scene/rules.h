// SPDX-License-Identifier: MIT
//
// Rules that concern more than one key, one function a section; see cs_finish in key_table.h.
#ifndef CS_SCENE_RULES_H
#define CS_SCENE_RULES_H

#include "scene/key_table.h"

/// The back of a surface, when only its front is given.
#define CS_BACK_OF_FRONT 0.6

cs_finish cs_rules_scene;   ///< unique names, sizes against the memory limit, warnings
cs_finish cs_rules_grid;    ///< u and v span a plane
cs_finish cs_rules_box;     ///< min <= max
cs_finish cs_rules_cloth;   ///< pins in range, resolved
cs_finish cs_rules_surface; ///< back follows front
cs_finish cs_rules_camera;  ///< a view that exists
cs_finish cs_rules_light;   ///< a direction that exists

#endif
