// SPDX-License-Identifier: MIT
//
// Rules that concern more than one key, one function a section; see cs_finish in key_table.h.
#ifndef CS_SCENE_RULES_H
#define CS_SCENE_RULES_H

#include "scene/key_table.h"

/// The back of a surface, when only its front is given.
#define CS_BACK_OF_FRONT 0.6

cs_finish cs_rules_scene;      ///< unique names, solvers that fit, sizes against the memory limit, warnings
cs_finish cs_rules_simulation; ///< defaults that follow the solver
cs_finish cs_rules_grid;       ///< u and v span a plane
cs_finish cs_rules_mesh;       ///< reads the file (mesh_file.c)
cs_finish cs_rules_box;        ///< min <= max
cs_finish cs_rules_fabric;     ///< values of the preset, moduli of a cloth that can be
cs_finish cs_rules_cloth;      ///< pins in range, resolved; the mass and the look of a fabric
cs_finish cs_rules_network;    ///< links between particles, their lengths
cs_finish cs_rules_surface;    ///< back follows front
cs_finish cs_rules_camera;     ///< a view that exists
cs_finish cs_rules_light;      ///< a direction that exists

/// Makes an index that may count from the end one from 0; an error when it is out of range. `what` are the things
/// that are counted.
void cs_rules_index(cs_reader *reader, cs_node *node, const char *what, int count, int *index);
/// Sizes against the memory limit (rules_memory.c).
void cs_rules_memory(cs_reader *reader, cs_node *root, const cs_scene *scene);

#endif
