import { type Redactor, runId, sha256 } from "../base/index.ts";
import {
  type KeptTranscript,
  type RunHeader,
  type StoredRun,
  type ToolCall,
  type Transcript,
  withFates,
} from "../shape/index.ts";
import { type Store, thisProcess, trialKey } from "../store/index.ts";
import { keepAlive } from "./claim-run.ts";
import { caseIndexes, type SuitePlan } from "./plan.ts";
import { suiteHeader } from "./suite-header.ts";
import { canariesOf } from "./trial/open.ts";

interface KeepSettings {
  store: Store;
  plan: SuitePlan;
  header: RunHeader;
  redactor: Redactor;
  root: string;
}

/**
 * Makes a run of given transcripts. All of them are in the store before the first is scored, so that `viva score RUN`
 * can go on without the files. From here on it is a run like any other.
 */
export async function keepGiven(settings: KeepSettings, given: AsyncIterable<KeptTranscript>): Promise<StoredRun> {
  const { store, plan, header, redactor, root } = settings;
  const run = runId();
  const suites = [suiteHeader(plan, root)];
  await store.runs.create({ id: run, header, suites, owner: thisProcess(), at: Date.now() });
  const heartbeat = keepAlive(store, run);
  const positions = givenPositions(plan);
  const indexes = caseIndexes(plan);
  try {
    let writes: Promise<void>[] = [];
    for await (const { case: testCase, own, caseId, variant, repeat, transcript, marks } of given) {
      const trial = trialKey(caseId, variant, repeat);
      const shown = canariesOf(plan, testCase);
      const position = positions.get(trial);
      const index = indexes.get(caseId);
      if (position === undefined || index === undefined) throw new RangeError(`${trial} is not in the plan`);
      const { cluster, tags } = testCase;
      const facts = {
        position,
        caseId,
        caseHash: plan.cases.hash(index),
        cluster,
        tags,
        variant,
        repeat,
        ownCase: own?.case,
        case: own ? undefined : testCase,
      };
      const open = openEnd(transcript);
      const isTold = (call: ToolCall) => (open.includes(call) ? undefined : isEnded(call));
      const fated = withFates(transcript, { ...plan.loaded.suite, isTold });
      const kept = redactor.first({ ...fated, case: caseId, variant, repeat }, { given: marks, shown });
      const address = { run, suite: plan.position, trial };
      // Who gives the same files again gives no new sample.
      const draw = `g${sha256(`${header.given?.hash}\n${trial}`).slice(0, 16)}`;
      const played = {
        ...facts,
        transcript: kept,
        playedAt: Date.now(),
        answers: { origin: "unknown" as const, draws: [draw] },
      };
      writes.push(store.write({ type: "played", ...address, ...played }));
      // This many are written to disk together before more of the file is read.
      if (writes.length < 256) continue;
      await Promise.all(writes);
      writes = [];
    }
    await Promise.all(writes);
    await store.flush();
  } catch (error) {
    // A run with half of the transcripts would be a different exam.
    await store.runs.remove(run).catch(() => {});
    throw error;
  } finally {
    heartbeat.end();
  }
  await store.runs.release(run, false);
  return store.runs.find(run);
}

/** The position of each trial, by its key. The repeats of a case must follow each other. */
function givenPositions({ variants, cases }: SuitePlan): Map<string, number> {
  const positions = new Map<string, number>();
  for (const { variant, cases: indexes, repeat: repeats = 1 } of variants) {
    for (const index of indexes) {
      for (let repeat = 1; repeat <= repeats; repeat++)
        positions.set(trialKey(cases.id(index), variant, repeat), positions.size);
    }
  }
  return positions;
}

const isEnded = ({ result, error }: ToolCall) => result !== undefined || error !== undefined;

/** The calls behind which nothing more was written down. */
function openEnd({ exchanges }: Pick<Transcript, "exchanges">): ToolCall[] {
  const items = exchanges.at(-1)?.items ?? [];
  const known = items.findLastIndex((item) => item.type === "text" || isEnded(item.call));
  return items.slice(known + 1).flatMap((item) => (item.type === "call" ? [item.call] : []));
}
