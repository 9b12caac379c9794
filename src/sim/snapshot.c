// SPDX-License-Identifier: MIT
//
// From the state to a frame: cloths as meshes, colliders as shapes. A frame that already has the right sizes is
// refilled in place.
#include "sim/collider.h"
#include "sim/state.h"

static int cloth_count(const cs_sim *sim)
{
    return sim->scene->cloth_count;
}

static bool fits(const cs_sim *sim, const cs_frame *frame)
{
    if (!frame->storage || frame->mesh_count != cloth_count(sim) || frame->shape_count != sim->scene->collider_count) {
        return false;
    }
    for (int i = 0; i < frame->mesh_count; i++) {
        if (frame->meshes[i].vertex_count != sim->bodies[i].rows * sim->bodies[i].columns) {
            return false;
        }
    }
    return true;
}

static bool allocate(const cs_sim *sim, cs_frame *frame)
{
    frame->storage = cs_arena_create();
    if (!frame->storage) {
        return false;
    }
    frame->mesh_count = cloth_count(sim);
    frame->shape_count = sim->scene->collider_count;
    frame->meshes = cs_arena_alloc(frame->storage, (size_t)frame->mesh_count, sizeof(*frame->meshes));
    frame->shapes = cs_arena_alloc(frame->storage, (size_t)frame->shape_count, sizeof(*frame->shapes));
    if (!frame->meshes || !frame->shapes) {
        return false;
    }
    for (int i = 0; i < frame->mesh_count; i++) {
        cs_mesh *mesh = &frame->meshes[i];
        size_t vertices = (size_t)sim->bodies[i].rows * (size_t)sim->bodies[i].columns;
        mesh->vertex_count = (int)vertices;
        mesh->positions = cs_arena_alloc(frame->storage, vertices, sizeof(*mesh->positions));
        mesh->normals = cs_arena_alloc(frame->storage, vertices, sizeof(*mesh->normals));
        mesh->uv = cs_arena_alloc(frame->storage, vertices, sizeof(*mesh->uv));
        if (!mesh->positions || !mesh->normals || !mesh->uv) {
            return false;
        }
    }
    return true;
}

static void fill_mesh(const cs_sim *sim, const cs_body *body, cs_mesh *mesh)
{
    mesh->name = body->name;
    mesh->surface = body->cloth->surface;
    mesh->triangle_count = body->triangle_count;
    mesh->triangles = body->triangles;
    int vertex = 0;
    for (int r = 0; r < body->rows; r++) {
        for (int c = 0; c < body->columns; c++, vertex++) {
            mesh->positions[vertex] = cs_soa_get(&sim->now, body->first_lane + r * body->stride + c);
            mesh->uv[vertex][0] = (double)c / (body->columns - 1);
            mesh->uv[vertex][1] = (double)r / (body->rows - 1);
        }
    }
    cs_mesh_normals(mesh->vertex_count, mesh->positions, mesh->triangle_count, mesh->triangles, mesh->normals);
}

cs_status cs_sim_snapshot(const cs_sim *sim, cs_frame *frame)
{
    if (!fits(sim, frame)) {
        cs_frame_clear(frame);
        if (!allocate(sim, frame)) {
            cs_frame_clear(frame);
            return CS_INTERNAL;
        }
    }
    frame->step = sim->step;
    frame->time = cs_sim_time(sim);
    for (int i = 0; i < frame->mesh_count; i++) {
        fill_mesh(sim, &sim->bodies[i], &frame->meshes[i]);
    }
    for (int i = 0; i < frame->shape_count; i++) {
        const cs_collider *collider = &sim->scene->colliders[i];
        frame->shapes[i] = cs_collider_functions_of(collider->kind)->shape(collider);
    }
    return CS_OK;
}
