// SPDX-License-Identifier: MIT
//
// What every other part stands on: status codes, the log of diagnostics, the
// thread pool, the version.
//
// Rules that hold for the whole API unless a prototype says otherwise:
// - A function that can fail returns a cs_status; on anything but CS_OK its out
//   parameters are NULL or untouched, and the log tells the user why.
// - `cs_log *` may be NULL: the diagnostics are then dropped, the status stays.
// - `X_destroy(NULL)` does nothing.
// - An object may be used by one thread at a time; different objects are independent.
// - Nothing here prints or exits.
#ifndef CLOTHSIM_BASE_H
#define CLOTHSIM_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The outcome of a call. The values are the exit codes of the `clothsim` binary and are frozen.
typedef enum cs_status {
    CS_OK = 0,
    CS_MISMATCH = 1,      ///< a check, audit or compare found a difference
    CS_USAGE = 2,         ///< the caller asked for something that does not exist
    CS_INVALID_SCENE = 3, ///< the scene is wrong, or too large for the memory limit
    CS_IO = 4,            ///< a file could not be read or written
    CS_DIVERGED = 5,      ///< the simulation ran away
    CS_NO_REFERENCE = 6,  ///< there is nothing to check against
    CS_INTERNAL = 70,     ///< a fault of ours, or no memory left
    CS_RESUMABLE = 75,    ///< interrupted; `--resume` goes on
    CS_INTERRUPTED = 130,
} cs_status;

/// "0.1.0"; constant, never NULL.
const char *cs_version(void);

typedef enum cs_severity {
    CS_NOTE,
    CS_WARNING,
    CS_ERROR,
} cs_severity;

/// A place in a text. Lines and columns count from 1; a column is a byte. Line 0: no place.
typedef struct cs_location {
    const char *file; ///< as the user named it, "-" for standard input, "--set" for an override; may be NULL
    int line;
    int column;
} cs_location;

/// One message to the user. The strings belong to the log.
typedef struct cs_diagnostic {
    cs_severity severity;
    cs_location where;
    const char *message;     ///< one line, no full stop
    const char *source_line; ///< the line it is about, without its newline; NULL when there is none
    const char *help;        ///< what to do about it; NULL when there is nothing to say
} cs_diagnostic;

/// Collects the diagnostics of any number of calls, in order. It keeps at most CS_LOG_CAPACITY of them
/// and counts the rest, so that a hostile scene cannot fill the memory.
typedef struct cs_log cs_log;
#define CS_LOG_CAPACITY 100

cs_log *cs_log_create(void); ///< NULL when there is no memory; the caller destroys it
void cs_log_destroy(cs_log *log);
void cs_log_clear(cs_log *log);

/// How many diagnostics of at least this severity were logged, the dropped ones included.
int cs_log_count(const cs_log *log, cs_severity at_least);
/// How many are kept, and the i-th of them (NULL when out of range).
int cs_log_size(const cs_log *log);
const cs_diagnostic *cs_log_get(const cs_log *log, int i);

/// One diagnostic as the text that the command line shows:
///     scene.json:12:9: error: unknown key "stifness" in cloths[0].springs
///       "stifness": 800,
///       ^
///       help: did you mean "stiffness"?
/// With `color`, ANSI escapes. Every line ends with a newline, the last too: print it as it is. Control bytes and
/// broken UTF-8 are made harmless. Returns a string for free(), NULL when there is no memory.
char *cs_diagnostic_format(const cs_diagnostic *diagnostic, bool color);

/// Worker threads for the parallel parts. Results never depend on how many there are.
typedef struct cs_pool cs_pool;

/// A pool of `threads` threads, the caller's included: 1 runs everything in the caller, 0 takes one for each
/// core. Workers block all signals. NULL when a thread cannot be started. The caller destroys it.
cs_pool *cs_pool_create(int threads);
void cs_pool_destroy(cs_pool *pool);
int cs_pool_threads(const cs_pool *pool); ///< 1 for NULL

/// Which vector instructions the kernels use. The results are the same bits.
typedef enum cs_simd {
    CS_SIMD_AUTO, ///< the widest that this processor and build have
    CS_SIMD_SCALAR,
    CS_SIMD_128,
    CS_SIMD_256,
    CS_SIMD_512,
} cs_simd;

/// What to compute with. Changes no result.
typedef struct cs_compute {
    cs_pool *pool; ///< shared, not owned; NULL: one thread
    cs_simd simd;  ///< one that this processor or build lacks falls back to the widest below it
} cs_compute;

/// The instruction set that a wish really gets here; never CS_SIMD_AUTO.
cs_simd cs_simd_resolve(cs_simd wish);

#ifdef __cplusplus
}
#endif
#endif
