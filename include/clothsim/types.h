// SPDX-License-Identifier: MIT
//
// The words that every part of clothsim shares: vectors, colours, the look of
// a surface. SI units, right-handed axes, y up. All types are plain values.
#ifndef CLOTHSIM_TYPES_H
#define CLOTHSIM_TYPES_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A point or a direction in metres, a velocity in m/s, a force in newtons, or a colour (x red, y green, z blue).
typedef struct cs_vec3 {
    double x, y, z;
} cs_vec3;

/// Vertex indices of a triangle, counter-clockwise seen from the front.
typedef struct cs_triangle {
    int32_t a, b, c;
} cs_triangle;

/// Which normal lights a triangle: its own, or the ones interpolated from its vertices.
typedef enum cs_shading {
    CS_SHADING_SMOOTH,
    CS_SHADING_FLAT,
} cs_shading;

/// How a surface answers light (two-sided Phong). Colours and factors are linear, usually in [0, 1].
typedef struct cs_surface {
    cs_vec3 front;    ///< colour of the side from which the vertices run counter-clockwise
    cs_vec3 back;     ///< colour of the other side
    double ambient;   ///< part of the colour that is there without any light
    double diffuse;   ///< factor of the Lambert term
    double specular;  ///< factor of the highlight
    double shininess; ///< exponent of the highlight
    cs_shading shading;
} cs_surface;

/// Pictures have at most this many pixels a side.
#define CS_MAX_IMAGE_SIDE 16384

/// Cloths and colliders of a scene together are at most this many: what the 16-bit ids of a picture tell apart.
#define CS_MAX_OBJECTS 65534

/// How a collider shows in the picture.
typedef enum cs_display {
    CS_DISPLAY_SOLID,             ///< lit, depth-tested
    CS_DISPLAY_WIREFRAME,         ///< lines, depth-tested against the cloth
    CS_DISPLAY_WIREFRAME_OVERLAY, ///< lines over everything, neither depth nor id
    CS_DISPLAY_HIDDEN,
} cs_display;

#ifdef __cplusplus
}
#endif
#endif
