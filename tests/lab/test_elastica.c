// SPDX-License-Identifier: MIT
//
// The quick part of the validation of bending: strips hang as the heavy elastica in both solvers that can do it,
// whichever way their diagonals run, and springs are told to fail.
#include "lab/lab.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <setjmp.h>

#include <cmocka.h>

typedef struct seen {
    int with[3]; ///< rows of each status
    cs_physics_row last;
} seen;

static bool see(void *context, const cs_physics_row *row)
{
    seen *s = context;
    s->with[row->status]++;
    s->last = *row;
    if (row->status == CS_PHYSICS_FAIL) {
        print_message("%s: expected %.9g, got %.9g, error %.3g, gate %.3g\n", row->id, row->expected, row->got,
                      row->error, row->gate);
    }
    return true;
}

static seen look(const char *only)
{
    seen s = {.with = {0, 0, 0}};
    cs_lab lab = {.compute = NULL, .log = NULL};
    (void)cs_physics_run(only, &lab, see, &s);
    return s;
}

static void strips_hang_as_the_elastica(void **state)
{
    (void)state;
    static const char *const quick[] = {
        "elastica/16-same",
        "elastica/16-alternating",
        "elastica/32-irregular/gamma-1/implicit",
        "elastica/32-irregular/gamma-20/implicit",
        "elastica/64-alternating/gamma-10/implicit",
        "elastica/chord",
    };
    for (size_t i = 0; i < CS_COUNT(quick); i++) {
        seen s = look(quick[i]);
        assert_true(s.with[CS_PHYSICS_PASS] > 0);
        assert_int_equal(s.with[CS_PHYSICS_FAIL], 0);
    }
}

static void springs_cannot(void **state)
{
    (void)state;
    seen s = look("elastica/springs");
    assert_int_equal(s.with[CS_PHYSICS_NOT_APPLICABLE], 1);
    assert_true(s.last.got > 3 * s.last.expected); // it hangs all but straight down
    assert_non_null(s.last.note);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(strips_hang_as_the_elastica),
        cmocka_unit_test(springs_cannot),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
