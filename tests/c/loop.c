/* A loop as a controller has it: filters, regressors, identification, with every number printed by its bits. */
#include "abb_wrist.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { N = ABB_WRIST_DOF, B = ABB_WRIST_BASE_PARAMETERS, P = ABB_WRIST_PARAMETERS };

static uint32_t state = 1;

/* A number between -1 and 1 that is the same on every machine. */
static double any(void) {
    state = state * 1664525u + 1013904223u;
    return (double)(state >> 8) / 8388608.0 - 1.0;
}

static void print(const char *what, const double *numbers, int count) {
    printf("%s", what);
    for (int i = 0; i < count; i++) {
        uint64_t bits;
        memcpy(&bits, &numbers[i], sizeof bits);
        printf(" %016llx", (unsigned long long)bits);
    }
    printf("\n");
}

static abb_wrist_learner learner;
static abb_wrist_filter filter;
static abb_wrist_change change;
static abb_wrist_settings settings;
static double rows[N * B], full[N * P], theta[P];

int main(void) {
    double truth[B], beta[B], q[N], qd[N], qdd[N], tau[N], late[N], inertia[N * N], errors[N], strong[N] = {0.0};
    uint32_t changed = 0;
    abb_wrist_step step;
    for (int k = 0; k < P; k++) theta[k] = 0.5 + 0.25 * any();
    for (int k = 0; k < B; k++) {
        truth[k] = any();
        settings.nominal[k] = 0.0;
        settings.deviations[k] = 4.0;
        settings.lower[k] = -INFINITY;
        settings.upper[k] = INFINITY;
    }
    for (int i = 0; i < N; i++) {
        settings.noise[i] = 0.125;
        settings.step_limit[i] = 2.5;
        settings.torque_limit[i] = 1e6;
        settings.moving[i] = 1.0;
        errors[i] = 0.125;
    }
    settings.gate_opens = 0.9375;
    settings.gate_closes = 0.875;
    settings.excitation = 0.5;
    settings.patience = 5;
    settings.every = 5;
    if (!abb_wrist_learner_init(&learner, &settings) || !abb_wrist_filter_init(&filter, 0.005, 0.001) ||
        !abb_wrist_change_init(&change, errors, 1.0, 20.0))
        return 1;
    if (abb_wrist_torques(0, truth, tau) || abb_wrist_base_regressor(q, qd, qdd, 0)) return 2;
    strong[1] = -1e6;
    for (int k = 0; k < 220; k++) {
        for (int i = 0; i < N; i++) {
            q[i] = any();
            qd[i] = 4.0 * any();
            qdd[i] = 16.0 * any();
        }
        /* Further than it can in one step, while samples were missed. */
        if (k >= 90) q[0] += 8.0;
        if (k == 90) abb_wrist_learner_skip(&learner);
        /* At its limit in no sample, and in what was measured before they were filtered. */
        if (k == 20) abb_wrist_learner_watch(&learner, strong, 3);
        if (k == 60) abb_wrist_filter_clear(&filter);
        if (k == 100) abb_wrist_change_clear(&change);
        abb_wrist_base_regressor(q, qd, qdd, rows);
        abb_wrist_torques(rows, truth, tau);
        for (int i = 0; i < N; i++) tau[i] += 0.125 * any();
        if (k == 180) tau[1] = NAN;
        abb_wrist_learner_step(&learner, q, tau, qd, rows, &step);
        abb_wrist_learner_parameters(&learner, beta);
        printf("step %u %u %u %u\n", (unsigned)step.identified, (unsigned)step.event, (unsigned)step.index,
               (unsigned)step.learned);
        if (!isnan(step.r2)) print("r2", &step.r2, 1);
        print("beta", beta, B);
        for (int i = 0; i < N; i++) errors[i] = 0.5 * any();
        abb_wrist_change_observe(&change, errors, &changed);
        printf("changed %u\n", (unsigned)changed);
        abb_wrist_slotine_li_base_regressor(q, qd, qdd, qd, rows);
        print("rows", rows, N * B);
        abb_wrist_torque_regressor(q, qd, qdd, full);
        print("full", full, N * P);
        abb_wrist_inverse_dynamics(theta, q, qd, qdd, tau);
        print("tau", tau, N);
        abb_wrist_gravity_torques(theta, q, tau);
        print("gravity", tau, N);
        abb_wrist_inertia_matrix(theta, q, inertia);
        print("inertia", inertia, N * N);
        abb_wrist_filter_motion(&filter, q, q, qd, qdd);
        print("q", q, N);
        print("qdd", qdd, N);
        abb_wrist_filter_torque(&filter, tau, late);
        print("late", late, N);
    }
    return 0;
}
