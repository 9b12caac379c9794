// SPDX-License-Identifier: MIT
//
// The oracle. Read it as the definition of the step.
#include "sim/classic_step.h"

#include <math.h>
#include <stdlib.h>

static void add_spring(classic *c, int a, int b, double stiffness)
{
    cs_vec3 p = c->particles[a].position, q = c->particles[b].position;
    double dx = q.x - p.x, dy = q.y - p.y, dz = q.z - p.z;
    double rest_length = sqrt(dx * dx + dy * dy + dz * dz);
    c->springs[c->spring_count++] = (classic_spring){a, b, stiffness, rest_length};
}

static void add_springs(classic *c, const cs_cloth *cloth, int first)
{
    int rows = cloth->grid.rows, columns = cloth->grid.columns;
    cs_springs k = cloth->springs;
    for (int r = 0; r < rows && k.structural > 0; r++) {
        for (int col = 0; col < columns; col++) {
            int i = first + r * columns + col;
            if (col + 1 < columns) {
                add_spring(c, i, i + 1, k.structural);
            }
            if (r + 1 < rows) {
                add_spring(c, i, i + columns, k.structural);
            }
        }
    }
    for (int r = 0; r + 1 < rows && k.shear > 0; r++) {
        for (int col = 0; col + 1 < columns; col++) {
            int i = first + r * columns + col;
            add_spring(c, i, i + columns + 1, k.shear);
            add_spring(c, i + 1, i + columns, k.shear);
        }
    }
    for (int r = 0; r < rows && k.bend > 0; r++) {
        for (int col = 0; col + 2 < columns; col++) {
            add_spring(c, first + r * columns + col, first + r * columns + col + 2, k.bend);
        }
    }
    for (int r = 0; r + 2 < rows && k.bend > 0; r++) {
        for (int col = 0; col < columns; col++) {
            add_spring(c, first + r * columns + col, first + (r + 2) * columns + col, k.bend);
        }
    }
}

static bool is_pinned(const cs_cloth *cloth, int row, int column)
{
    for (int i = 0; i < cloth->pin_count; i++) {
        const cs_pin *pin = &cloth->pins[i];
        if ((pin->kind == CS_PIN_ROW && pin->row == row) || (pin->kind == CS_PIN_COLUMN && pin->column == column) ||
            (pin->kind == CS_PIN_PARTICLE && pin->row == row && pin->column == column)) {
            return true;
        }
    }
    return false;
}

static void add_particles(classic *c, const cs_cloth *cloth)
{
    const cs_grid *g = &cloth->grid;
    double du = g->size[0] / (g->columns - 1), dv = g->size[1] / (g->rows - 1);
    for (int r = 0; r < g->rows; r++) {
        for (int col = 0; col < g->columns; col++) {
            classic_particle *p = &c->particles[c->particle_count++];
            p->position.x = g->origin.x + col * du * g->u.x + r * dv * g->v.x;
            p->position.y = g->origin.y + col * du * g->u.y + r * dv * g->v.y;
            p->position.z = g->origin.z + col * du * g->u.z + r * dv * g->v.z;
            p->mass = cloth->particle_mass;
            p->pinned = is_pinned(cloth, r, col);
            p->previous = p->position;
            if (!p->pinned) {
                p->previous.x -= cloth->velocity.x * c->h;
                p->previous.y -= cloth->velocity.y * c->h;
                p->previous.z -= cloth->velocity.z * c->h;
            }
        }
    }
}

/// A third of every triangle's mass for each of its corners.
static void weigh(classic *c, const cs_cloth *cloth, int first)
{
    const cs_grid *g = &cloth->grid;
    for (int cell = 0; cell < (g->rows - 1) * (g->columns - 1); cell++) {
        int i = first + cell / (g->columns - 1) * g->columns + cell % (g->columns - 1);
        int down = i + g->columns;
        bool other =
            g->diagonals == CS_DIAGONALS_ALTERNATING && (cell / (g->columns - 1) + cell % (g->columns - 1)) % 2;
        int corners[2][3] = {{i, down, other ? down + 1 : i + 1}, {down + 1, i + 1, other ? i : down}};
        for (int t = 0; t < 2; t++) {
            cs_vec3 a = c->particles[corners[t][0]].position, b = c->particles[corners[t][1]].position;
            cs_vec3 d = c->particles[corners[t][2]].position;
            double ux = b.x - a.x, uy = b.y - a.y, uz = b.z - a.z, vx = d.x - a.x, vy = d.y - a.y, vz = d.z - a.z;
            double nx = uy * vz - uz * vy, ny = uz * vx - ux * vz, nz = ux * vy - uy * vx;
            double area = sqrt(nx * nx + ny * ny + nz * nz) / 2;
            for (int k = 0; k < 3; k++) {
                c->particles[corners[t][k]].mass += cloth->density * area / 3;
            }
        }
    }
}

classic *classic_create(const cs_scene *scene, double damping)
{
    classic *c = calloc(1, sizeof(*c));
    size_t particles = 0;
    for (int i = 0; i < scene->cloth_count; i++) {
        particles += (size_t)scene->cloths[i].grid.rows * (size_t)scene->cloths[i].grid.columns;
    }
    c->scene = scene;
    c->h = scene->simulation.dt / scene->simulation.substeps;
    c->damping = damping;
    c->particles = calloc(particles, sizeof(*c->particles));
    c->springs = calloc(6 * particles, sizeof(*c->springs));
    for (int i = 0; i < scene->cloth_count; i++) {
        int first = c->particle_count;
        add_particles(c, &scene->cloths[i]);
        if (scene->cloths[i].particle_mass == 0) {
            weigh(c, &scene->cloths[i], first);
        }
        add_springs(c, &scene->cloths[i], first);
    }
    return c;
}

void classic_destroy(classic *c)
{
    free(c->particles);
    free(c->springs);
    free(c);
}

static void gather_forces(classic *c, cs_vec3 wind)
{
    cs_vec3 gravity = c->scene->simulation.gravity;
    for (int i = 0; i < c->particle_count; i++) {
        classic_particle *p = &c->particles[i];
        p->force = (cs_vec3){0, 0, 0};
        if (!p->pinned) {
            p->force.x += gravity.x * p->mass;
            p->force.y += gravity.y * p->mass;
            p->force.z += gravity.z * p->mass;
            p->force.x += wind.x;
            p->force.y += wind.y;
            p->force.z += wind.z;
        }
    }
    for (int i = 0; i < c->spring_count; i++) {
        const classic_spring *s = &c->springs[i];
        classic_particle *a = &c->particles[s->a], *b = &c->particles[s->b];
        double dx = b->position.x - a->position.x;
        double dy = b->position.y - a->position.y;
        double dz = b->position.z - a->position.z;
        double length = sqrt(dx * dx + dy * dy + dz * dz);
        if (length <= 1e-12) {
            continue;
        }
        double magnitude = s->stiffness * (length - s->rest_length);
        double fx = dx / length * magnitude;
        double fy = dy / length * magnitude;
        double fz = dz / length * magnitude;
        if (!a->pinned) {
            a->force.x += fx;
            a->force.y += fy;
            a->force.z += fz;
        }
        if (!b->pinned) {
            b->force.x -= fx;
            b->force.y -= fy;
            b->force.z -= fz;
        }
    }
}

static void push_out(const cs_scene *scene, cs_vec3 *x)
{
    for (int i = 0; i < scene->collider_count; i++) {
        const cs_collider *o = &scene->colliders[i];
        if (o->kind == CS_COLLIDER_SPHERE) {
            double reach = o->sphere.radius + o->margin;
            double dx = x->x - o->sphere.center.x, dy = x->y - o->sphere.center.y, dz = x->z - o->sphere.center.z;
            double distance = sqrt(dx * dx + dy * dy + dz * dz);
            if (distance < reach && distance > 0) {
                x->x = o->sphere.center.x + dx / distance * reach;
                x->y = o->sphere.center.y + dy / distance * reach;
                x->z = o->sphere.center.z + dz / distance * reach;
            } else if (distance < reach) {
                x->y = o->sphere.center.y + reach;
            }
        }
    }
    for (int i = 0; i < scene->collider_count; i++) {
        const cs_collider *o = &scene->colliders[i];
        if (o->kind == CS_COLLIDER_GROUND && x->y < o->ground.height + o->margin) {
            x->y = o->ground.height + o->margin;
        }
    }
}

void classic_substep(classic *c, cs_vec3 wind)
{
    gather_forces(c, wind);
    double h2 = c->h * c->h;
    for (int i = 0; i < c->particle_count; i++) {
        classic_particle *p = &c->particles[i];
        if (p->pinned) {
            continue;
        }
        cs_vec3 x = p->position, x_prev = p->previous;
        p->position.x = x.x + (x.x - x_prev.x) * c->damping + p->force.x / p->mass * h2;
        p->position.y = x.y + (x.y - x_prev.y) * c->damping + p->force.y / p->mass * h2;
        p->position.z = x.z + (x.z - x_prev.z) * c->damping + p->force.z / p->mass * h2;
        p->previous = x;
        push_out(c->scene, &p->position);
    }
}
