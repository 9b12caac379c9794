// SPDX-License-Identifier: MIT
#include "clothsim/sim.h"
