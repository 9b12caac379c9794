// SPDX-License-Identifier: MIT
//
// Statistics to and from JSON. Private to the check module.
#ifndef CS_CHECK_STATISTICS_JSON_H
#define CS_CHECK_STATISTICS_JSON_H

#include "check/check.h"
#include "check/json_write.h"

/// The members of the statistics object, into an object that is open.
void statistics_write_members(json_writer *json, const cs_statistics *statistics);

#endif
