import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { contextSlot } from "./context-slot.ts";
import { InputError } from "./errors.ts";
import { ownFile } from "./own-files.ts";
import { type PatternAnswer, type PatternQuestion, searchPattern } from "./pattern-search.ts";

/** A pattern that takes less time needs no other thread. */
const quickMs = 10;
/** The processor time that all slow patterns of one trial may take. */
const budgetMs = 1_000;
/** The longest wait, however little processor time the thread gets. */
const longestMs = 30_000;
const pollMs = 20;
/** Outside a trial: long enough for any normal pattern on a busy machine, short enough to stop one that takes exponential time. */
const outsideMs = 1_000;

/** The time that the slow patterns of one trial have used, and their known answers. */
export class PatternBudget {
  leftMs = budgetMs;
  answers: Map<string, PatternAnswer> | undefined;
}

interface Asking {
  budget: PatternBudget;
  /** Questions that another thread has to answer; left out if the answer is needed at once. */
  slow?: Map<string, PatternQuestion>;
  /** Patterns without a known answer. */
  undecided: string[];
}

const askings = contextSlot<Asking>();

/** The answer to a question; its time counts for the trial that asks. */
function answerTo(question: PatternQuestion): PatternAnswer {
  const asking = askings.get();
  if (!asking) return searchPattern(question, outsideMs);
  const { undecided, budget } = asking;
  const answer = budget.answers?.get(JSON.stringify(question)) ?? newAnswer(question, asking);
  const shown = `/${question.pattern}/${question.flags}`;
  if (answer === "too-long" && !undecided.includes(shown)) undecided.push(shown);
  return answer;
}

function newAnswer(question: PatternQuestion, { budget, slow }: Asking): PatternAnswer {
  const quick = searchPattern(question, quickMs);
  if (quick !== "too-long") return quick;
  const key = JSON.stringify(question);
  if (slow) {
    slow.set(key, question);
    return quick;
  }
  const begun = performance.now();
  const answer = budget.leftMs < 1 ? "too-long" : searchPattern(question, Math.ceil(budget.leftMs));
  budget.leftMs -= performance.now() - begun;
  // The same map, because another metric may be waiting to add to it.
  budget.answers ??= new Map();
  budget.answers.set(key, answer);
  return answer;
}

/** Runs work whose patterns are decided at once; their time counts for a trial. */
export function onBudget<T>(budget: PatternBudget, work: () => T): T {
  return askings.run({ budget, undecided: [] }, work);
}

/**
 * Runs work whose slow patterns are decided in another thread. The work is run again once their answers are known, so it
 * must be pure; if it may run only once, it waits for them here. Returns its result and the patterns that took too long,
 * which may have changed the result; at once if the work does and no pattern was slow.
 */
export function decidePatterns<T>(
  budget: PatternBudget,
  work: Work<T>,
  options: { once?: boolean; under?(work: Work<T>, asking: ReturnType<typeof askings.of>): T | Promise<T> } = {},
): Decided<T> | Promise<Decided<T>> {
  const slow = new Map<string, PatternQuestion>();
  const asking: Asking = { budget, ...(options.once ? {} : { slow }), undecided: [] };
  const again = async () => {
    budget.answers ??= new Map();
    for (const [key, question] of slow) budget.answers.set(key, await askThread(question, budget));
    return decidePatterns(budget, work, options);
  };
  const done = (result: T) => (slow.size > 0 ? again() : { result, undecided: asking.undecided });
  const failed = (error: unknown) => {
    // A result without all answers means nothing.
    if (slow.size > 0) return again();
    throw error;
  };
  let running: T | Promise<T>;
  try {
    running = options.under ? options.under(work, askings.of(asking)) : askings.run(asking, work);
  } catch (error) {
    return failed(error);
  }
  return running instanceof Promise ? running.then(done, failed) : done(running);
}

type Work<T> = () => T | Promise<T>;

/** What pure work gave, and the patterns in it that took too long. */
interface Decided<T> {
  result: T;
  undecided: string[];
}

/** The thread that decides slow patterns one by one; it is ended if one takes too long. */
let thread: Worker | undefined;
let last: Promise<unknown> = Promise.resolve();

function askThread(question: PatternQuestion, budget: PatternBudget): Promise<PatternAnswer> {
  const answer = last
    .then(() => decide(question, budget))
    .catch(() => {
      // The pattern crashed the thread.
      thread = undefined;
      return "too-long" as const;
    });
  last = answer;
  return answer;
}

async function decide(question: PatternQuestion, budget: PatternBudget): Promise<PatternAnswer> {
  if (budget.leftMs < 1) return "too-long";
  const worker = thread ?? (await startThread());
  worker.ref();
  const before = await cpuMs(worker);
  const answered = once(worker, "message").then(([answer]) => answer as PatternAnswer);
  worker.postMessage(question);
  answered.catch(() => {});
  let answer: PatternAnswer | undefined;
  let used = 0;
  for (let waited = 0; answer === undefined && used < budget.leftMs && waited < longestMs; waited += pollMs) {
    answer = await Promise.race([answered, sleep(pollMs, undefined)]);
    used = (await cpuMs(worker)) - before;
  }
  budget.leftMs -= used;
  if (answer === undefined) {
    thread = undefined;
    await worker.terminate();
  }
  worker.unref();
  return answer ?? "too-long";
}

/** Starting the thread does not count for the trial that needs it first. */
async function startThread(): Promise<Worker> {
  const worker = new Worker(ownFile("base/pattern-thread"));
  await once(worker, "message");
  thread = worker;
  return worker;
}

/** Measured in processor time, so that a busy machine does not make a pattern take too long. */
async function cpuMs(worker: Worker): Promise<number> {
  const { user, system } = await worker.cpuUsage();
  return (user + system) / 1000;
}

/** Whether a pattern matches a text. `too-long`: it was stopped, so that is unknown. */
type PatternOutcome = "match" | "no-match" | "too-long";

/**
 * Tests a user's regular expression with a time limit. Throws an InputError if it is not a regular expression. While
 * metrics are scored, another thread decides slow patterns, and the metric is scored again once the answer is known; until
 * then it is `too-long`.
 */
export function testPattern(pattern: string, text: string, options: { flags?: string } = {}): PatternOutcome {
  const answer = findPattern(pattern, text, options);
  return typeof answer === "string" ? answer : "match";
}

/** The same, with what was found. */
export function findPattern(pattern: string, text: string, { flags = "" }: { flags?: string } = {}): PatternAnswer {
  refuseBadPattern(pattern, flags);
  return answerTo({ pattern, flags, text });
}

/** What is wrong with a regular expression; undefined when it is one. */
export function patternProblem(pattern: string, flags = ""): string | undefined {
  if (!/^[imsuv]*$/.test(flags)) return `the flags "${flags}" are not among i, m, s, u, v`;
  try {
    new RegExp(pattern, flags);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

export function refuseBadPattern(pattern: string, flags = ""): void {
  const problem = patternProblem(pattern, flags);
  if (problem === undefined) return;
  throw new InputError({
    message: `/${pattern}/${flags} is not a regular expression: ${problem}`,
    remedy: 'Correct it, or use { "contains": "…" } for plain text.',
  });
}
