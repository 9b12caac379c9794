// SPDX-License-Identifier: MIT
//
// Reference files: JSON that people read, review and edit, so keys stand in a fixed order, and a slip is told with its
// place. README.md in this folder describes the format.
#include "check/check.h"
#include "check/json_read.h"
#include "check/statistics_json.h"

#include <cJSON.h>

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define REFERENCE_VERSION 1
/// A reference of a scene with a hundred cloths has a few hundred kilobytes.
#define REFERENCE_FILE_LIMIT ((size_t)256 << 20)

static void refuse_unknown_keys(json_reader *reader, const char *const *known, const char *what)
{
    const cJSON *value;
    cJSON_ArrayForEach(value, reader->object)
    {
        bool found = false;
        for (int i = 0; known[i] && !found; i++)
            found = strcmp(known[i], value->string) == 0;
        if (!found)
            json_fail(reader, value, "unknown %s \"%s\"", what, value->string);
    }
}

/// Reads what is there; the others keep the defaults that they have.
static void read_tolerances(json_reader *reader, cs_tolerances *tolerances)
{
    const char *known[CS_TOLERANCE_COUNT + 1] = {0};
    for (int i = 0; i < CS_TOLERANCE_COUNT; i++)
        known[i] = cs_tolerance_table[i].name;
    const cJSON *outside = json_enter(reader, "tolerances", 0, '{');
    if (!reader->failed)
        refuse_unknown_keys(reader, known, "tolerance");
    for (int i = 0; i < CS_TOLERANCE_COUNT; i++) {
        if (!json_has(reader, known[i]))
            continue;
        double value = json_read_number(reader, known[i]);
        if (value < 0)
            json_fail(reader, cJSON_GetObjectItemCaseSensitive(reader->object, known[i]),
                      "tolerance \"%s\" must not be negative", known[i]);
        *cs_tolerance_at(tolerances, i) = value;
    }
    json_leave(reader, outside);
}

static void read_tile_colors(json_reader *reader, double colors[CS_TILES][CS_TILES][3])
{
    const cJSON *outside = json_enter(reader, "tile_colors", 0, '[');
    if (json_length(reader, CS_TILES) == CS_TILES)
        for (int row = 0; row < CS_TILES; row++) {
            const cJSON *rows = json_enter(reader, NULL, row, '[');
            if (json_length(reader, CS_TILES) == CS_TILES)
                for (int column = 0; column < CS_TILES; column++)
                    json_read_numbers(reader, NULL, column, colors[row][column], 3);
            json_leave(reader, rows);
        }
    json_leave(reader, outside);
}

static bool is_png_name(const char *name)
{
    size_t length = strlen(name);
    return length > strlen(".png") && strcasecmp(name + length - strlen(".png"), ".png") == 0;
}

/// A picture is a plain file name, so that a reference cannot reach outside its folder, and one of a PNG, so that an
/// update does not put a picture in the place of something else.
static bool read_picture(json_reader *reader, cs_reference *reference)
{
    if (!json_has(reader, "picture"))
        return true;
    const char *name = json_read_string(reader, "picture");
    if (name && (!*name || strchr(name, '/') || strchr(name, '\\')))
        json_fail(reader, cJSON_GetObjectItemCaseSensitive(reader->object, "picture"),
                  "\"picture\" must be the name of a file beside the reference");
    else if (name && !is_png_name(name))
        json_fail(reader, cJSON_GetObjectItemCaseSensitive(reader->object, "picture"),
                  "\"picture\" must be the name of a PNG and end in .png");
    reference->picture = strdup(name ? name : "");
    return reference->picture != NULL;
}

static bool read_document(json_reader *reader, cs_reference *reference)
{
    static const char *const known[] = {"clothsim_reference", "picture",     "tolerances",
                                        "statistics",         "tile_colors", NULL};

    if (!cJSON_IsObject(reader->object)) {
        json_fail(reader, NULL, "a reference must be an object");
        return false;
    }
    json_read_integer(reader, "clothsim_reference", REFERENCE_VERSION, REFERENCE_VERSION);
    if (!reader->failed)
        refuse_unknown_keys(reader, known, "key");
    const cJSON *outside = json_enter(reader, "statistics", 0, '{');
    bool read = !reader->failed && statistics_read(reader, &reference->statistics);
    json_leave(reader, outside);
    if (read && reference->statistics.has_image)
        read_tile_colors(reader, reference->statistics.tile_colors);
    reference->tolerances = cs_default_tolerances(&reference->statistics);
    reference->own_tolerances = json_has(reader, "tolerances");
    if (reference->own_tolerances)
        read_tolerances(reader, &reference->tolerances);
    return read && read_picture(reader, reference) && !reader->failed;
}

cs_status cs_reference_parse(const char *name, const char *text, size_t size, cs_log *log, cs_reference *reference)
{
    cs_reference read = {0};
    json_reader reader;
    cs_status status = CS_OK;
    if (!json_open(&reader, name, text, size, log) || !read_document(&reader, &read))
        status = reader.failed ? CS_IO : CS_INTERNAL;
    json_close(&reader);
    if (status != CS_OK) {
        cs_reference_free(&read);
        return status;
    }
    *reference = read;
    return CS_OK;
}

cs_status cs_reference_read(const char *path, cs_log *log, cs_reference *reference)
{
    if (!cs_file_exists(path))
        return CS_NO_REFERENCE;
    char *text = NULL;
    size_t size = 0;
    cs_status status = cs_file_read(path, REFERENCE_FILE_LIMIT, log, &text, &size);
    if (status == CS_OK)
        status = cs_reference_parse(path, text, size, log, reference);
    free(text);
    return status;
}

static void write_tile_colors(json_writer *json, const double colors[CS_TILES][CS_TILES][3])
{
    json_begin(json, "tile_colors", '[');
    for (int row = 0; row < CS_TILES; row++) {
        json_begin(json, NULL, '[');
        for (int column = 0; column < CS_TILES; column++)
            json_numbers(json, NULL, colors[row][column], 3);
        json_end(json, ']');
    }
    json_end(json, ']');
}

char *cs_reference_json(const cs_reference *reference)
{
    json_writer json = {.pretty = true};
    json_begin(&json, NULL, '{');
    json_integer(&json, "clothsim_reference", REFERENCE_VERSION);
    if (reference->picture)
        json_string(&json, "picture", reference->picture);
    json_begin(&json, "tolerances", '{');
    cs_tolerances tolerances = reference->tolerances;
    for (int i = 0; i < CS_TOLERANCE_COUNT; i++)
        json_number(&json, cs_tolerance_table[i].name, *cs_tolerance_at(&tolerances, i));
    json_end(&json, '}');
    json_begin(&json, "statistics", '{');
    statistics_write_members(&json, &reference->statistics);
    json_end(&json, '}');
    if (reference->statistics.has_image)
        write_tile_colors(&json, reference->statistics.tile_colors);
    json_end(&json, '}');
    cs_text_puts(&json.text, "\n");
    return cs_text_take(&json.text);
}

bool cs_reference_equal(const cs_reference *a, const cs_reference *b)
{
    if ((a->picture == NULL) != (b->picture == NULL) || (a->picture && strcmp(a->picture, b->picture) != 0))
        return false;
    char *first = cs_statistics_json(&a->statistics, NULL, false);
    char *second = cs_statistics_json(&b->statistics, NULL, false);
    bool equal = first && second && strcmp(first, second) == 0;
    if (equal && a->statistics.has_image)
        equal = memcmp(a->statistics.tile_colors, b->statistics.tile_colors, sizeof a->statistics.tile_colors) == 0;
    free(first);
    free(second);
    return equal;
}

void cs_reference_free(cs_reference *reference)
{
    free(reference->picture);
    cs_statistics_free(&reference->statistics);
    memset(reference, 0, sizeof *reference);
}
