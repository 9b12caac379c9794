// SPDX-License-Identifier: MIT
//
// Captions: stb_easy_font turns a character into quads on whole pixels; each is filled, scaled by an integer.
#include "image/caption.h"

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#include <stb_easy_font.h>
#pragma GCC diagnostic pop

#include <string.h>

/// Pictures of this height get text at scale 1; twice as high ones at 2, and so on.
#define HEIGHT_PER_SCALE 300
/// Height of the strip, and of capitals in it, at scale 1. Descenders reach two further.
#define STRIP_HEIGHT  16
#define LETTER_HEIGHT 7
/// No character of the font has more quads than this; one quad is 16 floats.
#define MAX_QUADS       32
#define FLOATS_PER_QUAD 16

static int caption_scale(int picture_height)
{
    int scale = (picture_height + HEIGHT_PER_SCALE / 2) / HEIGHT_PER_SCALE;
    return scale < 1 ? 1 : scale;
}

int caption_strip_height(int picture_height)
{
    return STRIP_HEIGHT * caption_scale(picture_height);
}

/// The next character as the font knows it: printable ASCII, '?' for anything else, 0 at the end.
static char next_character(const char **text)
{
    unsigned char byte = (unsigned char)**text;
    if (byte == 0)
        return 0;
    ++*text;
    if (byte >= 0xC0) // the first byte of a longer UTF-8 sequence stands for all of it
        while (((unsigned char)**text & 0xC0) == 0x80)
            ++*text;
    return byte >= 32 && byte < 127 ? (char)byte : '?';
}

static int text_width(const char *text)
{
    int width = 0;
    char character[2] = {0};
    while ((character[0] = next_character(&text)) != 0)
        width += stb_easy_font_width(character);
    return width;
}

static void fill(cs_image *image, caption_box box, caption_box area, const uint8_t color[3])
{
    int x0 = area.x > box.x ? area.x : box.x;
    int y0 = area.y > box.y ? area.y : box.y;
    int x1 = area.x + area.width < box.x + box.width ? area.x + area.width : box.x + box.width;
    int y1 = area.y + area.height < box.y + box.height ? area.y + area.height : box.y + box.height;
    for (int y = y0; y < y1; y++)
        for (int x = x0; x < x1; x++)
            memcpy(image->rgb + 3 * ((size_t)y * (size_t)image->width + (size_t)x), color, 3);
}

void caption_draw(cs_image *image, caption_box box, int picture_height, const char *text, const uint8_t color[3])
{
    int scale = caption_scale(picture_height);
    int width = text_width(text);
    while (scale > 1 && width * scale > box.width)
        scale--;
    int left = width * scale < box.width ? box.x + (box.width - width * scale) / 2 : box.x;
    int top = box.y + (box.height - LETTER_HEIGHT * scale) / 2;

    char character[2] = {0};
    while ((character[0] = next_character(&text)) != 0 && left < box.x + box.width) {
        float quads[MAX_QUADS * FLOATS_PER_QUAD];
        int count = stb_easy_font_print(0, 0, character, NULL, quads, (int)sizeof quads);
        for (int i = 0; i < count; i++) {
            // Corner 0 is the upper left, corner 2 the lower right; a corner is x, y, z and a colour.
            const float *quad = quads + i * FLOATS_PER_QUAD;
            int x = (int)quad[0], y = (int)quad[1], w = (int)quad[8] - x, h = (int)quad[9] - y;
            fill(image, box, (caption_box){left + x * scale, top + y * scale, w * scale, h * scale}, color);
        }
        left += stb_easy_font_width(character) * scale;
    }
}
