// SPDX-License-Identifier: MIT
//
// The validation of the fabrics: each one with a published band drapes within it, bends as stiffly as was published,
// and drapes alike on a coarser mesh.
#include "lab/lab.h"

#include "math/math.h"

#include <string.h>

/// Rings of the two meshes that must agree.
#define COARSE 25
#define FINE   30

static const cs_fabric_preset *find(const char *name)
{
    int count;
    const cs_fabric_preset *presets = cs_fabric_presets(&count);
    for (int i = 0; i < count; i++) {
        if (strcmp(presets[i].name, name) == 0) {
            return &presets[i];
        }
    }
    return NULL;
}

/// The fabric of a case: what follows the last '/' of its id.
static const cs_fabric_preset *fabric_of(const cs_physics_case *c)
{
    return find(strrchr(c->id, '/') + 1);
}

static cs_status drape(const cs_lab *lab, const cs_fabric_preset *preset, const char *solver, int rings,
                       double *coefficient)
{
    if (!preset) {
        return CS_INTERNAL;
    }
    cs_drape_settings settings = cs_default_drape_settings();
    settings.rings = rings;
    settings.solver = strcmp(solver, "xpbd") == 0 ? CS_SOLVER_XPBD : CS_SOLVER_IMPLICIT;
    cs_drape_result result;
    cs_status status = cs_drape_test(&preset->fabric, &settings, lab, &result);
    *coefficient = result.coefficient;
    return status;
}

/// Middle of a band as expected value, half its width and a margin as gate.
static void expect_band(cs_physics_row *row, double low, double high, double margin)
{
    row->expected = (low + high) / 2;
    row->gate = (high - low) / 2 + margin;
}

static cs_status measure_coefficient(const cs_lab *lab, const cs_physics_case *c, cs_physics_row *row)
{
    expect_band(row, c->parameter[0], c->parameter[1], 5);
    return drape(lab, fabric_of(c), row->solver, COARSE, &row->got);
}

/// Chiffon has no band of its own: it drapes at least as far as silk.
static cs_status measure_against_silk(const cs_lab *lab, const cs_physics_case *c, cs_physics_row *row)
{
    double silk = 0;
    cs_status status = drape(lab, find("silk"), row->solver, COARSE, &silk);
    if (status == CS_OK) {
        status = drape(lab, fabric_of(c), row->solver, COARSE, &row->got);
    }
    expect_band(row, 0, silk, 0);
    return status;
}

static cs_status measure_meshes(const cs_lab *lab, const cs_physics_case *c, cs_physics_row *row)
{
    cs_status status = drape(lab, fabric_of(c), row->solver, COARSE, &row->got);
    return status == CS_OK ? drape(lab, fabric_of(c), row->solver, FINE, &row->expected) : status;
}

static cs_status measure_rigidity(const cs_lab *lab, const cs_physics_case *c, cs_physics_row *row)
{
    (void)lab;
    const cs_fabric_preset *preset = fabric_of(c);
    if (!preset) {
        return CS_INTERNAL;
    }
    expect_band(row, preset->bend_published[0] * 1e6, preset->bend_published[1] * 1e6, 1e-9);
    double values[3] = {preset->fabric.bend[0] * 1e6, preset->fabric.bend[1] * 1e6, preset->fabric.bend_bias * 1e6};
    row->got = values[0];
    for (int i = 1; i < 3; i++) { // the one furthest from the middle
        if (fabs(values[i] - row->expected) > fabs(row->got - row->expected)) {
            row->got = values[i];
        }
    }
    return CS_OK;
}

// ---- the table ----------------------------------------------------------------------------

static const char *const implicit[] = {"implicit", NULL};
static const char *const both[] = {"implicit", "xpbd", NULL};
static const char *const any[] = {"implicit", NULL};

#define BAND(name, low, high, published, who)                                                                          \
    {                                                                                                                  \
        .id = "drape/" name, .title = "drape coefficient, band and 5 points", .unit = "%", .source = (published),      \
        .solvers = (who), .measure = measure_coefficient, .parameter = {low, high}, .absolute = true                   \
    }
#define MESHES(name)                                                                                                   \
    {                                                                                                                  \
        .id = "drape-meshes/" name, .title = "drape coefficient on 25 and on 30 rings", .unit = "%",                   \
        .source = "the same cloth", .solvers = implicit, .measure = measure_meshes, .gate = 3, .absolute = true        \
    }
#define RIGIDITY(name)                                                                                                 \
    {                                                                                                                  \
        .id = "rigidity/" name, .title = "bending rigidity within the published spread", .unit = "uN m",               \
        .source = "clothsim fabrics " name, .solvers = any, .measure = measure_rigidity, .absolute = true              \
    }

extern const cs_physics_case cs_physics_drape_cases[];
const cs_physics_case cs_physics_drape_cases[] = {
    BAND("silk", 20, 40, "Matsudaira and Yang 2003", implicit),
    BAND("cotton", 60, 76, "Gan 1991: 68.4", both),
    BAND("linen", 65, 80, "an estimate", implicit),
    BAND("wool", 40, 70, "published Cusick coefficients", implicit),
    BAND("leather", 47, 70, "published Cusick coefficients", implicit),
    BAND("denim", 70, 90, "published Cusick coefficients", implicit),
    {.id = "drape/chiffon",
     .title = "drape coefficient, at most that of silk",
     .unit = "%",
     .source = "weight class",
     .solvers = implicit,
     .measure = measure_against_silk,
     .absolute = true},
    MESHES("silk"),
    MESHES("cotton"),
    MESHES("linen"),
    MESHES("wool"),
    MESHES("leather"),
    MESHES("denim"),
    RIGIDITY("cotton"),
    RIGIDITY("linen"),
    RIGIDITY("wool"),
    RIGIDITY("denim"),
    RIGIDITY("jersey"),
    RIGIDITY("polyester"),
    {0},
};
