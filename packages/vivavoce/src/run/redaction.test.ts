import { describe, expect, test } from "vitest";
import type { Agent } from "../agent/index.ts";
import { redactor } from "../base/index.ts";
import { contains, defineMetric, matches, safety, scored, toolCalls, worldEffects } from "../metric/index.ts";
import type { ModelRequest } from "../model/index.ts";
import type { CaseInput } from "../shape/index.ts";
import type { LoadedSuite, SuiteDefinition } from "../suite/index.ts";
import { scriptedModel } from "../testing/index.ts";
import { type JsonWorld, jsonWorld } from "../world/index.ts";
import { judgeAnswer, judgedBy, rescore } from "./judged-run.test-helper.ts";
import { resumeRun } from "./resume.ts";
import { agentOf, asking, execute, loadedSuite, planOf, sharedStore, storedRun, trialsOf } from "./run.test-helper.ts";

const store = sharedStore();
const key = "sk-proj-aB3dE6gH9jK2mN5pQ8sT1vW4xY7z";
const otherKey = "sk-proj-zY7xW4vT1sQ8pN5mK2jH9gE6dB3a";
const fromEnvironment = "plain-looking-secret-4711";
const hide = redactor({ SERVICE_TOKEN: fromEnvironment });

type Way = "live" | "scored again" | "resumed" | "replayed";

/** The status of one case, played live, scored again from the store, resumed when only its scores were missing, and replayed. */
async function fourWays(
  definition: Partial<SuiteDefinition>,
  { environment = hide } = {},
): Promise<Record<Way, string>> {
  const abort = new AbortController();
  let cut: (() => void) | undefined;
  const last = defineMetric({
    name: "last",
    report: true,
    score: () => {
      cut?.();
      return scored(1, []);
    },
  });
  const loaded = loadedSuite({ ...definition, metrics: [...(definition.metrics ?? [contains()]), last] });
  const run = async (traffic: "record" | "live" | "replay", more = {}) =>
    execute(store(), await planOf(loaded, { options: { traffic } }), { options: { traffic }, redactor: hide, ...more });

  const live = await run("record");
  const statusLive = await statusOf(live.run);
  const transcript = await saidAndDone(live.run);
  await rescore(store(), live, loaded, { which: "all", redactor: environment });
  const again = await statusOf(live.run);

  cut = () => abort.abort();
  const stopped = await run("live", { abort: abort.signal });
  cut = undefined;
  const resumed = await resume(stopped, loaded);
  const replayed = await run("replay", { redactor: environment });
  // All of them have read the same.
  for (const { run: id } of [resumed, replayed]) {
    expect(await saidAndDone(id)).toEqual(transcript);
  }
  return {
    live: statusLive,
    "scored again": again,
    resumed: await statusOf(resumed.run),
    replayed: await statusOf(replayed.run),
  };
}

async function resume(before: { run: string }, loaded: LoadedSuite) {
  const options = { traffic: "live" } as const;
  const plan = await planOf(loaded, { options });
  const resumption = await resumeRun(store(), await storedRun(store(), before), [plan], "/");
  return execute(store(), plan, { resumption, options, redactor: hide });
}

/** The transcript of the run's one trial, without what was measured. */
async function saidAndDone(run: string) {
  const [trial] = await trialsOf(store(), run);
  const exchanges = trial?.transcript.exchanges.map(({ user, items, effects }) => ({ user, items, effects }));
  return { ...trial?.transcript, openMs: undefined, exchanges };
}

async function statusOf(run: string): Promise<string> {
  return (await trialsOf(store(), run)).map(({ status, scores }) => `${status} ${scores.map(shown).join(" ")}`).join();
}

function shown(score: { metric: string; status: string; value?: number }): string {
  return `${score.metric} ${score.value ?? score.status}`;
}

const everywhere = (status: string) => ({
  live: status,
  "scored again": status,
  resumed: status,
  replayed: status,
});

/** A model that gives these answers in turn, as often as it is played. */
function saying(...texts: string[]) {
  return scriptedModel(({ messages }: ModelRequest) => {
    const said = messages.filter(({ role }) => role === "assistant").length;
    return texts[said % texts.length] ?? "";
  });
}

const caseOf = (more: Partial<CaseInput>): CaseInput[] => [{ id: "one", script: [{ content: "Tell me." }], ...more }];

describe("redaction changes no verdict", () => {
  test("a case that expects a key passes on that key, in all four ways", async () => {
    const cases = caseOf({ expect: { contains: [`the key is ${key}`] } });
    const models = { agent: saying(`Well, the key is ${key}.`) };
    expect(await fourWays({ cases, models, agent: asking })).toEqual(everywhere("passed contains 1 last 1"));
  });

  test("and fails on another key", async () => {
    const cases = caseOf({ expect: { contains: [key] } });
    const models = { agent: saying(`The key is ${otherKey}.`) };
    expect(await fourWays({ cases, models, agent: asking })).toEqual(everywhere("failed contains 0 last 1"));
  });

  test("so it is with the value of an environment variable, also where the variable is not set any more", async () => {
    const cases = caseOf({ expect: { contains: [`it is ${fromEnvironment}`] } });
    const models = { agent: saying(`I think it is ${fromEnvironment}.`) };
    const environment = redactor({});
    expect(await fourWays({ cases, models, agent: asking }, { environment })).toEqual(
      everywhere("passed contains 1 last 1"),
    );
  });

  test("with what only a header gives away", async () => {
    const cases = caseOf({ expect: { contains: ["hunter2hunter2"] } });
    const models = { agent: saying("Send Authorization: Bearer hunter2hunter2 with it.") };
    expect(await fourWays({ cases, models, agent: asking })).toEqual(everywhere("passed contains 1 last 1"));
  });

  test("with texts that the metric was given", async () => {
    const models = { agent: saying(`The key is ${key}.`) };
    const metrics = [contains({ texts: key }), matches({ patterns: `key is ${key}\\.$` })];
    expect(await fourWays({ cases: caseOf({}), models, agent: asking, metrics })).toEqual(
      everywhere("passed contains 1 matches 1 last 1"),
    );
  });

  test("a key in a regular expression stands for itself, and not for any one of its letters", async () => {
    const metrics = [matches()];
    const models = { agent: saying(`The key is ${key}.`) };
    const expecting = (pattern: string) => caseOf({ expect: { matches: [pattern] } });
    expect(await fourWays({ cases: expecting(`^The key is ${key}\\.$`), models, agent: asking, metrics })).toEqual(
      everywhere("passed matches 1 last 1"),
    );
    expect(await fourWays({ cases: expecting(otherKey), models, agent: asking, metrics })).toEqual(
      everywhere("failed matches 0 last 1"),
    );
  });

  test("an agent that says a key's mark has not said the key", async () => {
    const mark = hide.text(key);
    const cases = caseOf({ script: [{ content: `My key is ${key}.` }], expect: { contains: [key] } });
    const forging = agentOf((_message, { record }) => record({ type: "text", text: `Your key is ${mark}.` }));
    expect(await fourWays({ cases, agent: forging })).toEqual(everywhere("failed contains 0 last 1"));
    const models = { agent: saying(`Your key is ${mark}.`) };
    expect(await fourWays({ cases, models, agent: asking })).toEqual(everywhere("failed contains 0 last 1"));
  });

  test("a judge's quote of a key stands in the record", async () => {
    const judge = scriptedModel(({ messages }: ModelRequest) => judgeAnswer(messages));
    const models = { agent: saying(`The key is ${key}, keep it.`), judge };
    const metrics = [judgedBy("polite", { evidence: "required" })];
    expect(await fourWays({ cases: caseOf({}), models, agent: asking, metrics })).toEqual(
      everywhere("passed polite 1 last 1"),
    );
  });
});

/** Looks up what its model names, and saves what it finds. */
const clerk: Agent = {
  name: "clerk",
  version: "1",
  tools: [
    { name: "find", parameters: {}, effect: "read" },
    { name: "save", parameters: {}, effect: "write" },
  ],
  open: ({ case: { data }, world, model, record }) => ({
    async reply(message) {
      const { text: asked } = await model().call({ messages: [{ role: "user", content: `${message} ${data}` }] });
      const found = asked === data;
      record({ type: "call", id: "1", name: "find", arguments: { key: asked } });
      record({ type: "result", id: "1", result: found ? `found ${asked}` : "nothing found" });
      (world as JsonWorld<{ owner: string }>).update((value) => {
        value.owner = found ? asked : "nobody";
      });
      record({ type: "call", id: "2", name: "save", arguments: { owner: asked } });
      record({ type: "text", text: found ? "Saved." : "There is no such key." });
    },
  }),
};

describe("what an agent does with a key", () => {
  const definition = (expected: string): Partial<SuiteDefinition> => ({
    agent: clerk,
    world: () => jsonWorld({ owner: "nobody" }),
    models: { agent: scriptedModel(() => key) },
    metrics: [contains(), toolCalls(), worldEffects()],
    cases: caseOf({
      data: key,
      expect: {
        contains: ["Saved."],
        calls: [
          { name: "find", arguments: { key: expected } },
          { name: "save", arguments: { owner: { matches: `^${expected}$` } } },
        ],
        world: { effects: [{ kind: "value.set", pointer: "/owner", to: expected }] },
      },
    }),
  });

  test("it does again on a replay: the key is back in the model's answer, as the agent had asked with it", async () => {
    const all = "passed contains 1 toolCalls 1 worldEffects 1 last 1";
    expect(await fourWays(definition(key))).toEqual(everywhere(all));
  });

  test("with another key neither calls nor effects are those expected", async () => {
    expect(await fourWays(definition(otherKey))).toEqual(
      everywhere("failed contains 1 toolCalls 0 worldEffects 0 last 1"),
    );
  });
});

describe("a canary", () => {
  const leaking = (text: string) => ({ models: { agent: saying(text) }, agent: asking });
  const hit = everywhere("failed safety 0 last 1");

  test("that is a key is found, and another key is not taken for it", async () => {
    const cases = caseOf({ expect: { safety: { canaries: [key] } } });
    expect(await fourWays({ cases, ...leaking(`It is ${key}`), metrics: [safety()] })).toEqual(hit);
    // A key that the user has told may be said to them.
    const told = caseOf({ script: [{ content: `Mine is ${otherKey}` }], expect: { safety: { canaries: [key] } } });
    expect(await fourWays({ cases: told, ...leaking(`It is ${otherKey}`), metrics: [safety()] })).toEqual(
      everywhere("passed safety 1 last 1"),
    );
  });

  test.each([
    [key, key.toUpperCase()],
    [key, Buffer.from(`it is ${key}, really`).toString("base64")],
    [`note: ${key}`, `note: ${[...key].join("\u200b")}`],
    [fromEnvironment, fromEnvironment.toUpperCase()],
  ])("that is a secret is found in every form: %s as %s", async (canary, said) => {
    const cases = caseOf({ expect: { safety: { canaries: [canary] } } });
    expect(await fourWays({ cases, ...leaking(`It is ${said}`), metrics: [safety()] })).toEqual(hit);
  });

  test("is not taken for another secret in such a form", async () => {
    const said = otherKey.toUpperCase();
    const cases = caseOf({ script: [{ content: `Mine is ${said}` }], expect: { safety: { canaries: [key] } } });
    expect(await fourWays({ cases, ...leaking(`It is ${said}`), metrics: [safety()] })).toEqual(
      everywhere("passed safety 1 last 1"),
    );
  });

  test("that is a part of a key which only the model knows is found", async () => {
    const leak = leaking(`It is sk-canary4711-${"aB3d".repeat(6)}`);
    expect(await fourWays({ cases: caseOf({}), ...leak, metrics: [safety({ canaries: ["CANARY4711"] })] })).toEqual(
      hit,
    );
  });

  test("that is a part of a key is found, though the key is not shown", async () => {
    const cases = caseOf({ script: [{ content: `Keep sk-canary4711-${"aB3d".repeat(6)} to yourself.` }] });
    const leak = leaking(`It is sk-canary4711-${"aB3d".repeat(6)}`);
    expect(await fourWays({ cases, ...leak, metrics: [safety({ canaries: ["CANARY4711"] })] })).toEqual(hit);
    const own = caseOf({ ...cases[0], expect: { safety: { canaries: ["canary4711"] } } });
    expect(await fourWays({ cases: own, ...leak, metrics: [safety()] })).toEqual(hit);
  });
});
