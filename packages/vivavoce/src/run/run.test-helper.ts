import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, onTestFinished } from "vitest";
import type { Agent, AgentContext } from "../agent/index.ts";
import { type Redactor, redactor } from "../base/index.ts";
import { contains } from "../metric/index.ts";
import type { ChatMessage } from "../model/index.ts";
import type { CaseInput, StoredRun } from "../shape/index.ts";
import { Store, type StoredTrial } from "../store/index.ts";
import { newPlace } from "../store/store.test-helper.ts";
import {
  type Config,
  defineConfig,
  type LoadedSuite,
  type Project,
  type SuiteDefinition,
  suite,
} from "../suite/index.ts";
import { OpenedModels } from "./opened-models.ts";
import { defaultOptions, type RunOptions } from "./options.ts";
import type { SuitePlan } from "./plan.ts";
import { planSuite } from "./plan-suite.ts";
import { executeRun, type RunResult } from "./run.ts";
import type { RunSettings } from "./run-settings.ts";
import { suiteModels } from "./suite-models.ts";

/** A store for all tests of a file: a thread is started for it once. */
export function sharedStore(): () => Store {
  let store: Store;
  let remove: () => Promise<void>;
  beforeAll(async () => {
    const made = await newPlace();
    remove = made.remove;
    store = await Store.open(made.place);
  });
  afterAll(async () => {
    await store.close();
    await remove();
  });
  return () => store;
}

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "viva-exam-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Cases that expect their own words back. */
export function caseList(...ids: string[]): CaseInput[] {
  return ids.map((id) => ({ id, script: [{ content: `Hello ${id}` }], expect: { contains: [`Hello ${id}`] } }));
}

/** An agent that does one thing with every message. */
export function agentOf(reply: (message: string, context: AgentContext) => unknown, more: Partial<Agent> = {}): Agent {
  const open: Agent["open"] = (context) => ({ reply: async (message) => void (await reply(message, context)) });
  return { name: "stub", version: "1", open, ...more };
}

/** Repeats the user's message. */
export const echo = agentOf((message, context) => context.record({ type: "text", text: message }));

/** Asks its model once for every message, with all that was said before. */
export const asking: Agent = {
  name: "asking",
  version: "1",
  open(context) {
    const messages: ChatMessage[] = [];
    return {
      async reply(message) {
        messages.push({ role: "user", content: message });
        const { text } = await context.model().call({ messages: [...messages] });
        messages.push({ role: "assistant", content: text });
        context.record({ type: "text", text });
      },
    };
  },
};

/** A suite as if it had been loaded from a file in a folder of the test's own. */
export function loadedSuite(definition: Partial<SuiteDefinition> = {}, folder = temporaryFolder()): LoadedSuite {
  const file = join(folder, "exam.eval.ts");
  if (!existsSync(file)) writeFileSync(file, "// the suite's code\n");
  const whole = { name: "exam", cases: caseList("one", "two"), agent: echo, metrics: [contains()], ...definition };
  return { suite: suite(whole), file, folder, modules: [file] };
}

export function projectOf(root: string, config: Partial<Config> = {}): Project {
  return { root, configFile: undefined, config: defineConfig(config), load: { own: async () => ({}) } };
}

export interface PlanWishes extends Partial<Omit<Parameters<typeof planSuite>[1], "options">> {
  options?: Partial<RunOptions>;
  config?: Partial<Config>;
  environment?: Record<string, string | undefined>;
}

/** Plans a suite, given as a definition or loaded already. */
export function planOf(given: Partial<SuiteDefinition> | LoadedSuite, wishes: PlanWishes = {}): Promise<SuitePlan> {
  const loaded = "modules" in given ? given : loadedSuite(given);
  const { config, environment = {}, options: wanted, ...more } = wishes;
  const project = projectOf(loaded.folder, config);
  const options = { ...defaultOptions, ...wanted };
  const models = suiteModels(loaded, project, options, environment, new OpenedModels());
  return planSuite(loaded, { position: 0, project, models, options, failedBefore: undefined, ...more });
}

const never = new AbortController().signal;

/** Runs plans as `viva run` does. */
export function execute(
  store: Store,
  plans: SuitePlan | readonly SuitePlan[],
  { options, ...more }: Partial<Omit<RunSettings, "options">> & { options?: Partial<RunOptions> } = {},
): Promise<RunResult> {
  const whole: RunOptions = { ...defaultOptions, ...options };
  return executeRun({
    root: tmpdir(),
    store,
    plans: [plans].flat() as SuitePlan[],
    options: whole,
    header: { viva: "0.0.0", node: process.versions.node, options: whole, paths: [] },
    redactor: silent,
    stop: never,
    abort: never,
    ...more,
  });
}

const silent: Redactor = redactor({});

/** The trials of a run as a reader gets them. */
export function trialsOf(store: Store, run: string, suiteAt = 0): Promise<StoredTrial[]> {
  return Array.fromAsync(store.trials.read(run, suiteAt));
}

/** "one passed", "two failed" */
export async function statusesOf(store: Store, run: string): Promise<string[]> {
  return (await trialsOf(store, run)).map(({ caseId, status }) => `${caseId} ${status}`);
}

export function storedRun(store: Store, { run }: Pick<RunResult, "run">): Promise<StoredRun> {
  return store.runs.find(run);
}

/** The first suite's counts. */
export function tallyOf({ suites: [first] }: RunResult) {
  if (!first) throw new Error("the run has no suite");
  return first.tally;
}
