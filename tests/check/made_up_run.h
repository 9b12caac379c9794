// SPDX-License-Identifier: MIT
//
// A run that was never run: statistics and pictures drawn by hand, so that tests of the check module know every number.
#ifndef CS_TESTS_CHECK_MADE_UP_RUN_H
#define CS_TESTS_CHECK_MADE_UP_RUN_H

#include "check/check.h"

enum {
    MADE_UP_WIDTH = 80,
    MADE_UP_HEIGHT = 64,
};

/// Two cloths: a reddish box at columns 10-29, rows 8-31 and a greenish one at columns 40-55, rows 20-51, both brighter
/// to the right, over a grey that darkens downwards. Object ids 1 and 2.
cs_image *made_up_image(void);

/// The scene of that picture: two cloths, object mask. Static; nothing to free.
const cs_scene *made_up_scene(void);

/// Its statistics with a state of round numbers. Free with cs_statistics_free.
cs_statistics made_up_statistics(void);

/// A reference that equals the run, with default tolerances. Free with cs_reference_free.
cs_reference made_up_reference(void);

#endif
