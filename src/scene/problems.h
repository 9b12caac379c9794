// SPDX-License-Identifier: MIT
//
// What is wrong with a scene, gathered while it is read and handed to the log in the order of the text.
#ifndef CS_SCENE_PROBLEMS_H
#define CS_SCENE_PROBLEMS_H

#include "base/base.h"

/// A byte of one of a scene's texts: the file is source 0, the i-th override source i.
typedef struct cs_place {
    int source;
    uint32_t at;
} cs_place;

typedef struct cs_problem {
    cs_severity severity;
    cs_place place;
    const char *message;
    const char *help;
} cs_problem;

/// The first CS_LOG_CAPACITY problems are kept, the rest only counted: the log shows no more.
typedef struct cs_problems {
    cs_arena *arena; ///< of the strings
    int kept;
    int errors;  ///< the dropped ones included
    int dropped; ///< errors not kept
    bool out_of_memory;
    cs_problem items[CS_LOG_CAPACITY];
} cs_problems;

/// `help` must live as long as the problems; NULL: none.
void cs_problem_add(cs_problems *problems, cs_severity severity, cs_place place, const char *help, const char *format,
                    ...) CS_PRINTF(5, 6);
/// Puts the problems into the order of the text.
void cs_problems_sort(cs_problems *problems);

#endif
