// SPDX-License-Identifier: MIT
//
// Springs given one by one: the element of networks.
#ifndef CS_SIM_SPRING_LIST_H
#define CS_SIM_SPRING_LIST_H

#include "sim/element.h"

/// Copies the springs of a network whose particle i stands in lane first_lane + i; NULL when there is no memory.
cs_element *cs_spring_list_create(cs_arena *arena, const cs_network *network, int first_lane);

#endif
