// SPDX-License-Identifier: MIT
#include "math/math.h"
