// SPDX-License-Identifier: MIT
//
// A scene that was built in memory has passed no validation, so whatever could lead the simulation astray is checked
// here, before anything is built of it. Cloths: scene_check_cloth.c.
#include "sim/scene_check.h"

#include "sim/collider.h"

#include <math.h>
#include <stdio.h>

#define MESSAGE_BYTES 300

bool cs_scene_projects(const cs_sim *sim)
{
    cs_solver solver = sim->scene->simulation.solver;
    return solver == CS_SOLVER_PBD || solver == CS_SOLVER_XPBD;
}

static void tell(const cs_sim *sim, cs_log *log, cs_severity severity, const char *list, int index, const char *help,
                 const char *format, va_list arguments) CS_PRINTF(7, 0);

static void tell(const cs_sim *sim, cs_log *log, cs_severity severity, const char *list, int index, const char *help,
                 const char *format, va_list arguments)
{
    char path[64], message[MESSAGE_BYTES];
    snprintf(path, sizeof(path), "%s[%d]", list, index);
    vsnprintf(message, sizeof(message), format, arguments);
    cs_scene_report(sim->scene, log, severity, path, message, help);
}

void cs_scene_tell(const cs_sim *sim, cs_log *log, cs_severity severity, const char *list, int index, const char *help,
                   const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    tell(sim, log, severity, list, index, help, format, arguments);
    va_end(arguments);
}

cs_status cs_scene_refuse(const cs_sim *sim, cs_log *log, const char *list, int index, const char *help,
                          const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    tell(sim, log, CS_ERROR, list, index, help, format, arguments);
    va_end(arguments);
    return CS_INVALID_SCENE;
}

static bool finite3(cs_vec3 a)
{
    return isfinite(a.x) && isfinite(a.y) && isfinite(a.z);
}

/// Neither negative nor infinite nor no number.
static bool is_amount(double x)
{
    return x >= 0 && isfinite(x);
}

static const char *wrong_particle(const cs_particle *particle)
{
    if (!(particle->mass > 0 && isfinite(particle->mass))) {
        return "a particle has no mass above 0";
    }
    return finite3(particle->velocity) ? NULL : "a velocity is not finite";
}

static const char *wrong_link(const cs_network *network, const cs_link *link)
{
    int n = network->particle_count;
    if (link->a < 0 || link->a >= n || link->b < 0 || link->b >= n || link->a == link->b) {
        return "a link does not join two particles of the network";
    }
    if (!is_amount(link->by_compliance ? link->compliance : link->stiffness) || !is_amount(link->rest_length) ||
        !is_amount(link->damping)) {
        return "a stiffness, compliance, rest length or damping is not a number of at least 0";
    }
    if (link->damping > 0 && (link->by_compliance ? link->compliance : link->stiffness) == 0) {
        return link->by_compliance ? "a rigid link has no rate to damp"
                                   : "a link with damping needs a stiffness above 0";
    }
    return NULL;
}

static cs_status check_network(const cs_sim *sim, int index, cs_log *log)
{
    const cs_network *network = &sim->scene->networks[index];
    if (network->particle_count < 1 || network->link_count < 0 || !network->particles ||
        (network->link_count > 0 && !network->links)) {
        return cs_scene_refuse(sim, log, "networks", index, NULL, "a network needs at least one particle");
    }
    const char *wrong = is_amount(network->radius) ? NULL : "the radius is not a number of at least 0";
    bool compliant = false;
    for (int i = 0; i < network->particle_count && !wrong; i++) {
        wrong = wrong_particle(&network->particles[i]);
    }
    for (int i = 0; i < network->link_count && !wrong; i++) {
        wrong = wrong_link(network, &network->links[i]);
        compliant = compliant || network->links[i].by_compliance;
    }
    if (wrong) {
        return cs_scene_refuse(sim, log, "networks", index, NULL, "%s", wrong);
    }
    return compliant && !cs_scene_projects(sim) ? cs_scene_refuse(sim, log, "networks", index, CS_COMPLIANCE_HELP,
                                                                  "this solver cannot work with compliance")
                                                : CS_OK;
}

static cs_status check_collider(const cs_sim *sim, int index, cs_log *log)
{
    const cs_collider *collider = &sim->scene->colliders[index];
    if (!cs_collider_functions_of(collider->kind)) {
        return cs_scene_refuse(sim, log, "colliders", index, NULL, "there is no such kind of collider");
    }
    bool sphere = collider->kind == CS_COLLIDER_SPHERE;
    bool sound = sphere ? finite3(collider->sphere.center) && isfinite(collider->sphere.radius)
                        : isfinite(collider->ground.height);
    if (!sound || !isfinite(collider->margin)) {
        return cs_scene_refuse(sim, log, "colliders", index, NULL, "a place or size is not finite");
    }
    return CS_OK;
}

static cs_status check_simulation(const cs_sim *sim, cs_log *log)
{
    const cs_simulation *s = &sim->scene->simulation;
    static const struct {
        const char *path, *message;
    } wrongs[] = {
        {"simulation.dt", "dt must be above 0 and substeps at least 1"},
        {"simulation.damping", "damping must be from 0 to 1"},
        {"simulation.iterations", "iterations must be at least 1"},
        {"simulation.correction", "correction must be from 0 to 1"},
        {"simulation.tolerance", "tolerance must be a number of at least 0"},
    };
    bool iterates = cs_scene_projects(sim) || s->solver == CS_SOLVER_IMPLICIT;
    const bool wrong[CS_COUNT(wrongs)] = {
        !(s->dt > 0) || s->substeps < 1,
        !(s->damping >= 0 && s->damping <= 1),
        iterates && s->iterations < 1,
        s->solver == CS_SOLVER_PBD && !(s->correction >= 0 && s->correction <= 1),
        s->solver == CS_SOLVER_IMPLICIT && !is_amount(s->tolerance),
    };
    for (size_t i = 0; i < CS_COUNT(wrongs); i++) {
        if (wrong[i]) {
            cs_scene_report(sim->scene, log, CS_ERROR, wrongs[i].path, wrongs[i].message, NULL);
            return CS_INVALID_SCENE;
        }
    }
    return CS_OK;
}

cs_status cs_sim_check_scene(const cs_sim *sim, cs_log *log)
{
    cs_status status = check_simulation(sim, log);
    for (int i = 0; i < sim->scene->cloth_count && status == CS_OK; i++) {
        status = cs_scene_check_cloth(sim, i, log);
    }
    for (int i = 0; i < sim->scene->network_count && status == CS_OK; i++) {
        status = check_network(sim, i, log);
    }
    for (int i = 0; i < sim->scene->collider_count && status == CS_OK; i++) {
        status = check_collider(sim, i, log);
    }
    return status;
}
