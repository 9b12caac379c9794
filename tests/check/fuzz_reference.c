// SPDX-License-Identifier: MIT
//
// libFuzzer target of the reference reader. Beyond not crashing and not leaking: what is refused has exactly one error
// with a place, what is read is written to a text that reads as the same reference, and it passes against itself.
#include "check/check.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool fact)
{
    if (!fact)
        abort();
}

static void use(const cs_reference *reference)
{
    cs_reference again;
    char *text = cs_reference_json(reference);
    require(text && cs_reference_parse("again", text, strlen(text), NULL, &again) == CS_OK);
    require(cs_reference_equal(reference, &again));
    cs_verdict verdict;
    require(cs_verdict_make(&reference->statistics, &again, NULL, false, &verdict) == CS_OK);
    require(verdict.pass);
    cs_verdict_free(&verdict);
    cs_reference_free(&again);
    free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1); // exactly as large as the input, so that reading past it is seen
    memcpy(text, data, size);
    text[size] = '\0';
    cs_log *log = cs_log_create();
    cs_reference reference;
    cs_status status = cs_reference_parse("input", text, size, log, &reference);
    if (status == CS_OK) {
        use(&reference);
        cs_reference_free(&reference);
    } else {
        require(status == CS_IO && cs_log_count(log, CS_ERROR) == 1);
        require(cs_log_get(log, 0)->where.line >= 1 && cs_log_get(log, 0)->where.column >= 1);
    }
    cs_log_destroy(log);
    free(text);
    return 0;
}
