import { spawn } from "node:child_process";
import type { Duplex } from "node:stream";
import { listed, openChannel, ownFile, plural } from "../base/index.ts";
import { defaultLimits } from "../conversation/index.ts";
import { unguarded } from "../network/index.ts";
import { plannedTrials, type RunOptions, type SuiteProgress, type VariantPlan } from "../run/index.ts";
import type { Store } from "../store/index.ts";

/** What the other process has to play. */
export interface AgainJob {
  paths: readonly string[];
  options: RunOptions;
  /** The positions of the suites. */
  suites: readonly number[];
  /** How often trials of each suite are played in all. */
  plays: number;
  /** After this time no further round is begun. */
  leastMs: number;
}

/** A trial that was played again; without a digest if it did not come to an end. */
export interface PlayedAgain {
  suite: number;
  trial: string;
  digest: number | undefined;
}

/** The second plays that settle a margin of 0.05; see `gate/exact.ts`. */
const fewestPlays = 60;
const leastMs = 10_000;
/** How much longer than an exchange may take the other process may be silent. */
const silenceMs = 120_000;
const mostNamed = 5;

/** Whether it makes sense to try: no model was asked, or all answers came from tapes. */
function mayBeComputed({ plan, calls, cached }: SuiteProgress): boolean {
  if (plan.loaded.suite.again === false || plan.planned === 0) return false;
  return plan.mode.kind === "replay" || (plan.mode.kind === "live" && calls.live === 0 && !cached?.calls);
}

/**
 * Plays and scores trials of a run again, in a new process and another order. A run whose answers nobody sampled is exact
 * only if that gives the same scores: no list of the ways in which code can be random would be complete. Returns what
 * came out differently, in words.
 */
export async function tryAgain(
  store: Store,
  run: string,
  progress: readonly SuiteProgress[],
  job: Pick<AgainJob, "paths" | "options"> & { cwd: string; plays: number | undefined },
): Promise<string[]> {
  const { cwd, options, paths, plays = fewestPlays } = job;
  const suites = progress.filter(mayBeComputed).map(({ plan }) => plan.position);
  if (suites.length === 0) return [];
  const tried = new Map<VariantPlan, { plays: number; differed: Set<string> }>();
  const trials = new Map<string, { caseId: string; variant: VariantPlan }>();
  for (const { plan } of progress)
    for (const { key, caseId, variant: choice } of plannedTrials(plan)) {
      const variant = plan.variants.find((one) => one.variant === choice);
      if (variant) trials.set(`${plan.position} ${key}`, { caseId, variant });
    }
  const start = () =>
    spawn(process.execPath, [...process.execArgv, ownFile("cli/again-process")], {
      cwd,
      stdio: ["ignore", "ignore", "ignore", "pipe"],
    });
  const child = unguarded(start);
  const played = ({ suite, trial, digest }: PlayedAgain) => {
    const known = trials.get(`${suite} ${trial}`);
    const before = store.ledger.digest({ run, suite, trial });
    if (!known || before === undefined) return;
    const own = tried.get(known.variant) ?? { plays: 0, differed: new Set() };
    own.plays += 1;
    if (digest !== before) own.differed.add(known.caseId);
    tried.set(known.variant, own);
  };
  // Code that never pauses, or a trial that never ends, must not keep the run from ending.
  const giveUp = () => void child.kill("SIGKILL");
  const silence = silenceMs + (options.timeoutMs ?? defaultLimits.exchangeMs);
  const timer = setTimeout(giveUp, silence);
  const channel = openChannel(child.stdio[3] as Duplex, { played }, () => void timer.refresh());
  const again = { ...options, bail: false, stop: undefined, maxCost: undefined, processes: undefined };
  try {
    await channel.ask("play", { paths, plays, options: again, suites, leastMs } satisfies AgainJob);
  } catch {
    // What could not be played a second time was not tried, and the verdict says so.
    return [];
  } finally {
    clearTimeout(timer);
    channel.close();
    child.kill("SIGKILL");
  }
  for (const [variant, { plays, differed }] of tried)
    variant.tried = { plays, differed: [...differed].slice(0, mostNamed) };
  return [...tried.values()].flatMap(({ plays, differed }) =>
    differed.size === 0
      ? []
      : [
          `${plural(plays, "trial")} played again: ${listed([...differed], mostNamed)} came out differently, so this was sampled`,
        ],
  );
}
