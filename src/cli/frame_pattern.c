// SPDX-License-Identifier: MIT
//
// Takes the pattern of numbered pictures apart and makes names of it.
#include "cli/frame_pattern.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

/// A 64-bit number has no more digits.
#define MOST_DIGITS 20

static cs_status refuse(cs_cli *cli, const char *text, const char *reason)
{
    return cs_cli_usage(cli, "a run of # is the number, as in -o 'out/f_####.png'; %04d does the same", "\"%s\": %s",
                        text, reason);
}

/// The run of '#' in a file name; NULL when there is none.
static const char *find_hashes(const char *file, int *length, bool *twice)
{
    const char *run = strchr(file, '#');
    if (!run)
        return NULL;
    *length = (int)strspn(run, "#");
    *twice = strchr(run + *length, '#') != NULL;
    return run;
}

/// The %d or %04d in a file name; NULL when there is none. `*length` counts its letters.
static const char *find_conversion(const char *file, int *length, int *digits, bool *twice)
{
    const char *found = NULL;
    for (const char *at = strchr(file, '%'); at; at = strchr(at + 1, '%')) {
        size_t number = strspn(at + 1, "0123456789");
        if (at[1 + number] != 'd' || number > 3 || (number > 0 && at[1] != '0'))
            continue;
        *twice = found != NULL;
        if (!found) {
            found = at;
            *length = (int)number + 2;
            *digits = number > 0 ? (int)strtol(at + 1, NULL, 10) : 1;
        }
    }
    return found;
}

cs_status cs_frame_pattern_parse(cs_cli *cli, const char *text, cs_frame_pattern *pattern)
{
    *pattern = (cs_frame_pattern){0};
    const char *slash = strrchr(text, '/');
    const char *file = slash ? slash + 1 : text;
    int length = 0, digits = 0;
    bool twice = false;
    const char *number = find_hashes(file, &length, &twice);
    if (number)
        digits = length;
    else
        number = find_conversion(file, &length, &digits, &twice);
    if (!number)
        return refuse(cli, text, "frames need a place for their number in the file name");
    if (twice)
        return refuse(cli, text, "there is more than one place for the number");
    if (digits > MOST_DIGITS)
        return refuse(cli, text, "no number has so many digits");
    const char *ending = strrchr(number + length, '.');
    if (!ending || strcasecmp(ending, ".png") != 0)
        return refuse(cli, text, "frames are PNG files, so their names end in .png");
    pattern->folder = strndup(text, (size_t)(file - text));
    pattern->before = strndup(file, (size_t)(number - file));
    pattern->after = strdup(number + length);
    pattern->digits = digits;
    return pattern->folder && pattern->before && pattern->after ? CS_OK : CS_INTERNAL;
}

void cs_frame_pattern_free(cs_frame_pattern *pattern)
{
    free(pattern->folder);
    free(pattern->before);
    free(pattern->after);
    *pattern = (cs_frame_pattern){0};
}

char *cs_frame_pattern_file(const cs_frame_pattern *pattern, int64_t number)
{
    cs_text name = {0};
    cs_text_printf(&name, "%s%0*lld%s", pattern->before, pattern->digits, (long long)number, pattern->after);
    return cs_text_take(&name);
}

char *cs_frame_pattern_text(const cs_frame_pattern *pattern)
{
    cs_text text = {0};
    cs_text_puts(&text, pattern->before);
    for (int i = 0; i < pattern->digits; i++)
        cs_text_puts(&text, "#");
    cs_text_puts(&text, pattern->after);
    return cs_text_take(&text);
}

char *cs_frame_pattern_manifest(const cs_frame_pattern *pattern)
{
    cs_text name = {0};
    const char *dot = strrchr(pattern->after, '.');
    int rest = dot ? (int)(dot - pattern->after) : (int)strlen(pattern->after);
    bool empty = !*pattern->before && rest == 0;
    cs_text_printf(&name, "%s%s%.*s.manifest.jsonl", pattern->folder, empty ? "frames" : pattern->before, rest,
                   pattern->after);
    return cs_text_take(&name);
}

char *cs_frame_pattern_path(const cs_frame_pattern *pattern, const char *file)
{
    cs_text path = {0};
    cs_text_printf(&path, "%s%s", pattern->folder, file);
    return cs_text_take(&path);
}
