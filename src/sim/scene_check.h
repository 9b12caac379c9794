// SPDX-License-Identifier: MIT
//
// What the parts of the check of a scene share. Private to its files.
#ifndef CS_SIM_SCENE_CHECK_H
#define CS_SIM_SCENE_CHECK_H

#include "sim/state.h"

#define CS_COMPLIANCE_HELP "pbd and xpbd can; the others need stiffness in N/m"

/// The solver projects (pbd, xpbd), so that links may be rigid.
bool cs_scene_projects(const cs_sim *sim);
/// Logs a diagnostic at list[index] of the scene; `help` may be NULL.
void cs_scene_tell(const cs_sim *sim, cs_log *log, cs_severity severity, const char *list, int index, const char *help,
                   const char *format, ...) CS_PRINTF(7, 8);
/// The same as an error; returns CS_INVALID_SCENE.
cs_status cs_scene_refuse(const cs_sim *sim, cs_log *log, const char *list, int index, const char *help,
                          const char *format, ...) CS_PRINTF(6, 7);
cs_status cs_scene_check_cloth(const cs_sim *sim, int index, cs_log *log);

#endif
