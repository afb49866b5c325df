import { describe, expect, test } from "vitest";
import { contains, defineMetric, safety, scored } from "../metric/index.ts";
import { type ChatMessage, ModelError, type ModelRequest, openCassette } from "../model/index.ts";
import { writeJsonReport } from "../report/index.ts";
import { readSummaries } from "../results/index.ts";
import type { CaseInput } from "../shape/index.ts";
import type { LoadedSuite, SuiteDefinition } from "../suite/index.ts";
import { type ScriptedModel, scriptedModel } from "../testing/index.ts";
import { judgeAnswer, linesIn, playSuite, rescore, resumeSuite } from "./judged-run.test-helper.ts";
import {
  agentOf,
  asking,
  loadedSuite,
  planOf,
  sharedStore,
  statusesOf,
  tallyOf,
  temporaryFolder,
  trialsOf,
} from "./run.test-helper.ts";

const store = sharedStore();

/** Wants a booking, and cannot know its number. */
const caller = {
  persona: "Ada, in a hurry",
  goal: "book a visit",
  opening: "I need a visit.",
  cannotKnow: ["B-4711"],
  stop: { goalMet: "the visit is booked." },
  maxExchanges: 3,
};
const cases: CaseInput[] = [{ id: "call", user: caller, expect: { contains: ["booked"] } }];
const good = "Thank you.\n<<goal met>>";
const leak = "Is my number B-4711?";

/** A user's model that says one thing a conversation, then another, each call kept. */
function users(...lines: (string | Error)[]): ScriptedModel {
  return scriptedModel((_request: ModelRequest, index: number) => lines[Math.min(index, lines.length - 1)] ?? good, {
    id: "scripted:user",
  });
}

function exam(user: ScriptedModel, definition: Partial<SuiteDefinition> = {}, folder = temporaryFolder()) {
  const agent = scriptedModel("It is booked.", { id: "scripted:agent" });
  const { models, ...more } = definition;
  const whole = { cases, agent: asking, metrics: [contains()], models: { agent, user, ...models }, ...more };
  return { agent, user, folder, loaded: loadedSuite(whole, folder) };
}

async function only(run: string) {
  const [trial] = await trialsOf(store(), run);
  const attempts = [...(await store().trials.spoiled(run, 0)).values()].flat();
  if (!trial) throw new Error("nothing was played");
  return { trial, attempts, said: trial.transcript.exchanges.map(({ user }) => user?.content) };
}

async function shareOf(id: string) {
  const run = await store().runs.find(id);
  const [suite] = run.suites;
  if (!suite) throw new Error("the run has no suite");
  return (await readSummaries(store(), run, suite)).map(({ simulated }) => simulated);
}

async function reportOf(run: string): Promise<string> {
  const pieces: string[] = [];
  await writeJsonReport({
    store: store(),
    run: await store().runs.find(run),
    decisions: [],
    write: (text) => void pieces.push(text),
  });
  return pieces.join("");
}

/** The part of a report that is the same for the same recordings. */
async function resultsOf({ run }: { run: string }): Promise<string> {
  const report = await reportOf(run);
  return report.slice(report.indexOf('"results":'));
}

describe("a simulated user that leaks what it does not know", () => {
  test("is caught, and the conversation is played again: the agent's score rests on the one that counts", async () => {
    const { loaded } = exam(users(leak, good));
    const run = await playSuite(store(), loaded);
    expect(run.exitCode).toBe(0);
    const { trial, attempts, said } = await only(run.run);
    expect(trial).toMatchObject({ status: "passed", scores: [{ metric: "contains", value: 1 }] });
    expect(said).toEqual(["I need a visit.", "Thank you."]);
    expect(trial.transcript.user).toEqual({ kind: "simulated", stop: "goal-met", faults: [] });
    expect(attempts).toHaveLength(1);
    expect(attempts[0]?.user?.faults).toMatchObject([{ kind: "leaked", exchange: 2, line: leak }]);
    expect(await shareOf(run.run)).toEqual([{ conversations: 2, spoiled: 1 }]);
  });

  test("in every attempt leaves the trial unscored, however badly the agent did: no metric is asked", async () => {
    let asked = 0;
    const failing = defineMetric({ name: "failing", zeroTolerance: true, score: () => scored(asked++ * 0, []) });
    const { loaded } = exam(users(leak, "Oh. B-4711?", leak, leak, leak, leak), {
      metrics: [failing, safety()],
      agent: agentOf((message, context) => {
        if (message.includes("4711")) throw new Error("confused by it");
        context.record({ type: "text", text: "Hm." });
      }),
    });
    const run = await playSuite(store(), loaded);
    expect(tallyOf(run)).toMatchObject({ unscored: 1, failed: 0, errored: 0 });
    expect(run.decided[0]?.safetyHit).toBeUndefined();
    expect(run.exitCode).toBe(3);
    expect(asked).toBe(0);
    const { trial, attempts } = await only(run.run);
    expect(trial).toMatchObject({ status: "unscored", scores: [] });
    expect(trial.transcript.user?.faults).not.toEqual([]);
    expect(attempts).toHaveLength(2);
    expect(await shareOf(run.run)).toEqual([{ conversations: 3, spoiled: 3 }]);
  });

  test.each([
    [0, 1],
    [1, 2],
    [3, 4],
  ])("is given %i further chances where the suite says so", async (retries, conversations) => {
    const { loaded } = exam(users(leak), { simulator: { retries } });
    const run = await playSuite(store(), loaded);
    expect(tallyOf(run)).toMatchObject({ unscored: 1 });
    expect((await only(run.run)).attempts).toHaveLength(retries);
    expect(await shareOf(run.run)).toEqual([{ conversations, spoiled: conversations }]);
  });

  test("gets another throw of the dice: with its old seed it would leak again", async () => {
    const user = scriptedModel(({ seed }: ModelRequest) => (seed === first ? leak : good), { id: "scripted:user" });
    let first: number | undefined;
    const { loaded } = exam(user);
    const probe = await playSuite(store(), loaded);
    expect(tallyOf(probe).passed).toBe(1);
    first = user.calls[0]?.seed;
    const run = await playSuite(store(), loaded);
    expect(tallyOf(run).passed).toBe(1);
    const seeds = user.calls.slice(1).map(({ seed }) => seed);
    // The leak, what it says after it, and the second attempt.
    expect(new Set(seeds).size).toBe(2);
    expect(seeds[0]).toBe(first);
  });

  test("leaves every attempt in the report for programs, and in no other trial", async () => {
    const [call] = cases;
    const both = [...(call ? [call, { ...call, id: "second" }] : [])];
    const { loaded } = exam(users(leak, good), { cases: both });
    const run = await playSuite(store(), loaded, { wishes: { options: { concurrency: 1 } } });
    const { results } = JSON.parse(await reportOf(run.run));
    const [one, two] = results[0].trials;
    expect(one.spoiled).toMatchObject([{ case: "call", user: { faults: [{ kind: "leaked" }] } }]);
    expect(two).not.toHaveProperty("spoiled");
  });

  test("is not scored later either", async () => {
    const { loaded, agent } = exam(users(leak), { simulator: { retries: 0 } });
    const run = await playSuite(store(), loaded);
    const calls = agent.calls.length;
    const again = await rescore(store(), run, loaded, { which: "all" });
    expect(again).toMatchObject({ scored: 0, summaries: [{ tally: { unscored: 1, passed: 0, failed: 0 } }] });
    expect((await only(run.run)).trial).toMatchObject({ status: "unscored", scores: [] });
    expect(agent.calls).toHaveLength(calls);
  });

  test("a case of a script has nobody to spoil it", async () => {
    const scripted: CaseInput[] = [{ id: "plain", script: [{ content: "B-4711" }], expect: { contains: ["booked"] } }];
    const run = await playSuite(store(), exam(users(leak), { cases: scripted }).loaded);
    expect(await shareOf(run.run)).toEqual([undefined]);
  });
});

describe("a run that is gone on with", () => {
  test("plays the attempts from the journal: nobody is asked twice, and each is kept once", async () => {
    const [stop, abort] = [new AbortController(), new AbortController()];
    let cut = true;
    const cutting = defineMetric({
      name: "cutting",
      score() {
        if (cut) {
          stop.abort();
          abort.abort();
        }
        return scored(1, []);
      },
    });
    const { loaded, agent, user } = exam(users(leak, good), { metrics: [cutting] });
    const options = { traffic: "record" as const };
    const run = await playSuite(store(), loaded, { wishes: { options }, stop: stop.signal, abort: abort.signal });
    expect(await statusesOf(store(), run.run)).toEqual(["call undefined"]);
    const calls = [agent.calls.length, user.calls.length];
    cut = false;
    const whole = await resumeSuite(store(), run, loaded, { options });
    expect(tallyOf(whole)).toMatchObject({ passed: 1 });
    expect([agent.calls.length, user.calls.length]).toEqual(calls);
    expect((await only(run.run)).attempts).toHaveLength(1);
  });

  test("and a case that has changed since: the attempts at the old one go with it", async () => {
    const { loaded, folder } = exam(users(leak, good));
    const run = await playSuite(store(), loaded);
    expect((await only(run.run)).attempts).toHaveLength(1);
    const changed = [{ ...cases[0], id: "call", user: { ...caller, opening: "A visit, please." } }];
    const whole = await resumeSuite(store(), run, loadedSuite({ ...loaded.suite, cases: changed }, folder));
    expect(tallyOf(whole)).toMatchObject({ passed: 1 });
    const { attempts, said } = await only(run.run);
    expect(said[0]).toBe("A visit, please.");
    expect(attempts).toEqual([]);
    expect(await shareOf(run.run)).toEqual([{ conversations: 1, spoiled: 0 }]);
  });
});

describe("a judge that reads the simulated user's lines too", () => {
  const odd = "As per your records, kindly proceed.";
  const judgeOf = (verdict: (text: string) => string | Error) =>
    scriptedModel(
      ({ messages }: ModelRequest) => {
        const text = linesIn(messages).find((line) => "item" in line)?.text;
        const given = verdict(String(text));
        return given instanceof Error ? given : judgeAnswer(messages, (item) => String(verdict(item)));
      },
      { id: "scripted:judge" },
    );
  const strict = () => judgeOf((text) => (text === odd ? "unlikely" : "fits"));

  test("adds to what code found, and the conversation is played again", async () => {
    const judge = strict();
    const { loaded } = exam(users(odd, good, good), { models: { judge }, simulator: { judge: true } });
    const run = await playSuite(store(), loaded);
    expect(tallyOf(run)).toMatchObject({ passed: 1 });
    const { attempts } = await only(run.run);
    expect(attempts).toHaveLength(1);
    expect(attempts[0]?.user?.faults).toEqual([
      { kind: "judged-unlikely", exchange: 2, reason: "so it is", line: odd },
    ]);
    const asked = judge.calls.map(({ messages }) => linesIn(messages).filter((line) => "item" in line).length);
    expect(asked).toEqual([2, 1]);
  });

  test("is asked only where the suite wants it", async () => {
    const judge = strict();
    const { loaded } = exam(users(odd, good), { models: { judge } });
    await playSuite(store(), loaded);
    expect(judge.calls).toHaveLength(0);
  });

  test("is not asked about what code has found already, nor about the opening line alone", async () => {
    const judge = strict();
    const { loaded } = exam(users(leak, "<<gives up>>"), { models: { judge }, simulator: { judge: true, retries: 1 } });
    await playSuite(store(), loaded);
    expect(judge.calls).toHaveLength(0);
  });

  test.each([
    ["that is out of reach", () => new ModelError({ failure: "network", message: "no connection" })],
    ["that gives no valid answer", () => "perhaps"],
  ])("and %s changes nothing", async (_name, verdict) => {
    const { loaded } = exam(users(odd, good), { models: { judge: judgeOf(verdict) }, simulator: { judge: true } });
    const run = await playSuite(store(), loaded);
    expect(tallyOf(run)).toMatchObject({ passed: 1, errored: 0, unscored: 0 });
    const { trial, attempts } = await only(run.run);
    expect(trial.transcript.user?.faults).toEqual([]);
    expect(attempts).toEqual([]);
  });

  test("and that is cut off leaves the trial pending: nobody knows yet whether it counts", async () => {
    const [stop, abort] = [new AbortController(), new AbortController()];
    let cut = true;
    const judge = judgeOf(() => {
      if (!cut) return "unlikely";
      stop.abort();
      abort.abort();
      return new ModelError({ failure: "cancelled", message: "cancelled" });
    });
    const { loaded } = exam(users(odd, good), { models: { judge }, simulator: { judge: true, retries: 0 } });
    const run = await playSuite(store(), loaded, { stop: stop.signal, abort: abort.signal });
    expect(tallyOf(run)).toMatchObject({ pending: 1 });
    expect(await statusesOf(store(), run.run)).toEqual([]);
    cut = false;
    const whole = await resumeSuite(store(), run, loaded);
    expect(tallyOf(whole)).toMatchObject({ unscored: 1, passed: 0 });
  });

  test("is recorded and replayed with the rest; another question is not an outage", async () => {
    const judge = strict();
    const { loaded, folder, agent } = exam(users(odd, good, good), { models: { judge }, simulator: { judge: true } });
    const recorded = await playSuite(store(), loaded, { wishes: { options: { traffic: "record" } } });
    const calls = judge.calls.length;
    const replayed = await playSuite(store(), loaded, { wishes: { options: { traffic: "replay" } } });
    expect(await resultsOf(replayed)).toBe(await resultsOf(recorded));
    expect(judge.calls).toHaveLength(calls);

    const other = scriptedModel("never asked", { id: "scripted:other" });
    const models = { agent, user: users(good), judge: other };
    const changed = await playSuite(store(), loadedSuite({ ...loaded.suite, models }, folder), {
      wishes: { options: { traffic: "replay" } },
    });
    expect(tallyOf(changed)).toMatchObject({ errored: 1 });
  });
});

describe("the same seed and recordings", () => {
  const recording = { wishes: { options: { traffic: "record" as const } } };
  const replay = { wishes: { options: { traffic: "replay" as const } } };

  test("give the same conversation, byte for byte, spoiled attempts among it", async () => {
    const { loaded, agent, user } = exam(users(leak, "And now?", good));
    const recorded = await playSuite(store(), loaded, recording);
    const calls = [agent.calls.length, user.calls.length];
    const [first, second] = [await playSuite(store(), loaded, replay), await playSuite(store(), loaded, replay)];
    expect(await resultsOf(first)).toBe(await resultsOf(recorded));
    expect(await resultsOf(second)).toBe(await resultsOf(first));
    expect((await only(first.run)).attempts).toHaveLength(1);
    expect([agent.calls.length, user.calls.length]).toEqual(calls);
  });

  test("another seed is another user, and its recording another", async () => {
    const { loaded, user } = exam(users(good));
    await playSuite(store(), loaded, recording);
    const seeded = { wishes: { options: { traffic: "replay" as const, seed: 2 } } };
    const other = await playSuite(store(), loaded, seeded);
    expect(tallyOf(other)).toMatchObject({ errored: 1 });
    expect((await only(other.run)).trial.transcript.outcome).toMatchObject({
      kind: "infrastructure",
      message: expect.stringMatching(/the simulated user failed: user call 1 asks something different/),
    });
    await playSuite(store(), loaded, { wishes: { options: { seed: 2 } } });
    expect(user.calls[0]?.seed).not.toBe(user.calls[1]?.seed);
  });

  test("the user stands on the tape under its own role", async () => {
    const { loaded, folder } = exam(users(good));
    await playSuite(store(), loaded, recording);
    const [tape] = await openCassette(`${folder}/cassettes/exam`).read({}, "call");
    expect(tape?.records.map(({ role }) => role)).toEqual(["agent", "agent", "user"]);
  });

  test("what nobody could score is marked on its tape, and --record missing tries again", async () => {
    const { loaded, folder } = exam(users(leak, leak, good), { simulator: { retries: 0 } });
    expect(tallyOf(await playSuite(store(), loaded, recording))).toMatchObject({ unscored: 1 });
    expect(await openCassette(`${folder}/cassettes/exam`).read({}, "call")).toMatchObject([
      { incomplete: "the simulated user spoiled every conversation" },
    ]);
    const missing = { wishes: { options: { traffic: "record-missing" as const } } };
    expect(tallyOf(await playSuite(store(), loaded, missing))).toMatchObject({ passed: 1 });
  });
});

describe("two variants", () => {
  const variants = { prompt: ["v1", "v2"] };
  const wishes = { options: { variants: { prompt: ["v1", "v2"] }, repeat: 2 } };
  const agent = ({ prompt }: { prompt?: string }) =>
    agentOf((_message, context) => context.record({ type: "text", text: `It is booked. ${prompt}` }));

  test("meet the same user: the same seed for the same case and repeat, another for the next", async () => {
    const { loaded, user } = exam(users(good), { variants, agent });
    const run = await playSuite(store(), loaded, { wishes });
    expect(tallyOf(run)).toMatchObject({ passed: 4 });
    const seeds = new Map<string, Set<number | undefined>>();
    for (const { seed, messages } of user.calls) {
      const heard = messages.find((message: ChatMessage) => message.role === "user")?.content ?? "";
      const variant = heard.includes("v1") ? "v1" : "v2";
      seeds.set(variant, (seeds.get(variant) ?? new Set()).add(seed));
    }
    expect(seeds.get("v1")?.size).toBe(2);
    expect([...(seeds.get("v1") ?? [])].sort()).toEqual([...(seeds.get("v2") ?? [])].sort());
    expect(user.calls[0]?.messages[0]).toEqual(user.calls[3]?.messages[0]);
  });

  test("are told apart where the user spoils one of them", async () => {
    const user = scriptedModel(
      ({ messages, seed }: ModelRequest) => {
        const heardV2 = messages.some(({ content }) => content.includes("v2"));
        spoiling ??= seed;
        return heardV2 && seed === spoiling ? leak : good;
      },
      { id: "scripted:user" },
    );
    let spoiling: number | undefined;
    const { loaded } = exam(user, { variants, agent });
    const run = await playSuite(store(), loaded, {
      wishes: { options: { ...wishes.options, repeat: 1, concurrency: 1 } },
    });
    expect(await shareOf(run.run)).toEqual([
      { conversations: 1, spoiled: 0 },
      { conversations: 2, spoiled: 1 },
    ]);
  });
});

describe("a suite with simulated users is refused before anything is played", () => {
  const problemsOf = async (loaded: LoadedSuite): Promise<string> => {
    const error: unknown = await planOf(loaded).catch((reason: unknown) => reason);
    if (!(error instanceof Error) || error.name !== "InputError") throw new Error(`nothing was refused: ${error}`);
    return error.message;
  };

  test("without a model for them", async () => {
    const { loaded } = exam(users(good));
    const without = loadedSuite({ ...loaded.suite, models: {} }, loaded.folder);
    expect(await problemsOf(without)).toMatch(
      /case call has a simulated user, but the suite names no model user\n +Name it/,
    );
  });

  test("without a judge, where one is to read their lines", async () => {
    const { loaded } = exam(users(good), { simulator: { judge: true } });
    expect(await problemsOf(loaded)).toContain("the suite names no model judge");
  });

  test("but not where nobody is simulated, nor for a scoring, which asks no user", async () => {
    const scripted: CaseInput[] = [{ id: "plain", script: [{ content: "Hi" }] }];
    const { loaded } = exam(users(good), { cases: scripted, simulator: { judge: true } });
    await expect(planOf(loaded)).resolves.toBeDefined();
    const without = loadedSuite({ ...loaded.suite, cases, models: {} }, loaded.folder);
    await expect(planOf(without, { judgeOnly: true })).resolves.toBeDefined();
  });
});

describe("several users", () => {
  const wishes = (users: number) => ({ wishes: { options: { users, repeat: users } } });
  const scripted: CaseInput = { id: "plain", script: [{ content: "Hi" }], expect: { contains: ["booked"] } };
  /** A user of every seed; those of some seeds have the agent fail. */
  const many = (lineOf: (nth: number) => string) => {
    const seeds: (number | undefined)[] = [];
    return scriptedModel(
      ({ seed }: ModelRequest) => {
        if (!seeds.includes(seed)) seeds.push(seed);
        return `${lineOf(seeds.indexOf(seed))}\n<<goal met>>`;
      },
      { id: "scripted:user" },
    );
  };
  const agent = agentOf((message, context) => {
    if (message.includes("angry")) throw new Error("lost its temper");
    context.record({ type: "text", text: "It is booked." });
  });

  test("play the cases that have one, and the spread is told as one case's, never as more cases", async () => {
    const user = many((nth) => (nth === 1 ? "I am angry." : `Fine, thanks from caller ${nth}.`));
    const { loaded } = exam(user, { cases: [...cases, scripted], agent: () => agent });
    const run = await playSuite(store(), loaded, { wishes: { options: { users: 5, repeat: 5, concurrency: 1 } } });
    expect(tallyOf(run)).toMatchObject({ planned: 5, passed: 4, failed: 1 });
    const stored = await store().runs.find(run.run);
    const [suite] = stored.suites;
    if (!suite) throw new Error("the run has no suite");
    const [summary] = await readSummaries(store(), stored, suite);
    expect(summary?.passRate.cases).toBe(1);
    expect(summary?.repeats?.users).toEqual([{ caseId: "call", passed: 4, planned: 5, undecided: 0, different: 5 }]);
    const { results } = JSON.parse(await reportOf(run.run));
    expect(JSON.stringify(results)).toContain('"users":[{"caseId":"call"');
  });

  test("who all say the same are counted as what they are", async () => {
    const { loaded } = exam(many(() => "Thanks."));
    const run = await playSuite(store(), loaded, wishes(3));
    const stored = await store().runs.find(run.run);
    const [suite] = stored.suites;
    const [summary] = suite ? await readSummaries(store(), stored, suite) : [];
    expect(summary?.repeats?.users).toMatchObject([{ passed: 3, planned: 3, different: 1 }]);
  });

  test("one of whom an outage kept from talking is not decided, and did not get there", async () => {
    const { loaded } = exam(many((nth) => `Thanks from caller ${nth}.`));
    await playSuite(store(), loaded, { wishes: { options: { traffic: "record" } } });
    const options = { users: 2, repeat: 2, traffic: "replay" as const };
    const run = await playSuite(store(), loaded, { wishes: { options } });
    expect(tallyOf(run)).toMatchObject({ passed: 1, errored: 1 });
    const stored = await store().runs.find(run.run);
    const [suite] = stored.suites;
    const [summary] = suite ? await readSummaries(store(), stored, suite) : [];
    expect(summary?.repeats?.users).toMatchObject([{ passed: 1, planned: 2, undecided: 1 }]);
  });

  test("are refused where nobody is simulated", async () => {
    const { loaded } = exam(users(good), { cases: [scripted] });
    await expect(planOf(loaded, { options: { users: 2, repeat: 2 } })).rejects.toThrow(
      /none of its 1 cases matches --users 2\n +--users plays only cases with a simulated user/,
    );
  });
});
