// SPDX-License-Identifier: MIT
//
// A frame: a snapshot of what can be seen. The only thing that the renderer and the
// exporters know; it holds no simulation state, so one read back from a file renders the same.
#ifndef CLOTHSIM_FRAME_H
#define CLOTHSIM_FRAME_H

#include <clothsim/base.h>
#include <clothsim/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/// One cloth as a triangle mesh, or one network as tubes around its links with round ends, which meet in balls; cloths
/// come first. Object ids: 1 ... mesh_count in order. A network without a radius has no triangles. In pictures,
/// networks count as cloth.
typedef struct cs_mesh {
    const char *name;
    int vertex_count;
    cs_vec3 *positions; ///< m
    cs_vec3 *normals;   ///< unit, towards the front; the area-weighted mean of the triangles around a vertex, or radial
    double (*uv)[2]; ///< in [0, 1] over a grid or along and around a tube; that of the file for a mesh which has some
    int triangle_count;
    const cs_triangle *triangles;
    cs_surface surface;
} cs_mesh;

typedef enum cs_shape_kind {
    CS_SHAPE_SPHERE,
    CS_SHAPE_GROUND, ///< the whole plane y = height
} cs_shape_kind;

/// A collider as it shows. Object ids go on after the meshes.
typedef struct cs_shape {
    cs_shape_kind kind;
    cs_display display;
    cs_vec3 color;
    cs_vec3 center; ///< sphere, m
    double radius;  ///< sphere, m
    double height;  ///< ground, m
} cs_shape;

/// The strings and triangle lists of a frame belong to the simulation that filled it and must outlive it.
typedef struct cs_frame {
    int64_t step;
    double time; ///< s
    int mesh_count;
    cs_mesh *meshes;
    int shape_count;
    cs_shape *shapes;
    struct cs_arena *storage; ///< private
} cs_frame;

/// An empty frame; cs_sim_snapshot fills it and reuses its memory the next time.
cs_frame cs_default_frame(void);
void cs_frame_clear(cs_frame *frame); ///< gives the memory back

#ifdef __cplusplus
}
#endif
#endif
