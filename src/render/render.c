// SPDX-License-Identifier: MIT
#include "clothsim/render.h"
