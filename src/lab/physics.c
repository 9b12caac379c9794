// SPDX-License-Identifier: MIT
//
// Runs the validation: every case of every table with every solver that it names, one row each. Most rows are too small
// to keep threads busy from inside, so each runs on one thread and the threads of the pool share the rows.
#include "lab/lab.h"

#include "math/math.h"

#include <stdio.h>
#include <stdlib.h>
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

// ---- rows are independent: threads take one after another ---------------------------------------

/// A row to be made.
typedef struct plan {
    const cs_physics_case *of;
    const char *solver;
} plan;

typedef struct job {
    const cs_lab *lab;
    cs_physics_sink *sink;
    void *context;
    int count;
    plan *plans;
    cs_physics_row *rows;
    bool *done;
    cs_lock *lock; ///< of what follows, of `rows` and `done`, of the sink and of the log
    int told;      ///< rows that the sink has seen: they go there in order
    int failed;
    bool stopped;  ///< the sink has had enough
    bool starving; ///< there is no memory
} job;

/// What went wrong in a row, for the log of all.
static void pass_on(const cs_log *from, cs_log *to)
{
    for (int i = 0; i < cs_log_size(from); i++) {
        const cs_diagnostic *d = cs_log_get(from, i);
        if (d->severity == CS_ERROR) {
            cs_log_add(to, d->severity, d->where, d->source_line, d->help, "%s", d->message);
        }
    }
}

static void tell(job *j, int index, const cs_physics_row *row, cs_status status, const cs_log *log)
{
    cs_lock_acquire(j->lock);
    j->rows[index] = *row;
    j->done[index] = true;
    j->failed += row->status == CS_PHYSICS_FAIL;
    j->starving = j->starving || status == CS_INTERNAL;
    if (row->status == CS_PHYSICS_FAIL) {
        pass_on(log, j->lab->log);
    }
    while (!j->stopped && j->told < j->count && j->done[j->told]) {
        j->stopped = !j->sink(j->context, &j->rows[j->told]);
        j->told++;
    }
    cs_lock_release(j->lock);
}

static bool has_ended(job *j)
{
    cs_lock_acquire(j->lock);
    bool ended = j->stopped || j->starving;
    cs_lock_release(j->lock);
    return ended;
}

static void run_row(void *context, int index, int thread)
{
    (void)thread;
    job *j = context;
    if (has_ended(j)) {
        return;
    }
    const plan *p = &j->plans[index];
    cs_physics_row row = start_row(p->of, p->solver);
    cs_log *log = cs_log_create(); // its own: a log is for one thread
    cs_compute compute = {.simd = j->lab->compute ? j->lab->compute->simd : CS_SIMD_AUTO};
    cs_status status = log ? p->of->measure(&(cs_lab){.compute = &compute, .log = log}, p->of, &row) : CS_INTERNAL;
    judge(p->of, &row, status);
    tell(j, index, &row, status, log);
    cs_log_destroy(log);
}

/// Plans the meant rows of a table, behind those that are planned; without `plans` they are only counted.
static int plan_table(const cs_physics_case *cases, const char *only, plan *plans, int count)
{
    for (const cs_physics_case *c = cases; c->id; c++) {
        for (const char *const *solver = c->solvers; *solver; solver++) {
            if (is_meant(start_row(c, *solver).id, only)) {
                if (plans) {
                    plans[count] = (plan){c, *solver};
                }
                count++;
            }
        }
    }
    return count;
}

static int plan_tables(const cs_physics_case *const *tables, int table_count, const char *only, plan *plans)
{
    int count = 0;
    for (int i = 0; i < table_count; i++) {
        count = plan_table(tables[i], only, plans, count);
    }
    return count;
}

static cs_status run_tables(const cs_physics_case *const *tables, int table_count, const char *only, const cs_lab *lab,
                            cs_physics_sink *sink, void *context)
{
    job j = {.lab = lab, .sink = sink, .context = context, .count = plan_tables(tables, table_count, only, NULL)};
    if (j.count == 0) {
        return CS_USAGE;
    }
    j.plans = calloc((size_t)j.count, sizeof(*j.plans));
    j.rows = calloc((size_t)j.count, sizeof(*j.rows));
    j.done = calloc((size_t)j.count, sizeof(*j.done));
    cs_status status = CS_INTERNAL;
    j.lock = cs_lock_create();
    if (j.plans && j.rows && j.done && j.lock) {
        plan_tables(tables, table_count, only, j.plans);
        cs_pool_run(lab->compute ? lab->compute->pool : NULL, j.count, run_row, &j);
        status = j.starving ? CS_INTERNAL : j.failed > 0 ? CS_MISMATCH : CS_OK;
    }
    cs_lock_destroy(j.lock);
    free(j.plans);
    free(j.rows);
    free(j.done);
    return status;
}

int cs_physics_count(const char *only)
{
    return plan_tables(cs_physics_tables, cs_physics_table_count, only, NULL);
}

cs_status cs_physics_run_table(const cs_physics_case *cases, const cs_lab *lab, cs_physics_sink *sink, void *context)
{
    return run_tables(&cases, 1, NULL, lab, sink, context);
}

cs_status cs_physics_run(const char *only, const cs_lab *lab, cs_physics_sink *sink, void *context)
{
    return run_tables(cs_physics_tables, cs_physics_table_count, only, lab, sink, context);
}
