// SPDX-License-Identifier: MIT
//
// Face of the lab module: the physics validation and the virtual textile tests. Built on the public interface of the
// simulation alone, as a user could: scenes in, positions and velocities out.
#ifndef CS_LAB_LAB_H
#define CS_LAB_LAB_H

#include "base/base.h"

#include <clothsim/scene.h>
#include <clothsim/sim.h>

// ---- physics: the validation --------------------------------------------------------------

typedef enum cs_physics_status {
    CS_PHYSICS_PASS,
    CS_PHYSICS_FAIL,
    CS_PHYSICS_NOT_APPLICABLE, ///< the solver or element cannot by nature; `got` says what it does
} cs_physics_status;

#define CS_PHYSICS_ID 64

/// One row of the table: a case with one solver.
typedef struct cs_physics_row {
    char id[CS_PHYSICS_ID]; ///< "chain-extension/xpbd": case/solver, or case/variant/solver
    const char *solver;     ///< its name, as scenes have it
    const char *title;      ///< what is measured, one line
    const char *unit;       ///< of expected and got; "" for a ratio
    double expected, got;
    double error; ///< |got - expected|, divided by |expected| unless `absolute`
    double gate;  ///< largest error that passes
    bool absolute;
    cs_physics_status status;
    const char *source; ///< closed form or publication
    const char *note;   ///< NULL: none
} cs_physics_row;

typedef struct cs_physics_case cs_physics_case;

/// What a case works with.
typedef struct cs_lab {
    const cs_compute *compute; ///< may be NULL
    cs_log *log;
} cs_lab;

/// Measures: sets `expected` and `got` of a row in which everything else is filled in (gate and absolute may be
/// changed, status set to not applicable). Anything but CS_OK fails the row.
typedef cs_status cs_physics_measure(const cs_lab *lab, const cs_physics_case *c, cs_physics_row *row);

/// A case as a row of a table of cases (one table a topic: physics_NAME.c).
struct cs_physics_case {
    const char *id; ///< without the solver
    const char *title, *unit, *source;
    const char *scene;          ///< file name in scenes/physics without ".json"; NULL: built by the measure itself
    const char *const *solvers; ///< names, NULL at the end
    const char *const *sets;    ///< overrides of the scene, as --set takes them, NULL at the end; NULL: none
    cs_physics_measure *measure;
    double parameter[3]; ///< what the measure wants
    double expected;     ///< when the measure leaves it
    double gate;
    bool absolute;
    const char *note; ///< NULL: none
    bool cannot;      ///< by nature: the row is not applicable, whatever comes out
};

/// Called with each row in the order of the table, one at a time but from any thread of the pool. false stops.
typedef bool cs_physics_sink(void *context, const cs_physics_row *row);

/// Runs the cases whose id is `only` or begins with it (up to a '/'); all when NULL. CS_USAGE when there is no such
/// case, CS_MISMATCH when a row failed (what could not even run has its errors in the log), CS_INTERNAL without memory.
cs_status cs_physics_run(const char *only, const cs_lab *lab, cs_physics_sink *sink, void *context);
/// The same for all cases of one table.
cs_status cs_physics_run_table(const cs_physics_case *cases, const cs_lab *lab, cs_physics_sink *sink, void *context);
/// How many rows cs_physics_run would make; 0: there is no such case.
int cs_physics_count(const char *only);
/// The text of a validation scene; NULL when there is none of that name.
const char *cs_physics_scene(const char *name);

/// A file of scenes/physics, as it was when the binary was built.
typedef struct cs_embedded_scene {
    const char *name; ///< without folder and ".json"
    const char *text;
} cs_embedded_scene;
/// All of them by name; ends with a name that is NULL.
extern const cs_embedded_scene cs_physics_scenes[];

/// The tables of cases, in their order; each ends with a case whose id is NULL.
extern const cs_physics_case *const cs_physics_tables[];
extern const int cs_physics_table_count;
/// Names of solvers for the tables.
extern const char *const cs_physics_all_solvers[];

// ---- the Cusick drape test -------------------------------------------------------------------

typedef struct cs_drape_settings {
    int rings;           ///< of the disc's mesh: the edge length is 15 cm / rings
    cs_solver solver;    ///< implicit or xpbd
    int image_size;      ///< pixels of the orthographic picture
    const char *picture; ///< NULL, or where to write the shadow picture (PNG)
} cs_drape_settings;
cs_drape_settings cs_default_drape_settings(void);

typedef struct cs_drape_result {
    double coefficient; ///< %, 100 (A_shadow - A_disc)/(A_cloth - A_disc)
    int folds;
    double time;  ///< s of simulated time until rest
    double speed; ///< m/s, rms at the end
} cs_drape_result;

/// Lets a 30 cm disc of the fabric drape over an 18 cm support until it rests, and measures its shadow.
/// CS_DIVERGED, CS_INTERNAL.
cs_status cs_drape_test(const cs_fabric *fabric, const cs_drape_settings *settings, const cs_lab *lab,
                        cs_drape_result *result);

#endif
