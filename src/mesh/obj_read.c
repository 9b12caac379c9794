// SPDX-License-Identifier: MIT
//
// Reading the triangles of an OBJ file (Wavefront, "Object Files", appendix B1 of the Advanced Visualizer manual).
// Three passes over the text: the first counts, so that everything is allocated once and to size, the second takes the
// coordinates, the third the faces, which may so name vertices that come later. Vertices keep their numbers, because
// pins name them; faces that no simulation can use are left out.
#include "mesh/mesh.h"
#include "mesh/obj_clean.h"
#include "mesh/obj_text.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

// Larger coordinates could overflow where an area is squared.
#define LARGEST_COORDINATE 1e30
// Indices times three must fit in an int.
#define MAX_ITEMS (INT32_MAX / 4)
// A vertex may bring a weight and a colour, which are of no use here.
#define MOST_NUMBERS 8
// Of a wrong word, the bytes that a message shows.
#define SHOWN_BYTES   40
#define SHOWN(word)   (int)((word).length < SHOWN_BYTES ? (word).length : SHOWN_BYTES), (word).bytes
#define CUT_OFF_HELP  "the file ends in this line; it may have been cut off"
#define HUGE_INDEX    INT64_C(1000000000000)
#define INDEX_EXAMPLE "3, 3/1, 3//2 or 3/1/2"

/// Something that is told once: how often it happened and where first.
typedef struct event {
    int count;
    cs_obj_place first;
} event;

typedef struct reader {
    cs_obj_text text;
    cs_obj_mesh mesh;
    size_t vertex_total, coordinate_total, triangle_room;
    int vertices, coordinates; // so far
    double (*coordinate)[2];   // vt
    int *coordinate_of;        // of each vertex, -1: none
    int *lines;                // of each triangle
    bool warned_keyword;
    event bare, seams;
} reader;

/// A corner of a face.
typedef struct corner {
    int vertex, coordinate; // from 0; -1: none
} corner;

typedef void line_handler(reader *r, cs_obj_word keyword);

static void each_line(reader *r, line_handler *handle)
{
    cs_obj_rewind(&r->text);
    bool more = r->text.here.at < r->text.size;
    while (more && r->text.errors < CS_LOG_CAPACITY) {
        cs_obj_word keyword = cs_obj_next_word(&r->text);
        if (keyword.length > 0) {
            handle(r, keyword);
        }
        more = cs_obj_next_line(&r->text);
    }
}

static void happened(event *e, cs_obj_place where)
{
    if (e->count++ == 0) {
        e->first = where;
    }
}

// ---- first pass: how much there is --------------------------------------------------

static bool passed_over(cs_obj_word keyword)
{
    static const char *const keywords[] = {"vn", "o", "g", "s", "usemtl", "mtllib"};
    for (size_t i = 0; i < CS_COUNT(keywords); i++) {
        if (cs_obj_word_is(keyword, keywords[i])) {
            return true;
        }
    }
    return false;
}

static void count_line(reader *r, cs_obj_word keyword)
{
    if (cs_obj_word_is(keyword, "v")) {
        r->vertex_total++;
    } else if (cs_obj_word_is(keyword, "vt")) {
        r->coordinate_total++;
    } else if (cs_obj_word_is(keyword, "f")) {
        size_t corners = 0;
        while (cs_obj_next_word(&r->text).length > 0) {
            corners++;
        }
        r->triangle_room += corners > 2 ? corners - 2 : 0;
    } else if (!passed_over(keyword) && !r->warned_keyword) {
        r->warned_keyword = true;
        cs_obj_report(&r->text, CS_WARNING, keyword.place,
                      "only v, vt and f are read; more of its kind are not reported",
                      "the keyword \"%.*s\" is passed over", SHOWN(keyword));
    }
}

// ---- second pass: coordinates -------------------------------------------------------

/// Reads the numbers of a line; false, with a diagnostic, when there are fewer than `least` or one is wrong.
static bool read_numbers(reader *r, cs_obj_word keyword, const char *what, int least, double *numbers)
{
    int count = 0;
    for (;; count++) {
        cs_obj_word word = cs_obj_next_word(&r->text);
        double value;
        if (word.length == 0) {
            break;
        }
        if (count == MOST_NUMBERS) {
            cs_obj_report(&r->text, CS_ERROR, word.place, NULL, "too many numbers for %s", what);
            return false;
        }
        if (!cs_number_read(word.bytes, word.length, &value)) {
            cs_obj_report(&r->text, CS_ERROR, word.place, "coordinates are finite decimal numbers",
                          "expected a number, found \"%.*s\"", SHOWN(word));
            return false;
        }
        if (!(fabs(value) <= LARGEST_COORDINATE)) {
            cs_obj_report(&r->text, CS_ERROR, word.place, "coordinates go up to 1e30", "the number %.*s is too large",
                          SHOWN(word));
            return false;
        }
        numbers[count] = value + 0.0; // without the sign of a zero
    }
    if (count < least) {
        cs_obj_report(&r->text, CS_ERROR, keyword.place, cs_obj_cut_off(&r->text) ? CUT_OFF_HELP : NULL,
                      "expected %d number%s for %s, found %d", least, least == 1 ? "" : "s", what, count);
        return false;
    }
    return true;
}

static void read_coordinates(reader *r, cs_obj_word keyword)
{
    double numbers[MOST_NUMBERS] = {0};
    if (cs_obj_word_is(keyword, "v")) {
        read_numbers(r, keyword, "a vertex", 3, numbers);
        r->mesh.positions[r->vertices++] = (cs_vec3){numbers[0], numbers[1], numbers[2]};
    } else if (cs_obj_word_is(keyword, "vt")) {
        read_numbers(r, keyword, "a texture coordinate", 1, numbers);
        r->coordinate[r->coordinates][0] = numbers[0];
        r->coordinate[r->coordinates++][1] = numbers[1];
    }
}

// ---- third pass: faces -----------------------------------------------------------------

/// A number of a thing as the file writes it.
typedef struct index_word {
    int64_t value; ///< one beyond HUGE_INDEX keeps only its size
    cs_obj_word word;
} index_word;

/// Reads a whole number at *at of a word.
static bool read_index(cs_obj_word word, size_t *at, index_word *index)
{
    size_t start = *at;
    bool negative = *at < word.length && word.bytes[*at] == '-';
    *at += negative;
    size_t digits = *at;
    int64_t value = 0;
    for (; *at < word.length && word.bytes[*at] >= '0' && word.bytes[*at] <= '9'; ++*at) {
        value = value < HUGE_INDEX ? value * 10 + (word.bytes[*at] - '0') : value;
    }
    *index = (index_word){negative ? -value : value, {word.place, word.bytes + start, *at - start}};
    return *at > digits;
}

/// A number of the file, from 1 or counted back from here, as an index from 0; -1 with a diagnostic when there is no
/// such thing.
static int resolve(reader *r, index_word number, const char *what, const char *many, int so_far, size_t total)
{
    int64_t index = number.value;
    cs_obj_word word = number.word;
    if (index > 0 && index <= (int64_t)total) {
        return (int)(index - 1);
    }
    if (index < 0 && index >= -(int64_t)so_far) {
        return (int)(so_far + index);
    }
    if (index == 0) {
        cs_obj_report(&r->text, CS_ERROR, word.place, NULL, "%s are numbered from 1, found 0", many);
    } else if (index > 0) {
        cs_obj_report(&r->text, CS_ERROR, word.place, NULL, "there is no %s %.*s: the file has %zu", what, SHOWN(word),
                      total);
    } else {
        cs_obj_report(&r->text, CS_ERROR, word.place, NULL, "there is no %s %.*s: %d stand before this line", what,
                      SHOWN(word), so_far);
    }
    return -1;
}

/// The parts of a corner: v, v/vt, v//vn or v/vt/vn.
static bool split_corner(cs_obj_word word, index_word *vertex, index_word *coordinate, bool *has_coordinate)
{
    size_t at = 0;
    index_word normal;
    *has_coordinate = false;
    if (!read_index(word, &at, vertex)) {
        return false;
    }
    if (at < word.length && word.bytes[at] == '/') {
        at++;
        bool skips = at < word.length && word.bytes[at] == '/';
        *has_coordinate = !skips;
        if (!skips && !read_index(word, &at, coordinate)) {
            return false;
        }
        if (at < word.length && word.bytes[at] == '/') {
            at++;
            if (!read_index(word, &at, &normal)) {
                return false;
            }
        }
    }
    return at == word.length;
}

static bool read_corner(reader *r, cs_obj_word word, corner *c)
{
    index_word vertex, coordinate = {0};
    bool has_coordinate;
    if (!split_corner(word, &vertex, &coordinate, &has_coordinate)) {
        cs_obj_report(&r->text, CS_ERROR, word.place, cs_obj_cut_off(&r->text) ? CUT_OFF_HELP : NULL,
                      "expected a corner such as " INDEX_EXAMPLE ", found \"%.*s\"", SHOWN(word));
        return false;
    }
    c->coordinate = -1;
    c->vertex = resolve(r, vertex, "vertex", "vertices", r->vertices, r->vertex_total);
    if (c->vertex < 0) {
        return false;
    }
    if (!has_coordinate) {
        happened(&r->bare, word.place);
        return true;
    }
    c->coordinate =
        resolve(r, coordinate, "texture coordinate", "texture coordinates", r->coordinates, r->coordinate_total);
    return c->coordinate >= 0;
}

/// The first coordinate of a vertex stays; another one is a seam.
static void keep_coordinate(reader *r, corner c, cs_obj_place where)
{
    if (c.coordinate < 0) {
        return;
    }
    int *kept = &r->coordinate_of[c.vertex];
    if (*kept < 0) {
        *kept = c.coordinate;
        return;
    }
    const double *a = r->coordinate[*kept], *b = r->coordinate[c.coordinate];
    if (a[0] != b[0] || a[1] != b[1]) {
        happened(&r->seams, where);
    }
}

static void read_face(reader *r, cs_obj_word keyword)
{
    corner first = {0}, last = {0}, c;
    int corners = 0;
    for (;; corners++) {
        cs_obj_word word = cs_obj_next_word(&r->text);
        if (word.length == 0) {
            break;
        }
        if (!read_corner(r, word, &c)) {
            return;
        }
        keep_coordinate(r, c, word.place);
        if (corners >= 2) {
            r->lines[r->mesh.triangle_count] = keyword.place.line;
            r->mesh.triangles[r->mesh.triangle_count++] = (cs_triangle){first.vertex, last.vertex, c.vertex};
        }
        first = corners == 0 ? c : first;
        last = c;
    }
    if (corners < 3) {
        cs_obj_report(&r->text, CS_ERROR, keyword.place, cs_obj_cut_off(&r->text) ? CUT_OFF_HELP : NULL,
                      "a face needs 3 corners, found %d", corners);
    }
}

static void read_faces(reader *r, cs_obj_word keyword)
{
    if (cs_obj_word_is(keyword, "v")) {
        r->vertices++;
    } else if (cs_obj_word_is(keyword, "vt")) {
        r->coordinates++;
    } else if (cs_obj_word_is(keyword, "f")) {
        read_face(r, keyword);
    }
}

// ---- texture coordinates -----------------------------------------------------------------

/// One texture coordinate for each vertex, or none at all.
static cs_status spread_coordinates(reader *r, cs_arena *arena)
{
    bool any = false;
    for (size_t i = 0; i < r->vertex_total && !any; i++) {
        any = r->coordinate_of[i] >= 0;
    }
    if (!any) {
        return CS_OK;
    }
    if (r->bare.count > 0) {
        cs_obj_report(&r->text, CS_WARNING, r->bare.first, NULL,
                      "a corner without a texture coordinate, so the mesh has none");
        return CS_OK;
    }
    if (r->seams.count > 0) {
        cs_obj_report(
            &r->text, CS_WARNING, r->seams.first, "cut the mesh in two there, or give each vertex one place",
            "this vertex has several texture coordinates; the first one is kept, here and at %d other corner%s",
            r->seams.count - 1, r->seams.count == 2 ? "" : "s");
    }
    r->mesh.uv = cs_arena_alloc(arena, r->vertex_total, sizeof(*r->mesh.uv));
    if (!r->mesh.uv) {
        return CS_INTERNAL;
    }
    for (size_t i = 0; i < r->vertex_total; i++) {
        if (r->coordinate_of[i] >= 0) {
            memcpy(r->mesh.uv[i], r->coordinate[r->coordinate_of[i]], sizeof(r->mesh.uv[i]));
        }
    }
    return CS_OK;
}

// ---- all of it --------------------------------------------------------------------------

static cs_status refuse(const reader *r, const char *message, const char *help)
{
    cs_log_add(r->text.log, CS_ERROR, (cs_location){.file = r->text.name}, NULL, help, "%s", message);
    return CS_INVALID_SCENE;
}

/// What is wrong before a word is read.
static cs_status check_text(reader *r)
{
    const char *zero = r->text.size > 0 ? memchr(r->text.bytes, '\0', r->text.size) : NULL;
    if (r->text.size == 0) {
        return refuse(r, "the file is empty", NULL);
    }
    if (!zero) {
        return CS_OK;
    }
    size_t at = (size_t)(zero - r->text.bytes);
    cs_obj_rewind(&r->text);
    cs_obj_place place = r->text.here;
    while (cs_obj_next_line(&r->text) && r->text.here.line_start <= at) {
        place = r->text.here;
    }
    size_t column = at - place.line_start + 1;
    cs_log_add(r->text.log, CS_ERROR,
               (cs_location){.file = r->text.name, .line = place.line, .column = column > INT_MAX ? 0 : (int)column},
               NULL, "an OBJ file is text; this looks like a binary file", "a zero byte");
    return CS_INVALID_SCENE;
}

static cs_status count(reader *r)
{
    each_line(r, count_line);
    if (r->vertex_total > MAX_ITEMS || r->coordinate_total > MAX_ITEMS || r->triangle_room > MAX_ITEMS) {
        return refuse(r, "there are too many vertices or faces", NULL);
    }
    if (r->vertex_total == 0) {
        return refuse(r, "there are no vertices", "vertices are lines such as \"v 0 1 0\"");
    }
    return CS_OK;
}

static cs_status fill(reader *r, cs_arena *arena)
{
    each_line(r, read_coordinates);
    r->vertices = r->coordinates = 0;
    each_line(r, read_faces);
    if (r->text.errors > 0) {
        return CS_INVALID_SCENE;
    }
    if (r->mesh.triangle_count == 0) {
        return refuse(r, "there are no faces", "faces are lines such as \"f 1 2 3\"");
    }
    cs_status status = cs_obj_clean(&r->text, &r->mesh, r->lines);
    if (status == CS_OK && r->mesh.triangle_count == 0) {
        return refuse(r, "no face has an area", NULL);
    }
    return status == CS_OK ? spread_coordinates(r, arena) : status;
}

cs_status cs_obj_read(const char *name, const char *bytes, size_t size, cs_arena *arena, cs_log *log, cs_obj_mesh *mesh)
{
    reader r = {.text = {.name = name, .bytes = bytes, .size = size, .log = log}};
    cs_status status = check_text(&r);
    if (status == CS_OK) {
        status = count(&r);
    }
    if (status != CS_OK) {
        return status;
    }
    r.mesh.vertex_count = (int)r.vertex_total;
    r.mesh.positions = cs_arena_alloc(arena, r.vertex_total, sizeof(*r.mesh.positions));
    r.mesh.triangles = cs_arena_alloc(arena, r.triangle_room, sizeof(*r.mesh.triangles));
    r.coordinate = cs_alloc_aligned(r.coordinate_total, sizeof(*r.coordinate));
    r.coordinate_of = cs_alloc_aligned(r.vertex_total, sizeof(*r.coordinate_of));
    r.lines = cs_alloc_aligned(r.triangle_room, sizeof(*r.lines));
    status = CS_INTERNAL;
    if (r.mesh.positions && r.mesh.triangles && r.coordinate && r.coordinate_of && r.lines) {
        for (size_t i = 0; i < r.vertex_total; i++) {
            r.coordinate_of[i] = -1;
        }
        status = fill(&r, arena);
    }
    free(r.coordinate);
    free(r.coordinate_of);
    free(r.lines);
    if (status == CS_OK) {
        *mesh = r.mesh;
    }
    return status;
}
