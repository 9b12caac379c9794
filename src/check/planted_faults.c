// SPDX-License-Identifier: MIT
//
// Faults planted on purpose: a reference that would let one of them pass is too loose to be worth keeping. Mean colour
// and coverage alone miss a mirrored and a shifted picture, and a settled cloth moves less in 1 % of its steps than any
// usual tolerance, so an update measures the faults and tightens what it must.
#include "check/check.h"
#include "check/tolerances.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// Sideways shift in pixels, and what is added to red.
#define SHIFT_PIXELS 2
#define RED_ADDED    4
/// Calibrated tolerances catch a fault with a ratio of at least this.
#define CAUGHT_MARGIN 2.0
/// Part of the steps that the early state lacks.
#define STEPS_PART 100

const char *cs_fault_name(cs_fault fault)
{
    static const char *const names[CS_FAULT_COUNT] = {"mirrored picture", "shifted by 2 pixels", "red + 4/255",
                                                      "1 % fewer steps"};
    return names[fault];
}

int64_t cs_fault_steps(int64_t steps)
{
    return steps <= 0 ? 0 : steps < STEPS_PART ? 1 : steps / STEPS_PART;
}

/// Column of the picture that shows at column x of the faulty one.
static int source_column(cs_fault fault, int x, int width)
{
    if (fault == CS_FAULT_MIRROR)
        return width - 1 - x;
    if (fault == CS_FAULT_SHIFT)
        return x < SHIFT_PIXELS ? 0 : x - SHIFT_PIXELS;
    return x;
}

static void plant_colors(cs_fault fault, int width, int height, const uint8_t *from, uint8_t *to)
{
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            size_t row = (size_t)y * (size_t)width;
            const uint8_t *source = from + 3 * (row + (size_t)source_column(fault, x, width));
            uint8_t *target = to + 3 * (row + (size_t)x);
            memcpy(target, source, 3);
            if (fault == CS_FAULT_RED)
                target[0] = (uint8_t)(source[0] > 255 - RED_ADDED ? 255 : source[0] + RED_ADDED);
        }
}

static void plant_planes(cs_fault fault, const cs_image *from, cs_image *to)
{
    for (int y = 0; y < from->height; y++)
        for (int x = 0; x < from->width; x++) {
            size_t row = (size_t)y * (size_t)from->width;
            size_t source = row + (size_t)source_column(fault, x, from->width);
            to->objects[row + (size_t)x] = from->objects[source];
            to->cloth[row + (size_t)x] = from->cloth[source];
        }
}

/// A copy of the picture with the fault in it. NULL: no memory.
static cs_image *faulty_image(cs_fault fault, const cs_image *image)
{
    bool planes = image->objects && image->cloth;
    cs_image *copy = cs_image_create(image->width, image->height, planes);
    if (!copy)
        return NULL;
    plant_colors(fault, image->width, image->height, image->rgb, copy->rgb);
    if (image->shaded != image->rgb) {
        uint8_t *shaded = cs_alloc_aligned((size_t)image->width * (size_t)image->height, 3);
        if (!shaded) {
            cs_image_destroy(copy);
            return NULL;
        }
        copy->shaded = shaded;
        plant_colors(fault, image->width, image->height, image->shaded, shaded);
    }
    if (planes)
        plant_planes(fault, image, copy);
    return copy;
}

static void compare_picture(const cs_fault_input *input, const cs_image *image, struct cs_planted *planted)
{
    planted->has_picture =
        input->picture && cs_image_compare(image, input->picture, input->picture_threshold, &planted->picture) == CS_OK;
}

static cs_status plant_in_picture(const cs_fault_input *input, cs_fault fault, struct cs_planted *planted)
{
    cs_status status = cs_statistics_copy(input->statistics, &planted->statistics);
    if (status != CS_OK)
        return status;
    cs_image *image = faulty_image(fault, input->image);
    if (!image)
        return CS_INTERNAL;
    status = cs_statistics_set_image(input->scene, image, &planted->statistics);
    compare_picture(input, image, planted);
    planted->harmless = planted->statistics.pixel_hash == input->statistics->pixel_hash;
    cs_image_destroy(image);
    return status;
}

/// The early state under the step number of the final one: only what happened to the cloth may give it away.
static cs_status plant_in_steps(const cs_fault_input *input, struct cs_planted *planted)
{
    if (!input->early_image) {
        planted->harmless = true;
        return cs_statistics_copy(input->statistics, &planted->statistics);
    }
    cs_status status = cs_statistics_copy(input->early_statistics, &planted->statistics);
    if (status != CS_OK)
        return status;
    planted->statistics.step = input->statistics->step;
    planted->statistics.time = input->statistics->time;
    compare_picture(input, input->early_image, planted);
    planted->harmless = planted->statistics.state.state_hash == input->statistics->state.state_hash;
    return CS_OK;
}

cs_status cs_faults_plant(const cs_fault_input *input, cs_faults *faults)
{
    cs_faults made = {0};
    cs_status status = CS_OK;
    for (int fault = 0; status == CS_OK && fault < CS_FAULT_COUNT; fault++)
        status = fault == CS_FAULT_STEPS ? plant_in_steps(input, &made.planted[fault])
                                         : plant_in_picture(input, (cs_fault)fault, &made.planted[fault]);
    if (status != CS_OK) {
        cs_faults_free(&made);
        return status;
    }
    *faults = made;
    return CS_OK;
}

void cs_faults_free(cs_faults *faults)
{
    for (int fault = 0; fault < CS_FAULT_COUNT; fault++)
        cs_statistics_free(&faults->planted[fault].statistics);
    memset(faults, 0, sizeof *faults);
}

cs_status cs_faults_judge(const cs_faults *faults, cs_fault fault, const cs_reference *reference, cs_verdict *verdict)
{
    const struct cs_planted *planted = &faults->planted[fault];
    return cs_verdict_make(&planted->statistics, reference, planted->has_picture ? &planted->picture : NULL, false,
                           verdict);
}

cs_status cs_faults_calibrate(const cs_faults *faults, cs_reference *reference)
{
    for (int fault = 0; fault < CS_FAULT_COUNT; fault++) {
        if (faults->planted[fault].harmless)
            continue;
        cs_verdict verdict;
        cs_status status = cs_faults_judge(faults, (cs_fault)fault, reference, &verdict);
        if (status != CS_OK)
            return status;
        const cs_metric *nearest = verdict.worst;
        if (nearest && nearest->ratio > 0 && nearest->ratio < CAUGHT_MARGIN) {
            double *tolerance = cs_tolerance_at(&reference->tolerances, nearest->tolerance_index);
            *tolerance = tolerance_round_down(fabs(nearest->measured - nearest->expected) / CAUGHT_MARGIN);
        }
        cs_verdict_free(&verdict);
    }
    return CS_OK;
}
