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
  for (const [index, plan] of plans.entries()) {
    const begun = performance.now();
    const stop = new AbortController();
    let left = plays;
    for (let round = 0; left > 0 && (round === 0 || performance.now() - begun < leastMs); round++) {
      // From the second round on, time is short.
      const timer = round === 0 ? undefined : setTimeout(() => stop.abort(), leastMs - (performance.now() - begun));
      await executeRun({
        root: around.project.root,
        store,
        plans: [plan],
        options,
        header: { viva: version, node: process.versions.node, options: planOptions(options, [plan]), paths: [] },
        redactor: around.redactor,
        suiteCalls: [suiteCalls[index] ?? []],
        elsewhere: new Elsewhere({ cwd: around.cwd, stray: () => {} }),
        play: (work) => {
          const chosen = shuffled([...plannedTrials(work.suite.plan)]).slice(0, left);
          left -= chosen.length;
          return playSuite({ ...work, trials: () => chosen.values() as Generator<PlannedTrial> });
        },
        listener: {
          finished(_progress, { trial }, run) {
            const digest = store.ledger.digest({ run, suite: plan.position, trial: trial.key });
            channel.tell("played", { suite: plan.position, trial: trial.key, digest } satisfies PlayedAgain);
          },
        },
        stop: stop.signal,
        abort: new AbortController().signal,
      });
      clearTimeout(timer);
    }
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
