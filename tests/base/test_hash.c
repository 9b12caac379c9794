// SPDX-License-Identifier: MIT
//
// XXH3 against the values that its reference implementation publishes, and the canonical form of
// doubles: little-endian, -0 as +0, chained through the seed, independent of how the work is cut.
#include "base/base.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/// The generator of the sanity checks of xxHash: byte i of the buffer.
static void sanity_bytes(unsigned char *bytes, size_t count)
{
    uint64_t generator = UINT64_C(2654435761);
    for (size_t i = 0; i < count; i++) {
        bytes[i] = (unsigned char)(generator >> 56);
        generator *= UINT64_C(11400714785074694797);
    }
}

static void test_known_vectors(void **state)
{
    (void)state;
    // tests/sanity_test_vectors.h of xxHash 0.8, XSUM_XXH3_withSeed.
    static const struct {
        size_t length;
        uint64_t seed, hash;
    } vectors[] = {
        {0, 0, UINT64_C(0x2D06800538D394C2)},    {0, UINT64_C(0x9E3779B185EBCA8D), UINT64_C(0xA8A6B918B2F0364A)},
        {1, 0, UINT64_C(0xC44BDFF4074EECDB)},    {1, UINT64_C(0x9E3779B185EBCA8D), UINT64_C(0x032BE332DD766EF8)},
        {6, 0, UINT64_C(0x27B56A84CD2D7325)},    {6, UINT64_C(0x9E3779B185EBCA8D), UINT64_C(0x84589C116AB59AB9)},
        {12, 0, UINT64_C(0xA713DAF0DFBB77E7)},   {24, 0, UINT64_C(0xA3FE70BF9D3510EB)},
        {48, 0, UINT64_C(0x397DA259ECBA1F11)},   {80, 0, UINT64_C(0xBCDEFBBB2C47C90A)},
        {195, 0, UINT64_C(0xCD94217EE362EC3A)},  {403, 0, UINT64_C(0xCDEB804D65C6DEA4)},
        {512, 0, UINT64_C(0x617E49599013CB6B)},  {2048, 0, UINT64_C(0xDD59E2C3A5F038E0)},
        {2240, 0, UINT64_C(0x6E73A90539CF2948)}, {2367, 0, UINT64_C(0xCB37AEB9E5D361ED)},
    };
    unsigned char bytes[2367];
    sanity_bytes(bytes, sizeof(bytes));
    for (size_t i = 0; i < CS_COUNT(vectors); i++) {
        assert_int_equal(cs_hash_bytes(bytes, vectors[i].length, vectors[i].seed), vectors[i].hash);
    }
    assert_int_equal(cs_hash_bytes(NULL, 0, 0), UINT64_C(0x2D06800538D394C2));
}

static void test_doubles(void **state)
{
    (void)state;
    enum { COUNT = 3000 };
    double *values = malloc(COUNT * sizeof(double));
    unsigned char *bytes = malloc(COUNT * 8);
    assert_non_null(values);
    assert_non_null(bytes);
    for (int i = 0; i < COUNT; i++) {
        values[i] = i % 7 == 0 ? -0.0 : (i - 1500) / 3.0;
        double value = values[i] == 0 ? 0.0 : values[i];
        uint64_t bits;
        memcpy(&bits, &value, 8);
        for (int b = 0; b < 8; b++) {
            bytes[8 * i + b] = (unsigned char)(bits >> 8 * b);
        }
    }
    for (size_t count = 0; count <= COUNT; count += count < 1100 ? 1 : 95) {
        assert_int_equal(cs_hash_doubles(values, count, count), cs_hash_bytes(bytes, count * 8, count));
    }
    double zeros[2] = {0.0, -0.0};
    assert_int_equal(cs_hash_doubles(&zeros[0], 1, 5), cs_hash_doubles(&zeros[1], 1, 5));
    assert_true(cs_hash_doubles(values, 100, 1) != cs_hash_doubles(values, 100, 2));
    values[50] = 1e-300;
    assert_true(cs_hash_doubles(values, 100, 1) != cs_hash_bytes(bytes, 800, 1));
    free(values);
    free(bytes);
}

static void test_format(void **state)
{
    (void)state;
    char text[CS_HASH_TEXT];
    cs_hash_format(UINT64_C(0x00000000000ABCDE), text);
    assert_string_equal(text, "00000000000abcde");
    cs_hash_format(UINT64_MAX, text);
    assert_string_equal(text, "ffffffffffffffff");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_known_vectors),
        cmocka_unit_test(test_doubles),
        cmocka_unit_test(test_format),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
