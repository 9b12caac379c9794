// SPDX-License-Identifier: MIT
//
// Contact sheets: pictures of one size, row by row, gaps between them, and on request a caption under each.
#include "base/base.h"
#include "image/caption.h"
#include "image/image.h"

#include <string.h>

cs_montage cs_default_montage(void)
{
    return (cs_montage){.columns = 2, .gap_x = 20, .gap_y = 40, .background = {0.08, 0.08, 0.12}, .captions = true};
}

/// Where things stand on the sheet, in pixels.
typedef struct layout {
    int columns;
    int64_t picture_width, picture_height, strip; // strip: height of a caption, 0 without
    int64_t step_x, step_y;                       // from one picture to the next
    int64_t width, height;
} layout;

static layout lay_out(const cs_montage *montage, int count, int picture_width, int picture_height)
{
    layout sheet = {.columns = count < montage->columns ? count : montage->columns,
                    .picture_width = picture_width,
                    .picture_height = picture_height};
    int64_t rows = ((int64_t)count + sheet.columns - 1) / sheet.columns;
    sheet.strip = montage->captions ? caption_strip_height(picture_height) : 0;
    sheet.step_x = sheet.picture_width + montage->gap_x;
    sheet.step_y = sheet.picture_height + sheet.strip + montage->gap_y;
    sheet.width = sheet.columns * sheet.step_x - montage->gap_x;
    sheet.height = rows * sheet.step_y - montage->gap_y;
    return sheet;
}

void cs_montage_size(const cs_montage *montage, int count, int picture_width, int picture_height, int64_t *width,
                     int64_t *height)
{
    layout sheet = lay_out(montage, count, picture_width, picture_height);
    *width = sheet.width;
    *height = sheet.height;
}

static cs_status check_request(const cs_montage *montage, int count, const cs_image *const *images, cs_log *log)
{
    if (count < 1 || montage->columns < 1 || montage->gap_x < 0 || montage->gap_y < 0) {
        cs_log_error(log, NULL, "a montage needs a picture, a column and gaps that are not negative");
        return CS_USAGE;
    }
    for (int i = 1; i < count; i++)
        if (images[i]->width != images[0]->width || images[i]->height != images[0]->height) {
            cs_log_error(log, NULL, "picture %d of the montage is %d x %d, the first is %d x %d", i + 1,
                         images[i]->width, images[i]->height, images[0]->width, images[0]->height);
            return CS_USAGE;
        }
    return CS_OK;
}

static void fill_background(cs_image *sheet, const uint8_t color[3])
{
    size_t pixels = (size_t)sheet->width * (size_t)sheet->height;
    for (size_t i = 0; i < pixels; i++)
        memcpy(sheet->rgb + 3 * i, color, 3);
}

static void copy_picture(cs_image *sheet, const cs_image *picture, int64_t x, int64_t y)
{
    size_t row_bytes = 3 * (size_t)picture->width;
    for (int row = 0; row < picture->height; row++)
        memcpy(sheet->rgb + 3 * ((size_t)(y + row) * (size_t)sheet->width + (size_t)x),
               picture->rgb + (size_t)row * row_bytes, row_bytes);
}

cs_status cs_image_montage(const cs_montage *montage, int count, const cs_image *const *images,
                           const char *const *captions, cs_log *log, cs_image **sheet)
{
    // Light text on a dark sheet, dark text on a light one.
    static const uint8_t light_text[3] = {228, 228, 234}, dark_text[3] = {28, 28, 34};

    cs_status status = check_request(montage, count, images, log);
    if (status != CS_OK)
        return status;
    layout at = lay_out(montage, count, images[0]->width, images[0]->height);
    if (at.width > CS_MAX_IMAGE_SIDE || at.height > CS_MAX_IMAGE_SIDE) {
        cs_log_error(log, NULL, "the montage would be %lld x %lld pixels; the largest side is %d", (long long)at.width,
                     (long long)at.height, CS_MAX_IMAGE_SIDE);
        return CS_USAGE;
    }
    cs_image *made = cs_image_create((int)at.width, (int)at.height, false);
    if (!made) {
        cs_log_error(log, NULL, "out of memory for a montage of %lld x %lld pixels", (long long)at.width,
                     (long long)at.height);
        return CS_INTERNAL;
    }

    const uint8_t background[3] = {cs_tone_to_byte(montage->background.x), cs_tone_to_byte(montage->background.y),
                                   cs_tone_to_byte(montage->background.z)};
    bool dark = 299 * background[0] + 587 * background[1] + 114 * background[2] < 1000 * 128;
    fill_background(made, background);
    for (int i = 0; i < count; i++) {
        int64_t x = i % at.columns * at.step_x, y = i / at.columns * at.step_y;
        copy_picture(made, images[i], x, y);
        if (montage->captions && captions && captions[i]) {
            caption_box strip = {(int)x, (int)(y + at.picture_height), (int)at.picture_width, (int)at.strip};
            caption_draw(made, strip, images[0]->height, captions[i], dark ? light_text : dark_text);
        }
    }
    *sheet = made;
    return CS_OK;
}
