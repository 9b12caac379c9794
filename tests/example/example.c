// SPDX-License-Identifier: MIT
//
// The library in forty lines: load a scene, step to its end, read positions, draw, write.
//     cc example.c $(pkg-config --cflags --libs clothsim) -o example && ./example scene.json out.png
#include <clothsim/clothsim.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    cs_log *log = cs_log_create();
    const cs_compute compute = {.pool = cs_pool_create(0)}; // all cores, the widest instructions
    cs_scene *scene = NULL;
    cs_sim *sim = NULL;
    cs_renderer *renderer = NULL;
    cs_frame frame = cs_default_frame();
    const cs_image *image = NULL; // belongs to the renderer

    cs_status status = argc == 3 ? cs_scene_load(argv[1], NULL, log, &scene) : CS_USAGE;
    status = status == CS_OK ? cs_sim_create(scene, &compute, log, &sim) : status;
    for (int64_t step = 0; status == CS_OK && step < cs_scene_total_steps(scene); step++)
        status = cs_sim_step(sim, log);
    int64_t count = status == CS_OK ? cs_sim_particle_count(sim) : 0;
    cs_vec3 *positions = count > 0 ? malloc((size_t)count * sizeof(cs_vec3)) : NULL;
    if (positions) {
        cs_sim_positions(sim, positions);
        printf("%d particles, the first at y = %g m\n", (int)count, positions[0].y);
    }
    status = status == CS_OK ? cs_sim_snapshot(sim, &frame) : status;
    status = status == CS_OK ? cs_renderer_create(scene, &compute, log, &renderer) : status;
    status = status == CS_OK ? cs_renderer_draw(renderer, &frame, log, &image) : status;
    status = status == CS_OK ? cs_image_write_png(image, argv[2], log) : status;
    for (int i = 0; i < cs_log_size(log); i++)
        fprintf(stderr, "line %d: %s\n", cs_log_get(log, i)->where.line, cs_log_get(log, i)->message);
    free(positions);
    cs_renderer_destroy(renderer);
    cs_frame_clear(&frame);
    cs_sim_destroy(sim);
    cs_scene_destroy(scene);
    cs_pool_destroy(compute.pool);
    cs_log_destroy(log);
    return (int)status;
}
