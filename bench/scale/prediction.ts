// From a part of a run that is simulated to a whole one: how long, on what, for how much.
import { forTrial, type ScaleFigures } from "./figures.ts";
import { type Costs, type Course, parts, type Scenario, simulate } from "./simulation.ts";

export interface Prediction {
  seconds: number;
  /** In the middle of the run. */
  course: Course;
  /** Trials a second at the end, when looks at the store take longest. */
  lastPerSecond: number;
  bottleneck: string;
}

/** What a trial takes, by what was measured. */
export function costsOf(figures: ScaleFigures, work: { calls: number; tokens: number }): Costs {
  const { worker, planner, redis, database } = figures.processor;
  const { trial, call } = lookOf(figures);
  return {
    worker: forTrial(worker, work),
    planner: forTrial(planner, work),
    redis: forTrial(redis, work),
    database: forTrial(database, work),
    overhead: figures.overhead,
    look: (done) => done * (trial + call * work.calls),
  };
}

/** Seconds of a look for each trial and each call: from the largest run, and from one with more calls. */
function lookOf({ looks }: ScaleFigures): { trial: number; call: number } {
  const largest = looks.reduce((most, look) => (look.trials > most.trials ? look : most));
  const callers = looks.reduce((most, look) => (look.calls / look.trials > most.calls / most.trials ? look : most));
  const [few, many] = [largest, callers].map(({ trials, seconds }) => seconds / trials);
  const more = callers.calls / callers.trials - largest.calls / largest.trials;
  const call = more > 0 ? Math.max(0, (many ?? 0) - (few ?? 0)) / more : 0;
  return { trial: Math.max(0, (few ?? 0) - (call * largest.calls) / largest.trials), call };
}

/** Several parts of the run are simulated, each long enough for every worker to play several trials in it. */
export function predict(scenario: Scenario, costs: Costs, thorough = 1): Prediction {
  const { trials, workers, concurrency, trialSeconds } = scenario;
  const count = Math.min(trials, Math.ceil(Math.max(20_000, 12 * workers * concurrency) * thorough));
  const courses = [0, 0.5, 1].map((part) => simulate(scenario, costs, part * (trials - count), count));
  const [first, middle, last] = courses as [Course, Course, Course];
  // Simpson's rule over the time that a trial takes.
  const perTrial = (1 / first.perSecond + 4 / middle.perSecond + 1 / last.perSecond) / 6;
  return {
    seconds: trials * perTrial + trialSeconds,
    course: middle,
    lastPerSecond: last.perSecond,
    bottleneck: bottleneckOf(middle),
  };
}

/** What would have to grow for the run to be quicker. */
export function bottleneckOf({ use, starved }: Course): string {
  const engine = parts.find((part) => part !== "places of workers" && use[part] > 0.95);
  if (engine) return /^[A-Z]/.test(engine) ? engine : `the ${engine}`;
  return starved > 0.05 ? "feeding the queue" : "the number of workers";
}

/** Trials a second that would be possible with as many workers as one likes, and what allows no more. */
export function ceilings(scenario: Scenario, costs: Costs): { words: string; perSecond: number }[] {
  const { calls, tokens, requestsPerMinute, tokensPerMinute, databaseCores } = scenario;
  return [
    { words: "requests a minute", perSecond: requestsPerMinute / 60 / calls },
    { words: "tokens a minute", perSecond: tokensPerMinute / 60 / calls / tokens },
    { words: `PostgreSQL on ${databaseCores} cores`, perSecond: databaseCores / costs.database },
    { words: "Redis on one core", perSecond: 1 / costs.redis },
    { words: "feeding the queue", perSecond: 1_000 / (0.1 + 1_000 * costs.planner) },
  ].filter(({ perSecond }) => Number.isFinite(perSecond));
}

/** How many workers play so many trials a second, dead ones included. */
export function workersFor(perSecond: number, scenario: Scenario, costs: Costs): number {
  const { trialSeconds, concurrency, deathsPerHour, restartSeconds } = scenario;
  const whole = trialSeconds + costs.overhead + costs.worker + costs.database + costs.redis;
  const away = (deathsPerHour / 3_600) * (restartSeconds + whole / 2);
  const perWorker = Math.min(concurrency / whole, 1 / costs.worker);
  return Math.ceil((perSecond / perWorker) * (1 + away));
}

const plain = { requestsPerMinute: Infinity, tokensPerMinute: Infinity, databaseCores: 2, tokens: 60, seed: 1 };
const steady = { ...plain, deathsPerHour: 0, restartSeconds: 0 };

/** What a trial waits for that is not its own and not a processor; `alone`: as it was measured, one at a time. */
export function overheadOf(figures: ScaleFigures, alone: number): number {
  const { worker, redis, database } = costsOf(figures, { calls: 1, tokens: plain.tokens });
  return Math.max(0, alone - worker - redis - database);
}

/** What the simulation says about the runs that were measured. */
export function foretold(figures: ScaleFigures) {
  return figures.checks.map((check) => {
    const { workers, concurrency, calls, callSeconds } = check;
    const scenario = { ...steady, trials: 20_000, trialSeconds: calls * callSeconds, calls, workers, concurrency };
    const { perSecond } = simulate(scenario, costsOf(figures, { calls, tokens: plain.tokens }), 0, 20_000);
    const times = workers === 1 ? "one worker" : `${workers} workers`;
    const words = `${times}, ${concurrency} trials at a time, ${calls} calls of ${callSeconds * 1_000} ms`;
    return { check, words, perSecond };
  });
}
