// SPDX-License-Identifier: MIT
//
// Runs the validation: every case of every table with every solver that it names, one row each.
#include "lab/lab.h"

#include "math/math.h"

#include <stdio.h>
#include <string.h>

extern const cs_physics_case cs_physics_particle_cases[], cs_physics_chain_cases[], cs_physics_stability_cases[],
    cs_physics_solver_cases[], cs_physics_catenary_cases[], cs_physics_bending_cases[], cs_physics_drape_cases[],
    cs_physics_stretch_cases[], cs_physics_spin_cases[];

const cs_physics_case *const cs_physics_tables[] = {
    cs_physics_particle_cases, cs_physics_chain_cases, cs_physics_stability_cases,
    cs_physics_solver_cases,   cs_physics_spin_cases,  cs_physics_catenary_cases,
    cs_physics_bending_cases,  cs_physics_drape_cases, cs_physics_stretch_cases,
};
const int cs_physics_table_count = (int)CS_COUNT(cs_physics_tables);

const char *const cs_physics_all_solvers[] = {"verlet", "euler", "rk4", "implicit", "pbd", "xpbd", NULL};

const char *cs_physics_scene(const char *name)
{
    for (const cs_embedded_scene *scene = cs_physics_scenes; scene->name; scene++) {
        if (strcmp(scene->name, name) == 0) {
            return scene->text;
        }
    }
    return NULL;
}

/// Is `only` the id, or the beginning of it up to a '/'?
static bool is_meant(const char *id, const char *only)
{
    size_t length = only ? strlen(only) : 0;
    return !only || (strncmp(id, only, length) == 0 && (id[length] == '\0' || id[length] == '/'));
}

static cs_physics_row start_row(const cs_physics_case *c, const char *solver)
{
    cs_physics_row row = {
        .solver = solver,
        .title = c->title,
        .unit = c->unit ? c->unit : "",
        .expected = c->expected,
        .got = NAN,
        .gate = c->gate,
        .absolute = c->absolute,
        .source = c->source,
        .note = c->note,
    };
    snprintf(row.id, sizeof(row.id), "%s/%s", c->id, solver);
    return row;
}

static void judge(const cs_physics_case *c, cs_physics_row *row, cs_status status)
{
    row->error = fabs(row->got - row->expected);
    if (!row->absolute) {
        row->error /= fabs(row->expected);
    }
    if (c->cannot) {
        row->status = CS_PHYSICS_NOT_APPLICABLE;
    } else if (row->status == CS_PHYSICS_PASS && (status != CS_OK || !(row->error <= row->gate))) {
        row->status = CS_PHYSICS_FAIL;
    }
}

/// The rows of one case. CS_INTERRUPTED: the sink has had enough.
static cs_status run_case(const cs_physics_case *c, const char *only, const cs_lab *lab, cs_physics_sink *sink,
                          void *context, int *failed)
{
    for (const char *const *solver = c->solvers; *solver; solver++) {
        cs_physics_row row = start_row(c, *solver);
        if (!is_meant(row.id, only)) {
            continue;
        }
        cs_status status = c->measure(lab, c, &row);
        if (status == CS_INTERNAL) {
            return status;
        }
        judge(c, &row, status);
        *failed += row.status == CS_PHYSICS_FAIL;
        if (!sink(context, &row)) {
            return CS_INTERRUPTED;
        }
    }
    return CS_OK;
}

int cs_physics_count(const char *only)
{
    int count = 0;
    for (int i = 0; i < cs_physics_table_count; i++) {
        for (const cs_physics_case *c = cs_physics_tables[i]; c->id; c++) {
            for (const char *const *solver = c->solvers; *solver; solver++) {
                count += is_meant(start_row(c, *solver).id, only);
            }
        }
    }
    return count;
}

/// The rows of one table, their failures counted.
static cs_status run_table(const cs_physics_case *cases, const char *only, const cs_lab *lab, cs_physics_sink *sink,
                           void *context, int *failed)
{
    cs_status status = CS_OK;
    for (const cs_physics_case *c = cases; c->id && status == CS_OK; c++) {
        status = run_case(c, only, lab, sink, context, failed);
    }
    return status;
}

static cs_status outcome(cs_status status, int failed)
{
    return status == CS_INTERNAL ? status : failed > 0 ? CS_MISMATCH : CS_OK;
}

cs_status cs_physics_run_table(const cs_physics_case *cases, const cs_lab *lab, cs_physics_sink *sink, void *context)
{
    int failed = 0;
    cs_status status = run_table(cases, NULL, lab, sink, context, &failed);
    return outcome(status, failed);
}

cs_status cs_physics_run(const char *only, const cs_lab *lab, cs_physics_sink *sink, void *context)
{
    if (cs_physics_count(only) == 0) {
        return CS_USAGE;
    }
    int failed = 0;
    cs_status status = CS_OK;
    for (int i = 0; i < cs_physics_table_count && status == CS_OK; i++) {
        status = run_table(cs_physics_tables[i], only, lab, sink, context, &failed);
    }
    return outcome(status, failed);
}
