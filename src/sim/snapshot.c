// SPDX-License-Identifier: MIT
//
// From the state to a frame: cloths as meshes, networks as tubes (tubes.c), colliders as shapes. A frame that already
// has the right sizes is refilled in place.
#include "sim/collider.h"
#include "sim/state.h"

static int vertices_of(const cs_body *body)
{
    return body->is_cloth ? body->rows * body->columns : cs_tubes_vertices(body);
}

static bool fits(const cs_sim *sim, const cs_frame *frame)
{
    if (!frame->storage || frame->mesh_count != sim->body_count || frame->shape_count != sim->scene->collider_count) {
        return false;
    }
    for (int i = 0; i < frame->mesh_count; i++) {
        if (frame->meshes[i].vertex_count != vertices_of(&sim->bodies[i])) {
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
    frame->mesh_count = sim->body_count;
    frame->shape_count = sim->scene->collider_count;
    frame->meshes = cs_arena_alloc(frame->storage, (size_t)frame->mesh_count, sizeof(*frame->meshes));
    frame->shapes = cs_arena_alloc(frame->storage, (size_t)frame->shape_count, sizeof(*frame->shapes));
    if (!frame->meshes || !frame->shapes) {
        return false;
    }
    for (int i = 0; i < frame->mesh_count; i++) {
        cs_mesh *mesh = &frame->meshes[i];
        mesh->vertex_count = vertices_of(&sim->bodies[i]);
        size_t vertices = (size_t)mesh->vertex_count;
        mesh->positions = cs_arena_alloc(frame->storage, vertices, sizeof(*mesh->positions));
        mesh->normals = cs_arena_alloc(frame->storage, vertices, sizeof(*mesh->normals));
        mesh->uv = cs_arena_alloc(frame->storage, vertices, sizeof(*mesh->uv));
        if (!mesh->positions || !mesh->normals || !mesh->uv) {
            return false;
        }
    }
    return true;
}

// ---- uv of meshes -------------------------------------------------------------------------

static double component(cs_vec3 a, int axis)
{
    return axis == 0 ? a.x : axis == 1 ? a.y : a.z;
}

/// For a mesh without uv: its file's coordinates seen along the axis in which it is smallest, from 0 to 1 each.
static void project_uv(const cs_cloth_mesh *source, double (*uv)[2])
{
    double low[3], size[3];
    int flat = 2;
    for (int axis = 2; axis >= 0; axis--) {
        double high = low[axis] = component(source->positions[0], axis);
        for (int i = 1; i < source->vertex_count; i++) {
            double x = component(source->positions[i], axis);
            low[axis] = x < low[axis] ? x : low[axis];
            high = x > high ? x : high;
        }
        size[axis] = high - low[axis];
        flat = size[axis] < size[flat] ? axis : flat;
    }
    for (int k = 0; k < 2; k++) {
        int axis = k == 0 ? (flat == 0 ? 1 : 0) : (flat == 2 ? 1 : 2);
        for (int i = 0; i < source->vertex_count; i++) {
            uv[i][k] = size[axis] > 0 ? (component(source->positions[i], axis) - low[axis]) / size[axis] : 0;
        }
    }
}

static void fill_mesh_uv(const cs_cloth_mesh *source, double (*uv)[2])
{
    if (!source->uv) {
        project_uv(source, uv);
        return;
    }
    for (int i = 0; i < source->vertex_count; i++) {
        uv[i][0] = source->uv[i][0];
        uv[i][1] = source->uv[i][1];
    }
}

// ---- bodies ---------------------------------------------------------------------------------

static void fill_cloth(const cs_sim *sim, const cs_body *body, cs_mesh *mesh)
{
    bool grid = body->cloth->source == CS_CLOTH_GRID;
    mesh->surface = body->cloth->surface;
    int vertex = 0;
    for (int r = 0; r < body->rows; r++) {
        for (int c = 0; c < body->columns; c++, vertex++) {
            mesh->positions[vertex] = cs_soa_get(&sim->now, body->first_lane + r * body->stride + c);
            if (grid) {
                mesh->uv[vertex][0] = (double)c / (body->columns - 1);
                mesh->uv[vertex][1] = (double)r / (body->rows - 1);
            }
        }
    }
    if (!grid) {
        fill_mesh_uv(&body->cloth->mesh, mesh->uv);
    }
    cs_mesh_normals(mesh->vertex_count, mesh->positions, mesh->triangle_count, mesh->triangles, mesh->normals);
}

static void fill_mesh(const cs_sim *sim, int index, cs_mesh *mesh)
{
    const cs_body *body = &sim->bodies[index];
    mesh->name = body->name;
    mesh->triangle_count = body->triangle_count;
    mesh->triangles = body->triangles;
    if (body->is_cloth) {
        fill_cloth(sim, body, mesh);
    } else {
        const cs_network *network = &sim->scene->networks[index - sim->scene->cloth_count];
        mesh->surface = network->surface;
        cs_tubes_fill(sim, body, network->radius, mesh);
    }
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
        fill_mesh(sim, i, &frame->meshes[i]);
    }
    for (int i = 0; i < frame->shape_count; i++) {
        const cs_collider *collider = &sim->scene->colliders[i];
        frame->shapes[i] = cs_collider_functions_of(collider->kind)->shape(collider);
    }
    return CS_OK;
}
