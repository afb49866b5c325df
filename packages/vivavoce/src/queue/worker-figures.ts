import { plural } from "../base/index.ts";
import { type FinishedTrial, note, type SuitePlan, startingProgress } from "../run/index.ts";

/** What a worker counts, as the text that Prometheus reads. */
export class WorkerFigures {
  running = 0;
  givenBack = 0;
  isStoreReached = false;
  readonly #startedAt = Date.now();
  readonly #ended = new Map<string, number>(["passed", "failed", "errored"].map((status) => [status, 0]));
  #movedAt = this.#startedAt;

  ended(status: string): void {
    this.#ended.set(status, (this.#ended.get(status) ?? 0) + 1);
    this.#movedAt = Date.now();
  }

  text(isQueueReached: boolean): string {
    const ended = [...this.#ended].map(([status, count]) => [`{status="${status}"}`, count] as const);
    const seconds = (at: number) => at / 1_000;
    return [
      metric("trials_total", "counter", "Trials that this worker has finished", ended),
      metric("trials_running", "gauge", "Trials that it plays at this moment", this.running),
      metric("jobs_given_back_total", "counter", "Trials that it gave back to the queue", this.givenBack),
      metric("last_progress_seconds", "gauge", "When it last finished a trial, or started", seconds(this.#movedAt)),
      metric("store_up", "gauge", "Whether the store answered when it was last asked", Number(this.isStoreReached)),
      metric("queue_up", "gauge", "Whether the queue can be reached", Number(isQueueReached)),
      metric("uptime_seconds", "gauge", "How long it has been running", seconds(Date.now() - this.#startedAt)),
    ].join("");
  }
}

type Values = number | readonly (readonly [labels: string, value: number])[];

function metric(name: string, type: "counter" | "gauge", help: string, values: Values): string {
  const full = `viva_worker_${name}`;
  const lines = typeof values === "number" ? [["", values] as const] : values;
  return `# HELP ${full} ${help}.\n# TYPE ${full} ${type}\n${lines.map(([labels, value]) => `${full}${labels} ${value}\n`).join("")}`;
}

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
