// SPDX-License-Identifier: MIT
#include "mesh/mesh.h"
