// SPDX-License-Identifier: MIT
//
// Position based dynamics for any element by its terms (xpbd.h has the equation): evaluate a term, solve its block of
// up to three measures, move its particles. Slow and general; kernels take over for the elements that cloth is made of.
#include "sim/xpbd.h"

#include "math/math.h"

typedef struct block {
    int size;
    double matrix[CS_TERM_MEASURES][CS_TERM_MEASURES];
    double right[CS_TERM_MEASURES];
} block;

/// Terms of springs of 0 N/m hold nothing: they have neither stiffness nor compliance, and are not rigid.
static bool is_absent(const cs_term *term)
{
    return !term->rigid && !(term->compliance[0][0] > 0);
}

/// In plain PBD only bending, the one kind with more particles than a triangle, keeps its compliance: with none every
/// sheet would be a plate. How stiff it then hangs depends on the number of iterations.
static bool is_stiff(const cs_xpbd_terms *how, const cs_term *term)
{
    return term->rigid || (how->plain && term->nodes <= 3);
}

static void assemble(const cs_xpbd_terms *how, const cs_term *term, const cs_soa *positions, const double *lambda,
                     block *b)
{
    double per_h2 = is_stiff(how, term) ? 0 : 1 / (how->h * how->h);
    double gamma = term->rigid ? 0 : term->damping / how->h;
    b->size = term->measures;
    for (int i = 0; i < term->measures; i++) {
        double rate = 0, pulled = 0;
        for (int n = 0; gamma > 0 && n < term->nodes; n++) {
            cs_vec3 moved = cs_sub(cs_soa_get(positions, term->lane[n]), cs_soa_get(how->start, term->lane[n]));
            rate += cs_dot(term->gradient[i][n], moved);
        }
        for (int j = 0; j < term->measures; j++) {
            double sum = 0;
            for (int n = 0; n < term->nodes; n++) {
                sum += how->inverse_mass[term->lane[n]] * cs_dot(term->gradient[i][n], term->gradient[j][n]);
            }
            b->matrix[i][j] = sum * (1 + gamma) + term->compliance[i][j] * per_h2;
            pulled += how->plain ? 0 : term->compliance[i][j] * per_h2 * lambda[j];
        }
        b->right[i] = -(term->value[i] + pulled + gamma * rate);
    }
}

/// Solves in place by L D L^T; dependent measures get 0.
static void solve(block *b, double *solution)
{
    double factor[CS_TERM_MEASURES][CS_TERM_MEASURES] = {{0}}, inverse[CS_TERM_MEASURES] = {0};
    for (int j = 0; j < b->size; j++) {
        double pivot = b->matrix[j][j];
        for (int k = 0; k < j; k++) {
            pivot -= factor[j][k] * factor[j][k] * inverse[k];
        }
        inverse[j] = pivot > CS_XPBD_DEPENDENT * b->matrix[j][j] ? 1 / pivot : 0;
        for (int i = j + 1; i < b->size; i++) {
            double sum = b->matrix[i][j];
            for (int k = 0; k < j; k++) {
                sum -= factor[i][k] * factor[j][k] * inverse[k];
            }
            factor[i][j] = sum;
        }
    }
    for (int j = 0; j < b->size; j++) {
        solution[j] = b->right[j];
        for (int k = 0; k < j; k++) {
            solution[j] -= factor[j][k] * inverse[k] * solution[k];
        }
    }
    for (int j = b->size - 1; j >= 0; j--) {
        solution[j] *= inverse[j];
        for (int i = j + 1; i < b->size; i++) {
            solution[j] -= factor[i][j] * inverse[j] * solution[i];
        }
    }
}

static void project(const cs_xpbd_terms *how, const cs_term *term, cs_soa *positions, double *lambda)
{
    if (is_absent(term) || (how->plain && term->unilateral && term->value[0] <= 0)) {
        return;
    }
    block b = {0};
    double change[CS_TERM_MEASURES] = {0};
    assemble(how, term, positions, lambda, &b);
    solve(&b, change);
    if (term->unilateral && !how->plain && lambda[0] + change[0] > 0) {
        change[0] = -lambda[0]; // it pulls, so its multiplier is never positive
    }
    for (int i = 0; i < term->measures; i++) {
        lambda[i] += how->plain ? 0 : change[i];
        for (int n = 0; n < term->nodes; n++) {
            double w = how->inverse_mass[term->lane[n]] * how->correction;
            cs_vec3 x = cs_soa_get(positions, term->lane[n]);
            cs_soa_set(positions, term->lane[n], cs_add(x, cs_scale(term->gradient[i][n], w * change[i])));
        }
    }
}

void cs_xpbd_project_term(const cs_xpbd_terms *how, const cs_element *element, int64_t index, cs_soa *positions,
                          double *lambda)
{
    cs_term term;
    element->kind->terms(element, index, 1, positions, &term);
    project(how, &term, positions, lambda);
}
