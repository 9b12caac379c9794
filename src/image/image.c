// SPDX-License-Identifier: MIT
#include "clothsim/image.h"
