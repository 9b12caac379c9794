// SPDX-License-Identifier: MIT
//
// A scene that was built in memory has passed no validation, so whatever could lead the simulation astray is checked
// here, before anything is built of it.
#include "sim/collider.h"
#include "sim/state.h"

#include <math.h>
#include <stdio.h>

static cs_status refuse(const cs_sim *sim, cs_log *log, const char *list, int index, const char *message)
{
    char path[64];
    snprintf(path, sizeof(path), "%s[%d]", list, index);
    cs_scene_report(sim->scene, log, CS_ERROR, path, message, NULL);
    return CS_INVALID_SCENE;
}

static bool finite3(cs_vec3 a)
{
    return isfinite(a.x) && isfinite(a.y) && isfinite(a.z);
}

/// Neither negative nor infinite nor no number.
static bool is_stiffness(double k)
{
    return k >= 0 && isfinite(k);
}

static bool is_mesh(const cs_cloth_mesh *mesh)
{
    bool sound = mesh->vertex_count > 0 && mesh->triangle_count > 0;
    for (int i = 0; sound && i < mesh->triangle_count; i++) {
        cs_triangle t = mesh->triangles[i];
        int n = mesh->vertex_count;
        sound =
            t.a >= 0 && t.a < n && t.b >= 0 && t.b < n && t.c >= 0 && t.c < n && t.a != t.b && t.b != t.c && t.c != t.a;
    }
    return sound;
}

static cs_status check_cloth(const cs_sim *sim, int index, cs_log *log)
{
    const cs_cloth *cloth = &sim->scene->cloths[index];
    if (cloth->source == CS_CLOTH_GRID && (cloth->grid.rows < 2 || cloth->grid.columns < 2)) {
        return refuse(sim, log, "cloths", index, "a grid needs at least 2 rows and 2 columns");
    }
    if (cloth->source == CS_CLOTH_MESH && !is_mesh(&cloth->mesh)) {
        return refuse(sim, log, "cloths", index, "a mesh needs triangles, each of three of its vertices");
    }
    double mass = cloth->particle_mass != 0 ? cloth->particle_mass : cloth->density; // as it will be built
    if (cloth->material == CS_MATERIAL_FABRIC) {
        mass = cloth->fabric.density;
    }
    if (!(mass > 0 && isfinite(mass))) {
        return refuse(sim, log, "cloths", index, "a cloth needs a particle_mass or a density above 0");
    }
    if (!is_stiffness(cloth->springs.structural) || !is_stiffness(cloth->springs.shear) ||
        !is_stiffness(cloth->springs.bend)) {
        return refuse(sim, log, "cloths", index, "a stiffness is not a number of at least 0");
    }
    if (!finite3(cloth->velocity)) {
        return refuse(sim, log, "cloths", index, "the velocity is not finite");
    }
    return CS_OK;
}

static cs_status check_network(const cs_sim *sim, int index, cs_log *log)
{
    const cs_network *network = &sim->scene->networks[index];
    if (network->particle_count < 1 || network->link_count < 0) {
        return refuse(sim, log, "networks", index, "a network needs at least one particle");
    }
    for (int i = 0; i < network->particle_count; i++) {
        if (!(network->particles[i].mass > 0 && isfinite(network->particles[i].mass))) {
            return refuse(sim, log, "networks", index, "a particle has no mass above 0");
        }
        if (!finite3(network->particles[i].velocity)) {
            return refuse(sim, log, "networks", index, "a velocity is not finite");
        }
    }
    for (int i = 0; i < network->link_count; i++) {
        cs_link s = network->links[i];
        if (s.a < 0 || s.a >= network->particle_count || s.b < 0 || s.b >= network->particle_count || s.a == s.b) {
            return refuse(sim, log, "networks", index, "a link does not join two particles of the network");
        }
        if (!is_stiffness(s.by_compliance ? s.compliance : s.stiffness) || !is_stiffness(s.rest_length) ||
            !is_stiffness(s.damping)) {
            return refuse(sim, log, "networks", index,
                          "a stiffness, compliance, rest length or damping is not a number of at least 0");
        }
    }
    return CS_OK;
}

static cs_status check_collider(const cs_sim *sim, int index, cs_log *log)
{
    const cs_collider *collider = &sim->scene->colliders[index];
    if (!cs_collider_functions_of(collider->kind)) {
        return refuse(sim, log, "colliders", index, "there is no such kind of collider");
    }
    bool sphere = collider->kind == CS_COLLIDER_SPHERE;
    bool sound = sphere ? finite3(collider->sphere.center) && isfinite(collider->sphere.radius)
                        : isfinite(collider->ground.height);
    if (!sound || !isfinite(collider->margin)) {
        return refuse(sim, log, "colliders", index, "a place or size is not finite");
    }
    return CS_OK;
}

cs_status cs_sim_check_scene(const cs_sim *sim, cs_log *log)
{
    const cs_simulation *simulation = &sim->scene->simulation;
    if (!(simulation->dt > 0) || simulation->substeps < 1) {
        cs_scene_report(sim->scene, log, CS_ERROR, "simulation.dt", "dt must be above 0 and substeps at least 1", NULL);
        return CS_INVALID_SCENE;
    }
    cs_status status = CS_OK;
    for (int i = 0; i < sim->scene->cloth_count && status == CS_OK; i++) {
        status = check_cloth(sim, i, log);
    }
    for (int i = 0; i < sim->scene->network_count && status == CS_OK; i++) {
        status = check_network(sim, i, log);
    }
    for (int i = 0; i < sim->scene->collider_count && status == CS_OK; i++) {
        status = check_collider(sim, i, log);
    }
    return status;
}
