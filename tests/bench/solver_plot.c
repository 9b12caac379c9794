// SPDX-License-Identifier: MIT
//
// Error against cost as a picture.
#include "bench/solver_plot.h"

#include <math.h>
#include <stdio.h>

// Pixels: a panel, what is around it.
#define PANEL_WIDTH  300
#define PANEL_HEIGHT 300
#define LEFT         70
#define GAP          34
#define TOP          64
#define BOTTOM       56

// Colours that the colour-blind tell apart (Okabe and Ito 2008), and a mark each for print.
static const char *const colors[PLOT_LINES] = {"#0072b2", "#000000", "#009e73", "#d55e00", "#cc79a7", "#e69f00"};

/// Decades that an axis covers.
typedef struct axis {
    double low, high; // powers of ten
} axis;

static axis range_of(const plot *p, int of_error, int panel)
{
    double low = INFINITY, high = -INFINITY;
    for (int i = 0; i < p->point_count; i++) {
        if (panel < 0 || p->points[i].panel == panel) {
            double value = log10(of_error ? p->points[i].error : p->points[i].cost);
            low = value < low ? value : low;
            high = value > high ? value : high;
        }
    }
    return (axis){floor(low), ceil(high)};
}

static double place(axis a, double value, double length)
{
    return (log10(value) - a.low) / (a.high - a.low) * length;
}

static void put_mark(FILE *file, int line, double x, double y)
{
    const char *c = colors[line];
    switch (line) {
    case 0:
        fprintf(file, "<circle cx='%.1f' cy='%.1f' r='4' fill='%s'/>\n", x, y, c);
        break;
    case 1:
        fprintf(file, "<path d='M%.1f %.1fl8 8m0 -8l-8 8' stroke='%s' stroke-width='2' fill='none'/>\n", x - 4, y - 4,
                c);
        break;
    case 2:
        fprintf(file, "<path d='M%.1f %.1fl5 8h-10z' fill='%s'/>\n", x, y - 5, c);
        break;
    case 3:
        fprintf(file, "<rect x='%.1f' y='%.1f' width='8' height='8' fill='%s'/>\n", x - 4, y - 4, c);
        break;
    case 4:
        fprintf(file, "<circle cx='%.1f' cy='%.1f' r='4' stroke='%s' stroke-width='1.5' fill='#fff'/>\n", x, y, c);
        break;
    default:
        fprintf(file, "<path d='M%.1f %.1fl5 5l-5 5l-5 -5z' fill='%s'/>\n", x, y - 5, c);
    }
}

/// A power of ten beside an axis.
static void put_power(FILE *file, double x, double y, const char *anchor, int power)
{
    fprintf(file, "<text x='%.1f' y='%.1f' text-anchor='%s'>", x, y, anchor);
    if (power < -3 || power > 3) {
        fprintf(file, "1e%d</text>\n", power);
    } else {
        fprintf(file, "%g</text>\n", pow(10, power));
    }
}

static void put_axes(FILE *file, const plot *p, int panel, double x0, axis cost, axis error)
{
    fprintf(file, "<text x='%.1f' y='%d' text-anchor='middle' font-weight='bold'>%s</text>\n", x0 + PANEL_WIDTH / 2.0,
            TOP - 10, p->panels[panel]);
    for (int d = (int)cost.low; d <= (int)cost.high; d++) {
        double x = x0 + (d - cost.low) / (cost.high - cost.low) * PANEL_WIDTH;
        fprintf(file, "<path d='M%.1f %dv%d' stroke='#ddd'/>\n", x, TOP, PANEL_HEIGHT);
        put_power(file, x, TOP + PANEL_HEIGHT + 18, "middle", d);
    }
    for (int d = (int)error.low; d <= (int)error.high; d++) {
        double y = TOP + PANEL_HEIGHT - (d - error.low) / (error.high - error.low) * PANEL_HEIGHT;
        fprintf(file, "<path d='M%.1f %.1fh%d' stroke='#ddd'/>\n", x0, y, PANEL_WIDTH);
        if (panel == 0) {
            put_power(file, x0 - 8, y + 4, "end", d);
        }
    }
    fprintf(file, "<rect x='%.1f' y='%d' width='%d' height='%d' fill='none' stroke='#444'/>\n", x0, TOP, PANEL_WIDTH,
            PANEL_HEIGHT);
    fprintf(file, "<text x='%.1f' y='%d' text-anchor='middle'>seconds of one core per simulated second</text>\n",
            x0 + PANEL_WIDTH / 2.0, TOP + PANEL_HEIGHT + 40);
}

static void put_points(FILE *file, const plot *p, int panel, double x0, axis cost, axis error)
{
    double last_x = 0, last_y = 0;
    for (int pass = 0; pass < 2; pass++) { // the lines, then the marks on them
        for (int i = 0; i < p->point_count; i++) {
            const plot_point *point = &p->points[i];
            if (point->panel != panel) {
                continue;
            }
            double x = x0 + place(cost, point->cost, PANEL_WIDTH);
            double y = TOP + PANEL_HEIGHT - place(error, point->error, PANEL_HEIGHT);
            if (pass) {
                put_mark(file, point->line, x, y);
            } else if (point->joined) {
                fprintf(file, "<path d='M%.1f %.1fL%.1f %.1f' stroke='%s' stroke-width='1.5'/>\n", last_x, last_y, x, y,
                        colors[point->line]);
            }
            last_x = x;
            last_y = y;
        }
    }
}

int plot_write(const plot *p, const char *path)
{
    FILE *file = fopen(path, "w");
    if (!file) {
        return 1;
    }
    int width = LEFT + p->panel_count * (PANEL_WIDTH + GAP), height = TOP + PANEL_HEIGHT + BOTTOM;
    fprintf(file,
            "<svg xmlns='http://www.w3.org/2000/svg' width='%d' height='%d' viewBox='0 0 %d %d' "
            "font-family='sans-serif' font-size='12'>\n<rect width='100%%' height='100%%' fill='#fff'/>\n",
            width, height, width, height);
    fprintf(file,
            "<text transform='translate(16 %d) rotate(-90)' text-anchor='middle'>error, %% of the way moved</text>\n",
            TOP + PANEL_HEIGHT / 2);
    for (int l = 0; l < p->line_count; l++) {
        put_mark(file, l, LEFT + 8 + 110 * l, 18);
        fprintf(file, "<text x='%d' y='22'>%s</text>\n", LEFT + 20 + 110 * l, p->lines[l]);
    }
    axis error = range_of(p, 1, -1);
    for (int k = 0; k < p->panel_count; k++) {
        double x0 = LEFT + k * (PANEL_WIDTH + GAP);
        axis cost = range_of(p, 0, k);
        put_axes(file, p, k, x0, cost, error);
        put_points(file, p, k, x0, cost, error);
    }
    fprintf(file, "</svg>\n");
    return ferror(file) | fclose(file);
}
