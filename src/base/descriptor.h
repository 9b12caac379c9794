// SPDX-License-Identifier: MIT
//
// File descriptors: whole writes and reads, shared by the readers and the writers of base.
#ifndef CS_BASE_DESCRIPTOR_H
#define CS_BASE_DESCRIPTOR_H

#include <stdbool.h>
#include <stddef.h>

/// Room for the text of a system error.
#define CS_REASON_SIZE 128

/// The text of an errno value, safe with threads; returns `reason`.
const char *cs_reason(int error, char reason[CS_REASON_SIZE]);
/// open(), again when a signal comes between; -1 and errno. Never hands the descriptor to child processes.
int cs_descriptor_open(const char *path, int flags, unsigned mode);
/// Writes all bytes through short writes and signals; 0, or the errno value. A closed pipe and a file size limit come
/// back as EPIPE and EFBIG instead of a deadly signal.
int cs_descriptor_write(int descriptor, const void *bytes, size_t size);
/// Reads until `size` bytes are there or the file ends; 0, or the errno value. `*got` counts the bytes.
int cs_descriptor_read(int descriptor, void *bytes, size_t size, size_t *got);

#endif
