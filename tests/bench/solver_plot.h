// SPDX-License-Identifier: MIT
//
// Error against cost as a picture: one panel a scene, one colour a solver, both axes logarithmic.
#ifndef CS_TESTS_BENCH_SOLVER_PLOT_H
#define CS_TESTS_BENCH_SOLVER_PLOT_H

/// One measured run.
typedef struct plot_point {
    int panel, line;
    double cost;  ///< s of one core a simulated second
    double error; ///< %
    int joined;   ///< a line comes from the point before
} plot_point;

typedef struct plot {
    int panel_count;
    const char *const *panels;
    int line_count;
    const char *const *lines; ///< at most PLOT_LINES
    int point_count;
    const plot_point *points;
} plot;

#define PLOT_LINES 6

/// Writes the plot as SVG; 0 when that worked.
int plot_write(const plot *plot, const char *path);

#endif
