// SPDX-License-Identifier: MIT
//
// The mesh that a cloth names: found beside the scene, read, hashed, and what is wrong with it told.
#include "mesh/mesh.h"
#include "scene/reader.h"
#include "scene/rules.h"
#include "scene/suggest.h"

#include <stdlib.h>
#include <string.h>

// A mesh file is at most so large, whatever the memory limit.
#define MESH_MAX_BYTES ((double)(1 << 30))
// What the arrays of a mesh take for each byte of its text (cs_obj_read), and the text itself while it is read.
#define ARRAY_BYTES 12
#define TEXT_BYTES  1

/// The path of a file beside the scene, as one can open it. NULL: no memory.
static const char *path_beside(cs_reader *reader, const char *file)
{
    const char *scene = reader->document->sources[0].name, *slash = strrchr(scene, '/');
    int folder = slash && *file != '/' ? (int)(slash + 1 - scene) : 0;
    bool dash = folder == 0 && strcmp(file, "-") == 0; // which would mean the standard input
    return cs_arena_printf(reader->arena, "%.*s%s%s", folder, scene, dash ? "./" : "", file);
}

/// Says why a file cannot be read, as the log that was given to reading it knows.
static void report_unreadable(cs_reader *reader, cs_node *node, const char *path, const cs_log *reasons)
{
    const cs_diagnostic *reason = cs_log_get(reasons, 0);
    const char *help =
        strcmp(path, node->string) == 0 ? NULL : cs_arena_printf(reader->arena, "it was looked for at %s", path);
    cs_reader_error(reader, node, help, "mesh %s: %s", cs_quote(reader->arena, node->string),
                    reason ? reason->message : "cannot read");
    reader->unreadable++;
}

/// The bytes of the file for free(); NULL after an error.
static char *read_bytes(cs_reader *reader, cs_node *node, const char *path, size_t *size)
{
    double left = ((double)reader->max_memory - reader->mesh_bytes) / (ARRAY_BYTES + TEXT_BYTES);
    size_t limit = (size_t)(left < MESH_MAX_BYTES ? left < 0 ? 0 : left : MESH_MAX_BYTES);
    cs_log *reasons = cs_log_create();
    char *bytes = NULL;
    if (!reasons) {
        reader->out_of_memory = true;
        return NULL;
    }
    cs_status status = cs_file_read_start(path, limit + 1, reasons, &bytes, size);
    if (status) {
        report_unreadable(reader, node, path, reasons);
        bytes = NULL;
    } else if (*size > limit) {
        cs_reader_error(reader, node, "use a coarser mesh, or raise the limit with --max-memory",
                        "mesh %s: larger than %s bytes, which is all that the memory limit leaves for it",
                        cs_quote(reader->arena, node->string), cs_number_text(reader->arena, (double)limit));
        free(bytes);
        bytes = NULL;
    }
    cs_log_destroy(reasons);
    return bytes;
}

static void read_mesh(cs_reader *reader, cs_node *node, const char *path, cs_cloth_mesh *mesh)
{
    size_t size = 0;
    cs_obj_mesh read = {0};
    char *bytes = read_bytes(reader, node, path, &size);
    if (!bytes) {
        return;
    }
    mesh->file_hash = cs_hash_bytes(bytes, size, 0);
    cs_status status = cs_obj_read(path, bytes, size, reader->arena, reader->log, &read);
    reader->mesh_bytes += ARRAY_BYTES * (double)size;
    free(bytes);
    if (status == CS_INTERNAL) {
        reader->out_of_memory = true;
    } else if (status) {
        cs_reader_error(reader, node, NULL, "the mesh %s cannot be used", cs_quote(reader->arena, node->string));
    } else {
        mesh->vertex_count = read.vertex_count;
        mesh->positions = read.positions;
        mesh->uv = (const double(*)[2])read.uv;
        mesh->triangle_count = read.triangle_count;
        mesh->triangles = read.triangles;
    }
}

void cs_rules_mesh(cs_reader *reader, cs_node *object, void *value)
{
    cs_node *node = cs_node_find(object, "file");
    if (!node || node->bad || node->kind != CS_NODE_STRING) {
        return;
    }
    if (reader->no_files) {
        cs_reader_error(reader, node, NULL, "mesh %s: this scene may not name other files",
                        cs_quote(reader->arena, node->string));
        return;
    }
    const char *path = path_beside(reader, node->string);
    if (!path) {
        reader->out_of_memory = true;
        return;
    }
    read_mesh(reader, node, path, value);
}
