// SPDX-License-Identifier: MIT
//
// Gathers what is wrong with a scene. Messages are cut at a length that no honest scene reaches.
#include "scene/problems.h"

#include <stdio.h>

#define MAX_MESSAGE 1000

void cs_problem_add(cs_problems *problems, cs_severity severity, cs_place place, const char *help, const char *format,
                    ...)
{
    problems->errors += severity == CS_ERROR;
    if (problems->kept == CS_LOG_CAPACITY) {
        problems->dropped += severity == CS_ERROR;
        return;
    }
    char text[MAX_MESSAGE];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    size_t kept = length < 0 ? 0 : length < MAX_MESSAGE ? (size_t)length : MAX_MESSAGE - 1;
    const char *message = cs_arena_text(problems->arena, text, kept);
    if (!message) {
        problems->out_of_memory = true;
        return;
    }
    problems->items[problems->kept++] = (cs_problem){severity, place, message, help};
}

static bool before(const cs_problem *a, const cs_problem *b)
{
    if (a->place.source != b->place.source) {
        return a->place.source < b->place.source;
    }
    return a->place.at < b->place.at;
}

/// Insertion: there are few, nearly in order, and equals keep theirs.
void cs_problems_sort(cs_problems *problems)
{
    for (int i = 1; i < problems->kept; i++) {
        cs_problem problem = problems->items[i];
        int j = i;
        for (; j > 0 && before(&problem, &problems->items[j - 1]); j--) {
            problems->items[j] = problems->items[j - 1];
        }
        problems->items[j] = problem;
    }
}
