import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { InputError } from "../base/index.ts";
import { cases } from "../case/index.ts";
import {
  coherence,
  contains,
  defineMetric,
  limits,
  type Metric,
  safety,
  scored,
  spoken,
  toolCalls,
  toolPermission,
  toolUse,
  worldEffects,
} from "../metric/index.ts";
import { openCassette } from "../model/index.ts";
import { jsonWorld } from "../world/index.ts";
import type { RunOptions } from "./options.ts";
import { plannedTrials, type SuitePlan } from "./plan.ts";
import { type agentOf, caseList, echo, loadedSuite, planOf, temporaryFolder } from "./run.test-helper.ts";

const named = { models: { agent: "openrouter:some/model" } };
const key = { OPENROUTER_API_KEY: "a-key-that-is-none" };

function idsOf(plan: SuitePlan): string[] {
  return plannedTrials(plan)
    .map(({ caseId }) => caseId)
    .toArray();
}

async function refusal(promise: Promise<unknown>): Promise<InputError> {
  const error = await promise.catch((thrown: unknown) => thrown);
  if (!(error instanceof InputError)) throw new Error(`expected an InputError, got ${error}`);
  return error;
}

async function taped(folder: string, ids: string[], variant = {}, repeat = 1): Promise<void> {
  const cassette = openCassette(join(folder, "cassettes"));
  for (const id of ids) await cassette.write(variant, id, { origin: "recorded", repeat, records: [] });
}

describe("which cases are played", () => {
  const list = caseList("inbox-empty", "inbox-full", "weekly-review").map((one, index) => ({
    ...one,
    tags: index === 0 ? ["quick", "inbox"] : index === 1 ? ["inbox"] : [],
  }));
  const failed = (...ids: string[]) => ids.map((caseId) => ({ caseId, variant: {} }));
  const selected = async (options: Parameters<typeof planOf>[1]) => idsOf(await planOf({ cases: list }, options));

  test("without a wish all of them, in their order", async () => {
    expect(await selected({})).toEqual(["inbox-empty", "inbox-full", "weekly-review"]);
  });

  test("by id, by glob, or by several of these", async () => {
    expect(await selected({ options: { cases: ["inbox-full"] } })).toEqual(["inbox-full"]);
    expect(await selected({ options: { cases: ["inbox-*"] } })).toEqual(["inbox-empty", "inbox-full"]);
    expect(await selected({ options: { cases: ["weekly-review", "*-empty"] } })).toEqual([
      "inbox-empty",
      "weekly-review",
    ]);
  });

  test("an id that looks like a glob is taken as it is written", async () => {
    const odd = { cases: caseList("a[1]", "a1") };
    expect(idsOf(await planOf(odd, { options: { cases: ["a[1]"] } }))).toContain("a[1]");
  });

  test("by tag, one of several being enough", async () => {
    expect(await selected({ options: { tags: ["quick"] } })).toEqual(["inbox-empty"]);
    expect(await selected({ options: { tags: ["quick", "inbox"] } })).toEqual(["inbox-empty", "inbox-full"]);
  });

  test("by what did not pass the last time", async () => {
    expect(await selected({ failedBefore: failed("weekly-review") })).toEqual(["weekly-review"]);
  });

  test("all wishes have to be met", async () => {
    const options = { cases: ["*-full", "*-empty"], tags: ["inbox"] };
    expect(await selected({ options, failedBefore: failed("inbox-full", "weekly-review") })).toEqual(["inbox-full"]);
  });

  test("none at all is refused, with the wishes and how to find out", async () => {
    const wishes = { options: { cases: ["nope"], tags: ["never"] } };
    const error = await refusal(planOf({ cases: list }, wishes));
    expect(error.message).toContain("suite exam: none of its 3 cases matches --case nope --tag never");
    expect(error.problems[0]?.remedy).toContain("viva list --cases");
    expect(error.problems[0]?.place?.file).toContain("exam.eval.ts");
  });

  test("none that failed is refused in its own words", async () => {
    const error = await refusal(planOf({ cases: list }, { options: { failed: true }, failedBefore: [] }));
    expect(error.message).toContain("matches --failed");
    expect(error.problems[0]?.remedy).toContain("Nothing failed in the last run");
  });
});

describe("trials", () => {
  test("are every variant, in it every case, of it every repeat", async () => {
    const plan = await planOf(
      { variants: { prompt: ["v2", "v1"] }, agent: () => echo },
      { options: { variants: { prompt: ["v1", "v2"] }, repeat: 2 } },
    );
    expect(plan.planned).toBe(8);
    const trials = plannedTrials(plan).toArray();
    expect(trials.map(({ variant, caseId, repeat }) => `${variant.prompt} ${caseId} ${repeat}`)).toEqual([
      "v1 one 1",
      "v1 one 2",
      "v1 two 1",
      "v1 two 2",
      "v2 one 1",
      "v2 one 2",
      "v2 two 1",
      "v2 two 2",
    ]);
    expect(trials.map(({ position }) => position)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect(new Set(trials.map(({ key: name }) => name)).size).toBe(8);
  });

  test("without a flag only the first value of a variant is played", async () => {
    const plan = await planOf({ variants: { prompt: ["v2", "v1"] }, agent: () => echo });
    expect(plan.variants.map(({ variant }) => variant)).toEqual([{ prompt: "v2" }]);
  });

  test("what failed is played again under the variants under which it did", async () => {
    const definition = { variants: { prompt: ["v2", "v1"] }, agent: () => echo };
    const failedBefore = [
      { caseId: "one", variant: { prompt: "v1" } },
      { caseId: "two", variant: { prompt: "v1" } },
      { caseId: "two", variant: { prompt: "v2" } },
    ];
    const played = async (options: Partial<RunOptions> = {}) =>
      plannedTrials(await planOf(definition, { failedBefore, options }))
        .map(({ variant, caseId }) => `${variant.prompt} ${caseId}`)
        .toArray();
    expect(await played()).toEqual(["v2 two", "v1 one", "v1 two"]);
    expect(await played({ cases: ["one"] })).toEqual(["v1 one"]);
    expect(await played({ variants: { prompt: ["v2"] } })).toEqual(["v2 one", "v2 two"]);
  });

  test("a variant that the suite does not offer is refused", async () => {
    const error = await refusal(planOf({}, { options: { variants: { mood: ["good"] } } }));
    expect(error.message).toContain("there is no variant mood in the suite");
  });

  test("each variant has an agent and an identity of its own", async () => {
    const agent = ({ prompt }: Readonly<Record<string, string>>) => ({ ...echo, version: prompt ?? "" });
    const definition = { variants: { prompt: ["v2", "v1"] }, agent };
    const plan = await planOf(definition, { options: { variants: { prompt: ["v2", "v1"] } } });
    expect(plan.variants.map(({ identity }) => identity.version)).toEqual(["v2", "v1"]);
    expect(plan.agent({ prompt: "v1" }).version).toBe("v1");
    expect(new Set(plan.variants.map(({ identity }) => identity.hash)).size).toBe(2);
  });
});

describe("a stand-in for the agent", () => {
  test.each(["nothing", "random"] as const)(
    "%s takes the agent's place, with its tools, and needs no key",
    async (name) => {
      const tools = [{ name: "save", parameters: {}, effect: "write" as const }];
      const plan = await planOf({ ...named, agent: { ...echo, tools } }, { options: { agent: name } });
      expect(plan.mode).toEqual({ kind: "live" });
      expect(plan.agent({}).name).toBe(name);
      expect(plan.agent({}).tools).toEqual(tools);
      expect(plan.variants[0]?.identity.name).toBe(name);
    },
  );
});

describe("a replay", () => {
  test("plans every case, also one that has no tape", async () => {
    const loaded = loadedSuite({ ...named, cases: caseList("one", "two", "three") });
    await taped(loaded.folder, ["three", "one"]);
    const plan = await planOf(loaded);
    expect(plan.mode).toEqual({ kind: "replay", missingKey: "OPENROUTER_API_KEY" });
    expect(idsOf(plan)).toEqual(["one", "two", "three"]);
    expect(plan.variants[0]).toMatchObject({ withoutTape: 0, origin: "recorded" });
  });

  test.each(["leave-out" as const, () => "leave-out" as const])(
    "leaves out what has no tape if the suite says so, and counts it",
    async (untaped) => {
      const loaded = loadedSuite({ ...named, cases: caseList("one", "two", "three"), untaped });
      await taped(loaded.folder, ["three", "one"]);
      const plan = await planOf(loaded);
      expect(idsOf(plan)).toEqual(["one", "three"]);
      expect(plan.planned).toBe(2);
      expect(plan.variants[0]).toMatchObject({ withoutTape: 1, origin: "recorded" });
    },
  );

  test("refuses an untaped that returns something else", async () => {
    const loaded = loadedSuite({ ...named, untaped: (() => "skip") as never });
    await taped(loaded.folder, ["one"]);
    await expect(planOf(loaded)).rejects.toThrow(
      'untaped should return "missing" or "leave-out", but returned the text “skip”',
    );
  });

  test("with a key it is live, and a recording changes nothing", async () => {
    const loaded = loadedSuite(named);
    await taped(loaded.folder, ["one"]);
    const plan = await planOf(loaded, { environment: key });
    expect(plan.mode).toEqual({ kind: "live" });
    expect(idsOf(plan)).toEqual(["one", "two"]);
    expect(plan.variants[0]).toMatchObject({ withoutTape: 0, origin: "live" });
  });

  test("recordings of several origins are mixed", async () => {
    const loaded = loadedSuite(named);
    await taped(loaded.folder, ["one"]);
    const cassette = openCassette(join(loaded.folder, "cassettes"));
    await cassette.write({}, "two", { origin: "hand-written", repeat: 1, records: [] });
    const plan = await planOf(loaded, { options: { traffic: "replay" } });
    expect(plan.variants[0]?.origin).toBe("mixed");
  });

  test("a recording pass plays all, one of what is missing too", async () => {
    const loaded = loadedSuite(named);
    await taped(loaded.folder, ["one"]);
    for (const traffic of ["record", "record-missing"] as const) {
      const plan = await planOf(loaded, { options: { traffic }, environment: key });
      expect(idsOf(plan)).toEqual(["one", "two"]);
      expect(plan.variants[0]?.withoutTape).toBe(0);
    }
  });

  test("recordings lie where the suite says", async () => {
    const loaded = loadedSuite({ ...named, cassettes: "tapes", untaped: "leave-out" });
    await openCassette(join(loaded.folder, "tapes")).write({}, "two", { origin: "recorded", repeat: 1, records: [] });
    expect(idsOf(await planOf(loaded))).toEqual(["two"]);
  });

  test("neither key nor recording is refused, with both ways out", async () => {
    const error = await refusal(planOf(named));
    expect(error.message).toContain("OPENROUTER_API_KEY is not set, and it has no recording in");
    expect(error.problems[0]?.remedy).toBe("Set OPENROUTER_API_KEY to play live.");
    const asked = await refusal(planOf(named, { options: { traffic: "replay", cases: ["one"] } }));
    expect(asked.message).toContain("the selected cases have no recording");
    expect(asked.problems[0]?.remedy).toContain("--record");
  });
});

describe("what a plan takes from suite and config", () => {
  const judged = defineMetric({ name: "judged", judged: true, score: () => scored(0.5, []) });

  test("the default threshold is for judged metrics that have none of their own", async () => {
    const own = defineMetric({ name: "own", judged: true, threshold: 0.9, score: () => scored(0.5, []) });
    const metrics = [judged, own, contains()];
    const identities = async (definition: object, config: object) =>
      (await planOf({ metrics, ...definition }, { config })).metrics.map(({ identity }) => identity.parts);
    const [plain, fromConfig, fromSuite] = [
      await identities({}, {}),
      await identities({}, { threshold: 0.4 }),
      await identities({ threshold: 0.3 }, { threshold: 0.4 }),
    ];
    expect(plain[0]).toMatchObject({ threshold: 0.7 });
    expect(fromConfig[0]).toMatchObject({ threshold: 0.4 });
    expect(fromSuite[0]).toMatchObject({ threshold: 0.3 });
    expect(fromSuite.slice(1)).toEqual(plain.slice(1));
  });

  test("the suite's gate goes before the config's, field by field", async () => {
    const config = { gate: { maxUnscored: 0.1, passRate: 0.5 } };
    const plan = await planOf({ gate: { passRate: 0.9 } }, { config });
    expect(plan.gate).toEqual({ maxUnscored: 0.1, passRate: 0.9 });
  });
});

describe("what will not be checked is told before anything is run", () => {
  const unsaid = { id: "unsaid", script: [{ content: "Hi" }] };
  const warningsOf = async (definition: Parameters<typeof planOf>[0]) =>
    (await planOf(definition)).warnings.map(({ message }) => message);

  test("cases that expect nothing any deciding metric reads", async () => {
    const list = [...caseList("said"), unsaid, { ...unsaid, id: "empty", expect: { tools: [] } }];
    const definition = { cases: list, metrics: [contains(), toolUse(), toolCalls(), worldEffects(), coherence()] };
    expect(await warningsOf(definition)).toEqual(["suite exam: nothing is expected in 2 cases: unsaid, empty"]);
  });

  test("in how many cases nobody says what may change in the world", async () => {
    const changing = { ...unsaid, id: "changing", expect: { world: { effects: [] } } };
    const definition = { cases: [...caseList("said"), changing], metrics: [contains(), worldEffects()] };
    expect(await warningsOf({ ...definition, world: () => jsonWorld({}) })).toEqual([
      "suite exam: in 1 of 2 cases nobody says what may change in the world",
    ]);
    expect(await warningsOf({ ...definition, cases: [changing], world: () => jsonWorld({}) })).toEqual([]);
  });

  test("a suite's invariants are checked, whether or not it lists a metric for them", async () => {
    const invariants = { "nothing is lost": () => true };
    const names = async (metrics: Metric[]) =>
      (await planOf({ metrics, invariants, world: () => jsonWorld({}) })).metrics.map(({ name }) => name);
    expect(await names([contains()])).toEqual(["contains", "worldEffects"]);
    expect(await names([contains(), worldEffects({ name: "world" })])).toEqual(["contains", "world"]);
  });

  test("also beside limits, which decide only where one is set", async () => {
    const limited = { ...unsaid, id: "limited", expect: { limits: { wordsPerReply: 5 } } };
    const told = (metric: Metric) => warningsOf({ cases: [unsaid, limited], metrics: [contains(), metric] });
    expect(await told(limits())).toEqual(["suite exam: nothing is expected in 1 case: unsaid"]);
    expect(await told(limits({ replyMs: 500 }))).toEqual(["suite exam: nothing is expected in 1 case: unsaid"]);
    const watched = { ...unsaid, expect: { watched: true as const } };
    expect(await warningsOf({ cases: [watched], metrics: [contains(), limits({ replyMs: 500 })] })).toEqual([]);
  });

  test("of many such cases, the first and how many more", async () => {
    const list = Array.from({ length: 12 }, (_, index) => ({ ...unsaid, id: `c${index + 1}` }));
    const [warning] = await warningsOf({ cases: list });
    expect(warning).toBe(
      "suite exam: nothing is expected in 12 cases: c1, c2, c3, c4, c5, c6, c7, c8, c9, c10 and 2 more",
    );
  });

  test("no case where a metric looks at every conversation, or where the suite only reports", async () => {
    const always = defineMetric({ name: "always", score: () => scored(1, []) });
    expect(await warningsOf({ cases: [unsaid], metrics: [contains(), always] })).toEqual([]);
    expect(await warningsOf({ cases: [unsaid], metrics: [contains({ report: true })] })).toEqual([]);
    const reported = [contains(), defineMetric({ name: "always", report: true, score: () => scored(1, []) })];
    expect(await warningsOf({ cases: [unsaid], metrics: reported })).toHaveLength(1);
  });

  test("tools that metrics name almost as the agent's are called, and a typing error is refused", async () => {
    const tools = ["remove", "get_user"].map((name) => ({ name, parameters: {}, effect: "destructive" as const }));
    const told = (metric: Metric, agent: object = { ...echo, tools }) =>
      warningsOf({ agent: agent as typeof echo, metrics: [contains(), metric] });
    const misspelt = [
      toolPermission({ name: "m", deny: ["remov"] }),
      safety({ name: "m", forbid: [{ tool: "remov" }] }),
      toolCalls({ name: "m", forbidden: [{ name: "remov" }], mode: "contains" }),
      toolCalls({ name: "m", atMost: { remov: 1 } }),
      spoken({ name: "m", commit: { tools: ["remov"] } }),
    ];
    for (const metric of misspelt)
      await expect(told(metric)).rejects.toThrow("suite exam: m names remov, but the agent has no such tool");
    // Another word is another tool, and who names the tool too means both.
    expect(await told(toolPermission({ name: "m", deny: ["set_user"] }))).toEqual([
      "suite exam: m names set_user, but the agent has no such tool",
    ]);
    expect(await told(toolPermission({ deny: ["get_user", "get_users"] }))).toEqual([
      "suite exam: toolPermission names get_users, but the agent has no such tool",
    ]);
    expect(await told(toolPermission({ deny: ["remove", "remov"] }))).toEqual([
      "suite exam: toolPermission names remov, but the agent has no such tool",
    ]);
    const update = [{ name: "update_card", parameters: {}, effect: "write" as const }];
    expect(await told(toolPermission({ name: "m", deny: ["update_cart"] }), { ...echo, tools: update })).toEqual([
      "suite exam: m names update_cart, but the agent has no such tool",
    ]);
    // A list may deny tools of other agents, and an agent need not say which it has.
    expect(await told(toolPermission({ deny: ["remove", "send_money"] }))).toEqual([]);
    expect(await told(toolPermission({ deny: ["remov"] }), echo)).toEqual([]);
  });

  test("parts of a tool's schema that are not read", async () => {
    const tools = [{ name: "save", parameters: { require: ["a"] }, effect: "write" as const }];
    expect(await warningsOf({ agent: { ...echo, tools } })).toEqual([
      expect.stringMatching(
        /^suite exam: the parameters of the tool save are not fully checked: .*did you mean required/,
      ),
    ]);
  });
});

describe("bad input is refused before anything is run", () => {
  test("all problems of all files at once", async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "a.json"), '[{"id":"x","script":[]},{"id":"y","script":[{"content":"Hi"}],"colour":1}]');
    writeFileSync(join(folder, "b.json"), "{");
    const error = await refusal(planOf(loadedSuite({ cases: cases("./*.json") }, folder)));
    const files = error.problems.map(({ place }) => place?.file);
    expect(files).toEqual(expect.arrayContaining(["a.json", "b.json"]));
    expect(error.problems.length).toBeGreaterThanOrEqual(3);
  });

  test("a tool that the agent does not have", async () => {
    const tools = [{ name: "save_note", parameters: {}, effect: "write" as const }];
    const expectation = { tools: [{ shouldCall: true, tools: ["safe_note"] }] };
    const list = [{ id: "x", script: [{ content: "Hi" }], expect: expectation }];
    const error = await refusal(planOf({ cases: list, agent: { ...echo, tools } }));
    expect(error.message).toContain("safe_note");
  });

  test("a tool that one of the chosen variants lacks, with case, place and variant", async () => {
    const folder = temporaryFolder();
    const tool = (name: string, ...parameters: string[]) => ({
      name,
      parameters: { properties: Object.fromEntries(parameters.map((parameter) => [parameter, {}])) },
      effect: "write" as const,
    });
    const tools: Record<string, ReturnType<typeof tool>[]> = {
      old: [tool("save", "note")],
      new: [tool("save", "note", "date"), tool("archive", "note")],
    };
    const agent = ({ prompt = "" }) => ({ ...echo, tools: tools[prompt] ?? [] });
    const text = `[
      { "id": "x", "script": [{ "content": "Hi" }], "expect": { "calls": [
        { "name": "save", "arguments": { "date": 1 } },
        { "name": "archive" },
        { "name": "delete" }
      ] } }
    ]`;
    writeFileSync(join(folder, "a.json"), text);
    const definition = { cases: cases("./*.json"), agent, variants: { prompt: ["new", "old"] } };
    const loaded = loadedSuite(definition, folder);
    const error = await refusal(planOf(loaded, { options: { variants: { prompt: ["new", "old"] } } }));
    expect(error.problems.map(({ message, place }) => [place?.caseId, place?.line, message])).toEqual([
      ["x", 5, 'the agent has no tool called "delete"'],
      ["x", 4, 'the agent has no tool called "archive" (variant prompt old)'],
      ["x", 3, 'the tool "save" has no parameter called "date" (variant prompt old)'],
    ]);
    const alone = await refusal(planOf(loaded, { options: { variants: { prompt: ["old"] } } }));
    expect(alone.problems).toHaveLength(3);
  });

  test("a variant that does not say which tools it has is not checked against those of another", async () => {
    const tools = [{ name: "save", parameters: {}, effect: "write" as const }];
    const agent = ({ prompt = "" }) => (prompt === "new" ? echo : { ...echo, tools });
    const list = [{ id: "x", script: [{ content: "Hi" }], expect: { calls: [{ name: "save" }] } }];
    const definition = { cases: list, agent, variants: { prompt: ["new", "old"] } };
    const wanted = { options: { variants: { prompt: ["new", "old"] } } };
    expect((await planOf(definition, wanted)).variants).toHaveLength(2);
    const other = [{ ...list[0], id: "x", script: [{ content: "Hi" }], expect: { calls: [{ name: "sve" }] } }];
    expect((await refusal(planOf({ ...definition, cases: other }, wanted))).message).toContain('"sve"');
  });

  test("a tool whose parameters cannot be read, of every variant at once", async () => {
    const agent = ({ prompt = "" }) => ({
      ...echo,
      tools: [
        { name: `save_${prompt}`, parameters: { properties: { a: { type: "text" } } }, effect: "write" as const },
      ],
    });
    const definition = { agent, variants: { prompt: ["new", "old"] } };
    const error = await refusal(planOf(definition, { options: { variants: { prompt: ["new", "old"] } } }));
    expect(error.problems.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^suite exam: the parameters of the tool save_new cannot be read: .*text is not a type/),
      expect.stringMatching(/save_old/),
    ]);
  });

  test("an agent that cannot be made is the suite's fault, with its file", async () => {
    const broken = () => {
      throw new Error("no prompt v3");
    };
    const error = await refusal(planOf({ agent: broken }));
    expect(error.message).toContain("suite exam: creating its agent failed: no prompt v3");
    expect(error.problems[0]?.place?.file).toContain("exam.eval.ts");
  });

  test("an agent function that returns none", async () => {
    const nothing = () => undefined as unknown as ReturnType<typeof agentOf>;
    const error = await refusal(planOf({ agent: nothing }));
    expect(error.message).toContain("which is not an agent");
  });

  test("files that make up the agent and are not there", async () => {
    const error = await refusal(planOf({ files: ["./prompts/*.md"] }));
    expect(error.message).toContain("matches ./prompts/*.md");
  });
});
