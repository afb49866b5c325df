// What the simulation says, as tables for a terminal and for the page alike.
import { table } from "../performance/print.ts";
import { forTrial, type ScaleFigures } from "./figures.ts";
import { ceilings, costsOf, type Prediction, predict, workersFor } from "./prediction.ts";
import { parts, type Scenario } from "./simulation.ts";

export interface Prices {
  /** For a million tokens. */
  tokens: number | undefined;
  /** For an hour of a worker's machine. */
  workerHour: number | undefined;
}

export const many = (value: number) => Math.round(value).toLocaleString("en");
const rate = (value: number) => (value < 100 ? value.toPrecision(3) : many(value));
const percent = (share: number) => `${(100 * share).toFixed(0)} %`;

/** "2 d 4 h", "35 min", "12 s" */
export function duration(seconds: number): string {
  const units = [
    ["d", 86_400],
    ["h", 3_600],
    ["min", 60],
    ["s", 1],
  ] as const;
  const first = units.findIndex(([, size]) => seconds >= size);
  if (first === -1) return `${seconds.toFixed(1)} s`;
  const [[name, size], smaller] = [units[first] ?? ["s", 1], units[first + 1]];
  if (!smaller) return `${Math.round(seconds)} s`;
  const whole = Math.round(seconds / smaller[1]);
  const each = size / smaller[1];
  return `${Math.floor(whole / each)} ${name}${whole % each === 0 ? "" : ` ${whole % each} ${smaller[0]}`}`;
}

export function bytes(value: number): string {
  const units = ["B", "kB", "MB", "GB", "TB"];
  const power = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, value)) / 3)));
  const scaled = value / 1_000 ** power;
  return `${scaled < 10 && power > 0 ? scaled.toFixed(1) : scaled.toFixed(0)} ${units[power]}`;
}

export function scaleReport(figures: ScaleFigures, scenario: Scenario, prices: Prices): string {
  const costs = costsOf(figures, scenario);
  const found = predict(scenario, costs);
  return [
    wordsOf(scenario),
    table(["", ""], summary(figures, scenario, prices, found)),
    table(
      ["part", "in use in the middle of the run"],
      parts.map((part) => [part, percent(found.course.use[part])]),
    ),
    table(
      ["ceiling", "trials a second", "the whole run", "workers that reach it"],
      ceilings(scenario, costs)
        .sort((a, b) => a.perSecond - b.perSecond)
        .map(({ words, perSecond }) => [
          words,
          rate(perSecond),
          duration(scenario.trials / perSecond),
          many(workersFor(perSecond, scenario, costs)),
        ]),
    ),
    table(["table", "bytes a trial, with indexes", "the whole run"], disk(figures, scenario)),
    table(
      ["if", "duration", "bottleneck"],
      [{ words: "nothing changes", change: {} }, ...changes(scenario)].map(({ words, change }) => {
        const { seconds, bottleneck } = predict(
          { ...scenario, ...change },
          costsOf(figures, { ...scenario, ...change }),
          0.5,
        );
        return [words, duration(seconds), bottleneck];
      }),
    ),
  ].join("\n\n");
}

function wordsOf({ trials, trialSeconds, calls, tokens, workers, concurrency, ...rest }: Scenario): string {
  const limits = [
    ...(Number.isFinite(rest.requestsPerMinute) ? [`${many(rest.requestsPerMinute)} requests a minute`] : []),
    ...(Number.isFinite(rest.tokensPerMinute) ? [`${many(rest.tokensPerMinute)} tokens a minute`] : []),
  ];
  return `${many(trials)} trials of ${trialSeconds} s with ${calls} calls of ${many(tokens)} tokens; ${many(workers)} workers that play ${concurrency} trials at a time; ${limits.join(" and ") || "models without limits"}; PostgreSQL on ${rest.databaseCores} cores; each worker dies ${rest.deathsPerHour} times an hour and is back after ${rest.restartSeconds} s.`;
}

function summary(figures: ScaleFigures, scenario: Scenario, prices: Prices, found: Prediction): string[][] {
  const { trials, calls, tokens, workers } = scenario;
  const { seconds, course, bottleneck, lastPerSecond } = found;
  const costs = costsOf(figures, scenario);
  const best = Math.min(...ceilings(scenario, costs).map(({ perSecond }) => perSecond));
  const look = costs.look(trials);
  const [small, large] = figures.sums;
  const slope = (of: "seconds" | "memory") =>
    small && large ? (large[of] - small[of]) / (large.trials - small.trials) : Number.NaN;
  const atSum = (of: "seconds" | "memory") => (large?.[of] ?? 0) + slope(of) * (trials - (large?.trials ?? 0));
  const allTokens = trials * calls * tokens;
  const cost = [
    ...(prices.tokens === undefined ? [] : [`${many((allTokens / 1e6) * prices.tokens)} for models`]),
    ...(prices.workerHour === undefined
      ? []
      : [`${many((seconds / 3_600) * workers * prices.workerHour)} for workers`]),
  ];
  return [
    ["duration", duration(seconds)],
    ["bottleneck", bottleneck],
    ["trials a second", `${rate(course.perSecond)} in the middle, ${rate(lastPerSecond)} at the end`],
    ["workers that reach the lowest ceiling", many(workersFor(best, scenario, costs))],
    ["trials that are begun again", `${(100 * course.again).toFixed(2)} %`],
    ["model calls, tokens", `${many(trials * calls)}, ${many(allTokens)}`],
    ["cost", cost.join(", ") || "– (--token-price, --worker-price)"],
    ["write-ahead log of PostgreSQL", bytes(trials * forTrial(figures.log, scenario))],
    ["the queue in Redis", bytes(1_000 * figures.waitingJob)],
    ["a look at progress, at the end", duration(look)],
    ["summing up, at the end", `${duration(atSum("seconds"))}, ${bytes(atSum("memory"))} of memory`],
  ];
}

function disk(figures: ScaleFigures, scenario: Scenario): string[][] {
  const each = Object.entries(figures.tables).map(([name, figure]) => ({ name, size: forTrial(figure, scenario) }));
  const sum = each.reduce((total, { size }) => total + size, 0);
  return [...each, { name: "together", size: sum }].map(({ name, size }) => [
    name,
    many(size),
    bytes(size * scenario.trials),
  ]);
}

function changes(scenario: Scenario): { words: string; change: Partial<Scenario> }[] {
  const { workers, concurrency, requestsPerMinute, tokensPerMinute, trialSeconds, databaseCores } = scenario;
  const limited = Number.isFinite(requestsPerMinute) || Number.isFinite(tokensPerMinute);
  return [
    { words: "half the workers", change: { workers: Math.max(1, Math.round(workers / 2)) } },
    { words: "twice the workers", change: { workers: workers * 2 } },
    { words: "twice the trials at a time", change: { concurrency: concurrency * 2 } },
    ...(limited
      ? [
          {
            words: "twice the limits of the models",
            change: { requestsPerMinute: requestsPerMinute * 2, tokensPerMinute: tokensPerMinute * 2 },
          },
          { words: "no limits of the models", change: { requestsPerMinute: Infinity, tokensPerMinute: Infinity } },
        ]
      : []),
    { words: "trials of twice the time", change: { trialSeconds: trialSeconds * 2 } },
    { words: "twice the calls in the same time", change: { calls: scenario.calls * 2 } },
    { words: "half the cores for PostgreSQL", change: { databaseCores: databaseCores / 2 } },
    { words: "every worker dying once an hour", change: { deathsPerHour: 1 } },
    { words: "every worker dying every five minutes", change: { deathsPerHour: 12 } },
  ];
}
