import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { CallRecord, Check, StoredSuite, Transcript } from "../../vivavoce/dist/shape/index.js";
import { Store, type StoreRecord, trialKey } from "../../vivavoce/dist/store/index.js";
import { closeLater, served } from "./page.test-helper.ts";

/** One trial of a made-up run: a value for each metric, null if it did not apply. */
export interface MadeTrial {
  id: string;
  values: (number | null)[];
  tags?: string[];
  /** What the agent says. */
  reply?: string;
  /** The conversation, if it is more than a reply. */
  transcript?: Partial<Transcript>;
  calls?: CallRecord[];
  checks?: Check[];
  /** Of the runs' variants. */
  prompt?: string;
  /** What its one exchange took. */
  took?: { firstWordMs?: number; replyMs?: number; cost?: number; tokens?: number };
  /** Why it misses its first metric. */
  reason?: string;
}

export interface MadeRun {
  id: string;
  suites?: { name: string; metrics: string[]; planned: number }[];
  note?: string;
  commit?: { id: string; branch?: string; changed: boolean };
  at?: number;
  /** Of each suite; one without a name if left out. */
  prompts?: string[];
}

const identity = { name: "echo", version: "1", variant: {}, models: {}, tools: "", code: "", files: "", hash: "" };
const options = {
  ...{ seed: 1, repeat: 1, cases: [], tags: [], failed: false, variants: {} },
  ...{ agent: undefined, timeoutMs: undefined, model: undefined, judge: undefined, traffic: undefined },
};

/** A project with an empty store, and its page. */
export async function emptyProject(more: Parameters<typeof served>[2] = {}) {
  const folder = mkdtempSync(join(tmpdir(), "viva-made-"));
  closeLater(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, ".viva"));
  await (await Store.open(join(folder, ".viva", "store.sqlite"))).close();
  return served(folder, {}, more);
}

/** Begins a run, as `viva run` does: it is live until `endRun`. */
export async function beginRun(
  store: Store,
  { id, suites = [coach(0)], note, commit, at = Date.now(), prompts }: MadeRun,
) {
  const stored = suites.map(({ name, metrics, planned }, position): StoredSuite => {
    const named = metrics.map((metric) => ({ name: metric, identity: "identity", judged: false, gating: true }));
    const ofEach = { agent: identity, cases: planned, planned, origin: "live" as const };
    const variants = (prompts ?? [undefined]).map((prompt) => ({ variant: prompt ? { prompt } : {}, ...ofEach }));
    const header = { file: `${name}.eval.ts`, variants, dataset: "", metrics: named, models: {} };
    return { position, name, planned, header: { ...header, mode: "live", gate: {} } };
  });
  const header = { viva: "0.1.0", node: "24.15.0", options, paths: [], note, commit };
  await store.runs.create({ id, header, suites: stored, owner: "1@elsewhere", at });
}

export const coach = (planned: number, metrics = ["polite", "brief"]) => ({ name: "coach", metrics, planned });

/** Writes trials with their scores, from this place in the plan on. */
export async function writeTrials(
  store: Store,
  run: string,
  trials: readonly MadeTrial[],
  from = 0,
  metrics = ["polite", "brief"],
) {
  const records = trials.flatMap((trial, index) => recordsOf(run, trial, from + index, metrics));
  await Promise.all(records.map((record) => store.write(record)));
}

export const endRun = (store: Store, run: string) => store.runs.release(run, true);

/** A finished run. */
export async function wholeRun(store: Store, made: MadeRun, trials: readonly MadeTrial[]) {
  await beginRun(store, { suites: [coach(trials.length)], ...made });
  await writeTrials(store, made.id, trials, 0, made.suites?.[0]?.metrics);
  await endRun(store, made.id);
}

function recordsOf(run: string, trial: MadeTrial, position: number, metrics: readonly string[]): StoreRecord[] {
  const { id, values, tags = [], reply = "Yes.", prompt, took = {}, reason } = trial;
  const { transcript = {}, calls = [], checks: given = [] } = trial;
  const variant = prompt ? { prompt } : {};
  const address = { run, suite: 0, trial: trialKey(id, variant, 1) };
  const { tokens, ...times } = took;
  const usage = tokens === undefined ? {} : { usage: { inputTokens: tokens, outputTokens: 0 } };
  const scores = metrics.map((metric, index) => {
    const value = values[index] ?? null;
    const common = { metric, judged: false, gating: true };
    if (value === null) return { ...common, status: "skipped" as const, reason: "does not apply" };
    const check = { id: "why", label: reason, ok: false, verdict: "no", reason, evidence: [] };
    const checks = reason !== undefined && index === 0 ? [check] : given;
    return { ...common, status: "scored" as const, value, threshold: 0.7, passed: value >= 0.7, checks };
  });
  const failed = scores.some((score) => score.status === "scored" && !score.passed);
  return [
    {
      type: "played",
      ...address,
      ...{ position, caseId: id, caseHash: id, tags, variant, repeat: 1, playedAt: Date.now() },
      transcript: {
        ...{ version: 2, case: id, variant, repeat: 1, agent: { name: "echo", version: "1" }, history: [] },
        exchanges: [
          {
            number: 1,
            user: { content: "Hello" },
            items: [{ type: "text", text: reply }],
            modelCalls: 1,
            ...times,
            ...usage,
          },
        ],
        outcome: { kind: "completed", ended: { by: "script", unsaid: [] } },
        ...transcript,
      },
    },
    ...calls.map((record) => ({ type: "call", ...address, pass: 1, record })),
    {
      type: "scored",
      ...address,
      status: failed ? "failed" : "passed",
      scores: scores.map((score) => ({ score, identity: "identity" })),
      pass: 1,
    },
  ] as StoreRecord[];
}
