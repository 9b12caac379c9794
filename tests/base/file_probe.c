// SPDX-License-Identifier: MIT
//
// Writes SIZE bytes to PATH, or appends them, and exits with the status: for tests that need a shell.
//     file_probe write|append PATH SIZE
#include "base/base.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv)
{
    if (argc != 4) {
        return CS_USAGE;
    }
    size_t size = (size_t)strtoul(argv[3], NULL, 10);
    char *bytes = malloc(size + 1);
    cs_log *log = cs_log_create();
    if (!bytes || !log) {
        return CS_INTERNAL;
    }
    memset(bytes, 'x', size);
    cs_status status = strcmp(argv[1], "append") == 0 ? cs_file_append(argv[2], bytes, size, log)
                                                      : cs_file_write(argv[2], bytes, size, log);
    for (int i = 0; i < cs_log_size(log); i++) {
        char *text = cs_diagnostic_format(cs_log_get(log, i), false);
        fputs(text ? text : "no memory\n", stderr);
        free(text);
    }
    cs_log_destroy(log);
    free(bytes);
    return (int)status;
}
