// SPDX-License-Identifier: MIT
//
// The standard pipeline.
#include "render/pipeline.h"

static cs_status draw(struct cs_renderer *renderer, const cs_frame *frame, cs_log *log)
{
    return cs_pipeline_classic.draw(renderer, frame, log);
}

static void release(void *state)
{
    cs_pipeline_classic.release(state);
}

const cs_pipeline_kind cs_pipeline_standard = {draw, release};
