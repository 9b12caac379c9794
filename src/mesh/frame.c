// SPDX-License-Identifier: MIT
//
// The life of a frame: made empty, filled and refilled by the simulation, given back. Its arrays live in one arena.
#include "mesh/mesh.h"

cs_frame cs_default_frame(void)
{
    return (cs_frame){0};
}

void cs_frame_clear(cs_frame *frame)
{
    cs_arena_destroy(frame->storage);
    *frame = cs_default_frame();
}
