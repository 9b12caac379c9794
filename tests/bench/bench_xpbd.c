// SPDX-License-Identifier: MIT
//
// Position based dynamics: what a constraint costs an iteration, against the plain sweep over the same constraints in
// the same order; how long a million constraints take to plan; a silk sheet over a sphere. README.md says how to read
// it.
//     bench_xpbd [repetitions] [silk: substeps iterations reference_substeps]
#include "bench/stopwatch.h"
#include "sim/plain_xpbd.h"
#include "sim/sim_scenes.h"
#include "sim/xpbd_kernels.h"

#include "base/base.h"
#include "math/math.h"

#include <stdio.h>
#include <string.h>

#define SIDE            200
#define MOST            99
#define SWEEPS          20
#define MILLION_SIDE    708
#define SILK_SIDE       100
#define SILK_FRAMES     100
#define FRAMES_A_SECOND 24.0

static cs_sim *create(const cs_scene *scene, cs_pool *pool)
{
    cs_compute compute = {.pool = pool};
    cs_sim *sim = NULL;
    if (cs_sim_create(scene, &compute, NULL, &sim) != CS_OK) {
        printf("a scene cannot be simulated\n");
        exit(1);
    }
    return sim;
}

// ---- one kind of constraint ---------------------------------------------------------------

typedef struct job {
    const cs_xpbd *xpbd;
    const cs_xpbd_group *group;
    cs_xpbd_kernel *kernel;
    int first_unit;
} job;

static void sweep_unit(void *context, int index, int thread)
{
    (void)thread;
    const job *j = context;
    int64_t first = j->group->first[j->first_unit + index], end = j->group->first[j->first_unit + index + 1];
    cs_xpbd_work work = j->group->work;
    work.gammas = j->group->gammas ? j->group->gammas + first * CS_XPBD_LANES : NULL;
    j->kernel(&work, j->group->packs + (size_t)first * j->group->pack_size, end - first);
}

/// Seconds of one sweep over all constraints of a group, as the solver makes it: processor time for one thread, on the
/// clock for more.
static double sweep_seconds(job *j, cs_pool *pool)
{
    clockid_t clock = pool ? CLOCK_MONOTONIC : CLOCK_PROCESS_CPUTIME_ID;
    double begin = stopwatch_seconds(clock);
    for (int i = 0; i < SWEEPS; i++) {
        j->first_unit = 0;
        cs_pool_run(pool, j->xpbd->block_count, sweep_unit, j);
        j->first_unit = j->xpbd->block_count;
        cs_pool_run(pool, j->xpbd->unit_count - j->xpbd->block_count, sweep_unit, j);
    }
    return (stopwatch_seconds(clock) - begin) / SWEEPS;
}

/// Plain, one thread and two threads in turn; medians in ns.
static void time_group(const char *name, const cs_sim *sim, cs_xpbd_kind kind, double constraints, int repetitions,
                       cs_pool *pool)
{
    static cs_xpbd_kernel *const links[] = CS_WIDE_TABLE(cs_xpbd_links);
    static cs_xpbd_kernel *const membrane[] = CS_WIDE_TABLE(cs_xpbd_membrane);
    static cs_xpbd_kernel *const bending[] = CS_WIDE_TABLE(cs_xpbd_bending);
    static cs_xpbd_kernel *const *const kernels[] = {links, membrane, bending};
    const cs_xpbd *xpbd = sim->solver_data;
    job j = {.xpbd = xpbd};
    for (int g = 0; g < xpbd->group_count; g++) {
        j.group = xpbd->groups[g].kind == kind ? &xpbd->groups[g] : j.group;
    }
    double plain[MOST], one[MOST], two[MOST];
    for (int i = 0; i < repetitions; i++) {
        j.kernel = plain_xpbd_kernel(kind);
        plain[i] = sweep_seconds(&j, NULL) * 1e9 / constraints;
        j.kernel = kernels[kind][sim->compute.simd];
        one[i] = sweep_seconds(&j, NULL) * 1e9 / constraints;
        two[i] = sweep_seconds(&j, pool) * 1e9 / constraints;
    }
    double best = two[0];
    for (int i = 1; i < repetitions; i++) {
        best = two[i] < best ? two[i] : best;
    }
    double p = stopwatch_median(plain, repetitions), o = stopwatch_median(one, repetitions);
    double t = stopwatch_median(two, repetitions);
    printf("| %s | %.0f | %.1f | %.2f | %.2f | %.2f | %.1f | %.1f |\n", name, constraints, p, o, t, best, p / o, p / t);
}

static void time_grid(int repetitions, cs_pool *pool)
{
    one_cloth s;
    make_sheet(&s, SIDE, SIDE, 0.01);
    s.scene.simulation.solver = CS_SOLVER_XPBD;
    s.scene.simulation.iterations = 1;
    s.cloth.springs = (cs_springs){800, 0, 0};
    cs_sim *sim = create(&s.scene, pool);
    time_group("links of a grid", sim, CS_XPBD_LINKS, (double)cs_sim_spring_count(sim), repetitions, pool);
    cs_sim_destroy(sim);
}

/// A grid of random diagonals whose vertices and triangles stand in no order.
typedef struct shuffled_mesh {
    cs_vec3 positions[SIDE * SIDE];
    cs_triangle triangles[2 * (SIDE - 1) * (SIDE - 1)];
    int place[SIDE * SIDE];
} shuffled_mesh;

static int below(int n, uint64_t *counter)
{
    return (int)floor(n * cs_random(99, (*counter)++));
}

static void shuffle_mesh(shuffled_mesh *m)
{
    uint64_t counter = 0;
    for (int i = 0; i < SIDE * SIDE; i++) {
        int other = below(i + 1, &counter);
        m->place[i] = m->place[other];
        m->place[other] = i;
    }
    for (int i = 0; i < SIDE * SIDE; i++) {
        int row = i / SIDE, column = i % SIDE;
        double x = 0.1 * column + 0.03 * cs_random(7, 2 * (uint64_t)i);
        double z = 0.1 * row + 0.03 * cs_random(7, 2 * (uint64_t)i + 1);
        m->positions[m->place[i]] = (cs_vec3){x, 0, z};
    }
    int count = 0;
    for (int cell = 0; cell < (SIDE - 1) * (SIDE - 1); cell++) {
        int at = cell / (SIDE - 1) * SIDE + cell % (SIDE - 1);
        const int *p = m->place;
        int a = p[at], b = p[at + 1], c = p[at + SIDE], d = p[at + SIDE + 1];
        bool down = below(2, &counter);
        m->triangles[count++] = down ? (cs_triangle){a, c, b} : (cs_triangle){a, c, d};
        m->triangles[count++] = down ? (cs_triangle){d, b, c} : (cs_triangle){a, d, b};
    }
    for (int i = count - 1; i > 0; i--) {
        int other = below(i + 1, &counter);
        cs_triangle t = m->triangles[i];
        m->triangles[i] = m->triangles[other];
        m->triangles[other] = t;
    }
}

static void use_mesh(one_cloth *s, const shuffled_mesh *mesh)
{
    make_sheet(s, 2, 2, 0.01);
    s->scene.simulation.solver = CS_SOLVER_XPBD;
    s->scene.simulation.iterations = 1;
    s->cloth.source = CS_CLOTH_MESH;
    s->cloth.mesh = (cs_cloth_mesh){.vertex_count = SIDE * SIDE, .positions = mesh->positions};
    s->cloth.mesh.triangle_count = (int)CS_COUNT(mesh->triangles);
    s->cloth.mesh.triangles = mesh->triangles;
}

static const cs_fabric_preset *silk(void)
{
    int count;
    const cs_fabric_preset *presets = cs_fabric_presets(&count);
    for (int i = 0; i < count; i++) {
        if (strcmp(presets[i].name, "silk") == 0) {
            return &presets[i];
        }
    }
    exit(1);
}

static void time_meshes(int repetitions, cs_pool *pool)
{
    shuffled_mesh *mesh = calloc(1, sizeof(*mesh));
    if (!mesh) {
        exit(1);
    }
    shuffle_mesh(mesh);
    one_cloth s;
    use_mesh(&s, mesh);
    s.cloth.springs = (cs_springs){800, 0, 0};
    cs_sim *sim = create(&s.scene, pool);
    time_group("links of a shuffled mesh", sim, CS_XPBD_LINKS, (double)cs_sim_spring_count(sim), repetitions, pool);
    cs_sim_destroy(sim);

    s.cloth.material = CS_MATERIAL_FABRIC;
    s.cloth.fabric = silk()->fabric;
    double triangles = s.cloth.mesh.triangle_count;
    for (int damped = 0; damped < 2; damped++) {
        s.cloth.fabric.damping = damped ? silk()->fabric.damping : 0;
        sim = create(&s.scene, pool);
        time_group(damped ? "triangles of a damped membrane" : "triangles of a membrane", sim, CS_XPBD_MEMBRANE,
                   triangles, repetitions, pool);
        time_group(damped ? "damped hinges" : "hinges", sim, CS_XPBD_BENDING, 1.5 * triangles, repetitions, pool);
        cs_sim_destroy(sim);
    }
    free(mesh);
}

// ---- a million constraints ----------------------------------------------------------------

static void time_plan(int repetitions)
{
    const int lanes = MILLION_SIDE * MILLION_SIDE;
    int *ends[2] = {malloc(2 * sizeof(int) * (size_t)lanes), malloc(2 * sizeof(int) * (size_t)lanes)};
    double *inverse_mass = malloc(sizeof(double) * (size_t)lanes), seconds[MOST];
    if (!ends[0] || !ends[1] || !inverse_mass) {
        exit(1);
    }
    int count = 0;
    for (int i = 0; i < lanes; i++) {
        inverse_mass[i] = 1;
        for (int k = 0; k < 2; k++) {
            if ((k == 0 ? i % MILLION_SIDE : i / MILLION_SIDE) + 1 < MILLION_SIDE) {
                ends[0][count] = i;
                ends[1][count++] = i + (k == 0 ? 1 : MILLION_SIDE);
            }
        }
    }
    const cs_xpbd_set set = {.nodes = 2, .count = count, .lane = {ends[0], ends[1]}};
    const cs_xpbd_problem problem = {.lanes = lanes, .inverse_mass = inverse_mass, .set_count = 1, .sets = &set};
    for (int i = 0; i < repetitions; i++) {
        cs_arena *arena = cs_arena_create();
        cs_xpbd_plan plan;
        double begin = stopwatch_seconds(CLOCK_PROCESS_CPUTIME_ID);
        if (!arena || !cs_xpbd_plan_make(arena, &problem, &plan)) {
            exit(1);
        }
        seconds[i] = stopwatch_seconds(CLOCK_PROCESS_CPUTIME_ID) - begin;
        cs_arena_destroy(arena);
    }
    printf("\nblocks, interfaces and colours of %d links: %.3f s\n", count, stopwatch_median(seconds, repetitions));
    free(ends[0]);
    free(ends[1]);
    free(inverse_mass);
}

// ---- silk over a sphere -------------------------------------------------------------------

static void make_silk(one_cloth *s, int substeps, int iterations)
{
    make_sheet(s, SILK_SIDE, SILK_SIDE, 1 / FRAMES_A_SECOND);
    s->scene.simulation.solver = CS_SOLVER_XPBD;
    s->scene.simulation.substeps = substeps;
    s->scene.simulation.iterations = iterations;
    s->scene.simulation.gravity = (cs_vec3){0, -9.8, 0};
    s->cloth.grid.size[0] = s->cloth.grid.size[1] = 2.4;
    s->cloth.grid.origin = (cs_vec3){-1.25, 0, -1.2};
    s->cloth.material = CS_MATERIAL_FABRIC;
    s->cloth.fabric = silk()->fabric;
    s->cloth.long_range = (cs_long_range){.links = true, .slack = silk()->fabric.strain_limit};
    s->scene.collider_count = 2;
    s->colliders[0] = (cs_collider){.kind = CS_COLLIDER_SPHERE, .margin = 0.02};
    s->colliders[0].sphere.center = (cs_vec3){0, -1.2, 0};
    s->colliders[0].sphere.radius = 0.6;
    s->colliders[1] = (cs_collider){.kind = CS_COLLIDER_GROUND};
    s->colliders[1].ground.height = -2.5;
}

/// Runs the scene and writes length/rest of every edge of the mesh at the end; returns seconds on the clock.
static double run_silk(int substeps, int iterations, cs_pool *pool, double *stretch)
{
    one_cloth s;
    make_silk(&s, substeps, iterations);
    cs_sim *sim = create(&s.scene, pool);
    double begin = stopwatch_seconds(CLOCK_MONOTONIC);
    for (int i = 0; i < SILK_FRAMES; i++) {
        if (cs_sim_step(sim, NULL) != CS_OK) {
            printf("the silk ran away in frame %d\n", i);
            exit(1);
        }
    }
    double seconds = stopwatch_seconds(CLOCK_MONOTONIC) - begin;
    const cs_body *body = &sim->bodies[0];
    for (int i = 0; i < body->edge_count; i++) {
        cs_vec3 a = cs_soa_get(&sim->now, body->edges[i].a), b = cs_soa_get(&sim->now, body->edges[i].b);
        stretch[i] = cs_length(cs_sub(b, a)) / body->edges[i].rest;
    }
    cs_sim_destroy(sim);
    return seconds;
}

static void time_silk(int substeps, int iterations, int reference_substeps, cs_pool *pool)
{
    const int edges = 2 * SILK_SIDE * (SILK_SIDE - 1) + (SILK_SIDE - 1) * (SILK_SIDE - 1);
    double *reference = malloc(sizeof(double) * (size_t)edges), *stretch = malloc(sizeof(double) * (size_t)edges);
    if (!reference || !stretch) {
        exit(1);
    }
    double seconds = run_silk(substeps, iterations, pool, stretch);
    printf("silk over a sphere, %d frames, %d substeps of %d iterations: %.2f s\n", SILK_FRAMES, substeps, iterations,
           seconds);
    if (reference_substeps > 0) {
        run_silk(reference_substeps, iterations, pool, reference);
        for (int i = 0; i < edges; i++) {
            stretch[i] = fabs(stretch[i] - reference[i]);
        }
        qsort(stretch, (size_t)edges, sizeof(*stretch), stopwatch_ascending);
        printf("edge stretch against %d substeps: median error %.4f, 95th percentile %.4f\n", reference_substeps,
               stretch[edges / 2], stretch[edges * 95 / 100]);
    }
    free(reference);
    free(stretch);
}

int main(int argc, char **argv)
{
    int repetitions = argc > 1 ? atoi(argv[1]) : 9;
    repetitions = repetitions < 1 ? 1 : repetitions > MOST ? MOST : repetitions;
    cs_pool *pool = cs_pool_create(2);
    printf("ns for a constraint and an iteration\n\n");
    printf("| constraints | number | plain | ours | ours, 2 threads | best | faster | with 2 threads |\n");
    printf("|---|---|---|---|---|---|---|---|\n");
    time_grid(repetitions, pool);
    time_meshes(repetitions, pool);
    time_plan(repetitions < 5 ? repetitions : 5);
    if (argc > 2) {
        time_silk(atoi(argv[2]), argc > 3 ? atoi(argv[3]) : 1, argc > 4 ? atoi(argv[4]) : 0, pool);
    }
    cs_pool_destroy(pool);
    return 0;
}
