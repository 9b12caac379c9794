// SPDX-License-Identifier: MIT
//
// Key table: "camera", "lights[]", "image" and "statistics".
#include "scene/key_table.h"
#include "scene/rules.h"

static const char *const light_kinds[] = {[CS_LIGHT_POINT] = "point", [CS_LIGHT_DIRECTIONAL] = "directional", NULL};
static const char *const pipelines[] = {[CS_PIPELINE_STANDARD] = "standard", [CS_PIPELINE_CLASSIC] = "classic", NULL};
static const char *const tone_mappings[] = {[CS_TONE_ACES] = "aces", [CS_TONE_CLAMP] = "clamp", NULL};
static const char *const encodings[] = {[CS_ENCODING_SRGB] = "srgb", [CS_ENCODING_LINEAR] = "linear", NULL};
static const char *const mask_words[] = {[CS_MASK_OBJECT] = "object", NULL};
static const char *const channels[] = {"red", "green", "blue", NULL};

static const cs_key camera_keys[] = {
    {.name = "eye",
     .type = CS_KEY_VEC3,
     .offset = offsetof(cs_camera, eye),
     .standard = {0, 1, 5},
     .unit = "m",
     .doc = "where the camera stands"},
    {.name = "target",
     .type = CS_KEY_VEC3,
     .offset = offsetof(cs_camera, target),
     .standard = {0, -0.5, 0},
     .unit = "m",
     .doc = "the point in the middle of the picture"},
    {.name = "up",
     .type = CS_KEY_VEC3,
     .offset = offsetof(cs_camera, up),
     .standard = {0, 1, 0},
     .doc = "direction that is up in the picture"},
    {.name = "fov",
     .type = CS_KEY_NUMBER,
     .offset = offsetof(cs_camera, fov),
     .range = CS_BETWEEN(0, 180),
     .standard = {40},
     .instead_of = "height",
     .unit = "degrees",
     .doc = "vertical angle of view"},
    {.name = "height",
     .type = CS_KEY_NUMBER,
     .offset = offsetof(cs_camera, height),
     .range = CS_FROM_TO(1e-6, 1e6),
     .instead_of = "fov",
     .unit = "m",
     .doc = "an orthographic view that shows this height"},
};
const cs_section cs_camera_section = {.noun = "a camera",
                                      .size = sizeof(cs_camera),
                                      .keys = camera_keys,
                                      .key_count = (int)CS_COUNT(camera_keys),
                                      .finish = cs_rules_camera};

static const cs_key light_keys[] = {
    {.name = "type",
     .type = CS_KEY_ENUM,
     .offset = offsetof(cs_light, kind),
     .choices = light_kinds,
     .required = true,
     .doc = "kind of light"},
    {.name = "position",
     .type = CS_KEY_VEC3,
     .offset = offsetof(cs_light, position),
     .standard = {3, 4, 3},
     .variant = CS_ONLY(CS_LIGHT_POINT),
     .unit = "m",
     .doc = "where the light is; it does not fall off"},
    {.name = "direction",
     .type = CS_KEY_VEC3,
     .offset = offsetof(cs_light, direction),
     .standard = {-0.5, -1, -0.7},
     .variant = CS_ONLY(CS_LIGHT_DIRECTIONAL),
     .doc = "the way the light travels, of any length"},
    {.name = "color",
     .type = CS_KEY_COLOR,
     .offset = offsetof(cs_light, color),
     .range = CS_AT_LEAST(0),
     .standard = {1, 1, 1},
     .doc = "colour and strength"},
};
const cs_section cs_light_section = {.noun = "a light",
                                     .size = sizeof(cs_light),
                                     .keys = light_keys,
                                     .key_count = (int)CS_COUNT(light_keys),
                                     .variants = CS_VARIANTS_BY_TYPE,
                                     .kind_offset = offsetof(cs_light, kind),
                                     .finish = cs_rules_light};

static const cs_key background_keys[] = {
    {.name = "top",
     .type = CS_KEY_COLOR,
     .offset = offsetof(cs_image_settings, background_top),
     .range = CS_FROM_TO(0, 1),
     .standard = {0.80, 0.85, 0.90},
     .doc = "display colour of the top row"},
    {.name = "bottom",
     .type = CS_KEY_COLOR,
     .offset = offsetof(cs_image_settings, background_bottom),
     .range = CS_FROM_TO(0, 1),
     .standard = {0.93, 0.94, 0.95},
     .doc = "display colour towards the bottom row"},
};
static const cs_section background_section = {
    .noun = "a background", .keys = background_keys, .key_count = (int)CS_COUNT(background_keys)};

static const cs_key image_keys[] = {
    {.name = "width",
     .type = CS_KEY_INT,
     .offset = offsetof(cs_image_settings, width),
     .range = CS_FROM_TO(1, CS_MAX_IMAGE_SIDE),
     .standard = {800},
     .unit = "pixels",
     .doc = "width of the picture"},
    {.name = "height",
     .type = CS_KEY_INT,
     .offset = offsetof(cs_image_settings, height),
     .range = CS_FROM_TO(1, CS_MAX_IMAGE_SIDE),
     .standard = {600},
     .unit = "pixels",
     .doc = "height of the picture"},
    {.name = "samples",
     .type = CS_KEY_INT,
     .offset = offsetof(cs_image_settings, samples),
     .range = CS_FROM_TO(1, 16),
     .standard = {4},
     .doc = "samples along each side of a pixel: 4 means 16 a pixel"},
    {.name = "pipeline",
     .type = CS_KEY_ENUM,
     .offset = offsetof(cs_image_settings, pipeline),
     .choices = pipelines,
     .standard = {CS_PIPELINE_STANDARD},
     .doc = "rules of drawing; classic is screen-linear, for comparisons"},
    {.name = "tone_mapping",
     .type = CS_KEY_ENUM,
     .offset = offsetof(cs_image_settings, tone_mapping),
     .choices = tone_mappings,
     .standard = {CS_TONE_ACES},
     .doc = "how light becomes a value in [0, 1]"},
    {.name = "encoding",
     .type = CS_KEY_ENUM,
     .offset = offsetof(cs_image_settings, encoding),
     .choices = encodings,
     .standard = {CS_ENCODING_SRGB},
     .doc = "how that value becomes a byte; linear writes it as it is"},
    {.name = "background",
     .type = CS_KEY_OBJECT,
     .section = &background_section,
     .doc = "vertical gradient behind everything"},
};
const cs_section cs_image_section = {
    .noun = "an image", .size = sizeof(cs_image_settings), .keys = image_keys, .key_count = (int)CS_COUNT(image_keys)};

static const cs_key mask_keys[] = {
    {.name = "dominant",
     .type = CS_KEY_ENUM,
     .offset = offsetof(cs_mask, dominant),
     .choices = channels,
     .required = true,
     .doc = "channel that is above the other two"},
    {.name = "above",
     .type = CS_KEY_INT,
     .offset = offsetof(cs_mask, above),
     .range = CS_FROM_TO(0, 255),
     .standard = {60},
     .doc = "8-bit value that the channel is above"},
};
static const cs_section mask_section = {.noun = "a mask",
                                        .size = sizeof(cs_mask),
                                        .keys = mask_keys,
                                        .key_count = (int)CS_COUNT(mask_keys),
                                        .kind_offset = offsetof(cs_mask, kind)};

static const cs_key statistics_keys[] = {
    {.name = "mask",
     .type = CS_KEY_WORD_OR_OBJECT,
     .offset = offsetof(cs_scene, mask),
     .choices = mask_words,
     .section = &mask_section,
     .standard = {CS_MASK_OBJECT},
     .doc = "pixels that count as cloth: those that show cloth, or those of a colour in the final picture"},
};
const cs_section cs_statistics_section = {
    .noun = "the statistics", .keys = statistics_keys, .key_count = (int)CS_COUNT(statistics_keys)};
