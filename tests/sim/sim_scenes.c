// SPDX-License-Identifier: MIT
//
// Scenes built in memory for the tests of the simulation.
#include "sim/sim_scenes.h"

cs_scene bare_scene(void)
{
    cs_scene scene = {0};
    scene.simulation.solver = CS_SOLVER_VERLET;
    scene.simulation.dt = 0.008;
    scene.simulation.substeps = 1;
    scene.simulation.damping = 1;
    scene.simulation.iterations = 1;
    scene.simulation.correction = 1;
    return scene;
}

void make_sheet(one_cloth *s, int rows, int columns, double dt)
{
    *s = (one_cloth){.scene = bare_scene()};
    s->scene.simulation.dt = dt;
    s->scene.simulation.phase_count = 1;
    s->scene.simulation.phases = s->phases;
    s->phases[0] = (cs_phase){.name = "phase", .steps = 600};
    s->scene.cloth_count = 1;
    s->scene.cloths = &s->cloth;
    s->scene.colliders = s->colliders;
    s->cloth.name = "cloth";
    s->cloth.grid = (cs_grid){.rows = rows,
                              .columns = columns,
                              .size = {0.1 * (columns - 1), 0.1 * (rows - 1)},
                              .u = {1, 0, 0},
                              .v = {0, 0, 1}};
    s->cloth.transform.scale = (cs_vec3){1, 1, 1};
    s->cloth.particle_mass = 1;
    s->cloth.springs = (cs_springs){800, 400, 200};
    s->cloth.pins = s->pins;
}

void make_classic(one_cloth *s)
{
    make_sheet(s, 25, 25, 0.008);
    s->scene.simulation.gravity = (cs_vec3){0, -9.8, 0};
    s->scene.simulation.damping = 0.99;
    s->scene.simulation.phase_count = 3;
    s->phases[0] = (cs_phase){.name = "drape", .steps = 600};
    s->phases[1] = (cs_phase){.name = "wind", .steps = 200, .wind_force = {0.2, 0, -0.1}};
    s->phases[2] = (cs_phase){.name = "settle", .steps = 100};
    s->cloth.grid.size[0] = s->cloth.grid.size[1] = 2.4;
    s->cloth.grid.origin = (cs_vec3){-1.25, 0, -1.2};
    s->cloth.pin_count = 1;
    s->pins[0] = (cs_pin){.kind = CS_PIN_ROW, .row = 0};
    s->scene.collider_count = 2;
    s->colliders[0] = (cs_collider){.kind = CS_COLLIDER_SPHERE, .margin = 0.02};
    s->colliders[0].sphere.center = (cs_vec3){0, -1.2, 0};
    s->colliders[0].sphere.radius = 0.6;
    s->colliders[1] = (cs_collider){.kind = CS_COLLIDER_GROUND};
    s->colliders[1].ground.height = -2.5;
}
