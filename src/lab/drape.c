// SPDX-License-Identifier: MIT
//
// The drape test of Cusick (1968) in simulation: a disc of cloth of 30 cm lies on a disc of 18 cm, held by a second one
// from above, and hangs over the edge in folds. The drape coefficient is the part of the ring between the two discs
// that its shadow covers, here counted in an orthographic picture from above by our own renderer.
#include "lab/lab.h"
#include "lab/specimen.h"

#include "math/math.h"

#include <clothsim/render.h>

#include <stdlib.h>

// The apparatus, m.
#define CLOTH_RADIUS   0.15
#define SUPPORT_RADIUS 0.09
#define PIN_SLACK      1e-6 ///< the ring of vertices on the edge of the support is held, rounded or not

/// Height of the picture, m; a little margin around the cloth.
#define PICTURE_HEIGHT 0.32

/// The test is over when the cloth moves slower than this on average (m/s), or after so many seconds. A cloth this
/// slow changes its shadow by less than a tenth of a per cent in a second.
#define REST_SPEED    2e-4
#define LONGEST       20.0
#define SHORTEST      0.5
#define TIME_STEP     (1.0 / 60)
#define XPBD_SUBSTEPS 1000 ///< with 200 cotton drapes as if it were half as stiff
#define NEWTON_MOST   10   ///< iterations a step of the implicit solver
#define TOLERANCE     1e-3 ///< of its forces: the next step goes on where one ends

/// Real cloth is never flat: waves of 2 to MODES times around, of this height (m) at the rim, give every number of
/// folds the same chance. They do not depend on the mesh.
#define MODES       12
#define WAVE_HEIGHT 3e-4
#define WAVE_SEED   18

/// A fold is a swing of the rim from nearer to further than its mean distance from the axis, by this part of its
/// standard deviation; a rim that deviates less than FLAT_RIM (m) has none.
#define FOLD_PART 0.3
#define FLAT_RIM  1e-3

cs_drape_settings cs_default_drape_settings(void)
{
    return (cs_drape_settings){.rings = 25, .solver = CS_SOLVER_IMPLICIT, .image_size = 1024, .picture = NULL};
}

/// The disc in simulation.
typedef struct rig {
    cs_specimen disc;
    cs_pin held;
    cs_cloth cloth;
    cs_phase phase;
    cs_light lights[2];
    cs_scene scene;
    cs_sim *sim;
    cs_vec3 *positions, *velocities; ///< one allocation
} rig;

static double square(double x)
{
    return x * x;
}

/// Height of the waves of the rim at an angle, between about -2 and 2.
static double wave(double angle)
{
    double sum = 0;
    for (int n = 2; n <= MODES; n++) {
        sum += cs_sin(n * angle + 2 * CS_PI * cs_random(WAVE_SEED, (uint64_t)n));
    }
    return sum / sqrt(MODES - 1);
}

static void ruffle(rig *r)
{
    cs_sim_positions(r->sim, r->positions);
    for (int i = 0; i < r->disc.mesh.vertex_count; i++) {
        cs_vec3 *x = &r->positions[i];
        double out = (sqrt(square(x->x) + square(x->z)) - SUPPORT_RADIUS) / (CLOTH_RADIUS - SUPPORT_RADIUS);
        if (out > 0) {
            x->y += WAVE_HEIGHT * out * wave(cs_atan2(-x->z, x->x));
        }
    }
    cs_sim_set_positions(r->sim, r->positions);
}

static void set_scene(rig *r, const cs_fabric *fabric, const cs_drape_settings *settings)
{
    int count;
    r->held = (cs_pin){.kind = CS_PIN_BALL, .center = {0, 0, 0}, .radius = SUPPORT_RADIUS + PIN_SLACK};
    r->cloth = cs_default_cloth();
    r->cloth.name = "cloth";
    r->cloth.source = CS_CLOTH_MESH;
    r->cloth.mesh = r->disc.mesh;
    r->cloth.material = CS_MATERIAL_FABRIC;
    r->cloth.fabric = *fabric;
    r->cloth.particle_mass = r->cloth.density = 0;
    r->cloth.pin_count = 1;
    r->cloth.pins = &r->held;
    r->cloth.surface = cs_fabric_presets(&count)[fabric->preset].surface;
    r->scene = cs_default_scene();
    r->scene.title = "drape test";
    r->scene.cloth_count = 1;
    r->scene.cloths = &r->cloth;
    cs_simulation *simulation = &r->scene.simulation;
    simulation->solver = settings->solver;
    simulation->dt = TIME_STEP;
    simulation->substeps = settings->solver == CS_SOLVER_IMPLICIT ? 1 : XPBD_SUBSTEPS;
    simulation->iterations = settings->solver == CS_SOLVER_IMPLICIT ? NEWTON_MOST : 1;
    simulation->gravity = (cs_vec3){0, -9.81, 0};
    simulation->tolerance = TOLERANCE;
    simulation->damping = 0.97;
    r->phase = (cs_phase){.name = "drape", .steps = (int)(LONGEST / TIME_STEP)};
    simulation->phase_count = 1;
    simulation->phases = &r->phase;
    r->scene.camera = (cs_camera){.eye = {0, 1, 0}, .target = {0, 0, 0}, .up = {0, 0, -1}, .height = PICTURE_HEIGHT};
    r->lights[0] = (cs_light){.kind = CS_LIGHT_DIRECTIONAL, .direction = {0.6, -1, 0.5}, .color = {0.8, 0.78, 0.75}};
    r->lights[1] = (cs_light){.kind = CS_LIGHT_DIRECTIONAL, .direction = {-1, -0.5, -0.3}, .color = {0.25, 0.27, 0.3}};
    r->scene.lights = r->lights;
    r->scene.light_count = 2;
    r->scene.image.width = r->scene.image.height = settings->image_size;
    r->scene.image.background_top = r->scene.image.background_bottom = (cs_vec3){1, 1, 1};
}

static cs_status make(rig *r, const cs_fabric *fabric, const cs_drape_settings *settings, const cs_lab *lab)
{
    *r = (rig){0};
    if (!cs_specimen_disc(CLOTH_RADIUS, SUPPORT_RADIUS, settings->rings, &r->disc)) {
        return CS_INTERNAL;
    }
    set_scene(r, fabric, settings);
    size_t count = (size_t)r->disc.mesh.vertex_count;
    r->positions = malloc(2 * count * sizeof(*r->positions));
    if (!r->positions) {
        return CS_INTERNAL;
    }
    r->velocities = r->positions + count;
    cs_status status = cs_sim_create(&r->scene, lab->compute, lab->log, &r->sim);
    if (status == CS_OK) {
        ruffle(r);
    }
    return status;
}

static void destroy(rig *r)
{
    cs_sim_destroy(r->sim);
    cs_specimen_free(&r->disc);
    free(r->positions);
}

static double rms_speed(const rig *r)
{
    int count = r->disc.mesh.vertex_count;
    double sum = 0;
    cs_sim_velocities(r->sim, r->velocities);
    for (int i = 0; i < count; i++) {
        sum += cs_dot(r->velocities[i], r->velocities[i]);
    }
    return sqrt(sum / count);
}

/// The first steps, when the flat disc buckles, need not converge and are not worth a warning; the last one is.
static cs_status settle(rig *r, cs_log *log, cs_drape_result *result)
{
    do {
        cs_status status = cs_sim_step(r->sim, NULL);
        if (status != CS_OK) {
            cs_log_error(log, "drape test", "the cloth ran away after %.3g s", cs_sim_time(r->sim));
            return status;
        }
        result->speed = rms_speed(r);
        result->time = cs_sim_time(r->sim);
    } while (result->time < SHORTEST || (result->time < LONGEST && result->speed > REST_SPEED));
    cs_state_statistics statistics;
    cs_sim_statistics(r->sim, -1, &statistics);
    if (statistics.residual > TOLERANCE) {
        cs_log_warning(log, "drape test", "the solver did not converge at rest: the residual is %.2g of the forces",
                       statistics.residual);
    }
    return CS_OK;
}

/// Folds along the rim, which is the last ring of vertices, in order.
static int count_folds(rig *r)
{
    const cs_cloth_mesh *mesh = &r->disc.mesh;
    int first = mesh->vertex_count;
    while (first > 0 && cs_length(mesh->positions[first - 1]) > CLOTH_RADIUS - PIN_SLACK) {
        first--;
    }
    int count = mesh->vertex_count - first;
    double mean = 0, spread = 0;
    cs_sim_positions(r->sim, r->positions);
    for (int i = 0; i < count; i++) {
        cs_vec3 x = r->positions[first + i];
        double distance = sqrt(square(x.x) + square(x.z));
        r->velocities[i].x = distance;
        mean += distance / count;
    }
    for (int i = 0; i < count; i++) {
        spread += square(r->velocities[i].x - mean) / count;
    }
    spread = sqrt(spread);
    int folds = 0;
    bool out = false;
    for (int i = 0; i < 2 * count && spread > FLAT_RIM; i++) { // the first round finds where it begins
        double deviation = r->velocities[i % count].x - mean;
        bool rises = !out && deviation > FOLD_PART * spread;
        out = rises || (out && deviation > -FOLD_PART * spread);
        folds += rises && i >= count;
    }
    return folds;
}

/// The shadow: pixels of cloth times the area of one, m^2.
static cs_status measure_shadow(const rig *r, const cs_drape_settings *settings, const cs_lab *lab, double *area)
{
    cs_renderer *renderer;
    cs_status status = cs_renderer_create(&r->scene, lab->compute, lab->log, &renderer);
    if (status != CS_OK) {
        return status;
    }
    cs_frame frame = cs_default_frame();
    const cs_image *image;
    status = cs_sim_snapshot(r->sim, &frame);
    if (status == CS_OK) {
        status = cs_renderer_draw(renderer, &frame, lab->log, &image);
    }
    if (status == CS_OK) {
        int64_t pixels = 0, all = (int64_t)image->width * image->height;
        for (int64_t i = 0; i < all; i++) {
            pixels += image->cloth[i];
        }
        *area = (double)pixels * square(PICTURE_HEIGHT / image->height);
        if (settings->picture) {
            status = cs_image_write_png(image, settings->picture, lab->log);
        }
    }
    cs_frame_clear(&frame);
    cs_renderer_destroy(renderer);
    return status;
}

cs_status cs_drape_test(const cs_fabric *fabric, const cs_drape_settings *settings, const cs_lab *lab,
                        cs_drape_result *result)
{
    *result = (cs_drape_result){0};
    rig r;
    double area = 0;
    cs_status status = make(&r, fabric, settings, lab);
    if (status == CS_OK) {
        status = settle(&r, lab->log, result);
    }
    if (status == CS_OK) {
        result->folds = count_folds(&r);
        status = measure_shadow(&r, settings, lab, &area);
    }
    destroy(&r);
    double disc = CS_PI * square(SUPPORT_RADIUS), cloth = CS_PI * square(CLOTH_RADIUS);
    result->coefficient = 100 * (area - disc) / (cloth - disc);
    return status;
}
