// SPDX-License-Identifier: MIT
//
// The picture itself: making, destroying, hashing. All planes lie in one block: it takes fewer large pages, each of
// which the system has to clear, than a block for each. `shaded` shares the bytes of `rgb` unless a renderer needs the
// colours before its overlays.
#include "image/image.h"

#include "base/base.h"

#include <stdlib.h>
#include <string.h>

/// Planes start on a cache line.
#define PLANE_ALIGNMENT ((size_t)64)

typedef struct owned_image {
    cs_image image;
    const uint8_t *shaded; ///< the one in the block; another that someone puts in its place is a block for itself
} owned_image;

static size_t plane_size(size_t pixels, size_t bytes_per_pixel)
{
    return (pixels * bytes_per_pixel + PLANE_ALIGNMENT - 1) / PLANE_ALIGNMENT * PLANE_ALIGNMENT;
}

/// `*size`: of the block. The sides are at most CS_MAX_IMAGE_SIDE, so that no product overflows.
static cs_image *create(int width, int height, bool planes, bool split, size_t *size)
{
    if (width < 1 || height < 1 || width > CS_MAX_IMAGE_SIDE || height > CS_MAX_IMAGE_SIDE)
        return NULL;
    size_t pixels = (size_t)width * (size_t)height, colors = plane_size(pixels, 3);
    size_t objects = plane_size(pixels, sizeof(uint16_t)), cloth = plane_size(pixels, 1);
    *size = colors + (split ? colors : 0) + (planes ? objects + cloth : 0);
    owned_image *owned = calloc(1, sizeof *owned);
    uint8_t *block = owned ? cs_alloc_raw(*size) : NULL;
    if (!block) {
        free(owned);
        return NULL;
    }
    owned->image = (cs_image){.width = width, .height = height, .rgb = block};
    owned->image.shaded = split ? block + colors : block;
    owned->shaded = owned->image.shaded;
    if (planes) {
        uint8_t *behind = owned->image.shaded + colors;
        owned->image.objects = (uint16_t *)(void *)behind;
        owned->image.cloth = behind + objects;
    }
    return &owned->image;
}

cs_image *cs_image_create(int width, int height, bool planes)
{
    size_t size;
    cs_image *image = create(width, height, planes, false, &size);
    if (image)
        memset(image->rgb, 0, size);
    return image;
}

cs_image *cs_image_create_unset(int width, int height, bool split)
{
    size_t size;
    return create(width, height, true, split, &size);
}

void cs_image_destroy(cs_image *image)
{
    if (!image)
        return;
    owned_image *owned = (owned_image *)image;
    if (image->shaded != owned->shaded && image->shaded != image->rgb)
        free(image->shaded);
    free(image->rgb);
    free(owned);
}

uint64_t cs_image_hash(const cs_image *image)
{
    uint8_t sides[8];
    for (int i = 0; i < 4; i++) {
        sides[i] = (uint8_t)((unsigned)image->width >> (8 * i));
        sides[4 + i] = (uint8_t)((unsigned)image->height >> (8 * i));
    }
    uint64_t seed = cs_hash_bytes(sides, sizeof sides, 0);
    return cs_hash_bytes(image->rgb, (size_t)image->width * (size_t)image->height * 3, seed);
}
