// SPDX-License-Identifier: MIT
//
// Experiments: a scene with overrides is loaded, run and read through the public interface, as any user could.
#include "lab/experiment.h"

#include "math/math.h"

#include <stdlib.h>
#include <string.h>

// ---- masses ----------------------------------------------------------------------------

/// A cloth's mass is that of its triangles, a third at each corner, unless each particle has its own.
static void weigh_grid(const cs_cloth *cloth, double *mass)
{
    const cs_grid *grid = &cloth->grid;
    double density = cloth->material == CS_MATERIAL_FABRIC ? cloth->fabric.density : cloth->density;
    double cell = grid->size[0] / (grid->columns - 1) * grid->size[1] / (grid->rows - 1);
    for (int r = 0; r < grid->rows - 1; r++) {
        for (int c = 0; c < grid->columns - 1; c++) {
            bool turned = grid->diagonals == CS_DIAGONALS_ALTERNATING && (r + c) % 2 == 1;
            int corner[4] = {r * grid->columns + c, r * grid->columns + c + 1, (r + 1) * grid->columns + c,
                             (r + 1) * grid->columns + c + 1};
            for (int i = 0; i < 4; i++) { // the ends of the diagonal belong to both triangles
                bool both = turned ? i == 0 || i == 3 : i == 1 || i == 2;
                mass[corner[i]] += density * cell / 6 * (both ? 2 : 1);
            }
        }
    }
}

static void weigh(cs_experiment *e)
{
    int first = 0;
    for (int i = 0; i < e->scene->cloth_count; i++) {
        const cs_cloth *cloth = &e->scene->cloths[i];
        if (cloth->source != CS_CLOTH_GRID) {
            first += cloth->mesh.vertex_count; // meshes are not weighed: no experiment needs it
            continue;
        }
        int count = cloth->grid.rows * cloth->grid.columns;
        if (cloth->particle_mass > 0) {
            for (int j = 0; j < count; j++) {
                e->mass[first + j] = cloth->particle_mass;
            }
        } else {
            weigh_grid(cloth, e->mass + first);
        }
        first += count;
    }
    for (int i = 0; i < e->scene->network_count; i++) {
        const cs_network *network = &e->scene->networks[i];
        for (int j = 0; j < network->particle_count; j++, first++) {
            e->mass[first] = network->particles[j].mass;
            e->pinned[first] = network->particles[j].pinned;
        }
    }
}

// ---- life -----------------------------------------------------------------------------------

static int collect(const char *const *from, const char **sets, int count)
{
    for (; from && *from && count < CS_EXPERIMENT_SETS; from++) {
        sets[count++] = *from;
    }
    return count;
}

static cs_status load(cs_experiment *e, const cs_physics_case *c, const char *solver, const char *const *more)
{
    const char *text = c->scene ? cs_physics_scene(c->scene) : NULL;
    if (!text) {
        cs_log_error(e->log, c->id, "there is no scene \"%s\"", c->scene ? c->scene : "");
        return CS_INTERNAL;
    }
    cs_text choice = {0};
    cs_text_printf(&choice, "simulation.solver=\"%s\"", solver);
    const char *sets[CS_EXPERIMENT_SETS + 1] = {choice.bytes};
    int count = collect(more, sets, collect(c->sets, sets, 1));
    cs_scene_options options = {.set_count = count, .sets = sets};
    cs_status status = CS_INTERNAL;
    if (!choice.failed) {
        status = cs_scene_parse(c->scene, text, strlen(text), &options, e->log, &e->scene);
    }
    cs_text_free(&choice);
    return status;
}

cs_status cs_experiment_open(cs_experiment *e, const cs_lab *lab, const cs_physics_case *c, const char *solver,
                             const char *const *more)
{
    *e = (cs_experiment){.log = lab->log};
    cs_status status = load(e, c, solver, more);
    if (status == CS_OK) {
        status = cs_sim_create(e->scene, lab->compute, e->log, &e->sim);
    }
    if (status != CS_OK) {
        return status;
    }
    e->dt = e->scene->simulation.dt;
    e->count = (int)cs_sim_particle_count(e->sim);
    size_t count = (size_t)e->count;
    e->storage = calloc(count, 2 * sizeof(cs_vec3) + sizeof(double) + sizeof(bool));
    if (!e->storage) {
        return CS_INTERNAL;
    }
    e->mass = e->storage;
    e->x = (cs_vec3 *)(e->mass + count);
    e->v = e->x + count;
    e->pinned = (bool *)(e->v + count);
    weigh(e);
    return cs_experiment_run(e, 0);
}

void cs_experiment_close(cs_experiment *e)
{
    free(e->storage);
    cs_sim_destroy(e->sim);
    cs_scene_destroy(e->scene);
    *e = (cs_experiment){0};
}

cs_status cs_experiment_run(cs_experiment *e, int steps)
{
    cs_status status = CS_OK;
    for (int i = 0; i < steps && status == CS_OK; i++) {
        status = cs_sim_step(e->sim, e->log);
    }
    cs_sim_positions(e->sim, e->x);
    cs_sim_velocities(e->sim, e->v);
    return status;
}

void cs_experiment_place(cs_experiment *e)
{
    cs_sim_set_positions(e->sim, e->x);
    cs_experiment_run(e, 0);
}

// ---- readings ---------------------------------------------------------------------------------

cs_vec3 cs_experiment_momentum(const cs_experiment *e)
{
    cs_vec3 sum = {0, 0, 0};
    for (int i = 0; i < e->count; i++) {
        sum = cs_add(sum, cs_scale(e->v[i], e->mass[i]));
    }
    return sum;
}

cs_vec3 cs_experiment_spin(const cs_experiment *e)
{
    cs_vec3 sum = {0, 0, 0};
    for (int i = 0; i < e->count; i++) {
        sum = cs_add(sum, cs_cross(e->x[i], cs_scale(e->v[i], e->mass[i])));
    }
    return sum;
}

double cs_experiment_kinetic_energy(const cs_experiment *e)
{
    double sum = 0;
    for (int i = 0; i < e->count; i++) {
        sum += e->mass[i] / 2 * cs_dot(e->v[i], e->v[i]);
    }
    return sum;
}

double cs_experiment_rms_speed(const cs_experiment *e)
{
    double sum = 0;
    for (int i = 0; i < e->count; i++) {
        sum += cs_dot(e->v[i], e->v[i]);
    }
    return sqrt(sum / e->count);
}

double cs_experiment_distance(const cs_experiment *e, int a, int b)
{
    return cs_length(cs_sub(e->x[a], e->x[b]));
}

// ---- periods ------------------------------------------------------------------------------------

/// A sine that turns by `angle` a step is `before` at one step and `after`, of the other sign, at the next: the part
/// of the step at which it is zero.
static double crossing(double before, double after, double angle)
{
    return cs_atan2(fabs(before) * cs_sin(angle), fabs(before) * cs_cos(angle) + fabs(after)) / angle;
}

cs_status cs_experiment_period(cs_experiment *e, cs_reading *read, const void *context, int half_cycles, int most,
                               double *period)
{
    double before = read(e, context), first[2] = {0}, last[2] = {0};
    int first_step = 0, last_step = 0, crossed = 0;
    for (int step = 0; step < most && crossed <= half_cycles; step++) {
        cs_status status = cs_experiment_run(e, 1);
        if (status != CS_OK) {
            return status;
        }
        double after = read(e, context);
        if (before != 0 && (before > 0) != (after > 0)) {
            crossed++;
            last_step = step;
            last[0] = before;
            last[1] = after;
            if (crossed == 1) {
                first_step = step;
                first[0] = before;
                first[1] = after;
            }
        }
        before = after;
    }
    if (crossed <= half_cycles) {
        cs_log_error(e->log, e->scene->title, "crossed zero only %d times in %d steps", crossed, most);
        return CS_MISMATCH;
    }
    double angle = CS_PI * half_cycles / (last_step - first_step); // a first guess, mended as the crossings move
    for (int i = 0; i < 8; i++) {
        double steps = last_step - first_step + crossing(last[0], last[1], angle) - crossing(first[0], first[1], angle);
        angle = CS_PI * half_cycles / steps;
    }
    *period = 2 * CS_PI / angle * e->dt;
    return CS_OK;
}
