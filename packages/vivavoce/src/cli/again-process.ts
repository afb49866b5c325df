import { mkdtempSync, rmSync } from "node:fs";
import { Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openChannel, playAlone, version } from "../base/index.ts";
import {
  Elsewhere,
  executeRun,
  type PlannedTrial,
  plannedTrials,
  planOptions,
  planRun,
  playSuite,
  prepareSuites,
} from "../run/index.ts";
import { Store } from "../store/index.ts";
import { takeStrayErrors } from "../suite/index.ts";
import { surroundings } from "./surroundings.ts";
import type { AgainJob, PlayedAgain } from "./try-again.ts";

// A process that plays and scores trials once more, in a random order, with a store of its own. It decides nothing: it
// tells what came out, and whoever started it compares.

playAlone();
const channel = openChannel(new Socket({ fd: 3 }), { play });
takeStrayErrors(() => {});
void channel.closed.then(() => process.exit());

async function play({ paths, options, suites, plays, leastMs }: AgainJob): Promise<void> {
  const around = await surroundings();
  const folder = mkdtempSync(join(tmpdir(), "viva-again-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const store = await Store.open(join(folder, "store.sqlite"), around.redactor);
  const planned = await planRun(around, paths, options, async () => store);
  const tried = planned.filter(({ position }) => suites.includes(position));
  const { plans, suiteCalls } = await prepareSuites(tried, around, store);
  const begun = performance.now();
  const left = new Map(plans.map(({ position }) => [position, plays]));
  const stop = new AbortController();
  const isOpen = () => [...left.values()].some((count) => count > 0);
  for (let round = 0; isOpen() && (round === 0 || performance.now() - begun < leastMs); round++) {
    // From the second round on, time is short.
    const timer = round === 0 ? undefined : setTimeout(() => stop.abort(), leastMs - (performance.now() - begun));
    await executeRun({
      root: around.project.root,
      store,
      plans,
      options,
      header: { viva: version, node: process.versions.node, options: planOptions(options, plans), paths: [] },
      redactor: around.redactor,
      suiteCalls,
      elsewhere: new Elsewhere({ cwd: around.cwd, stray: () => {} }),
      play: (work) => {
        const { position } = work.suite.plan;
        const chosen = shuffled([...plannedTrials(work.suite.plan)]).slice(0, left.get(position));
        left.set(position, (left.get(position) ?? 0) - chosen.length);
        return playSuite({ ...work, trials: () => chosen.values() as Generator<PlannedTrial> });
      },
      listener: {
        finished(progress, { trial }, run) {
          const suite = progress.plan.position;
          const digest = store.ledger.digest({ run, suite, trial: trial.key });
          channel.tell("played", { suite, trial: trial.key, digest } satisfies PlayedAgain);
        },
      },
      stop: stop.signal,
      abort: new AbortController().signal,
    });
    clearTimeout(timer);
  }
  await store.close();
}

/** By chance and not by a seed: the order must not be the same again. */
function shuffled<T>(items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, rank: Math.random() }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ item }) => item);
}
