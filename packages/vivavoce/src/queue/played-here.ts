import { plural } from "../base/index.ts";
import { type FinishedTrial, note, type SuitePlan, startingProgress } from "../run/index.ts";

/** What a worker says about the trials of a run that it has played: it alone sees their tapes and their models' answers. */
export class PlayedHere {
  readonly #suites: ReadonlyMap<number, ReturnType<typeof startingProgress>>;

  constructor(plans: readonly SuitePlan[]) {
    this.#suites = new Map(plans.map((plan) => [plan.position, startingProgress(plan, undefined)]));
  }

  add({ position }: SuitePlan, trial: FinishedTrial): void {
    const suite = this.#suites.get(position);
    if (suite) note(suite, trial);
  }

  /** "12 trials played here (10 passed, 2 failed)", then warnings. */
  lines(): string[] {
    const suites = [...this.#suites.values()];
    const counts = new Map<string, number>();
    for (const { tally } of suites) {
      const { planned: _planned, pending: _pending, ...statuses } = tally;
      for (const [status, count] of Object.entries(statuses)) counts.set(status, (counts.get(status) ?? 0) + count);
    }
    const sum = [...counts.values()].reduce((total, count) => total + count, 0);
    const each = [...counts].filter(([, count]) => count > 0).map(([status, count]) => `${count} ${status}`);
    const warnings = suites.flatMap(({ plan, tapes, warnings: answers = new Map<string, number>() }) =>
      [...tapes.warnings(), ...[...answers].map(([warning, count]) => `${plural(count, "answer")}: ${warning}`)].map(
        (warning) => `warning: suite ${plan.loaded.suite.name}: ${warning}`,
      ),
    );
    return [`${plural(sum, "trial")} played here${sum === 0 ? "" : ` (${each.join(", ")})`}`, ...warnings];
  }
}
