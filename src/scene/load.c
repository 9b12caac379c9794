// SPDX-License-Identifier: MIT
//
// From a file or a text to a scene: parse, apply overrides, refuse other versions, read by the key table, report.
// Also what later steps ask about the places of a scene's values.
#include "scene/override.h"
#include "scene/reader.h"
#include "scene/scene_source.h"
#include "scene/writer.h"

#include <stdlib.h>
#include <string.h>

#define DEFAULT_NAME "scene"

/// A scene being loaded.
typedef struct loading {
    cs_scene *scene;
    struct cs_scene_source *source;
    cs_problems *problems;
    const cs_scene_options *options;
} loading;

// ---- steps ----------------------------------------------------------------------------

/// One arena holds everything. False: no memory, nothing kept.
static bool begin(loading *l, const cs_scene_options *options)
{
    static const cs_scene_options none = {0};
    *l = (loading){.options = options ? options : &none};
    cs_arena *arena = cs_arena_create();
    if (!arena) {
        return false;
    }
    int set_count = l->options->set_count;
    size_t capacity = set_count > 0 ? (size_t)set_count + 1 : 1;
    l->scene = cs_arena_alloc(arena, 1, sizeof *l->scene);
    l->source = cs_arena_alloc(arena, 1, sizeof *l->source);
    l->problems = cs_arena_alloc(arena, 1, sizeof *l->problems);
    cs_source_text *sources = cs_arena_alloc(arena, capacity, sizeof *sources);
    if (!l->scene || !l->source || !l->problems || !sources) {
        cs_arena_destroy(arena);
        return false;
    }
    l->source->arena = arena;
    l->source->document = (cs_document){.arena = arena, .sources = sources};
    l->problems->arena = arena;
    l->scene->source = l->source;
    return true;
}

static cs_status parse_and_override(loading *l, const char *name, const char *text, size_t size)
{
    cs_document *document = &l->source->document;
    cs_status status = cs_document_add_source(document, name, text, size);
    if (!status) {
        status = cs_document_parse(document, 0, 0, l->problems, &document->root);
    }
    if (status) {
        return status;
    }
    if (document->root->kind != CS_NODE_OBJECT) {
        cs_problem_add(l->problems, CS_ERROR, document->root->at, NULL, "expected an object for the scene, found %s",
                       cs_node_noun(document->root));
        return CS_INVALID_SCENE;
    }
    for (int i = 0; i < l->options->set_count; i++) {
        status = cs_override_apply(document, l->options->sets[i], i + 1, l->problems);
        if (status) {
            return status;
        }
    }
    return CS_OK;
}

/// A scene of another version means something else by its keys: nothing more is said about it.
static bool is_other_version(loading *l)
{
    const cs_node *version = cs_node_find(l->source->document.root, "version");
    if (!version || version->kind != CS_NODE_NUMBER || version->number == CS_SCENE_VERSION) {
        return false;
    }
    cs_arena *arena = l->source->arena;
    l->problems->kept = l->problems->errors = l->problems->dropped = 0;
    cs_problem_add(l->problems, CS_ERROR, version->at, NULL, "the scene has version %s; this clothsim reads version %d",
                   cs_number_text(arena, version->number), CS_SCENE_VERSION);
    return true;
}

static cs_status read_scene(loading *l, cs_log *log)
{
    struct cs_scene_source *source = l->source;
    uint64_t max_memory = l->options->max_memory ? l->options->max_memory : CS_DEFAULT_MAX_MEMORY;
    cs_reader reader = {.arena = source->arena,
                        .document = &source->document,
                        .problems = l->problems,
                        .max_memory = max_memory,
                        .log = log,
                        .no_files = l->options->no_files};
    cs_read_section(&reader, &cs_scene_section, source->document.root, l->scene);
    if (reader.out_of_memory || l->problems->out_of_memory) {
        return CS_INTERNAL;
    }
    if (l->problems->errors > 0) {
        return l->problems->errors == reader.unreadable ? CS_IO : CS_INVALID_SCENE;
    }
    l->scene->file = source->document.sources[0].name;
    return cs_scene_hash(l->scene, &l->scene->hash) ? CS_OK : CS_INTERNAL;
}

/// Hands the problems to the log in the order of the text.
static void log_problems(const loading *l, cs_log *log)
{
    const cs_document *document = &l->source->document;
    cs_problems_sort(l->problems);
    for (int i = 0; i < l->problems->kept; i++) {
        const cs_problem *problem = &l->problems->items[i];
        cs_log_add(log, problem->severity, cs_document_locate(document, problem->place),
                   cs_document_line(document, l->source->arena, problem->place), problem->help, "%s", problem->message);
    }
    for (int i = 0; i < l->problems->dropped; i++) {
        cs_log_error(log, document->sources[0].name, "more errors");
    }
}

// ---- the public functions ------------------------------------------------------------------

cs_status cs_scene_parse(const char *name, const char *text, size_t size, const cs_scene_options *options, cs_log *log,
                         cs_scene **scene)
{
    loading l;
    *scene = NULL;
    name = name ? name : DEFAULT_NAME;
    if (size > CS_SCENE_MAX_BYTES) {
        cs_log_add(log, CS_ERROR, (cs_location){.file = name}, NULL,
                   "a scene names large meshes by their files; is this the right file?",
                   "too large: a scene has at most %u MiB", CS_SCENE_MAX_BYTES >> 20);
        return CS_INVALID_SCENE;
    }
    if (!begin(&l, options)) {
        cs_log_error(log, name, "not enough memory");
        return CS_INTERNAL;
    }
    cs_status status = parse_and_override(&l, name, text, size);
    if (!status) {
        status = is_other_version(&l) ? CS_INVALID_SCENE : read_scene(&l, log);
    }
    log_problems(&l, log);
    if (status == CS_INTERNAL) {
        cs_log_error(log, name, "not enough memory");
    }
    if (status) {
        cs_scene_destroy(l.scene);
        return status;
    }
    *scene = l.scene;
    return CS_OK;
}

cs_status cs_scene_load(const char *path, const cs_scene_options *options, cs_log *log, cs_scene **scene)
{
    char *text;
    size_t size;
    *scene = NULL;
    cs_status status = cs_file_read_start(path, CS_SCENE_MAX_BYTES + 1, log, &text, &size); // one byte more: too large
    if (status) {
        return status;
    }
    status = cs_scene_parse(path, text, size, options, log, scene);
    free(text);
    return status;
}

void cs_scene_destroy(cs_scene *scene)
{
    if (scene && scene->source) {
        cs_document_clear(&scene->source->document);
        cs_arena_destroy(scene->source->arena);
    }
}

int64_t cs_scene_total_steps(const cs_scene *scene)
{
    int64_t steps = 0;
    for (int i = 0; i < scene->simulation.phase_count; i++) {
        steps += scene->simulation.phases[i].steps;
    }
    return steps;
}

int64_t cs_scene_particle_count(const cs_scene *scene)
{
    int64_t particles = 0;
    for (int i = 0; i < scene->cloth_count; i++) {
        const cs_cloth *cloth = &scene->cloths[i];
        particles +=
            cloth->source == CS_CLOTH_MESH ? cloth->mesh.vertex_count : (int64_t)cloth->grid.rows * cloth->grid.columns;
    }
    for (int i = 0; i < scene->network_count; i++) {
        particles += scene->networks[i].particle_count;
    }
    return particles;
}

/// The node at a path, or the nearest one around it.
static const cs_node *nearest_node(const cs_scene *scene, const char *path)
{
    const cs_node *node = scene->source->document.root;
    size_t at = 0, size = strlen(path);
    cs_step step;
    while (cs_path_step(path, size, &at, &step) > 0) {
        const cs_node *child = cs_node_follow(node, &step);
        if (!child) {
            break;
        }
        node = child;
    }
    return node;
}

cs_location cs_scene_locate(const cs_scene *scene, const char *path)
{
    if (!scene->source) {
        return (cs_location){scene->file, 0, 0};
    }
    return cs_document_locate(&scene->source->document, nearest_node(scene, path)->at);
}

void cs_scene_report(const cs_scene *scene, cs_log *log, cs_severity severity, const char *path, const char *message,
                     const char *help)
{
    cs_arena *arena = scene->source ? cs_arena_create() : NULL;
    const char *line = NULL;
    if (arena) {
        line = cs_document_line(&scene->source->document, arena, nearest_node(scene, path)->at);
    }
    cs_log_add(log, severity, cs_scene_locate(scene, path), line, help, "%s", message);
    cs_arena_destroy(arena);
}
