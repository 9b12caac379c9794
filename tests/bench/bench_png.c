// SPDX-License-Identifier: MIT
//
// PNG writing against stock stb_image_write: time and size of the same picture, in interleaved pairs. Stock stb, with
// its own compressor and its choice of filter by row, is the oracle. Without arguments two pictures are made up: one of
// flat facets on a gradient, one of smooth shading; or give PNG files.
//
//     bench_png [FILE.png ...]
#include "base/base.h"
#include "bench/stopwatch.h"

#include <clothsim/image.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define STB_IMAGE_WRITE_STATIC
#define STB_IMAGE_WRITE_IMPLEMENTATION
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#include <stb_image_write.h>
#pragma GCC diagnostic pop

#define PAIRS 15

static uint8_t byte_of(double value)
{
    return (uint8_t)(value < 0 ? 0 : value > 1 ? 255 : floor(value * 255 + 0.5));
}

/// A wavy sheet in the middle of a gradient; `facet` pixels share one shade (1: smooth).
static cs_image *made_up(int width, int height, int facet)
{
    cs_image *image = cs_image_create(width, height, false);
    if (!image)
        return NULL;
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            uint8_t *to = image->rgb + 3 * ((size_t)y * (size_t)width + (size_t)x);
            double t = (double)y / height;
            int inside = abs(2 * x - width) < width / 2 && abs(2 * y - height) < height / 2;
            int fx = x / facet * facet, fy = y / facet * facet;
            double shade = 0.6 + 0.3 * sin(fx * 0.03 + 2 * sin(fy * 0.01)) * cos(fy * 0.02);
            to[0] = byte_of(inside ? 0.85 * shade : 0.05 * t);
            to[1] = byte_of(inside ? 0.25 * shade : 0.07 * t);
            to[2] = byte_of(inside ? 0.15 * shade : 0.15 * t);
        }
    return image;
}

static int measure(const char *name, const cs_image *image)
{
    double stock_time[PAIRS], our_time[PAIRS], ratio[PAIRS];
    int stock_size = 0;
    size_t our_size = 0;
    for (int i = 0; i < PAIRS; i++) {
        double start = stopwatch_seconds(CLOCK_MONOTONIC);
        unsigned char *stock =
            stbi_write_png_to_mem(image->rgb, 3 * image->width, image->width, image->height, 3, &stock_size);
        double middle = stopwatch_seconds(CLOCK_MONOTONIC);
        uint8_t *ours = NULL;
        cs_status status = cs_image_encode_png(image, &ours, &our_size);
        double end = stopwatch_seconds(CLOCK_MONOTONIC);
        free(stock);
        free(ours);
        if (!stock || status != CS_OK)
            return 1;
        stock_time[i] = middle - start;
        our_time[i] = end - middle;
        ratio[i] = (middle - start) / (end - middle);
    }
    double speed = stopwatch_median(ratio, PAIRS), size_ratio = (double)our_size / stock_size;
    int passes = speed >= 5 && size_ratio <= 1;
    printf("%-28s %4d x %-4d  stock %8.2f ms %8d bytes   ours %7.2f ms %8zu bytes   %5.1f x faster, %.2f of the size  "
           "%s\n",
           name, image->width, image->height, 1e3 * stopwatch_median(stock_time, PAIRS), stock_size,
           1e3 * stopwatch_median(our_time, PAIRS), our_size, speed, size_ratio, passes ? "" : "BELOW THE GATE");
    return passes ? 0 : 1;
}

int main(int argc, char **argv)
{
    cs_memory_prepare(); // as the program does
    int failures = 0;
    for (int i = 1; i < argc; i++) {
        cs_image *image = NULL;
        if (cs_image_read_png(argv[i], NULL, &image) != CS_OK) {
            fprintf(stderr, "%s cannot be read\n", argv[i]);
            return 4;
        }
        failures += measure(argv[i], image);
        cs_image_destroy(image);
    }
    for (int facet = 12; argc == 1 && facet >= 1; facet -= 11) {
        cs_image *image = made_up(800, 600, facet);
        if (!image)
            return 70;
        failures += measure(facet > 1 ? "flat facets" : "smooth shading", image);
        cs_image_destroy(image);
    }
    return failures > 0;
}
