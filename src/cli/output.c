// SPDX-License-Identifier: MIT
//
// Where results go: is a path fit to be written before the long work begins, the {name} of a
// scene in a path, texts to a file or to standard output.
#include "cli/cli.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

/// Links behind links before they are taken for a circle.
#define MAX_LINKS 40
#define NAME_MARK "{name}"

static cs_status refuse(cs_cli *cli, const char *path, const char *help, const char *reason)
{
    cs_location where = {.file = path};
    cs_log_add(cli->log, CS_ERROR, where, NULL, help, "cannot write: %s", reason);
    return CS_IO;
}

/// The folder part of a path, "." when it has none. For free().
static char *folder_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    if (!slash)
        return strdup(".");
    return slash == path ? strdup("/") : strndup(path, (size_t)(slash - path));
}

static cs_status check_folder(cs_cli *cli, const char *path, const char *target)
{
    char *folder = folder_of(target);
    if (!folder)
        return CS_INTERNAL;
    char text[512], help[512];
    struct stat about;
    cs_status status = CS_OK;
    if (stat(folder, &about) != 0 && errno == ENOENT) {
        snprintf(text, sizeof text, "there is no folder \"%s\"", folder);
        snprintf(help, sizeof help, "make it first: mkdir -p %s", folder);
        status = refuse(cli, path, help, text);
    } else if (stat(folder, &about) == 0 && !S_ISDIR(about.st_mode)) {
        snprintf(text, sizeof text, "\"%s\" is not a folder", folder);
        status = refuse(cli, path, NULL, text);
    } else if (access(folder, W_OK | X_OK) != 0) {
        snprintf(text, sizeof text, "folder \"%s\": %s", folder, strerror(errno));
        status = refuse(cli, path, NULL, text);
    }
    free(folder);
    return status;
}

/// What a symbolic link names, seen from the link's folder. For free(); NULL: no link.
static char *link_target(const char *path)
{
    char name[4096];
    ssize_t length = readlink(path, name, sizeof name - 1);
    if (length <= 0)
        return NULL;
    name[length] = '\0';
    const char *slash = strrchr(path, '/');
    cs_text target = {0};
    if (name[0] != '/' && slash)
        cs_text_append(&target, path, (size_t)(slash - path) + 1);
    cs_text_puts(&target, name);
    return cs_text_take(&target);
}

/// What a path names behind all links. For free(); NULL: no memory.
static char *last_target(const char *path)
{
    char *target = strdup(path);
    for (int i = 0; target && i < MAX_LINKS; i++) {
        char *next = link_target(target);
        if (!next)
            break;
        free(target);
        target = next;
    }
    return target;
}

/// A path that does not exist yet, or a regular file: its folder counts, behind all links.
static cs_status check_replaceable(cs_cli *cli, const char *path)
{
    char *target = last_target(path);
    cs_status status = target ? check_folder(cli, path, target) : CS_INTERNAL;
    free(target);
    return status;
}

/// A picture under the name of another format would only be found out later, by a program that cannot read it.
static const char *foreign_ending(const char *path)
{
    static const char *const endings[] = {".jpg",  ".jpeg", ".gif", ".bmp", ".tga", ".tif",
                                          ".tiff", ".webp", ".ppm", ".exr", ".svg", ".pdf"};
    const char *ending = strrchr(path, '.');
    for (size_t i = 0; ending && i < CS_COUNT(endings); i++)
        if (strcasecmp(ending, endings[i]) == 0)
            return ending;
    return NULL;
}

bool cs_same_file(const char *a, const char *b)
{
    struct stat about_a, about_b;
    return stat(a, &about_a) == 0 && stat(b, &about_b) == 0 && about_a.st_dev == about_b.st_dev &&
           about_a.st_ino == about_b.st_ino && S_ISREG(about_a.st_mode);
}

// ---- one file under two names --------------------------------------------------

/// Where an output leads. A file that is there is known by its number, one that is missing by its folder and name.
typedef struct place {
    bool found; ///< false: a device, which takes everything, or nothing that could be told
    dev_t device;
    ino_t number;
    char *name; ///< of a missing file; NULL otherwise
    int index;  ///< in the list of paths
} place;

static place find_place(const char *path, int index)
{
    place p = {.index = index};
    struct stat about;
    bool standard = strcmp(path, "-") == 0;
    if ((standard ? fstat(STDOUT_FILENO, &about) : stat(path, &about)) == 0) {
        p.found = standard || (!S_ISCHR(about.st_mode) && !S_ISDIR(about.st_mode));
    } else if (!standard && errno == ENOENT) {
        char *target = last_target(path), *folder = target ? folder_of(target) : NULL;
        const char *slash = target ? strrchr(target, '/') : NULL;
        if (folder && stat(folder, &about) == 0)
            p.name = strdup(slash ? slash + 1 : target);
        p.found = p.name != NULL;
        free(folder);
        free(target);
    }
    if (p.found) {
        p.device = about.st_dev;
        p.number = about.st_ino;
    }
    return p;
}

/// Equal places stand side by side in this order.
static int compare_places(const void *a, const void *b)
{
    const place *p = a, *q = b;
    if (p->found != q->found)
        return p->found - q->found;
    if (p->device != q->device)
        return p->device < q->device ? -1 : 1;
    if (p->number != q->number)
        return p->number < q->number ? -1 : 1;
    if (!p->name != !q->name)
        return p->name ? 1 : -1;
    return p->name ? strcmp(p->name, q->name) : 0;
}

static bool same_place(const place *p, const place *q)
{
    return p->found && q->found && compare_places(p, q) == 0;
}

bool cs_same_output(const char *a, const char *b)
{
    place p = find_place(a, 0), q = find_place(b, 1);
    bool same = same_place(&p, &q);
    free(p.name);
    free(q.name);
    return same;
}

cs_status cs_check_distinct(cs_cli *cli, const char *const *paths, int count)
{
    place *places = calloc((size_t)count + 1, sizeof *places);
    if (!places)
        return CS_INTERNAL;
    int found = 0;
    for (int i = 0; i < count; i++)
        if (paths[i])
            places[found++] = find_place(paths[i], i);
    qsort(places, (size_t)found, sizeof *places, compare_places);
    cs_status status = CS_OK;
    for (int i = 1; i < found && status == CS_OK; i++)
        if (same_place(&places[i - 1], &places[i])) {
            bool in_order = places[i - 1].index < places[i].index;
            status = cs_cli_usage(cli, "name another file for one of them",
                                  "\"%s\" and \"%s\" are the same file; one output would overwrite the other",
                                  paths[places[in_order ? i - 1 : i].index], paths[places[in_order ? i : i - 1].index]);
        }
    for (int i = 0; i < found; i++)
        free(places[i].name);
    free(places);
    return status;
}

cs_status cs_output_check(cs_cli *cli, const char *path, bool binary)
{
    for (int i = 0; i < cli->args.operand_count; i++)
        if (cs_same_file(cli->args.operands[i], path))
            return cs_cli_usage(cli, "name another file for the output",
                                "\"%s\" is read by this command and would be overwritten", path);
    const char *ending = binary ? foreign_ending(path) : NULL;
    if (ending)
        return cs_cli_usage(cli, "end the name in .png", "pictures are PNG files, not %s: \"%s\"", ending + 1, path);
    if (strcmp(path, "-") == 0) {
        if (binary && isatty(STDOUT_FILENO))
            return cs_cli_usage(cli, "send it to a file or a program: ... -o - > out.png",
                                "will not write a picture to the terminal");
        return CS_OK;
    }
    struct stat about;
    if (stat(path, &about) != 0)
        return errno == ENOENT || errno == ENOTDIR ? check_replaceable(cli, path)
                                                   : refuse(cli, path, NULL, strerror(errno));
    if (S_ISDIR(about.st_mode))
        return refuse(cli, path, "name a file in it", "it is a folder");
    if (access(path, W_OK) != 0)
        return refuse(cli, path, NULL, strerror(errno));
    return S_ISREG(about.st_mode) ? check_replaceable(cli, path) : CS_OK;
}

char *cs_scene_name(const char *path)
{
    if (strcmp(path, "-") == 0)
        return strdup("stdin");
    const char *slash = strrchr(path, '/');
    const char *base = slash ? slash + 1 : path;
    const char *dot = strrchr(base, '.');
    return dot && dot != base ? strndup(base, (size_t)(dot - base)) : strdup(base);
}

bool cs_output_has_name(const char *pattern)
{
    return strstr(pattern, NAME_MARK) != NULL;
}

char *cs_output_expand(const char *pattern, const char *scene_path)
{
    char *name = cs_scene_name(scene_path);
    if (!name)
        return NULL;
    cs_text path = {0};
    for (const char *mark; (mark = strstr(pattern, NAME_MARK)); pattern = mark + strlen(NAME_MARK)) {
        cs_text_append(&path, pattern, (size_t)(mark - pattern));
        cs_text_puts(&path, name);
    }
    cs_text_puts(&path, pattern);
    free(name);
    return cs_text_take(&path);
}

static bool is_schema(const char *path)
{
    static const char ending[] = ".schema.json";
    size_t length = strlen(path);
    return length >= strlen(ending) && strcmp(path + length - strlen(ending), ending) == 0;
}

void cs_skip_schemas(cs_cli *cli)
{
    int scenes = 0, kept = 0, count = cli->args.operand_count;
    for (int i = 0; i < count; i++)
        scenes += !is_schema(cli->args.operands[i]);
    for (int i = 0; scenes > 0 && i < count; i++) {
        if (is_schema(cli->args.operands[i]))
            cs_cli_note(cli, "%s: skipped, it is a schema and no scene", cli->args.operands[i]);
        else
            cli->args.operands[kept++] = cli->args.operands[i];
    }
    cli->args.operand_count = scenes > 0 ? kept : count;
}

cs_status cs_check_scene_list(cs_cli *cli)
{
    int standard = 0;
    for (int i = 0; i < cli->args.operand_count; i++)
        standard += strcmp(cli->args.operands[i], "-") == 0;
    return standard <= 1 ? CS_OK : cs_cli_usage(cli, NULL, "standard input (-) can be read only once");
}

cs_status cs_output_text(cs_cli *cli, const char *path, const char *text)
{
    if (strcmp(path, "-") == 0) {
        cs_cli_print(cli, text);
        cs_cli_print(cli, "\n");
        return cs_cli_flush(cli);
    }
    cs_text whole = {0};
    cs_text_puts(&whole, text);
    cs_text_puts(&whole, "\n");
    cs_status status = whole.failed ? CS_INTERNAL : cs_file_write(path, whole.bytes, whole.length, cli->log);
    cs_text_free(&whole);
    return status;
}
