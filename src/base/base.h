// SPDX-License-Identifier: MIT
//
// Face of the base module for the rest of the house: arenas, files, hashing, work
// sharing, and the writing side of the log. The public part is <clothsim/base.h>.
#ifndef CS_BASE_BASE_H
#define CS_BASE_BASE_H

#include <clothsim/base.h>

#include <stdarg.h>

#if defined(__GNUC__)
#define CS_PRINTF(format_index, first_argument) __attribute__((format(printf, format_index, first_argument)))
#else
#define CS_PRINTF(format_index, first_argument)
#endif

#define CS_COUNT(array) (sizeof(array) / sizeof((array)[0]))

// ---- sizes ---------------------------------------------------------------

/// *out = a * b, or a + b; false when it does not fit.
bool cs_size_multiply(size_t a, size_t b, size_t *out);
bool cs_size_add(size_t a, size_t b, size_t *out);

// ---- arena: many allocations, one lifetime --------------------------------

typedef struct cs_arena cs_arena;

cs_arena *cs_arena_create(void); ///< NULL: no memory
void cs_arena_destroy(cs_arena *arena);
/// Forgets every allocation but keeps the memory.
void cs_arena_reset(cs_arena *arena);
/// `count` zeroed elements, aligned to 64 bytes; NULL when the product overflows or the memory ends. count 0: a valid
/// pointer.
void *cs_arena_alloc(cs_arena *arena, size_t count, size_t size);
/// A terminated copy of `length` bytes.
char *cs_arena_text(cs_arena *arena, const char *bytes, size_t length);
char *cs_arena_printf(cs_arena *arena, const char *format, ...) CS_PRINTF(2, 3);
size_t cs_arena_bytes(const cs_arena *arena); ///< held from the system

/// 64-byte aligned, zeroed, for buffers that grow or live alone; NULL on overflow or no memory. Release with free().
void *cs_alloc_aligned(size_t count, size_t size);
/// The same for bytes that are written before they are read: not zeroed.
void *cs_alloc_raw(size_t bytes);
/// For a program whose memory is all its own, as the first thing it does: the heap lies in large pages, and what is
/// freed is kept for the next block instead of being handed back to the system, which would have to clear it anew.
void cs_memory_prepare(void);

// ---- processor ---------------------------------------------------------------

/// Makes the calling thread round to nearest and keep small numbers, as IEEE 754 wants: a library that was built with
/// fast-math may have set it otherwise for the thread that made us.
void cs_float_reset(void);

// ---- growing text ----------------------------------------------------------

/// A growing, always terminated text. After an allocation failure it stays as it was and `failed` is true.
typedef struct cs_text {
    char *bytes; ///< NULL until the first append
    size_t length, capacity;
    bool failed;
} cs_text;

void cs_text_append(cs_text *text, const char *bytes, size_t length);
void cs_text_puts(cs_text *text, const char *string);
void cs_text_printf(cs_text *text, const char *format, ...) CS_PRINTF(2, 3);
/// A string as JSON writes it: in double quotes, escaped.
void cs_text_quote(cs_text *text, const char *string);
/// A string that somebody else chose, fit for a terminal: control characters, broken UTF-8 and direction overrides
/// become U+FFFD, a tab one blank.
void cs_text_plain(cs_text *text, const char *string);
/// Decodes one well-formed UTF-8 sequence (Unicode 15, table 3-7) of a terminated string; 0 when it is not one, else
/// its bytes.
size_t cs_utf8_decode(const char *string, uint32_t *code);
/// Hands the bytes over for free() (an empty string when nothing was appended); NULL when an append failed.
char *cs_text_take(cs_text *text);
void cs_text_free(cs_text *text);
/// The shortest decimal that reads back as the same double; '.' whatever the locale; "null" when not finite.
void cs_text_number(cs_text *text, double value);
/// Reads all of `length` bytes as a decimal ("-1.5e3", ".5", "2."), correctly rounded, '.' whatever the locale. False
/// when they are none; infinite when it is too large for a double.
bool cs_number_read(const char *bytes, size_t length, double *value);

// ---- log --------------------------------------------------------------------

/// Adds a diagnostic; every string is copied. `log`, `source_line` and `help` may be NULL.
void cs_log_add(cs_log *log, cs_severity severity, cs_location where, const char *source_line, const char *help,
                const char *format, ...) CS_PRINTF(6, 7);
/// An error about a file as a whole: "FILE: error: MESSAGE".
void cs_log_error(cs_log *log, const char *file, const char *format, ...) CS_PRINTF(3, 4);
void cs_log_warning(cs_log *log, const char *file, const char *format, ...) CS_PRINTF(3, 4);

// ---- files --------------------------------------------------------------------

/// Reads a whole file ("-": standard input) of at most `limit` bytes into a terminated buffer for free().
/// CS_IO with a diagnostic: missing, unreadable, a directory, larger than the limit.
cs_status cs_file_read(const char *path, size_t limit, cs_log *log, char **bytes, size_t *size);
/// The same of a file of any size, of which only the first `limit` bytes are read.
cs_status cs_file_read_start(const char *path, size_t limit, cs_log *log, char **bytes, size_t *size);

/// Writes a whole file so that the old one is either replaced or untouched: temporary file beside the (followed)
/// target, written, flushed to disk, checked, renamed. SIGINT, SIGTERM and SIGHUP are held back meanwhile, so an
/// interruption leaves no temporary file. A device or a pipe is written straight, "-" is standard output.
/// CS_IO with a diagnostic that names path and reason; without one when the reader of the standard output has gone.
cs_status cs_file_write(const char *path, const void *bytes, size_t size, cs_log *log);
/// Appends to a file, made when missing. CS_IO likewise; a short append is cut off again.
cs_status cs_file_append(const char *path, const void *bytes, size_t size, cs_log *log);
bool cs_file_exists(const char *path);
/// 64-bit XXH3 of a file's bytes; false when it cannot be read.
bool cs_file_hash(const char *path, uint64_t *hash, uint64_t *size);

// ---- hash ---------------------------------------------------------------------

/// XXH3, 64 bits, of bytes; of doubles as little-endian bits with -0 made +0 (chained through `seed`).
uint64_t cs_hash_bytes(const void *bytes, size_t size, uint64_t seed);
uint64_t cs_hash_doubles(const double *values, size_t count, uint64_t seed);
#define CS_HASH_TEXT 17 ///< 16 hexadecimal digits and the terminator
void cs_hash_format(uint64_t hash, char text[CS_HASH_TEXT]);

// ---- threads ---------------------------------------------------------------------

/// Calls run(context, i) for every block i in [0, count), each once, on any thread of the pool, and returns when all
/// are done. Blocks must not depend on each other. `pool` NULL: in the caller, in order. `thread` is in [0,
/// cs_pool_threads(pool)), for scratch memory only: no result may depend on it.
typedef void cs_pool_function(void *context, int block, int thread);
void cs_pool_run(cs_pool *pool, int count, cs_pool_function *run, void *context);

/// A lock for what blocks of a job share. Not for results: their order would depend on the threads.
typedef struct cs_lock cs_lock;
cs_lock *cs_lock_create(void); ///< NULL: no memory
void cs_lock_destroy(cs_lock *lock);
void cs_lock_acquire(cs_lock *lock);
void cs_lock_release(cs_lock *lock);

#endif
