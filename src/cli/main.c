// SPDX-License-Identifier: MIT
#include <clothsim/clothsim.h>

#include <stdio.h>

int main(void)
{
    puts(cs_version());
    return 0;
}
