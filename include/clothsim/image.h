// SPDX-License-Identifier: MIT
//
// Pictures: 8-bit pixels with an id plane, PNG in and out, statistics, comparison, contact sheets.
// Row 0 is the top; pixels stand row by row.
#ifndef CLOTHSIM_IMAGE_H
#define CLOTHSIM_IMAGE_H

#include <clothsim/base.h>
#include <clothsim/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A picture. `objects` and `cloth` are NULL for one read from a file.
typedef struct cs_image {
    int width, height;
    uint8_t *rgb;    ///< width*height*3, the final picture, overlays included
    uint8_t *shaded; ///< the same before overlays; equal to `rgb` (one buffer) when there were none
    uint16_t
        *objects; ///< id of the object that shows in at least half the samples of a pixel (the smaller of two), else 0
    uint8_t *cloth; ///< 1 when at least half the samples show any cloth or network
} cs_image;

/// A black picture; with `planes` also the id planes. Sides 1 to CS_MAX_IMAGE_SIDE. NULL: no memory or bad sides.
cs_image *cs_image_create(int width, int height, bool planes);
void cs_image_destroy(cs_image *image);

/// Writes an 8-bit RGB PNG: to a temporary file beside the target, then renamed over it; a device, a pipe or "-"
/// (standard output) is written straight. CS_IO leaves the old file as it was.
cs_status cs_image_write_png(const cs_image *image, const char *path, cs_log *log);
/// The PNG as bytes for free().
cs_status cs_image_encode_png(const cs_image *image, uint8_t **bytes, size_t *size);
/// Reads a PNG of any kind as 8-bit RGB (alpha dropped). CS_IO for what is missing, broken or larger than
/// CS_MAX_IMAGE_SIDE a side.
cs_status cs_image_read_png(const char *path, cs_log *log, cs_image **image);

/// Where two pictures of one size differ. A pixel differs when a channel differs by more than `threshold` (0-255).
typedef struct cs_image_difference {
    int64_t pixels; ///< that differ
    int largest;    ///< largest channel difference
    double rms;     ///< over all channels of all pixels
    int bbox[4];    ///< x0, y0, x1, y1 inclusive of the differing pixels; all -1 when none
} cs_image_difference;

/// CS_USAGE when the sizes differ.
cs_status cs_image_compare(const cs_image *a, const cs_image *b, int threshold, cs_image_difference *difference);
/// A picture of the differences: a dimmed grey of `a`, differing pixels from yellow (small) to red (large). NULL: no
/// memory.
cs_image *cs_image_difference_picture(const cs_image *a, const cs_image *b, int threshold);

#define CS_TILES 8 ///< statistics divide the picture into CS_TILES x CS_TILES

/// What a mask covers. Everything but `pixels`, `fraction` and `tiles` is undefined when `pixels` is 0.
typedef struct cs_image_statistics {
    int64_t pixels;
    double fraction;                  ///< of all pixels
    double mean_color[3];             ///< 0-255, over the mask
    int bbox[4];                      ///< x0, y0, x1, y1 inclusive
    double centroid[2];               ///< mean x and y of the pixel indices
    double tiles[CS_TILES][CS_TILES]; ///< [row][column], covered fraction of the tile
} cs_image_statistics;

/// Statistics of the pixels whose mask byte is not 0, over the given width*height*3 colours.
void cs_image_statistics_of(int width, int height, const uint8_t *rgb, const uint8_t *mask,
                            cs_image_statistics *statistics);
/// XXH3 of width, height and `rgb`.
uint64_t cs_image_hash(const cs_image *image);

typedef struct cs_montage {
    int columns;        ///< >= 1
    int gap_x, gap_y;   ///< pixels between pictures
    cs_vec3 background; ///< display values in [0, 1]
    bool captions;      ///< a line of text under each picture
} cs_montage;
cs_montage cs_default_montage(void);

/// Lays pictures of one size out row by row. `captions[i]` may be NULL. CS_USAGE when sizes differ or the sheet is
/// larger than CS_MAX_IMAGE_SIDE.
cs_status cs_image_montage(const cs_montage *montage, int count, const cs_image *const *images,
                           const char *const *captions, cs_log *log, cs_image **sheet);

#ifdef __cplusplus
}
#endif
#endif
