// SPDX-License-Identifier: MIT
//
// Numbers on the command line: whole numbers, lists, sizes. Strict: the whole text must be
// the value, and what does not fit is refused, never cut.
#include "cli/cli.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

bool cs_parse_integer(const char *text, int64_t *value)
{
    const char *digits = text[0] == '-' ? text + 1 : text;
    if (!isdigit((unsigned char)digits[0]))
        return false;
    char *end;
    errno = 0;
    long long number = strtoll(text, &end, 10);
    if (*end || errno)
        return false;
    *value = number;
    return true;
}

bool cs_parse_numbers(const char *text, int count, double *values)
{
    for (int i = 0; i < count; i++) {
        // strtod would also take blanks, hexadecimal, "inf" and "nan".
        size_t length = strspn(text, "+-.0123456789eE");
        if (length == 0 || text[length] != (i + 1 < count ? ',' : '\0'))
            return false;
        char *end;
        errno = 0;
        values[i] = strtod(text, &end);
        if (end != text + length || (errno && values[i] * 0 != 0))
            return false;
        text += length + 1;
    }
    return true;
}

bool cs_parse_size(const char *text, int64_t *bytes)
{
    static const char units[] = "KMGT";
    char *end;
    errno = 0;
    if (!isdigit((unsigned char)text[0]))
        return false;
    int64_t number = strtoll(text, &end, 10);
    if (errno)
        return false;
    int64_t factor = 1;
    const char *unit = *end ? strchr(units, toupper((unsigned char)*end)) : NULL;
    if (unit) {
        factor = INT64_C(1) << (10 * (unit - units + 1));
        end++;
        if (strcmp(end, "iB") == 0 || strcmp(end, "B") == 0)
            end = strchr(end, '\0');
    }
    if (*end || number > INT64_MAX / factor)
        return false;
    *bytes = number * factor;
    return true;
}
