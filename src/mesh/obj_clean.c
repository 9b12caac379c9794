// SPDX-License-Identifier: MIT
//
// What an OBJ file holds beside the triangles of a cloth: triangles that no simulation can use are left out, vertices
// that no triangle uses are told. Each kind gives one warning, however often it happens.
#include "mesh/obj_clean.h"

#include "mesh/mesh_clean.h"

#include <stdlib.h>

/// Something that is told once: how often it happened and where first.
typedef struct event {
    int count;
    cs_obj_place first;
} event;

typedef struct cleaner {
    cs_obj_text *text;
    cs_obj_mesh *mesh;
    int *lines;
} cleaner;

static void tell_faces(cleaner *c, const event *e, const char *one, const char *many)
{
    if (e->count == 1) {
        cs_obj_report(c->text, CS_WARNING, e->first, NULL, "the face %s is left out", one);
    } else if (e->count > 1) {
        cs_obj_report(c->text, CS_WARNING, e->first, NULL, "%d triangles %s are left out, the first of this face",
                      e->count, many);
    }
}

/// Drops the marked triangles.
static void drop(cleaner *c, const unsigned char *marks)
{
    cs_obj_mesh *mesh = c->mesh;
    int kept = 0;
    for (int i = 0; i < c->mesh->triangle_count; i++) {
        if (!marks[i]) {
            mesh->triangles[kept] = mesh->triangles[i];
            c->lines[kept++] = c->lines[i];
        }
    }
    c->mesh->triangle_count = kept;
}

static void happened_at(const cleaner *c, event *e, int triangle)
{
    if (e->count++ == 0) {
        e->first = cs_obj_place_of_line(c->text, c->lines[triangle]);
    }
}

static cs_status leave_out(cleaner *c)
{
    event twice = {0}, flat = {0}, doubles = {0};
    unsigned char *marks = cs_alloc_aligned((size_t)c->mesh->triangle_count, 1);
    if (!marks) {
        return CS_INTERNAL;
    }
    const cs_vec3 *x = c->mesh->positions;
    for (int i = 0; i < c->mesh->triangle_count; i++) {
        cs_triangle t = c->mesh->triangles[i];
        if (t.a == t.b || t.b == t.c || t.c == t.a) {
            marks[i] = 1;
            happened_at(c, &twice, i);
        } else if (!cs_mesh_has_area(x[t.a], x[t.b], x[t.c])) {
            marks[i] = 1;
            happened_at(c, &flat, i);
        }
    }
    drop(c, marks);
    int found = cs_mesh_mark_doubles(c->mesh->vertex_count, c->mesh->triangle_count, c->mesh->triangles, marks);
    for (int i = 0; found > 0 && i < c->mesh->triangle_count; i++) {
        if (marks[i]) {
            happened_at(c, &doubles, i);
        }
    }
    if (found > 0) {
        drop(c, marks);
    }
    free(marks);
    tell_faces(c, &twice, "with a corner twice", "with a corner twice");
    tell_faces(c, &flat, "without an area", "without an area");
    tell_faces(c, &doubles, "with the corners of an earlier one", "with the corners of an earlier one");
    return found < 0 ? CS_INTERNAL : CS_OK;
}

/// Warns of vertices that no face uses.
static cs_status find_loose(const cleaner *c)
{
    unsigned char *used = cs_alloc_aligned((size_t)c->mesh->vertex_count, 1);
    if (!used) {
        return CS_INTERNAL;
    }
    for (int i = 0; i < c->mesh->triangle_count; i++) {
        cs_triangle t = c->mesh->triangles[i];
        used[t.a] = used[t.b] = used[t.c] = 1;
    }
    int loose = 0;
    int first = 0;
    for (int i = 0; i < c->mesh->vertex_count; i++) {
        first = !used[i] && loose == 0 ? i : first;
        loose += !used[i];
    }
    free(used);
    if (loose == 0) {
        return CS_OK;
    }
    cs_location file = {.file = c->text->name};
    static const char help[] = "it is held where it starts";
    if (loose == 1) {
        cs_log_add(c->text->log, CS_WARNING, file, NULL, help, "vertex %d belongs to no face", first + 1);
    } else {
        cs_log_add(c->text->log, CS_WARNING, file, NULL, "they are held where they start",
                   "%d vertices belong to no face, the first is %d", loose, first + 1);
    }
    return CS_OK;
}

cs_status cs_obj_clean(cs_obj_text *text, cs_obj_mesh *mesh, int *lines)
{
    cleaner c = {text, mesh, lines};
    cs_status status = leave_out(&c);
    return status == CS_OK && mesh->triangle_count > 0 ? find_loose(&c) : status;
}
