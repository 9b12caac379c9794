// SPDX-License-Identifier: MIT
//
// One row of the fused Verlet sweep over a grid, CS_WIDE columns at a time. Every spring is computed once, by the row
// of its upper (or left) end; its force waits in registers for the neighbour to the right and in the ring for the rows
// below. A particle then adds its twelve forces in exactly the order of the spring list: structural up, left, right,
// down; shear up-left, up-right, down-left, down-right; bend left, right, up, down.
//
// Why leaving out and adding zero give the same bits: a force starts at +0 and a sum is -0 only when both terms are,
// so it never becomes -0, and adding or subtracting a zero of either sign changes nothing. Springs beyond an edge
// count as zero.
#include "math/wide_rows.h"
#include "sim/verlet_grid.h"

#define INLINE static inline __attribute__((always_inline))

typedef struct wide3 {
    cs_wide x, y, z;
} wide3;

INLINE wide3 zero3(void)
{
    return (wide3){cs_wide_zero(), cs_wide_zero(), cs_wide_zero()};
}
INLINE wide3 load3(const cs_soa *soa, int lane)
{
    return (wide3){cs_wide_load(soa->x + lane), cs_wide_load(soa->y + lane), cs_wide_load(soa->z + lane)};
}
INLINE wide3 add3(wide3 a, wide3 b)
{
    return (wide3){a.x + b.x, a.y + b.y, a.z + b.z};
}
INLINE wide3 sub3(wide3 a, wide3 b)
{
    return (wide3){a.x - b.x, a.y - b.y, a.z - b.z};
}
INLINE wide3 left_1(wide3 before, wide3 here)
{
    return (wide3){cs_wide_left_1(before.x, here.x), cs_wide_left_1(before.y, here.y),
                   cs_wide_left_1(before.z, here.z)};
}
INLINE wide3 left_2(wide3 before_2, wide3 before, wide3 here)
{
    return (wide3){cs_wide_left_2(before_2.x, before.x, here.x), cs_wide_left_2(before_2.y, before.y, here.y),
                   cs_wide_left_2(before_2.z, before.z, here.z)};
}
INLINE wide3 ring_load(const cs_grid_sweep *s, int ring_row, int column)
{
    return (wide3){cs_wide_load(cs_ring_at(s, ring_row, 0) + column), cs_wide_load(cs_ring_at(s, ring_row, 1) + column),
                   cs_wide_load(cs_ring_at(s, ring_row, 2) + column)};
}
INLINE void ring_store(const cs_grid_sweep *s, int ring_row, int column, wide3 a)
{
    cs_wide_store(cs_ring_at(s, ring_row, 0) + column, a.x);
    cs_wide_store(cs_ring_at(s, ring_row, 1) + column, a.y);
    cs_wide_store(cs_ring_at(s, ring_row, 2) + column, a.z);
}

INLINE cs_wide load_rest(const cs_rest_lengths *rest, int lane)
{
    if (rest->lengths) {
        return cs_wide_load(rest->lengths + lane);
    }
    return cs_wide_of_bits(
        cs_wide_int_add(cs_wide_int_set((uint64_t)rest->base), cs_wide_int_load_int16(rest->deltas + lane)));
}

/// The force on a of the springs of a family whose entries start at `lane`; with `edge` only the first `valid` exist.
INLINE wide3 spring(const cs_grid_sweep *s, cs_spring_family family, int lane, wide3 a, wide3 b, bool edge, int valid)
{
    wide3 d = sub3(b, a);
    cs_wide length = cs_wide_sqrt(d.x * d.x + d.y * d.y + d.z * d.z);
    cs_wide_mask pulls = cs_wide_greater(length, cs_wide_set(CS_SPRING_TINY));
    if (edge) {
        pulls = cs_wide_mask_and(pulls, cs_wide_mask_first(valid));
    }
    cs_wide tension =
        cs_wide_set(s->springs->stiffness[family]) * (length - load_rest(&s->springs->rest[family], lane));
    tension = cs_wide_select(pulls, tension, cs_wide_zero());
    length = cs_wide_select(pulls, length, cs_wide_set(1));
    return (wide3){d.x / length * tension, d.y / length * tension, d.z / length * tension};
}

/// What a column of vectors hands on to the next one in the row: forces on the right end, not yet added.
typedef struct carry {
    wide3 right, down_left, right_2, right_2_before;
} carry;

/// Which springs start in this row.
typedef struct row_kinds {
    bool structural, shear, bend, down, down_2;
} row_kinds;

INLINE row_kinds kinds_of(const cs_grid_springs *springs, int row)
{
    row_kinds kinds = {
        .structural = springs->stiffness[CS_FAMILY_RIGHT] > 0,
        .shear = springs->stiffness[CS_FAMILY_DOWN_RIGHT] > 0,
        .bend = springs->stiffness[CS_FAMILY_RIGHT_2] > 0,
        .down = row + 1 < springs->rows,
        .down_2 = row + 2 < springs->rows,
    };
    return kinds;
}

/// Twelve springs around CS_WIDE neighbouring particles; with `edge` some of those to the right do not exist.
INLINE wide3 gather_forces(const cs_grid_sweep *s, int row, int column, row_kinds kinds, bool edge, carry *from_left)
{
    int stride = s->springs->stride, lane = row * stride + column;
    int one = s->springs->columns - 1 - column, two = one - 1; // how many have a neighbour one, two to the right
    int above = (row & 1) ^ 1, here = row & 1;
    wide3 x = load3(&s->now, lane), right = load3(&s->now, lane + 1);
    wide3 below = kinds.down ? load3(&s->now, lane + stride) : x;
    wide3 force = load3(&s->outer, column);
    if (kinds.structural) {
        force = sub3(force, ring_load(s, CS_RING_DOWN, column));
        wide3 f = zero3();
        if (!edge || one > 0) {
            f = spring(s, CS_FAMILY_RIGHT, lane, x, right, edge, one);
        }
        force = sub3(force, left_1(from_left->right, f));
        force = add3(force, f);
        from_left->right = f;
        if (kinds.down) {
            f = spring(s, CS_FAMILY_DOWN, lane, x, below, false, 0);
            force = add3(force, f);
            ring_store(s, CS_RING_DOWN, column, f);
        }
    }
    if (kinds.shear) {
        force = sub3(force, ring_load(s, CS_RING_DOWN_RIGHT + above, column - 1));
        force = sub3(force, ring_load(s, CS_RING_DOWN_LEFT, column));
        wide3 f = zero3(), g = zero3();
        if (kinds.down && (!edge || one > 0)) {
            f = spring(s, CS_FAMILY_DOWN_LEFT, lane, right, below, edge, one);
            g = spring(s, CS_FAMILY_DOWN_RIGHT, lane, x, load3(&s->now, lane + stride + 1), edge, one);
            ring_store(s, CS_RING_DOWN_LEFT, column, f);
            ring_store(s, CS_RING_DOWN_RIGHT + here, column, g);
        }
        force = add3(force, left_1(from_left->down_left, f));
        from_left->down_left = f;
        force = add3(force, g);
    }
    if (kinds.bend) {
        wide3 f = zero3();
        if (!edge || two > 0) {
            f = spring(s, CS_FAMILY_RIGHT_2, lane, x, load3(&s->now, lane + 2), edge, two);
        }
        force = sub3(force, left_2(from_left->right_2_before, from_left->right_2, f));
        from_left->right_2_before = from_left->right_2;
        from_left->right_2 = f;
        force = add3(force, f);
        force = sub3(force, ring_load(s, CS_RING_DOWN_2 + here, column));
        if (kinds.down_2) {
            f = spring(s, CS_FAMILY_DOWN_2, lane, x, load3(&s->now, lane + 2 * stride), false, 0);
            force = add3(force, f);
            ring_store(s, CS_RING_DOWN_2 + here, column, f);
        }
    }
    return force;
}

/// The first lane of the mask that may run away at all, if it is earlier than what was found.
static __attribute__((noinline)) void note_runaway(cs_grid_sweep *s, int lane, unsigned lanes)
{
    for (int i = 0; i < CS_WIDE; i++) {
        if ((lanes >> i & 1) && !(s->pinned && s->pinned[lane + i]) && lane + i < s->runaway) {
            s->runaway = lane + i;
        }
    }
}

/// x' = x + (x - x_prev) damping + (F/m) h^2.
INLINE void integrate(cs_grid_sweep *s, int lane, wide3 force)
{
    const cs_wide damping = cs_wide_set(s->damping), h2 = cs_wide_set(s->h2);
    wide3 x = load3(&s->now, lane), x_prev = load3(&s->next, lane);
    if (s->masses || s->mass != 1) {
        cs_wide mass = s->masses ? cs_wide_load(s->masses + lane) : cs_wide_set(s->mass);
        force = (wide3){force.x / mass, force.y / mass, force.z / mass};
    }
    wide3 next = {
        x.x + (x.x - x_prev.x) * damping + force.x * h2,
        x.y + (x.y - x_prev.y) * damping + force.y * h2,
        x.z + (x.z - x_prev.z) * damping + force.z * h2,
    };
    cs_wide_store(s->next.x + lane, next.x);
    cs_wide_store(s->next.y + lane, next.y);
    cs_wide_store(s->next.z + lane, next.z);
    cs_wide reach = cs_wide_abs(next.x) + cs_wide_abs(next.y) + cs_wide_abs(next.z);
    cs_wide travel = cs_wide_abs(next.x - x.x) + cs_wide_abs(next.y - x.y) + cs_wide_abs(next.z - x.z);
    cs_wide_mask sound = cs_wide_mask_and(cs_wide_less_equal(reach, cs_wide_set(s->reach)),
                                          cs_wide_less_equal(travel, cs_wide_set(s->travel)));
    if (!cs_wide_all(sound)) {
        note_runaway(s, lane, ~cs_wide_mask_bits(sound));
    }
}

void CS_WIDE_NAME(cs_grid_sweep_row)(cs_grid_sweep *s, int row)
{
    row_kinds kinds = kinds_of(s->springs, row);
    int columns = s->springs->columns, lane = row * s->springs->stride, column = 0;
    carry from_left = {zero3(), zero3(), zero3(), zero3()};
    for (; column + CS_WIDE <= columns - 2; column += CS_WIDE) {
        wide3 force = gather_forces(s, row, column, kinds, false, &from_left);
        integrate(s, lane + column, force);
    }
    for (; column < columns; column += CS_WIDE) {
        wide3 force = gather_forces(s, row, column, kinds, true, &from_left);
        integrate(s, lane + column, force);
    }
}

void CS_WIDE_NAME(cs_grid_prime_row)(cs_grid_sweep *s, int row)
{
    row_kinds kinds = kinds_of(s->springs, row);
    int stride = s->springs->stride, parity = row & 1;
    for (int column = 0; column < s->springs->columns; column += CS_WIDE) {
        int lane = row * stride + column, one = s->springs->columns - 1 - column;
        wide3 x = load3(&s->now, lane), right = load3(&s->now, lane + 1), below = load3(&s->now, lane + stride);
        if (kinds.structural) {
            ring_store(s, CS_RING_DOWN, column, spring(s, CS_FAMILY_DOWN, lane, x, below, false, 0));
        }
        if (kinds.shear && one > 0) {
            wide3 across = load3(&s->now, lane + stride + 1);
            ring_store(s, CS_RING_DOWN_LEFT, column, spring(s, CS_FAMILY_DOWN_LEFT, lane, right, below, true, one));
            ring_store(s, CS_RING_DOWN_RIGHT + parity, column,
                       spring(s, CS_FAMILY_DOWN_RIGHT, lane, x, across, true, one));
        }
        if (kinds.bend && kinds.down_2) {
            wide3 below_2 = load3(&s->now, lane + 2 * stride);
            ring_store(s, CS_RING_DOWN_2 + parity, column, spring(s, CS_FAMILY_DOWN_2, lane, x, below_2, false, 0));
        }
    }
}
