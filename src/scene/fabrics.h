// SPDX-License-Identifier: MIT
//
// The names of the fabric presets as the words of a key; their values are cs_fabric_presets.
#ifndef CS_SCENE_FABRICS_H
#define CS_SCENE_FABRICS_H

#include <clothsim/scene.h>

/// The preset of a fabric that names none.
#define CS_FABRIC_COTTON 2

/// The names in the order of the presets, NULL at the end.
extern const char *const cs_fabric_words[];

#endif
