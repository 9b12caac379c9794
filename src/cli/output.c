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

/// A path that does not exist yet, or a regular file: its folder counts, behind all links.
static cs_status check_replaceable(cs_cli *cli, const char *path)
{
    char *target = strdup(path);
    for (int i = 0; target && i < MAX_LINKS; i++) {
        char *next = link_target(target);
        if (!next)
            break;
        free(target);
        target = next;
    }
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
        puts(text);
        return cs_cli_flush(cli);
    }
    cs_text whole = {0};
    cs_text_puts(&whole, text);
    cs_text_puts(&whole, "\n");
    cs_status status = whole.failed ? CS_INTERNAL : cs_file_write(path, whole.bytes, whole.length, cli->log);
    cs_text_free(&whole);
    return status;
}
