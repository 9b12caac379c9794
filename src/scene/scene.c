// SPDX-License-Identifier: MIT
#include "clothsim/scene.h"
