import { InputError } from "../base/index.ts";
import { failedBefore, planRun } from "../run/index.ts";
import { print } from "./print.ts";
import { type RunFlags, runOptions } from "./run-flags.ts";
import { withStore } from "./surroundings.ts";
import { isInterrupted, watch } from "./watch.ts";
import { type WatchedSuite, watchedSuite } from "./watch-list.ts";
import type { WorkOnSuite } from "./watch-work.ts";

/** `viva run --watch`: plays as without the flag, then plays again whatever changes. */
export async function watchRun<Flags extends RunFlags>(
  paths: string[],
  flags: Flags,
  play: (paths: string[], flags: Flags) => Promise<number>,
): Promise<number> {
  refuseOthers(flags);
  let first: Watched[] | undefined;
  const look = async () => {
    const suites = await watchedSuites(paths, first ? withoutFailed(flags, first) : flags);
    first ??= suites;
    return suites;
  };
  return watch({
    look,
    play: async (work) => {
      if (!work) return play(paths, flags);
      const again = withoutFailed(flags, first ?? []);
      return playWork(work, (files, cases) => play(files, cases ? { ...again, case: cases } : again));
    },
    say: print,
  });
}

/** A suite, and the trials that `--failed` chose. */
type Watched = WatchedSuite & Required<Pick<RunFlags, "failedBefore">>;

async function watchedSuites(paths: string[], flags: RunFlags): Promise<Watched[]> {
  return withStore(async (store, around) => {
    const { config, configFile } = around.project;
    const options = runOptions(flags, config.maxCost, config.concurrency);
    const plans = await planRun(around, paths, options, async () => store);
    return Promise.all(
      plans.map(async (plan) => ({
        ...(await watchedSuite(plan, configFile)),
        failedBefore: flags.failed ? failedBefore([plan]) : [],
      })),
    );
  });
}

/** Plays suites that changed as a whole in one run, and each other suite in a run of its own. Ctrl-C ends them all. */
async function playWork(
  work: readonly WorkOnSuite[],
  play: (files: string[], cases?: string[]) => Promise<number>,
): Promise<number> {
  const whole = work.filter(({ cases }) => cases === "all").map(({ file }) => file);
  const parts = work.filter(({ cases }) => cases !== "all");
  let exitCode = whole.length > 0 ? await play(whole) : 0;
  for (const { file, cases } of parts) {
    if (isInterrupted(exitCode)) break;
    const code = await play([file], cases === "all" ? undefined : cases);
    // A later pass must not hide an earlier failure.
    exitCode = code === 0 ? exitCode : code;
  }
  return exitCode;
}

/** `--failed` means the trials that failed before the watch began, not those of the latest run. */
function withoutFailed<Flags extends RunFlags>(flags: Flags, first: readonly Watched[]): Flags {
  if (!flags.failed) return flags;
  const cases = first.flatMap((suite) => [...suite.cases.keys()]);
  return { ...flags, failed: false, case: cases, failedBefore: first.flatMap((suite) => suite.failedBefore ?? []) };
}

function refuseOthers(flags: RunFlags): void {
  const others = [
    flags.json && "--json",
    flags.resume && "--resume",
    flags.dryRun && "--dry-run",
    flags.shard && "--shard",
    flags.stop && "--stop",
  ].filter(Boolean);
  if (others.length === 0) return;
  const message = `--watch cannot be combined with ${others.join(", ")}`;
  throw new InputError({ message, remedy: "Leave one of them out." });
}
