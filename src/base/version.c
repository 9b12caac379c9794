// SPDX-License-Identifier: MIT
#include <clothsim/base.h>

const char *cs_version(void)
{
    return CS_VERSION;
}
