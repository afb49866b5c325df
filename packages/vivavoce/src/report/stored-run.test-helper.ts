import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterThisFile } from "../after-file.test-helper.ts";
import { redactor } from "../base/index.ts";
import { conversation } from "../shape/conversation.test-helper.ts";
import type {
  Case,
  Check,
  Exchange,
  Score,
  Scored,
  StoredSuite,
  SuiteHeader,
  Transcript,
  TrialStatus,
  Variant,
} from "../shape/index.ts";
import { Store, type StoreRecord, trialKey } from "../store/index.ts";

/** A score of a metric that decides, by code, at a threshold of 1. */
export function scored(metric: string, value: number, more: Partial<Scored> = {}): Score {
  const passed = value >= (more.threshold ?? 1);
  return { metric, judged: false, gating: true, status: "scored", value, threshold: 1, passed, checks: [], ...more };
}

export function without(
  metric: string,
  status: "skipped" | "unscored" | "errored",
  reason: string,
  gating = true,
): Score {
  return { metric, judged: false, gating, status, reason };
}

export function check(label: string, reason: string, more: Partial<Check> = {}): Check {
  return { id: label, label, verdict: "no", ok: false, reason, evidence: [], ...more };
}

export function exchange(text: string, more: Partial<Exchange> = {}): Exchange {
  return { number: 1, user: { content: "Hello" }, items: [{ type: "text", text }], modelCalls: 1, ...more };
}

export function transcript(more: Partial<Transcript> = {}): Transcript {
  return conversation([["Hello", "Yes."]], more);
}

/** One trial of a made-up run; without a status it was played and not scored yet. */
export interface MadeTrial {
  id: string;
  /** Its id where left out. */
  title?: string;
  status?: TrialStatus | undefined;
  repeat?: number;
  variant?: Variant;
  scores?: Score[];
  transcript?: Partial<Transcript>;
  /** The case itself, if the store has it. */
  ownCase?: Case;
}

export interface MadeSuite {
  name?: string;
  planned?: number;
  metrics?: (Partial<SuiteHeader["metrics"][number]> & { name: string })[];
  variants?: { variant: Variant; cases: number; planned: number }[];
  /** The stand-in that was played; that of the first suite is the whole run's. */
  agent?: "nothing";
  trials: MadeTrial[];
  /** The order in which the trials are written; as listed where left out. */
  order?: number[];
}

const agentIdentity = { name: "", version: "", variant: {}, models: {}, tools: "", code: "", files: "", hash: "" };

/** One store for all tests of a file, as opening one takes its time; each test has runs of its own in it. */
let shared: Promise<Store> | undefined;
let runs = 0;

async function openShared(): Promise<Store> {
  const folder = mkdtempSync(join(tmpdir(), "viva-report-"));
  const store = await Store.open(join(folder, "store.sqlite"), redactor({}));
  afterThisFile(async () => {
    shared = undefined;
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return store;
}

/** A real store with a run of these suites in it. */
export async function storedRun(...suites: MadeSuite[]) {
  shared ??= openShared();
  const store = await shared;
  const id = `run${++runs}x`;
  const header = { viva: "0.1.0", node: "24.15.0", options: { ...options, agent: suites[0]?.agent }, paths: [] };
  const stored = suites.map((suite, position) => storedSuite(suite, position));
  await store.runs.create({ id, header, suites: stored, owner: "1@here", at: 0 });
  const writes: Promise<void>[] = [];
  for (const [suite, { trials, order }] of suites.entries()) {
    for (const position of order ?? trials.keys()) {
      const trial = trials[position];
      if (trial) writes.push(...recordsOf(trial, { run: id, suite, position }).map((record) => store.write(record)));
    }
  }
  await Promise.all(writes);
  return { store, run: await store.runs.find(id) };
}

/** The same for one suite, which is all that most tests need. */
export async function storedSuiteRun(made: MadeSuite) {
  const { store, run } = await storedRun(made);
  const [suite] = run.suites;
  if (!suite) throw new Error("the run has no suite");
  return { store, run, suite };
}

function storedSuite(
  { name = "coach", planned, metrics = [], variants, trials }: MadeSuite,
  position: number,
): StoredSuite {
  const all = planned ?? trials.length;
  const cases = new Set(trials.map(({ id }) => id)).size + all - trials.length;
  return {
    position,
    name,
    planned: all,
    header: {
      file: `${name}.eval.ts`,
      variants: (variants ?? [{ variant: {}, cases, planned: all }]).map((variant) => ({
        ...variant,
        agent: agentIdentity,
        origin: "live",
      })),
      dataset: "dataset",
      metrics: metrics.map((metric) => ({ identity: "identity", judged: false, gating: true, ...metric })),
      models: {},
      mode: "live",
      gate: {},
    },
  };
}

function recordsOf(trial: MadeTrial, at: { run: string; suite: number; position: number }): StoreRecord[] {
  const { id, title, status, repeat = 1, variant = {}, scores = [], transcript: more, ownCase } = trial;
  const { position, ...place } = at;
  const address = { ...place, trial: trialKey(id, variant, repeat) };
  const told = transcript({ case: id, variant, repeat, ...more });
  const common = { position, caseId: id, title, caseHash: "hash", tags: [], variant, repeat, playedAt: 0, ownCase };
  const played: StoreRecord = { type: "played", ...address, ...common, transcript: told };
  if (status === undefined) return [played];
  const identified = scores.map((score) => ({ score, identity: "identity" }));
  return [played, { type: "scored", ...address, status, scores: identified, pass: 1 }];
}

const options = {
  seed: 1,
  repeat: 1,
  cases: [],
  tags: [],
  failed: false,
  variants: {},
  agent: undefined,
  timeoutMs: undefined,
  model: undefined,
  judge: undefined,
  traffic: undefined,
};
