// SPDX-License-Identifier: MIT
//
// libFuzzer target of the OBJ reader. Beyond not crashing and not leaking: what is refused has an error, what is read
// is a mesh that a simulation can use, within the memory that was promised.
#include "mesh/mesh.h"

#include <stdlib.h>
#include <string.h>

// What an arena takes before the first byte is asked of it, and the rounding of three arrays.
#define ARENA_SLACK ((size_t)1 << 18)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool fact)
{
    if (!fact) {
        abort();
    }
}

static bool finite3(cs_vec3 a)
{
    return isfinite(a.x) && isfinite(a.y) && isfinite(a.z);
}

static void check_mesh(const cs_obj_mesh *mesh)
{
    require(mesh->vertex_count >= 3 && mesh->triangle_count >= 1);
    for (int i = 0; i < mesh->vertex_count; i++) {
        require(finite3(mesh->positions[i]));
        require(!mesh->uv || (isfinite(mesh->uv[i][0]) && isfinite(mesh->uv[i][1])));
    }
    for (int i = 0; i < mesh->triangle_count; i++) {
        cs_triangle t = mesh->triangles[i];
        int n = mesh->vertex_count;
        require(t.a >= 0 && t.a < n && t.b >= 0 && t.b < n && t.c >= 0 && t.c < n);
        require(cs_mesh_has_area(mesh->positions[t.a], mesh->positions[t.b], mesh->positions[t.c]));
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *exact = malloc(size > 0 ? size : 1); // so that a byte read too many is seen
    cs_arena *arena = cs_arena_create();
    cs_log *log = cs_log_create();
    require(exact && arena && log);
    if (size > 0) {
        memcpy(exact, data, size);
    }
    cs_obj_mesh mesh;
    cs_status status = cs_obj_read("fuzz.obj", exact, size, arena, log, &mesh);
    require(status == CS_OK || status == CS_INVALID_SCENE);
    require((status == CS_OK) == (cs_log_count(log, CS_ERROR) == 0));
    require(cs_arena_bytes(arena) <= 12 * size + ARENA_SLACK);
    for (int i = 0; i < cs_log_size(log); i++) {
        char *formatted = cs_diagnostic_format(cs_log_get(log, i), i % 2);
        require(formatted != NULL);
        free(formatted);
    }
    if (status == CS_OK) {
        check_mesh(&mesh);
    }
    cs_log_destroy(log);
    cs_arena_destroy(arena);
    free(exact);
    return 0;
}
