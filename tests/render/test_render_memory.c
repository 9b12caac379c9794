// SPDX-License-Identifier: MIT
//
// A picture drawn without enough memory is no picture: whichever allocation fails, the draw says so. The allocators of
// the C library are wrapped by the linker (CMakeLists.txt); one of them fails.
#include "render/render_scenes.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

static int until_failure; ///< allocations that still succeed; negative: all do

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *memory, size_t size);
void *__real_aligned_alloc(size_t alignment, size_t size);
int __real_posix_memalign(void **memory, size_t alignment, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *memory, size_t size);
void *__wrap_aligned_alloc(size_t alignment, size_t size);
int __wrap_posix_memalign(void **memory, size_t alignment, size_t size);

static bool fails(void)
{
    return until_failure >= 0 && until_failure-- == 0;
}

void *__wrap_malloc(size_t size)
{
    return fails() ? NULL : __real_malloc(size);
}
void *__wrap_calloc(size_t count, size_t size)
{
    return fails() ? NULL : __real_calloc(count, size);
}
void *__wrap_realloc(void *memory, size_t size)
{
    return fails() ? NULL : __real_realloc(memory, size);
}
void *__wrap_aligned_alloc(size_t alignment, size_t size)
{
    return fails() ? NULL : __real_aligned_alloc(alignment, size);
}
int __wrap_posix_memalign(void **memory, size_t alignment, size_t size)
{
    return fails() ? ENOMEM : __real_posix_memalign(memory, alignment, size);
}

/// Draws with the allocation of that number failing; returns whether there were so many.
static bool fail_at(int number, const cs_scene *scene, const cs_frame *frame)
{
    cs_renderer *renderer = NULL;
    const cs_image *image = NULL;
    assert_int_equal(cs_renderer_create(scene, NULL, NULL, &renderer), CS_OK);
    until_failure = number;
    cs_status status = cs_renderer_draw(renderer, frame, NULL, &image);
    bool failed = until_failure < 0;
    until_failure = -1;
    assert_int_equal(status, failed ? CS_INTERNAL : CS_OK);
    assert_int_equal(image != NULL, status == CS_OK);
    cs_renderer_destroy(renderer);
    return failed;
}

static void every_failed_allocation_is_told(void **state)
{
    (void)state;
    static const cs_display displays[] = {CS_DISPLAY_SOLID, CS_DISPLAY_WIREFRAME, CS_DISPLAY_WIREFRAME_OVERLAY};
    until_failure = -1;
    for (int i = 0; i < 3; i++) {
        cs_scene scene = plain_scene(60, 40, 2);
        cs_mesh mesh = folded_grid(12, 0.3);
        cs_shape sphere = {CS_SHAPE_SPHERE, displays[i], {1, 1, 1}, {0, 0, 0}, 1, 0};
        cs_frame frame = frame_of(&mesh, &sphere);
        int number = 0;
        while (fail_at(number, &scene, &frame)) {
            number++;
        }
        assert_true(number > 5);
        free_grid(&mesh);
    }
}

static void more_objects_than_ids_are_refused(void **state)
{
    (void)state;
    until_failure = -1;
    cs_scene scene = plain_scene(8, 8, 1);
    cs_shape *shapes = calloc(CS_MAX_OBJECTS + 1, sizeof(*shapes));
    assert_non_null(shapes);
    for (int i = 0; i <= CS_MAX_OBJECTS; i++) {
        shapes[i] = (cs_shape){.kind = CS_SHAPE_GROUND, .display = CS_DISPLAY_HIDDEN};
    }
    cs_renderer *renderer = NULL;
    const cs_image *image = NULL;
    assert_int_equal(cs_renderer_create(&scene, NULL, NULL, &renderer), CS_OK);
    cs_frame frame = {.shape_count = CS_MAX_OBJECTS + 1, .shapes = shapes};
    assert_int_equal(cs_renderer_draw(renderer, &frame, NULL, &image), CS_INVALID_SCENE);
    frame.shape_count = CS_MAX_OBJECTS;
    assert_int_equal(cs_renderer_draw(renderer, &frame, NULL, &image), CS_OK);
    cs_renderer_destroy(renderer);
    free(shapes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_failed_allocation_is_told),
        cmocka_unit_test(more_objects_than_ids_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
