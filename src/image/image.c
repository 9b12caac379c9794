// SPDX-License-Identifier: MIT
//
// The picture itself: making, destroying, hashing. One owner for every plane; `shaded` shares
// the buffer of `rgb` until a renderer needs the colours before its overlays.
#include "base/base.h"

#include <clothsim/image.h>

#include <stdlib.h>

cs_image *cs_image_create(int width, int height, bool planes)
{
    if (width < 1 || height < 1 || width > CS_MAX_IMAGE_SIDE || height > CS_MAX_IMAGE_SIDE)
        return NULL;
    cs_image *image = calloc(1, sizeof *image);
    if (!image)
        return NULL;
    size_t pixels = (size_t)width * (size_t)height;
    image->width = width;
    image->height = height;
    image->rgb = cs_alloc_aligned(pixels, 3);
    image->shaded = image->rgb;
    if (planes) {
        image->objects = cs_alloc_aligned(pixels, sizeof *image->objects);
        image->cloth = cs_alloc_aligned(pixels, sizeof *image->cloth);
    }
    if (!image->rgb || (planes && (!image->objects || !image->cloth))) {
        cs_image_destroy(image);
        return NULL;
    }
    return image;
}

void cs_image_destroy(cs_image *image)
{
    if (!image)
        return;
    if (image->shaded != image->rgb)
        free(image->shaded);
    free(image->rgb);
    free(image->objects);
    free(image->cloth);
    free(image);
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
