// SPDX-License-Identifier: MIT
//
// scenes/clothsim.schema.json is what the key table gives. With CS_UPDATE_SCHEMA set the program writes it.
#include "scene_text.h"

#define SHIPPED CS_SOURCE_DIR "/scenes/clothsim.schema.json"

static void test_the_shipped_schema_is_that_of_the_table(void **state)
{
    (void)state;
    char *schema = cs_scene_schema(), *shipped = NULL;
    size_t size = 0;
    assert_non_null(schema);
    if (getenv("CS_UPDATE_SCHEMA")) {
        assert_int_equal(cs_file_write(SHIPPED, schema, strlen(schema), NULL), CS_OK);
    }
    assert_int_equal(cs_file_read(SHIPPED, 1 << 20, NULL, &shipped, &size), CS_OK);
    assert_string_equal(shipped, schema);
    free(shipped);
    free(schema);
}

static void test_every_line_of_the_table_is_whole(void **state)
{
    (void)state;
    char *table = cs_scene_key_table();
    for (char *line = table; *line; line = strchr(line, '\n') + 1) {
        int bars = 0;
        for (const char *c = line; *c != '\n'; c++) {
            bars += *c == '|';
        }
        assert_int_equal(bars, 7);
    }
    assert_non_null(strstr(table, "\n| `simulation.dt` | number | > 0 | `0.008` | s | length of a step |\n"));
    assert_non_null(strstr(table, "\n| `cloths[].grid` | object |  | one of them |"));
    free(table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_shipped_schema_is_that_of_the_table),
        cmocka_unit_test(test_every_line_of_the_table_is_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
