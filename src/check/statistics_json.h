// SPDX-License-Identifier: MIT
//
// Statistics to and from JSON, and what else they share inside the check module. Private to it.
#ifndef CS_CHECK_STATISTICS_JSON_H
#define CS_CHECK_STATISTICS_JSON_H

#include "check/check.h"
#include "check/json_write.h"

struct json_reader;

/// Room for the cloths, all zero. CS_INTERNAL: no memory; cs_statistics_free then still frees what there is.
cs_status statistics_allocate_cloths(cs_statistics *statistics, int count);

/// The members of the statistics object, into an object that is open.
void statistics_write_members(json_writer *json, const cs_statistics *statistics);

/// Reads the statistics from the reader's present object. False when something is missing or wrong, as the reader then
/// tells, or when there is no memory; cs_statistics_free frees what was read so far.
bool statistics_read(struct json_reader *reader, cs_statistics *statistics);

#endif
