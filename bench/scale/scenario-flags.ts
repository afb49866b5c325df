// The options of `npm run scale`.
import { parseArgs } from "node:util";
import type { Prices } from "./report.ts";
import type { Scenario } from "./simulation.ts";

interface Option {
  of: keyof Scenario | keyof Prices;
  /** Undefined: no limit, or no price. */
  usual: number | undefined;
  /** The least value, and whether fractions have a meaning. */
  least: number;
  whole: boolean;
  words: string;
}

const count = { least: 1, whole: true };
const amount = { least: 0.001, whole: false };
const share = { least: 0, whole: false };

const options: Record<string, Option> = {
  trials: { of: "trials", usual: 10_000_000, ...count, words: "how many trials" },
  "trial-seconds": { of: "trialSeconds", usual: 20, ...amount, words: "how long a trial waits for models and tools" },
  calls: { of: "calls", usual: 6, ...count, words: "model calls of a trial" },
  tokens: { of: "tokens", usual: 1_500, ...count, words: "tokens of a call, sent and received" },
  "requests-per-minute": { of: "requestsPerMinute", usual: undefined, ...amount, words: "limit of the model" },
  "tokens-per-minute": { of: "tokensPerMinute", usual: undefined, ...amount, words: "limit of the model" },
  workers: { of: "workers", usual: 200, ...count, words: "how many workers" },
  concurrency: { of: "concurrency", usual: 10, ...count, words: "trials that a worker plays at a time" },
  "database-cores": { of: "databaseCores", usual: 8, ...amount, words: "cores that PostgreSQL has" },
  "deaths-per-hour": { of: "deathsPerHour", usual: 0.05, ...share, words: "how often each worker dies" },
  "restart-seconds": { of: "restartSeconds", usual: 60, ...share, words: "how long it is away then" },
  "token-price": { of: "tokens", usual: undefined, ...share, words: "price of a million tokens" },
  "worker-price": { of: "workerHour", usual: undefined, ...share, words: "price of a worker for an hour" },
  seed: { of: "seed", usual: 1, least: 0, whole: true, words: "of the random numbers" },
};
/** Their names mean something else in a scenario. */
const prices = ["token-price", "worker-price"];

export const usage = [
  "npm run scale -- [options]",
  ...Object.entries(options).map(
    ([name, { words, usual }]) =>
      `  ${`--${name}`.padEnd(24)}${words}${usual === undefined ? "" : ` (${usual.toLocaleString("en")})`}`,
  ),
].join("\n");

export type Asked = { scenario: Scenario; prices: Prices } | { problems: string[] } | "help";

/** What is asked for; all that is wrong with it at once. */
export function askedFor(args: readonly string[]): Asked {
  const known = Object.fromEntries(Object.keys(options).map((name) => [name, { type: "string" as const }]));
  const { values, tokens } = parseArgs({
    args: [...args],
    options: { ...known, help: { type: "boolean" } },
    strict: false,
    tokens: true,
    allowPositionals: true,
  });
  if (values.help) return "help";
  const problems = tokens.flatMap((token) => {
    if (token.kind === "positional") return [`"${token.value}" is not an option; see --help`];
    if (token.kind === "option" && !Object.hasOwn(options, token.name)) return [`there is no option ${token.rawName}`];
    return [];
  });
  const numbers = Object.entries(options).map(([name, { usual, least, whole }]): [string, number | undefined] => {
    const given = values[name];
    if (given === undefined) return [name, usual];
    const value = typeof given === "string" && given.trim() !== "" ? Number(given) : Number.NaN;
    if (!Number.isFinite(value) || value < least || (whole && !Number.isSafeInteger(value)))
      problems.push(`--${name}: pass a ${whole ? "whole " : ""}number, at least ${least}`);
    return [name, value];
  });
  if (problems.length > 0) return { problems };
  const value = new Map(numbers);
  const scenario = Object.fromEntries(
    Object.entries(options)
      .filter(([name]) => !prices.includes(name))
      .map(([name, { of }]) => [of, value.get(name) ?? Infinity]),
  ) as unknown as Scenario;
  return { scenario, prices: { tokens: value.get("token-price"), workerHour: value.get("worker-price") } };
}
