// SPDX-License-Identifier: MIT
//
// A scene: what the user wrote, checked and with every default filled in. Plain
// structs, immutable after loading; `const cs_scene *` may be shared by threads.
//
// Every key of the JSON form is one row of the key table (src/scene), which drives
// parsing, validation, defaults, the JSON Schema and the documentation.
#ifndef CLOTHSIM_SCENE_H
#define CLOTHSIM_SCENE_H

#include <clothsim/base.h>
#include <clothsim/types.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum cs_solver {
    CS_SOLVER_VERLET,   ///< position Verlet
    CS_SOLVER_EULER,    ///< explicit Euler, to show how it fails
    CS_SOLVER_RK4,      ///< the classic Runge-Kutta scheme of order 4
    CS_SOLVER_IMPLICIT, ///< backward Euler
    CS_SOLVER_PBD,      ///< position based dynamics: no units, stiffness by iterations and correction
    CS_SOLVER_XPBD,     ///< extended position based dynamics: compliance in real units
} cs_solver;

typedef enum cs_contact_mode {
    CS_CONTACT_PUSH_OUT, ///< particles are pushed out of spheres and up to the ground after each step
} cs_contact_mode;

/// A stretch of the simulation with its own wind.
typedef struct cs_phase {
    const char *name;
    int steps;          ///< of dt; >= 0
    cs_vec3 wind_force; ///< N on every free particle
} cs_phase;

typedef struct cs_simulation {
    cs_solver solver;
    double dt;           ///< s, > 0
    int substeps;        ///< >= 1; each is dt / substeps long
    int iterations;      ///< >= 1: projections a substep (pbd, xpbd), most Newton iterations a substep (implicit)
    double correction;   ///< pbd: the part of an error that a projection takes away, in [0, 1]
    double tolerance;    ///< implicit: a solve has converged when its residual fell to this part
    cs_vec3 gravity;     ///< m/s^2
    double damping;      ///< air damping: part of the velocity kept over one dt, in [0, 1]
    bool allow_unstable; ///< a dt above the stability limit is warned of, not refused
    cs_contact_mode contact_mode;
    int phase_count;
    const cs_phase *phases;
} cs_simulation;

/// Which diagonal splits a grid cell into two triangles.
typedef enum cs_diagonals {
    CS_DIAGONALS_SAME,        ///< (r,c) (r+1,c) (r,c+1) and (r+1,c+1) (r,c+1) (r+1,c) in every cell
    CS_DIAGONALS_ALTERNATING, ///< the other diagonal in every cell with r + c odd
} cs_diagonals;

/// A rectangle of particles: (row r, column c) starts at origin + c*du*u + r*dv*v with
/// du = size[0]/(columns-1), dv = size[1]/(rows-1), and has the index r*columns + c.
typedef struct cs_grid {
    int rows, columns; ///< >= 2
    double size[2];    ///< m along u and v, > 0
    cs_vec3 origin;    ///< m
    cs_vec3 u, v;      ///< directions, used as they are (not normalised)
    cs_diagonals diagonals;
} cs_grid;

typedef enum cs_pin_kind {
    CS_PIN_ROW,
    CS_PIN_COLUMN,
    CS_PIN_PARTICLE,
    CS_PIN_BOX,    ///< every particle that starts in the closed box (after the cloth's transform)
    CS_PIN_VERTEX, ///< one vertex of a mesh
    CS_PIN_BALL,   ///< every particle that starts in the closed ball (after the cloth's transform)
} cs_pin_kind;

/// Particles that neither move nor receive force. Indices are resolved: 0-based, in range.
typedef struct cs_pin {
    cs_pin_kind kind;
    int row, column;  ///< those that the kind uses
    cs_vec3 min, max; ///< box, m
    int vertex;
    cs_vec3 center; ///< ball, m
    double radius;  ///< ball, m, >= 0
} cs_pin;

/// Start pose: scale, then rotate about x, then y, then z (degrees), then translate (m).
typedef struct cs_transform {
    cs_vec3 translate, rotate, scale;
} cs_transform;

/// N/m; 0 makes no springs of that kind.
typedef struct cs_springs {
    double structural; ///< to the next neighbour
    double shear;      ///< both diagonals of a cell
    double bend;       ///< two apart
} cs_springs;

/// m/N, of the same three kinds; 0 is rigid. For pbd and xpbd.
typedef struct cs_compliance {
    double structural, shear, bend;
} cs_compliance;

/// A fabric in real units, the same for every mesh and time step. The warp runs along u of a grid or of a mesh's uv,
/// the weft along v. Stretch and shear are forces per width and strain, bend is a moment per width and curvature.
typedef struct cs_fabric {
    int preset;          ///< index of cs_fabric_presets
    double density;      ///< kg/m^2, > 0
    double stretch[2];   ///< N/m along the warp and along the weft, at small strain, > 0
    double coupling;     ///< N/m: tension along one per strain along the other; |coupling| < sqrt(warp weft)
    double shear;        ///< N/m, > 0
    double stiffening;   ///< >= 0: a strain e > 0 counts as e + stiffening e^2 / 2
    double strain_limit; ///< > 0: beyond this strain the cloth is a hundred times as stiff
    double bend[2];      ///< N m along the warp and along the weft, > 0
    double bend_bias;    ///< N m along the bisector of both, > 0
    double friction;     ///< >= 0; for contact with friction
    double damping;      ///< s, >= 0: viscous stress is stiffness * damping * strain rate
} cs_fabric;

/// A named fabric with what is known about it.
typedef struct cs_fabric_preset {
    const char *name;        ///< as scenes name it
    const char *description; ///< one line
    cs_fabric fabric;
    cs_surface surface;       ///< its look
    double drape[2];          ///< published band of the drape coefficient, %; 0, 0: none
    double bend_published[2]; ///< published spread of the bending rigidity, N m; 0, 0: none
    const char *source;       ///< where the values come from
    const char *estimated;    ///< which of them are estimates; "" for none
} cs_fabric_preset;

/// The table of all presets; constant.
const cs_fabric_preset *cs_fabric_presets(int *count);

typedef enum cs_cloth_source {
    CS_CLOTH_GRID,
    CS_CLOTH_MESH,
} cs_cloth_source;

/// Triangles from a file, or built in memory; the arrays belong to the scene or the caller.
typedef struct cs_cloth_mesh {
    const char *file;   ///< as the scene names it, relative to the scene's own folder; NULL for one built in memory
    uint64_t file_hash; ///< XXH3 of the file's bytes
    int vertex_count;
    const cs_vec3 *positions; ///< m, before the transform
    const double (*uv)[2];    ///< one each; NULL: none, and the warp runs along x of the rest shape
    int triangle_count;
    const cs_triangle *triangles;
} cs_cloth_mesh;

/// What holds a cloth together.
typedef enum cs_material {
    CS_MATERIAL_SPRINGS,
    CS_MATERIAL_COMPLIANCE,
    CS_MATERIAL_FABRIC,
} cs_material;

/// Links that only pull, once the cloth is longer than (1 + slack) times its rest length there: they carry tension over
/// many particles in one iteration. They never resist bending.
typedef struct cs_long_range {
    bool links;   ///< between particles two and four apart along rows and columns (grids)
    bool tethers; ///< from every particle to the pinned one that is nearest along the cloth
    double slack; ///< >= 0
} cs_long_range;

typedef struct cs_cloth {
    const char *name;
    cs_cloth_source source;
    cs_grid grid;       ///< CS_CLOTH_GRID
    cs_cloth_mesh mesh; ///< CS_CLOTH_MESH
    cs_transform transform;
    cs_vec3 velocity;     ///< m/s at the start
    double particle_mass; ///< kg; > 0, or 0 when `density` or the fabric gives the mass
    double density;       ///< kg/m^2; > 0, or 0 when `particle_mass` or the fabric gives the mass
    cs_material material;
    cs_springs springs;       ///< CS_MATERIAL_SPRINGS; on a mesh: edges, none, and the far corners of two triangles
    cs_compliance compliance; ///< CS_MATERIAL_COMPLIANCE, likewise
    cs_fabric fabric;         ///< CS_MATERIAL_FABRIC
    cs_long_range long_range;
    int pin_count;
    const cs_pin *pins;
    cs_surface surface;
} cs_cloth;

/// A link between particles a and b of one network. Its force on a is k (|d| - rest) d/|d|, d = x_b - x_a, plus
/// damping times the rate of |d|.
typedef struct cs_link {
    int a, b;
    double stiffness;   ///< N/m, >= 0; unused when `by_compliance`
    bool by_compliance; ///< `compliance` counts instead (pbd and xpbd)
    double compliance;  ///< m/N, >= 0; 0 is rigid
    double rest_length; ///< m, >= 0
    double damping;     ///< N s/m, >= 0; only along the link
    bool tension_only;  ///< does not push when shorter than at rest
} cs_link;

typedef struct cs_particle {
    cs_vec3 position; ///< m
    cs_vec3 velocity; ///< m/s
    double mass;      ///< kg, > 0
    bool pinned;
} cs_particle;

/// Explicit particles and links: chains, pendulums, strings. The arrays belong to the caller.
typedef struct cs_network {
    const char *name;
    int particle_count;
    const cs_particle *particles;
    int link_count;
    const cs_link *links; ///< forces are added in this order
    double radius;        ///< m, >= 0: how thick a link shows; 0: not at all
    cs_surface surface;
} cs_network;

typedef enum cs_collider_kind {
    CS_COLLIDER_SPHERE,
    CS_COLLIDER_GROUND, ///< the half-space below a height
} cs_collider_kind;

typedef struct cs_collider {
    cs_collider_kind kind;
    double margin;   ///< m, >= 0; push-out keeps particles this far from a sphere's surface
    double friction; ///< >= 0
    cs_display display;
    cs_vec3 color;
    union {
        struct {
            cs_vec3 center;
            double radius; ///< m, > 0
        } sphere;
        struct {
            double height; ///< m; the clamp is to height + margin
        } ground;
    };
} cs_collider;

typedef struct cs_camera {
    cs_vec3 eye, target, up;
    double fov;    ///< vertical, degrees, in (0, 180); 0 when `height` is given
    double height; ///< m: an orthographic view, this high; 0 when `fov` is given
} cs_camera;

typedef enum cs_light_kind {
    CS_LIGHT_POINT,       ///< at `position`, without falloff
    CS_LIGHT_DIRECTIONAL, ///< shines along `direction`
} cs_light_kind;

typedef struct cs_light {
    cs_light_kind kind;
    cs_vec3 position;  ///< point, m
    cs_vec3 direction; ///< directional; the way the light travels, need not be a unit vector
    cs_vec3 color;     ///< linear, >= 0
} cs_light;

typedef enum cs_pipeline {
    CS_PIPELINE_STANDARD,
    CS_PIPELINE_CLASSIC,
} cs_pipeline;

typedef enum cs_tone_mapping {
    CS_TONE_ACES,
    CS_TONE_CLAMP,
} cs_tone_mapping;

typedef enum cs_encoding {
    CS_ENCODING_SRGB,
    CS_ENCODING_LINEAR,
} cs_encoding;

typedef struct cs_image_settings {
    int width, height; ///< pixels, 1 to CS_MAX_IMAGE_SIDE
    int samples;       ///< per side of a pixel: 4 means 16; 1 to 16
    cs_pipeline pipeline;
    cs_tone_mapping tone_mapping;
    cs_encoding encoding;
    cs_vec3 background_top, background_bottom; ///< display values in [0, 1]
} cs_image_settings;

typedef enum cs_mask_kind {
    CS_MASK_OBJECT, ///< pixels of which at least half the samples show cloth, networks included
    CS_MASK_COLOR,  ///< pixels of the final 8-bit picture whose named channel leads
} cs_mask_kind;

/// Which pixels count as cloth in the statistics.
typedef struct cs_mask {
    cs_mask_kind kind;
    int dominant; ///< 0 red, 1 green, 2 blue: strictly above the other two ...
    int above;    ///< ... and strictly above this 8-bit value
} cs_mask;

typedef struct cs_scene {
    const char *title;
    const char *file; ///< as the user named it; NULL for a scene built in memory
    cs_simulation simulation;
    int cloth_count;
    const cs_cloth *cloths;
    int network_count;
    const cs_network *networks;
    int collider_count;
    const cs_collider *colliders;
    cs_camera camera;
    int light_count;
    const cs_light *lights;
    cs_image_settings image;
    cs_mask mask;
    uint64_t hash; ///< of the resolved scene and the files it names: the same for every spelling of the same scene
    struct cs_scene_source *source; ///< text and locations; NULL for a scene built in memory
} cs_scene;

/// A `path=value` override, as `--set` gives it. The value is JSON, or else a bare string.
typedef struct cs_scene_options {
    int set_count;
    const char *const *sets; ///< "simulation.dt=0.004", "cloths[0].name=flag", "image.width=320"
    uint64_t max_memory;     ///< bytes; 0: CS_DEFAULT_MAX_MEMORY
    bool no_files;           ///< for scenes of strangers: another file that a scene names is an error and not read
} cs_scene_options;
#define CS_DEFAULT_MAX_MEMORY (UINT64_C(4) << 30)

/// Loads and checks a scene file. All errors of the file are logged in one run, each at its line and column;
/// warnings are logged and do not fail. `options` may be NULL. On CS_OK `*scene` is for cs_scene_destroy.
/// Fails with CS_INVALID_SCENE, CS_IO (it cannot be read, or all that is wrong with it is that a file which it names
/// cannot), CS_INTERNAL (no memory).
cs_status cs_scene_load(const char *path, const cs_scene_options *options, cs_log *log, cs_scene **scene);

/// The same for a text in memory (not necessarily terminated); `name` stands for the file in diagnostics, and files
/// that the scene names are looked for in its folder.
cs_status cs_scene_parse(const char *name, const char *text, size_t size, const cs_scene_options *options, cs_log *log,
                         cs_scene **scene);
void cs_scene_destroy(cs_scene *scene);

/// Defaults for building a scene in code: no cloths, no networks, no colliders, one phase of 600 steps,
/// the default camera, lights and image. Arrays are yours; nothing to destroy.
cs_scene cs_default_scene(void);
cs_cloth cs_default_cloth(void);
cs_network cs_default_network(void); ///< no particles, no links
cs_collider cs_default_collider(cs_collider_kind kind);

/// Steps of all phases together.
int64_t cs_scene_total_steps(const cs_scene *scene);
/// Particles of all cloths and networks.
int64_t cs_scene_particle_count(const cs_scene *scene);

/// Where the value of a path ("simulation.dt", "cloths[0].springs") stands, or the nearest object around it when
/// it was left to its default. Line 0 for a scene built in memory.
cs_location cs_scene_locate(const cs_scene *scene, const char *path);
/// Logs a diagnostic at a path, with its source line. `help` may be NULL.
void cs_scene_report(const cs_scene *scene, cs_log *log, cs_severity severity, const char *path, const char *message,
                     const char *help);

/// The JSON Schema (draft 2020-12) of the scene format. Returns a string for free(), NULL when there is no memory.
char *cs_scene_schema(void);
/// The key table as Markdown: path, type, range, default, unit, meaning. For free().
char *cs_scene_key_table(void);
/// The scene after defaults and overrides as canonical JSON. `hash` is taken of it and of the files that it names.
/// For free().
char *cs_scene_resolved(const cs_scene *scene);

#ifdef __cplusplus
}
#endif
#endif
