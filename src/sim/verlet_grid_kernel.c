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
INLINE wide3 load3(const cs_soa *soa, size_t lane)
{
    return (wide3){cs_wide_load(soa->x + lane), cs_wide_load(soa->y + lane), cs_wide_load(soa->z + lane)};
}
INLINE wide3 vectors_load(const double *p)
{
    return (wide3){cs_wide_load(p), cs_wide_load(p + CS_WIDE), cs_wide_load(p + 2 * CS_WIDE)};
}
INLINE void vectors_store(double *p, wide3 a)
{
    cs_wide_store(p, a.x);
    cs_wide_store(p + CS_WIDE, a.y);
    cs_wide_store(p + 2 * CS_WIDE, a.z);
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

/// What all rows of a call share. A copy, so that stores to particles cannot change it behind the compiler's back.
typedef struct grid_view {
    size_t stride;
    int rows, columns;
    const double *outer; // NULL: outer_all
    wide3 outer_all;
    double *ring;
    cs_wide stiffness[CS_FAMILY_COUNT];
    cs_wide_int rest_bases[CS_FAMILY_COUNT];
    cs_wide damping, h2, reach, travel;
    double mass;
    bool structural, shear, bend;
} grid_view;

INLINE grid_view view_grid(const cs_grid_sweep *sweep)
{
    const cs_grid_springs *springs = sweep->springs;
    grid_view g = {
        .stride = (size_t)springs->stride,
        .rows = springs->rows,
        .columns = springs->columns,
        .outer = sweep->outer,
        .outer_all = {cs_wide_set(sweep->outer_all.x), cs_wide_set(sweep->outer_all.y),
                      cs_wide_set(sweep->outer_all.z)},
        .ring = sweep->ring,
        .damping = cs_wide_set(sweep->damping),
        .h2 = cs_wide_set(sweep->h2),
        .reach = cs_wide_set(sweep->reach),
        .travel = cs_wide_set(sweep->travel),
        .mass = sweep->mass,
        .structural = springs->stiffness[CS_FAMILY_RIGHT] > 0,
        .shear = springs->stiffness[CS_FAMILY_DOWN_RIGHT] > 0,
        .bend = springs->stiffness[CS_FAMILY_RIGHT_2] > 0,
    };
    for (int f = 0; f < CS_FAMILY_COUNT; f++) {
        g.stiffness[f] = cs_wide_set(springs->stiffness[f]);
        g.rest_bases[f] = cs_wide_int_set((uint64_t)springs->rest.bases[f]);
    }
    return g;
}

/// One row. Pointers to particles and springs start at its first lane.
typedef struct row_view {
    const grid_view *grid;
    cs_soa now, next;
    const double *rest;
    const int16_t *rest_deltas; // when `rest` is NULL
    const double *masses;       // may be NULL
    size_t ring_down_2;         // where the ring keeps the row two above, and from here on this one
    bool down, down_2;          // there is a row one, two below
} row_view;

INLINE row_view view_row(const grid_view *grid, const cs_grid_sweep *sweep, int row)
{
    const size_t first = (size_t)row * grid->stride, first_rest = cs_rest_index(CS_FAMILY_RIGHT, first);
    const cs_rest_lengths *rest = &sweep->springs->rest;
    return (row_view){
        .grid = grid,
        .now = {sweep->now.x + first, sweep->now.y + first, sweep->now.z + first},
        .next = {sweep->next.x + first, sweep->next.y + first, sweep->next.z + first},
        .rest = rest->lengths ? rest->lengths + first_rest : NULL,
        .rest_deltas = rest->deltas ? rest->deltas + first_rest : NULL,
        .masses = sweep->masses ? sweep->masses + first : NULL,
        .ring_down_2 = (size_t)(CS_RING_DOWN_2 + (row & 1)) * 3 * CS_WIDE,
        .down = row + 1 < grid->rows,
        .down_2 = row + 2 < grid->rows,
    };
}

/// The ring's part for the vector of columns that starts at `column`.
INLINE double *ring_at(const row_view *v, size_t column)
{
    return v->grid->ring + 3 * CS_RING_ROWS * column;
}

/// How a vector of columns is computed: known to the compiler for the bulk, found at run time at the edges.
typedef struct mode {
    bool bulk;   // every kind of spring exists and starts at each of these columns
    bool packed; // rest lengths are packed
} mode;

/// A spring half done: the way from a to b and its length. The halves stand apart in the code so that the square roots
/// of the next springs are under way while divisions wait for the ones before.
typedef struct span {
    wide3 d;
    cs_wide length;
} span;
typedef struct span_pair {
    span first, second;
} span_pair;
typedef struct force_pair {
    wide3 first, second;
} force_pair;

INLINE span measure(wide3 a, wide3 b)
{
    wide3 d = sub3(b, a);
    return (span){d, cs_wide_sqrt(d.x * d.x + d.y * d.y + d.z * d.z)};
}

INLINE span unmeasured(void)
{
    return (span){zero3(), cs_wide_zero()};
}

INLINE cs_wide rest_of(const row_view *v, mode m, cs_spring_family family, size_t column)
{
    size_t index = cs_rest_index(family, column);
    if (!m.packed) {
        return cs_wide_load(v->rest + index);
    }
    return cs_wide_of_bits(
        cs_wide_int_add(v->grid->rest_bases[family], cs_wide_int_load_int16(v->rest_deltas + index)));
}

/// The force on a of springs that were measured; 0 where `exists` does not hold or there is no direction.
INLINE wide3 pull_where(span s, cs_wide stiffness, cs_wide rest, cs_wide_mask exists)
{
    cs_wide_mask pulls = cs_wide_mask_and(cs_wide_greater(s.length, cs_wide_set(CS_SPRING_TINY)), exists);
    cs_wide tension = cs_wide_select(pulls, stiffness * (s.length - rest), cs_wide_zero());
    cs_wide length = cs_wide_select(pulls, s.length, cs_wide_set(1));
    return (wide3){s.d.x / length * tension, s.d.y / length * tension, s.d.z / length * tension};
}

/// The same for a family, whose springs start at `column` and of which the first `valid` exist.
INLINE wide3 pull(const row_view *v, mode m, cs_spring_family family, size_t column, span s, int valid)
{
    cs_wide_mask exists = m.bulk ? cs_wide_mask_not(cs_wide_mask_none()) : cs_wide_mask_first(valid);
    return pull_where(s, v->grid->stiffness[family], rest_of(v, m, family, column), exists);
}

/// How many of the springs that go `right` columns to the right exist from `column` on.
INLINE int valid_from(const row_view *v, size_t column, int right)
{
    return v->grid->columns - right - (int)column;
}

/// What a vector of columns hands on to the next one in the row: what is under way, and forces on the right ends that
/// are not yet added.
typedef struct pipeline {
    span_pair structural; // of the next column
    wide3 force;          // on the column before: all but bend
    force_pair bend;      // of the column before
    wide3 right, down_left, down_right_above, right_2, right_2_before;
    wide3 down_2; // of this column, when it is narrow
} pipeline;

/// At most half of the lanes hold particles, as it happens at the end of a row: the springs down and two down then
/// share one vector.
INLINE bool is_narrow(const row_view *v, mode m, size_t column)
{
    return !m.bulk && valid_from(v, column, 0) <= CS_WIDE / 2 && v->grid->structural && v->grid->bend && v->down_2;
}

INLINE wide3 join3(wide3 low, wide3 high)
{
    return (wide3){cs_wide_join(low.x, high.x), cs_wide_join(low.y, high.y), cs_wide_join(low.z, high.z)};
}

/// The springs down and two down of a narrow column.
INLINE span measure_narrow(const row_view *v, size_t column, wide3 x, wide3 below)
{
    return measure(join3(x, x), join3(below, load3(&v->now, 2 * v->grid->stride + column)));
}

/// Their forces: those down, and the others in `down_2`.
INLINE wide3 pull_narrow(const row_view *v, mode m, size_t column, span s, wide3 *down_2)
{
    const cs_wide *stiffness = v->grid->stiffness;
    cs_wide rest = cs_wide_join(rest_of(v, m, CS_FAMILY_DOWN, column), rest_of(v, m, CS_FAMILY_DOWN_2, column));
    wide3 f = pull_where(s, cs_wide_join(stiffness[CS_FAMILY_DOWN], stiffness[CS_FAMILY_DOWN_2]), rest,
                         cs_wide_mask_not(cs_wide_mask_none()));
    *down_2 = (wide3){cs_wide_upper(f.x), cs_wide_upper(f.y), cs_wide_upper(f.z)};
    return join3(f, zero3());
}

INLINE span_pair measure_structural(const row_view *v, mode m, size_t column)
{
    if (!m.bulk && !(v->grid->structural && valid_from(v, column, 0) > 0)) {
        return (span_pair){unmeasured(), unmeasured()};
    }
    wide3 x = load3(&v->now, column);
    wide3 below = m.bulk || v->down ? load3(&v->now, v->grid->stride + column) : x;
    bool any_right = m.bulk || valid_from(v, column, 1) > 0;
    span right = any_right ? measure(x, load3(&v->now, column + 1)) : unmeasured();
    return (span_pair){right, is_narrow(v, m, column) ? measure_narrow(v, column, x, below) : measure(x, below)};
}

INLINE force_pair pull_structural(const row_view *v, mode m, size_t column, span_pair s, wide3 *down_2)
{
    force_pair f = {zero3(), zero3()};
    int valid = valid_from(v, column, 1);
    if (m.bulk || (v->grid->structural && valid > 0)) {
        f.first = pull(v, m, CS_FAMILY_RIGHT, column, s.first, valid);
    }
    if (is_narrow(v, m, column)) {
        f.second = pull_narrow(v, m, column, s.second, down_2);
    } else if (m.bulk || (v->grid->structural && v->down)) {
        f.second = pull(v, m, CS_FAMILY_DOWN, column, s.second, CS_WIDE);
    }
    return f;
}

/// What acts on particles besides springs; nothing on padding.
INLINE wide3 outer_forces(const row_view *v, mode m, size_t column)
{
    if (v->grid->outer) {
        return vectors_load(v->grid->outer + 3 * column);
    }
    wide3 all = v->grid->outer_all;
    if (m.bulk) {
        return all;
    }
    cs_wide_mask real = cs_wide_mask_first(valid_from(v, column, 0));
    return (wide3){cs_wide_select(real, all.x, cs_wide_zero()), cs_wide_select(real, all.y, cs_wide_zero()),
                   cs_wide_select(real, all.z, cs_wide_zero())};
}

/// Outer forces and structural springs: up, left, right, down.
INLINE wide3 add_structural(const row_view *v, mode m, size_t column, force_pair f, pipeline *p)
{
    double *ring = ring_at(v, column) + CS_RING_DOWN * 3 * CS_WIDE;
    wide3 force = outer_forces(v, m, column);
    force = sub3(force, vectors_load(ring));
    vectors_store(ring, f.second);
    force = sub3(force, left_1(p->right, f.first));
    p->right = f.first;
    return add3(add3(force, f.first), f.second);
}

INLINE span_pair measure_shear(const row_view *v, mode m, size_t column)
{
    if (!m.bulk && !(v->grid->shear && v->down && valid_from(v, column, 1) > 0)) {
        return (span_pair){unmeasured(), unmeasured()};
    }
    wide3 right = load3(&v->now, column + 1), below = load3(&v->now, v->grid->stride + column);
    wide3 across = load3(&v->now, v->grid->stride + column + 1);
    return (span_pair){measure(right, below), measure(load3(&v->now, column), across)};
}

INLINE force_pair pull_shear(const row_view *v, mode m, size_t column, span_pair s)
{
    int valid = valid_from(v, column, 1);
    if (!m.bulk && !(v->grid->shear && v->down && valid > 0)) {
        return (force_pair){zero3(), zero3()};
    }
    return (force_pair){pull(v, m, CS_FAMILY_DOWN_LEFT, column, s.first, valid),
                        pull(v, m, CS_FAMILY_DOWN_RIGHT, column, s.second, valid)};
}

/// Shear springs: up-left, up-right, down-left, down-right.
INLINE wide3 add_shear(const row_view *v, size_t column, wide3 force, force_pair f, pipeline *p)
{
    double *left_ring = ring_at(v, column) + CS_RING_DOWN_LEFT * 3 * CS_WIDE;
    double *right_ring = ring_at(v, column) + CS_RING_DOWN_RIGHT * 3 * CS_WIDE;
    wide3 above = vectors_load(right_ring);
    vectors_store(right_ring, f.second);
    force = sub3(force, left_1(p->down_right_above, above));
    p->down_right_above = above;
    force = sub3(force, vectors_load(left_ring));
    vectors_store(left_ring, f.first);
    force = add3(force, left_1(p->down_left, f.first));
    p->down_left = f.first;
    return add3(force, f.second);
}

INLINE span_pair measure_bend(const row_view *v, mode m, size_t column)
{
    if (!m.bulk && !v->grid->bend) {
        return (span_pair){unmeasured(), unmeasured()};
    }
    wide3 x = load3(&v->now, column);
    span right_2 = unmeasured(), down_2 = unmeasured();
    if (m.bulk || valid_from(v, column, 2) > 0) {
        right_2 = measure(x, load3(&v->now, column + 2));
    }
    if (m.bulk || (v->down_2 && !is_narrow(v, m, column))) {
        down_2 = measure(x, load3(&v->now, 2 * v->grid->stride + column));
    }
    return (span_pair){right_2, down_2};
}

INLINE force_pair pull_bend(const row_view *v, mode m, size_t column, span_pair s, wide3 down_2)
{
    force_pair f = {zero3(), zero3()};
    int valid = valid_from(v, column, 2);
    if (m.bulk || (v->grid->bend && valid > 0)) {
        f.first = pull(v, m, CS_FAMILY_RIGHT_2, column, s.first, valid);
    }
    if (is_narrow(v, m, column)) {
        f.second = down_2;
    } else if (m.bulk || (v->grid->bend && v->down_2)) {
        f.second = pull(v, m, CS_FAMILY_DOWN_2, column, s.second, CS_WIDE);
    }
    return f;
}

/// Bend springs: left, right, up, down.
INLINE wide3 add_bend(const row_view *v, size_t column, pipeline *p)
{
    double *ring = ring_at(v, column) + v->ring_down_2;
    wide3 force = sub3(p->force, left_2(p->right_2_before, p->right_2, p->bend.first));
    p->right_2_before = p->right_2;
    p->right_2 = p->bend.first;
    force = add3(force, p->bend.first);
    force = sub3(force, vectors_load(ring));
    vectors_store(ring, p->bend.second);
    return add3(force, p->bend.second);
}

/// Notes the first of the lanes that may run away at all: particles that are not pinned.
static __attribute__((noinline)) void note_runaway(cs_grid_sweep *sweep, size_t lane, unsigned lanes)
{
    const int stride = sweep->springs->stride, columns = sweep->springs->columns;
    for (unsigned i = 0; i < CS_WIDE; i++) {
        bool held = (sweep->pinned && sweep->pinned[lane + i]) || (int)(lane + i) % stride >= columns;
        if ((lanes >> i & 1) && !held && (int)(lane + i) < sweep->runaway) {
            sweep->runaway = (int)(lane + i);
        }
    }
}

/// x' = x + (x - x_prev) damping + (F/m) h^2.
INLINE void integrate(cs_grid_sweep *sweep, const row_view *v, size_t column, wide3 force)
{
    const grid_view *g = v->grid;
    wide3 x = load3(&v->now, column), x_prev = load3(&v->next, column);
    if (v->masses || g->mass != 1) {
        cs_wide mass = v->masses ? cs_wide_load(v->masses + column) : cs_wide_set(g->mass);
        force = (wide3){force.x / mass, force.y / mass, force.z / mass};
    }
    wide3 next = {
        x.x + (x.x - x_prev.x) * g->damping + force.x * g->h2,
        x.y + (x.y - x_prev.y) * g->damping + force.y * g->h2,
        x.z + (x.z - x_prev.z) * g->damping + force.z * g->h2,
    };
    cs_wide_store(v->next.x + column, next.x);
    cs_wide_store(v->next.y + column, next.y);
    cs_wide_store(v->next.z + column, next.z);
    cs_wide reach = cs_wide_abs(next.x) + cs_wide_abs(next.y) + cs_wide_abs(next.z);
    cs_wide travel = cs_wide_abs(next.x - x.x) + cs_wide_abs(next.y - x.y) + cs_wide_abs(next.z - x.z);
    cs_wide_mask sound = cs_wide_mask_and(cs_wide_less_equal(reach, g->reach), cs_wide_less_equal(travel, g->travel));
    if (!cs_wide_all(sound)) {
        note_runaway(sweep, (size_t)(v->now.x - sweep->now.x) + column, ~cs_wide_mask_bits(sound));
    }
}

/// CS_WIDE neighbouring particles: their springs, their forces, and the move of the ones before. Square roots come two
/// springs before the divisions that use them, divisions two springs before the additions, so that the divider never
/// waits and what waits for it does not fill the processor's queues.
INLINE void step_column(cs_grid_sweep *sweep, const row_view *v, mode m, size_t column, pipeline *p)
{
    span_pair shear = measure_shear(v, m, column);
    force_pair structural_force = pull_structural(v, m, column, p->structural, &p->down_2);
    if (column > 0) {
        integrate(sweep, v, column - CS_WIDE, add_bend(v, column - CS_WIDE, p));
    }
    span_pair bend = measure_bend(v, m, column);
    force_pair shear_force = pull_shear(v, m, column, shear);
    wide3 force = add_structural(v, m, column, structural_force, p);
    p->structural = measure_structural(v, m, column + CS_WIDE);
    p->bend = pull_bend(v, m, column, bend, p->down_2);
    p->force = add_shear(v, column, force, shear_force, p);
}

INLINE void sweep_row(cs_grid_sweep *sweep, const row_view *v)
{
    const grid_view *g = v->grid;
    const bool packed = v->rest == NULL, all = g->structural && g->shear && g->bend && v->down_2;
    // Up to here every spring exists, and the column after is not narrow.
    const int end_bulk = all ? g->columns - CS_WIDE - (CS_WIDE > 2 ? CS_WIDE / 2 : 1) : 0;
    const mode edge = {.bulk = false, .packed = packed};
    pipeline p = {.structural = measure_structural(v, edge, 0)};
    p.force = p.right = p.down_left = p.down_right_above = p.right_2 = p.right_2_before = p.down_2 = zero3();
    p.bend = (force_pair){zero3(), zero3()};
    size_t column = 0;
    if (packed) {
        for (; (int)column < end_bulk; column += CS_WIDE) {
            step_column(sweep, v, (mode){.bulk = true, .packed = true}, column, &p);
        }
    } else {
        for (; (int)column < end_bulk; column += CS_WIDE) {
            step_column(sweep, v, (mode){.bulk = true, .packed = false}, column, &p);
        }
    }
    for (; (int)column < g->columns; column += CS_WIDE) {
        step_column(sweep, v, edge, column, &p);
    }
    integrate(sweep, v, column - CS_WIDE, add_bend(v, column - CS_WIDE, &p));
}

void CS_WIDE_NAME(cs_grid_sweep_rows)(cs_grid_sweep *sweep, int first_row, int end_row)
{
    const grid_view grid = view_grid(sweep);
    for (int r = first_row; r < end_row; r++) {
        const row_view row = view_row(&grid, sweep, r);
        sweep_row(sweep, &row);
    }
}

/// The ring entries of the row above a block, or of the row two above.
INLINE void prime_row(const row_view *v, bool just_above)
{
    const mode m = {.bulk = false, .packed = v->rest == NULL};
    for (size_t column = 0; (int)column < v->grid->columns; column += CS_WIDE) {
        double *ring = ring_at(v, column);
        wide3 x = load3(&v->now, column);
        if (just_above && v->grid->structural) {
            span down = measure(x, load3(&v->now, v->grid->stride + column));
            vectors_store(ring + CS_RING_DOWN * 3 * CS_WIDE, pull(v, m, CS_FAMILY_DOWN, column, down, CS_WIDE));
        }
        if (just_above) {
            force_pair shear = pull_shear(v, m, column, measure_shear(v, m, column));
            vectors_store(ring + CS_RING_DOWN_LEFT * 3 * CS_WIDE, shear.first);
            vectors_store(ring + CS_RING_DOWN_RIGHT * 3 * CS_WIDE, shear.second);
        }
        if (v->grid->bend && v->down_2) {
            span down_2 = measure(x, load3(&v->now, 2 * v->grid->stride + column));
            vectors_store(ring + v->ring_down_2, pull(v, m, CS_FAMILY_DOWN_2, column, down_2, CS_WIDE));
        }
    }
}

void CS_WIDE_NAME(cs_grid_prime)(cs_grid_sweep *sweep, int first_row)
{
    const grid_view grid = view_grid(sweep);
    for (size_t i = 0; i < 3 * CS_RING_ROWS * grid.stride; i += CS_WIDE) {
        cs_wide_store(grid.ring + i, cs_wide_zero());
    }
    for (int r = first_row < 2 ? 0 : first_row - 2; r < first_row; r++) {
        const row_view row = view_row(&grid, sweep, r);
        prime_row(&row, r + 1 == first_row);
    }
}

void CS_WIDE_NAME(cs_grid_lay_outer)(const cs_soa *forces, int count, double *outer)
{
    for (int i = 0; i < count; i += CS_WIDE, outer += 3 * CS_WIDE) {
        wide3 f = {cs_wide_load_first(forces->x + i, count - i), cs_wide_load_first(forces->y + i, count - i),
                   cs_wide_load_first(forces->z + i, count - i)};
        vectors_store(outer, f);
    }
}
