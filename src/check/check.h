// SPDX-License-Identifier: MIT
//
// Face of the check module: the statistics of a run, reference files, the verdict, the planted faults that prove a
// reference tight enough, and the reports. README.md in this folder describes the reference file for its users.
#ifndef CS_CHECK_CHECK_H
#define CS_CHECK_CHECK_H

#include "base/base.h"

#include <clothsim/image.h>
#include <clothsim/scene.h>
#include <clothsim/sim.h>

// ---- statistics -----------------------------------------------------------------

/// All numbers about one state and, if it was drawn, its picture. Written as JSON it is what `--stats` gives.
typedef struct cs_statistics {
    uint64_t scene_hash;
    int64_t step;
    double time; ///< s
    cs_state_statistics state;
    bool has_image;
    int width, height;
    cs_image_statistics image;
    uint64_t pixel_hash;
    /// Mean colour (0-255) of all pixels of each tile of the final picture, to a thousandth. Not part of `--stats`;
    /// references keep it, because coverage alone does not see that a symmetric picture was mirrored.
    double tile_colors[CS_TILES][CS_TILES][3];
    int cloth_count;
    char **cloth_names;
    cs_state_statistics *cloth_states;
    cs_image_statistics *cloth_images; ///< the mask's pixels that show this cloth
} cs_statistics;

/// Wall-clock seconds of a run, shown only when asked for (`--timing`).
typedef struct cs_timing {
    double load, simulate, render, write;
} cs_timing;

/// Gathers the statistics of a state. `image` NULL: state only. Every array is copied. CS_INTERNAL: no memory.
cs_status cs_statistics_collect(const cs_scene *scene, const cs_sim *sim, const cs_image *image,
                                cs_statistics *statistics);
/// Replaces the part about the picture. CS_INTERNAL: no memory; the statistics are then as before.
cs_status cs_statistics_set_image(const cs_scene *scene, const cs_image *image, cs_statistics *statistics);
/// A deep copy. CS_INTERNAL: no memory.
cs_status cs_statistics_copy(const cs_statistics *from, cs_statistics *to);
void cs_statistics_free(cs_statistics *statistics);
/// Stable key order, numbers that read back as the same double. One line, or indented with `pretty`; `timing` may be
/// NULL. No newline at the end. For free(), NULL: no memory.
char *cs_statistics_json(const cs_statistics *statistics, const cs_timing *timing, bool pretty);

// ---- references -------------------------------------------------------------------

/// How far a metric may be from its reference, in the metric's own unit. Step, particles, springs and picture size must
/// be equal.
typedef struct cs_tolerances {
    double y;                 ///< m
    double kinetic_energy;    ///< J
    double max_stretch;       ///< length/rest
    double coverage;          ///< pixels
    double mean_color;        ///< 0-255
    double bbox;              ///< pixels
    double centroid;          ///< pixels
    double tiles;             ///< covered fraction of a tile
    double tile_colors;       ///< 0-255
    double picture;           ///< pixels that differ from the reference picture ...
    double picture_threshold; ///< ... by more than this in a channel, 0-255
} cs_tolerances;

/// What a run is compared with: the content of a reference file.
typedef struct cs_reference {
    char *picture; ///< PNG beside the reference file; NULL: none
    cs_tolerances tolerances;
    bool own_tolerances; ///< the file says what it tolerates; otherwise these are the defaults
    cs_statistics statistics;
} cs_reference;

/// Reads a reference file. CS_NO_REFERENCE: there is none; CS_IO: unreadable or not a reference, with line and column
/// of a syntax error or the path of a wrong value; CS_INTERNAL. Free with cs_reference_free.
cs_status cs_reference_read(const char *path, cs_log *log, cs_reference *reference);
/// The same for a text in memory; `name` stands for the file in diagnostics.
cs_status cs_reference_parse(const char *name, const char *text, size_t size, cs_log *log, cs_reference *reference);
/// The file's text, with a newline at the end. For free(), NULL: no memory.
char *cs_reference_json(const cs_reference *reference);
void cs_reference_free(cs_reference *reference);
/// Are the statistics of two references the same to the last bit, and do they name the same picture?
bool cs_reference_equal(const cs_reference *a, const cs_reference *b);

/// The usual tolerances for a run with these statistics.
cs_tolerances cs_default_tolerances(const cs_statistics *statistics);
/// One row for each tolerance, in the order of the file.
typedef struct cs_tolerance_row {
    const char *name;
    size_t offset; ///< of the double in cs_tolerances
    const char *unit;
    const char *meaning;
} cs_tolerance_row;
#define CS_TOLERANCE_COUNT ((int)(sizeof(cs_tolerances) / sizeof(double)))
extern const cs_tolerance_row cs_tolerance_table[];
double *cs_tolerance_at(cs_tolerances *tolerances, int row); ///< the value of a row of the table

// ---- verdict ------------------------------------------------------------------------

/// One number against its reference. NaN: there is no such number (an empty mask, no free particle).
typedef struct cs_metric {
    const char *name; ///< "coverage", "cloths[flag].mean_color.red"
    double measured, expected, tolerance;
    double ratio;              ///< |measured - expected| / tolerance; INFINITY when nothing is tolerated
    bool pass;                 ///< ratio <= 1
    int tolerance_index;       ///< the row of its tolerance; -1: must be equal
    int tile_row, tile_column; ///< where a tile metric differs most; -1 for other metrics
} cs_metric;

typedef struct cs_verdict {
    bool pass;
    bool same_bits;     ///< scene, state and pixel hash are equal: passed without looking at the metrics
    bool scene_changed; ///< the reference was made for another scene
    int failed;         ///< how many metrics
    int metric_count;
    cs_metric *metrics;
    const cs_metric *worst;      ///< the largest ratio; NULL when there are no metrics
    const cs_metric *worst_tile; ///< of the tile metrics, the one with the largest ratio; NULL without a picture
    cs_arena *storage;           ///< private
} cs_verdict;

/// Compares. `picture` is the difference to the reference picture counted with the tolerance's threshold; NULL when
/// there is none. With `use_hashes`, equal hashes pass at once. CS_INTERNAL: no memory. Free with cs_verdict_free.
cs_status cs_verdict_make(const cs_statistics *measured, const cs_reference *reference,
                          const cs_image_difference *picture, bool use_hashes, cs_verdict *verdict);
void cs_verdict_free(cs_verdict *verdict);

// ---- planted faults --------------------------------------------------------------------

/// Faults that a reference must catch.
typedef enum cs_fault {
    CS_FAULT_MIRROR,
    CS_FAULT_SHIFT,
    CS_FAULT_RED,
    CS_FAULT_STEPS,
    CS_FAULT_COUNT,
} cs_fault;

/// A run with its planted faults: statistics as if the fault had happened.
typedef struct cs_faults {
    struct cs_planted {
        cs_statistics statistics;
        bool has_picture;
        cs_image_difference picture; ///< to the reference picture, when there is one
        bool harmless;               ///< the fault changes no bit of this scene, so there is nothing to catch
    } planted[CS_FAULT_COUNT];
} cs_faults;

const char *cs_fault_name(cs_fault fault); ///< "mirrored picture"
/// How many steps are 1 % of a run: at least one; 0 for a run of no steps.
int64_t cs_fault_steps(int64_t steps);

/// What the faults are planted in.
typedef struct cs_fault_input {
    const cs_scene *scene;
    const cs_image *image;           ///< of the final state
    const cs_statistics *statistics; ///< of the final state
    const cs_image *early_image;     ///< of the state cs_fault_steps before; NULL when the run has no steps
    const cs_statistics *early_statistics;
    const cs_image *picture; ///< reference picture; NULL: none
    int picture_threshold;
} cs_fault_input;

/// CS_INTERNAL: no memory. Free with cs_faults_free.
cs_status cs_faults_plant(const cs_fault_input *input, cs_faults *faults);
void cs_faults_free(cs_faults *faults);
/// The verdict on one fault, by the metrics alone (hashes would catch anything).
cs_status cs_faults_judge(const cs_faults *faults, cs_fault fault, const cs_reference *reference, cs_verdict *verdict);
/// Tightens tolerances of the reference until every planted fault that is not harmless is caught with a margin.
cs_status cs_faults_calibrate(const cs_faults *faults, cs_reference *reference);

// ---- reports -----------------------------------------------------------------------------

/// Bytes of a PNG for the HTML report; NULL: none.
typedef struct cs_png_bytes {
    uint8_t *bytes;
    size_t size;
} cs_png_bytes;

/// How one scene fared. Strings and arrays belong to the report's maker.
typedef struct cs_check_result {
    const char *scene, *name, *reference_path;
    cs_status status;    ///< CS_OK, CS_MISMATCH, or why there is no verdict
    const char *message; ///< the reason then; NULL otherwise
    double seconds;      ///< wall clock
    bool has_verdict;    ///< the following are filled in
    cs_statistics statistics;
    cs_reference reference;
    cs_verdict verdict;
    const char *actual_path, *difference_path; ///< pictures left behind; NULL: none
    cs_png_bytes actual, expected, difference;
} cs_check_result;

typedef struct cs_check_report {
    int count;
    const cs_check_result *results;
} cs_check_report;

/// One result as the terminal shows it: a line when it passed, else the table of metrics. All for free(), NULL: no
/// memory.
char *cs_report_text(const cs_check_result *result);
/// "3 scenes: 2 passed, 1 failed".
char *cs_report_summary(const cs_check_report *report);
char *cs_report_json(const cs_check_report *report);
char *cs_report_junit(const cs_check_report *report);
/// One page that needs no other file.
char *cs_report_html(const cs_check_report *report);
/// What an update changes: a line "name: old -> new" for each metric that is not equal; NULL: no memory.
char *cs_report_changes(const cs_verdict *verdict);

#endif
