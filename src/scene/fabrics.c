// SPDX-License-Identifier: MIT
//
// The fabrics that a scene may name, in SI units: ten everyday ones, and the ten cloths that Wang, O'Brien and
// Ramamoorthi measured (Data-driven elastic models for cloth, SIGGRAPH 2011). Sources, as the rows cite them:
//
// - Wang 2011: stretching [c11, c12, c22, c33] at zero strain. The published rows stand before the factor 2 that the
//   paper's program applies; the rows here hold twice the published figure. Warp = c11, weft = c22, coupling = c12,
//   shear = c33; bending at 0, 45 and 90 degrees = warp, bias, weft.
// - Penava, Simic Penava, Knezic 2014 (Determination of the elastic constants of plain woven fabrics by a tensile
//   test in various directions): modulus times thickness, with Poisson's ratio as coupling.
// - C-IPC: the table of materials of Li, Kaufman, Jiang 2021 (Codimensional incremental potential contact).
// - Feng et al. 2022: 618 fabrics; rigidity along the warp 1.6 to 67 uN m (10 to 90 %).
// - Drape: Gan 1991 (cotton), Matsudaira and Yang 2003 (silk) and the published ranges of Cusick coefficients.
//
// Fabric stiffens as it is stretched. Where both ends are known (cotton: 261 N/m at small strain, 2800 and 4501 N/m at
// its limit) a row starts soft, and its stiffening brings the slope of the tension at the strain limit to the other
// end.
#include "scene/fabrics.h"

#include "base/base.h"

/// N m
#define MICRO 1e-6

/// s: internal damping of every fabric, an estimate. Larger is calmer, 0 rings on.
#define DAMPING 0.01

/// The 10 to 90 % of 618 fabrics that Feng et al. 2022 measured.
#define BEND_FENG                                                                                                      \
    {                                                                                                                  \
        1.6 * MICRO, 67 * MICRO                                                                                        \
    }
#define FRICTION_IS_PRACTICE "friction and damping are practice, not measurement"

/// Stretch of the measured cloths: nothing is known beyond this strain.
#define MEASURED_LIMIT 0.5

#define CLOTH_LOOK(red, green, blue)                                                                                   \
    {                                                                                                                  \
        .front = {red, green, blue}, .back = {0.75 * (red), 0.75 * (green), 0.75 * (blue)}, .ambient = 0.25,           \
        .diffuse = 0.75, .specular = 0.1, .shininess = 16, .shading = CS_SHADING_SMOOTH                                \
    }
#define SHINY_LOOK(red, green, blue)                                                                                   \
    {                                                                                                                  \
        .front = {red, green, blue}, .back = {0.8 * (red), 0.8 * (green), 0.8 * (blue)}, .ambient = 0.25,              \
        .diffuse = 0.65, .specular = 0.5, .shininess = 48, .shading = CS_SHADING_SMOOTH                                \
    }
#define MATTE_LOOK(red, green, blue)                                                                                   \
    {                                                                                                                  \
        .front = {red, green, blue}, .back = {0.85 * (red), 0.85 * (green), 0.85 * (blue)}, .ambient = 0.3,            \
        .diffuse = 0.75, .specular = 0.03, .shininess = 8, .shading = CS_SHADING_SMOOTH                                \
    }

/// A cloth of Wang 2011: density (g/m^2), the published stretching row, bending at 0, 45 and 90 degrees (uN m).
#define MEASURED(id, gram, c11, c12, c22, c33, bend0, bend45, bend90)                                                  \
    {                                                                                                                  \
        .preset = (id), .density = (gram)*1e-3, .stretch = {2 * (c11), 2 * (c22)}, .coupling = 2 * (c12),              \
        .shear = 2 * (c33), .stiffening = 0, .strain_limit = MEASURED_LIMIT, .bend = {(bend0)*MICRO, (bend90)*MICRO},  \
        .bend_bias = (bend45)*MICRO, .friction = 0.4, .damping = DAMPING                                               \
    }
#define MEASURED_SOURCE "Wang 2011; stretching is twice the published row, as the paper's program uses it"
#define MEASURED_ESTIMATED                                                                                             \
    "the strain limit lies beyond what was measured; friction and damping are practice, not measurement"

enum {
    CHIFFON,
    SILK,
    COTTON,
    LINEN,
    WOOL,
    DENIM,
    LEATHER,
    JERSEY,
    POLYESTER,
    PAPER,
    BLACK_DENIM,
    CAMEL_PONTE_ROMA,
    GRAY_INTERLOCK,
    IVORY_RIB_KNIT,
    NAVY_SPARKLE_SWEAT,
    PINK_RIBBON_BROWN,
    ROYAL_TARGET,
    TANGO_RED_JET_SET,
    WHITE_DOTS_ON_BLACK,
    WHITE_SWIM_SOLID,
};

_Static_assert(COTTON == CS_FABRIC_COTTON, "the default preset is cotton");

const char *const cs_fabric_words[] = {
    [CHIFFON] = "chiffon",
    [SILK] = "silk",
    [COTTON] = "cotton",
    [LINEN] = "linen",
    [WOOL] = "wool",
    [DENIM] = "denim",
    [LEATHER] = "leather",
    [JERSEY] = "jersey",
    [POLYESTER] = "polyester",
    [PAPER] = "paper",
    [BLACK_DENIM] = "wang-black-denim",
    [CAMEL_PONTE_ROMA] = "wang-camel-ponte-roma",
    [GRAY_INTERLOCK] = "wang-gray-interlock",
    [IVORY_RIB_KNIT] = "wang-ivory-rib-knit",
    [NAVY_SPARKLE_SWEAT] = "wang-navy-sparkle-sweat",
    [PINK_RIBBON_BROWN] = "wang-pink-ribbon-brown",
    [ROYAL_TARGET] = "wang-royal-target",
    [TANGO_RED_JET_SET] = "wang-tango-red-jet-set",
    [WHITE_DOTS_ON_BLACK] = "wang-white-dots-on-black",
    [WHITE_SWIM_SOLID] = "wang-white-swim-solid",
    NULL,
};

static const cs_fabric_preset presets[] = {
    [CHIFFON] = {.name = "chiffon",
                 .description = "sheer, very light, falls in soft folds",
                 .fabric = {.preset = CHIFFON,
                            .density = 0.040,
                            .stretch = {400, 850},
                            .shear = 50,
                            .strain_limit = 0.06,
                            .bend = {0.6 * MICRO, 0.6 * MICRO},
                            .bend_bias = 0.6 * MICRO,
                            .friction = 0.25,
                            .damping = DAMPING},
                 .surface = SHINY_LOOK(0.80, 0.55, 0.66),
                 .source = "density by its weight class; the rest is silk scaled by weight",
                 .estimated = "everything but the density"},
    [SILK] = {.name = "silk",
              .description = "smooth and light, flows",
              .fabric = {.preset = SILK,
                         .density = 0.083,
                         .stretch = {774, 1790},
                         .shear = 103,
                         .strain_limit = 0.06,
                         .bend = {1.5 * MICRO, 1.5 * MICRO},
                         .bend_bias = 1.5 * MICRO,
                         .friction = 0.25,
                         .damping = DAMPING},
              .surface = SHINY_LOOK(0.62, 0.08, 0.16),
              .drape = {20, 40},
              .source = "C-IPC; drape of Matsudaira and Yang 2003",
              .estimated = "bending; " FRICTION_IS_PRACTICE},
    [COTTON] = {.name = "cotton",
                .description = "plain weave, the everyday cloth",
                .fabric = {.preset = COTTON,
                           .density = 0.150,
                           .stretch = {219, 352},
                           .coupling = 67,
                           .shear = 194,
                           .stiffening = 41,
                           .strain_limit = 0.05,
                           .bend = {10 * MICRO, 10 * MICRO},
                           .bend_bias = 10 * MICRO,
                           .friction = 0.35,
                           .damping = DAMPING},
                .surface = CLOTH_LOOK(0.16, 0.36, 0.60),
                .drape = {60, 76},
                .bend_published = BEND_FENG,
                .source =
                    "Penava 2014 at small strain with the ratio of warp and weft, the shear and the stiffness at the "
                    "limit of C-IPC; drape of Gan 1991 (68.4); spread of bending of Feng et al. 2022",
                .estimated = "bending, fitted to the drape; " FRICTION_IS_PRACTICE},
    [LINEN] = {.name = "linen",
               .description = "crisp plain weave, creases",
               .fabric = {.preset = LINEN,
                          .density = 0.180,
                          .stretch = {219, 352},
                          .coupling = 67,
                          .shear = 250,
                          .stiffening = 41,
                          .strain_limit = 0.04,
                          .bend = {20 * MICRO, 20 * MICRO},
                          .bend_bias = 20 * MICRO,
                          .friction = 0.40,
                          .damping = DAMPING},
               .surface = MATTE_LOOK(0.72, 0.64, 0.48),
               .bend_published = BEND_FENG,
               .source = "density by its weight class; stretch as cotton; spread of bending of Feng et al. 2022",
               .estimated = "everything but the density"},
    [WOOL] = {.name = "wool",
              .description = "suiting, full and springy",
              .fabric = {.preset = WOOL,
                         .density = 0.235,
                         .stretch = {2931, 2840},
                         .shear = 475,
                         .strain_limit = 0.08,
                         .bend = {13 * MICRO, 13 * MICRO},
                         .bend_bias = 13 * MICRO,
                         .friction = 0.40,
                         .damping = DAMPING},
              .surface = MATTE_LOOK(0.30, 0.30, 0.34),
              .drape = {40, 70},
              .bend_published = BEND_FENG,
              .source = "density and largest stretch of Penava 2014; C-IPC; spread of bending of Feng et al. 2022",
              .estimated = "bending; " FRICTION_IS_PRACTICE},
    [DENIM] = {.name = "denim",
               .description = "heavy twill, stands in stiff folds",
               .fabric = {.preset = DENIM,
                          .density = 0.360,
                          .stretch = {411, 2028},
                          .coupling = 20.4,
                          .shear = 107,
                          .strain_limit = 0.03,
                          .bend = {72 * MICRO, 72 * MICRO},
                          .bend_bias = 72 * MICRO,
                          .friction = 0.50,
                          .damping = DAMPING},
               .surface = MATTE_LOOK(0.09, 0.15, 0.32),
               .drape = {70, 90},
               .bend_published = {20 * MICRO, 121 * MICRO},
               .source = "Wang 2011 (11 oz black denim; stretching is twice the published row), shear also by KES-F; "
                         "spread of bending of KES-F and Wang 2011",
               .estimated = "density between the published 0.324 and 0.400; strain limit; " FRICTION_IS_PRACTICE},
    [LEATHER] = {.name = "leather",
                 .description = "garment leather of 0.75 mm, hardly stretches",
                 .fabric = {.preset = LEATHER,
                            .density = 0.550,
                            .stretch = {5800, 5800},
                            .shear = 1000,
                            .stiffening = 82,
                            .strain_limit = 0.02,
                            .bend = {40 * MICRO, 40 * MICRO},
                            .bend_bias = 40 * MICRO,
                            .friction = 0.50,
                            .damping = DAMPING},
                 .surface = SHINY_LOOK(0.20, 0.10, 0.05),
                 .drape = {47, 70},
                 .source = "77 MPa times 0.75 mm near the strain limit; published drape of garment leathers",
                 .estimated = "bending, fitted to the drape; the soft start, a tenth of that; shear; strain "
                              "limit; " FRICTION_IS_PRACTICE},
    [JERSEY] = {.name = "jersey",
                .description = "knit, soft and stretchy",
                .fabric = MEASURED(JERSEY, 187, 16.6, -14.7, 34.5, 36.9, 23.2, 24.7, 14.3),
                .surface = MATTE_LOOK(0.45, 0.47, 0.50),
                .bend_published = {14 * MICRO, 25 * MICRO},
                .source = MEASURED_SOURCE " (gray interlock)",
                .estimated = MEASURED_ESTIMATED},
    [POLYESTER] = {.name = "polyester",
                   .description = "smooth woven lining",
                   .fabric = {.preset = POLYESTER,
                              .density = 0.1646,
                              .stretch = {141, 141},
                              .coupling = 53.7,
                              .shear = 43.6,
                              .strain_limit = 0.06,
                              .bend = {20 * MICRO, 14 * MICRO},
                              .bend_bias = 17 * MICRO,
                              .friction = 0.35,
                              .damping = DAMPING},
                   .surface = SHINY_LOOK(0.10, 0.42, 0.36),
                   .bend_published = {14 * MICRO, 20 * MICRO},
                   .source = "Penava 2014, isotropic at small strain (120 N/m for a strip, Poisson's ratio 0.381)",
                   .estimated = "bending on the bias; " FRICTION_IS_PRACTICE},
    [PAPER] = {.name = "paper",
               .description = "a sheet of 100 g/m^2, does not stretch",
               .fabric = {.preset = PAPER,
                          .density = 0.100,
                          .stretch = {5e5, 5e5},
                          .shear = 5e5,
                          .strain_limit = 0.02,
                          .bend = {400 * MICRO, 400 * MICRO},
                          .bend_bias = 400 * MICRO,
                          .friction = 0.3,
                          .damping = DAMPING},
               .surface = MATTE_LOOK(0.88, 0.87, 0.83),
               .source = "computed from the modulus and the thickness of writing paper",
               .estimated = "everything but the density"},
    [BLACK_DENIM] = {.name = "wang-black-denim",
                     .description = "11 oz black denim",
                     .fabric = MEASURED(BLACK_DENIM, 324, 205.4, 10.2, 1013.9, 53.4, 64.2, 73.4, 97.0),
                     .surface = MATTE_LOOK(0.045, 0.045, 0.06),
                     .bend_published = {64.2 * MICRO, 97.0 * MICRO},
                     .source = MEASURED_SOURCE,
                     .estimated = MEASURED_ESTIMATED},
    [CAMEL_PONTE_ROMA] = {.name = "wang-camel-ponte-roma",
                          .description = "camel ponte roma, a double knit",
                          .fabric = MEASURED(CAMEL_PONTE_ROMA, 284, 31.1, -12.8, 44.0, 31.9, 36.3, 33.0, 37.2),
                          .surface = MATTE_LOOK(0.58, 0.38, 0.20),
                          .bend_published = {33.0 * MICRO, 37.2 * MICRO},
                          .source = MEASURED_SOURCE,
                          .estimated = MEASURED_ESTIMATED},
    [GRAY_INTERLOCK] = {.name = "wang-gray-interlock",
                        .description = "gray interlock, a double knit",
                        .fabric = MEASURED(GRAY_INTERLOCK, 187, 16.6, -14.7, 34.5, 36.9, 23.2, 24.7, 14.3),
                        .surface = MATTE_LOOK(0.36, 0.37, 0.38),
                        .bend_published = {14.3 * MICRO, 24.7 * MICRO},
                        .source = MEASURED_SOURCE,
                        .estimated = MEASURED_ESTIMATED},
    [IVORY_RIB_KNIT] = {.name = "wang-ivory-rib-knit",
                        .description = "ivory rib knit",
                        .fabric = MEASURED(IVORY_RIB_KNIT, 276, 42.9, -0.2, 65.2, 83.2, 46.2, 30.0, 32.2),
                        .surface = MATTE_LOOK(0.84, 0.80, 0.68),
                        .bend_published = {30.0 * MICRO, 46.2 * MICRO},
                        .source = MEASURED_SOURCE,
                        .estimated = MEASURED_ESTIMATED},
    [NAVY_SPARKLE_SWEAT] =
        {.name = "wang-navy-sparkle-sweat",
         .description = "navy sparkle sweat",
         // measured c12 = -19.9: more than sqrt(c11 c22) = 6.42, which no elastic cloth can have
         .fabric = MEASURED(NAVY_SPARKLE_SWEAT, 224, 12.5, -5.78, 3.3, 17.6, 59.5, 40.1, 45.6),
         .surface = SHINY_LOOK(0.04, 0.06, 0.20),
         .bend_published = {40.1 * MICRO, 59.5 * MICRO},
         .source = MEASURED_SOURCE,
         .estimated =
             "coupling: the measured -19.9 is beyond sqrt(c11 c22), and 0.9 of that is taken; " MEASURED_ESTIMATED},
    [PINK_RIBBON_BROWN] = {.name = "wang-pink-ribbon-brown",
                           .description = "pink ribbon brown",
                           .fabric = MEASURED(PINK_RIBBON_BROWN, 228, 151.5, 106.0, 244.8, 30.3, 117.1, 87.5, 59.8),
                           .surface = CLOTH_LOOK(0.40, 0.20, 0.18),
                           .bend_published = {59.8 * MICRO, 117.1 * MICRO},
                           .source = MEASURED_SOURCE,
                           .estimated = MEASURED_ESTIMATED},
    [ROYAL_TARGET] = {.name = "wang-royal-target",
                      .description = "royal target",
                      .fabric = MEASURED(ROYAL_TARGET, 220, 2016.6, 9.2, 2035.0, 104.8, 125.4, 108.0, 125.4),
                      .surface = CLOTH_LOOK(0.10, 0.20, 0.72),
                      .bend_published = {108.0 * MICRO, 125.4 * MICRO},
                      .source = MEASURED_SOURCE,
                      .estimated = MEASURED_ESTIMATED},
    [TANGO_RED_JET_SET] = {.name = "wang-tango-red-jet-set",
                           .description = "tango red jet set",
                           .fabric = MEASURED(TANGO_RED_JET_SET, 113, 43.1, 54.4, 171.4, 14.3, 14.3, 22.0, 20.3),
                           .surface = SHINY_LOOK(0.78, 0.10, 0.07),
                           .bend_published = {14.3 * MICRO, 22.0 * MICRO},
                           .source = MEASURED_SOURCE,
                           .estimated = MEASURED_ESTIMATED},
    [WHITE_DOTS_ON_BLACK] = {.name = "wang-white-dots-on-black",
                             .description = "white dots on black",
                             .fabric = MEASURED(WHITE_DOTS_ON_BLACK, 128, 2002.1, 0.3, 2027.5, 19.2, 51.7, 40.7, 31.3),
                             .surface = CLOTH_LOOK(0.14, 0.14, 0.14),
                             .bend_published = {31.3 * MICRO, 51.7 * MICRO},
                             .source = MEASURED_SOURCE,
                             .estimated = MEASURED_ESTIMATED},
    [WHITE_SWIM_SOLID] = {.name = "wang-white-swim-solid",
                          .description = "white swimwear",
                          .fabric = MEASURED(WHITE_SWIM_SOLID, 204, 48.0, 6.8, 104.6, 60.8, 60.2, 58.8, 51.0),
                          .surface = SHINY_LOOK(0.85, 0.86, 0.88),
                          .bend_published = {51.0 * MICRO, 60.2 * MICRO},
                          .source = MEASURED_SOURCE,
                          .estimated = MEASURED_ESTIMATED},
};

_Static_assert(CS_COUNT(presets) + 1 == CS_COUNT(cs_fabric_words), "every preset has its word");

const cs_fabric_preset *cs_fabric_presets(int *count)
{
    *count = (int)CS_COUNT(presets);
    return presets;
}
