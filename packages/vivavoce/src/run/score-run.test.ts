import { writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { describe, expect, test } from "vitest";
import { InputError } from "../base/index.ts";
import { contains, defineMetric, matches, scored, skipped } from "../metric/index.ts";
import type { ModelRequest } from "../model/index.ts";
import { thisProcess } from "../store/index.ts";
import type { SuiteDefinition } from "../suite/index.ts";
import { scriptedModel } from "../testing/index.ts";
import {
  forbidden,
  judgeAnswer,
  judgedBy,
  playSuite,
  rescore,
  stopAfter,
  storeWithRows,
  switchedJudge,
} from "./judged-run.test-helper.ts";
import { asking, caseList, loadedSuite, statusesOf, tallyOf, temporaryFolder, trialsOf } from "./run.test-helper.ts";

const { store, scoreRows } = storeWithRows();

/** A suite whose agent says what it hears, and whose judge is down until somebody says otherwise. */
function exam(definition: Partial<SuiteDefinition> = {}, folder = temporaryFolder()) {
  const agent = scriptedModel(({ messages }) => String(messages.at(-1)?.content));
  const judge = switchedJudge("down");
  const whole = { agent: asking, metrics: [contains(), judgedBy("polite")], models: { agent, judge }, ...definition };
  return { agent, judge, folder, loaded: loadedSuite(whole, folder) };
}

/** The newest scores as a reader gets them: "one polite 1". */
async function scoresOf(run: string): Promise<string[]> {
  return (await trialsOf(store(), run)).flatMap(({ caseId, scores }) =>
    scores.map((score) => `${caseId} ${score.metric} ${score.status === "scored" ? score.value : score.status}`),
  );
}

/** Every score that was ever written for a case: "pass 2: polite scored". */
async function passesOf(run: string, caseId: string): Promise<string[]> {
  return (await scoreRows(run))
    .filter(({ trial }) => trial.includes(`/${caseId}/`))
    .map(({ pass, metric, status }) => `pass ${pass}: ${metric} ${status}`);
}

describe("a judge that is down for a whole run", () => {
  test("keeps every transcript; a later scoring finishes the run without one call of the agent", async () => {
    const { agent, judge, loaded } = exam();
    const run = await playSuite(store(), loaded);
    expect(run.exitCode).toBe(3);
    expect(tallyOf(run)).toMatchObject({ unscored: 2, pending: 0 });
    expect(agent.calls).toHaveLength(2);
    const transcripts = (await trialsOf(store(), run.run)).map(({ transcript }) => transcript);
    expect(transcripts).toMatchObject([{ outcome: { kind: "completed" } }, { outcome: { kind: "completed" } }]);

    judge.set("yes");
    const asked = judge.calls.length;
    const { scored: many, summaries } = await rescore(store(), run, loaded);
    expect(many).toBe(2);
    expect(summaries[0]?.tally).toMatchObject({ planned: 2, passed: 2, unscored: 0, pending: 0 });
    expect(judge.calls.length - asked).toBe(2);
    expect(agent.calls).toHaveLength(2);
    expect(await statusesOf(store(), run.run)).toEqual(["one passed", "two passed"]);
    expect((await trialsOf(store(), run.run)).map(({ transcript }) => transcript)).toEqual(transcripts);

    // Nothing is left to score: nobody is asked again.
    expect(await rescore(store(), run, loaded)).toMatchObject({ scored: 0, summaries: [{ tally: { passed: 2 } }] });
    expect(judge.calls.length - asked).toBe(2);
  });

  test("gets only what is missing, as a further pass; what was scored before is not touched", async () => {
    const { judge, loaded } = exam();
    const run = await playSuite(store(), loaded);
    const before = await scoreRows(run.run);
    judge.set("no");
    await rescore(store(), run, loaded);
    expect(await passesOf(run.run, "one")).toEqual([
      "pass 1: contains scored",
      "pass 1: polite unscored",
      "pass 2: polite scored",
    ]);
    expect((await scoreRows(run.run)).filter(({ pass }) => pass === 1)).toEqual(before);
    expect(await scoresOf(run.run)).toEqual(["one contains 1", "one polite 0", "two contains 1", "two polite 0"]);
    expect(await statusesOf(store(), run.run)).toEqual(["one failed", "two failed"]);
  });

  test("and is still down later: nothing is lost, and nothing counts as scored", async () => {
    const { loaded, agent } = exam();
    const run = await playSuite(store(), loaded);
    const again = await rescore(store(), run, loaded);
    expect(again).toMatchObject({ scored: 0, summaries: [{ tally: { unscored: 2, pending: 0 } }] });
    expect((await scoresOf(run.run)).slice(0, 2)).toEqual(["one contains 1", "one polite unscored"]);
    expect(agent.calls).toHaveLength(2);
  });

  test("takes nothing back: a score it gave before outlives the outage, even where all are scored again", async () => {
    const { judge, loaded } = exam();
    judge.set("yes");
    const run = await playSuite(store(), loaded);
    judge.set("down");
    const again = await rescore(store(), run, loaded, { which: "all" });
    expect(again.summaries[0]?.tally).toMatchObject({ passed: 2, unscored: 0 });
    expect(await scoresOf(run.run)).toContain("one polite 1");
  });
});

test("a metric by code that breaks now keeps no earlier score", async () => {
  let broken = false;
  const breaking = defineMetric({
    name: "breaking",
    score() {
      if (broken) throw new Error("division by zero");
      return scored(1, []);
    },
  });
  const { loaded } = exam({ cases: caseList("one"), agent: echoing, metrics: [breaking] });
  const run = await playSuite(store(), loaded);
  broken = true;
  const again = await rescore(store(), run, loaded, { which: "all" });
  expect(again).toMatchObject({ scored: 0, summaries: [{ tally: { passed: 0, errored: 1 } }] });
  expect(await statusesOf(store(), run.run)).toEqual(["one errored"]);
});

describe("what is scored", () => {
  test("all: every transcript anew, by every metric", async () => {
    const { judge, loaded, agent } = exam();
    judge.set("yes");
    const run = await playSuite(store(), loaded);
    judge.set("no");
    expect((await rescore(store(), run, loaded)).scored).toBe(0);
    expect(await rescore(store(), run, loaded, { which: "all" })).toMatchObject({
      scored: 2,
      summaries: [{ tally: { failed: 2 } }],
    });
    expect(await passesOf(run.run, "two")).toEqual([
      "pass 1: contains scored",
      "pass 1: polite scored",
      "pass 2: contains scored",
      "pass 2: polite scored",
    ]);
    expect(agent.calls).toHaveLength(2);
  });

  test("some metrics: the others keep the score they have", async () => {
    const judge = switchedJudge("down");
    const metrics = [judgedBy("first"), judgedBy("second")];
    const { loaded } = exam({ metrics, models: { agent: forbidden(), judge }, agent: echoing });
    const run = await playSuite(store(), loaded);
    judge.set("yes");
    await rescore(store(), run, loaded, { metrics: ["second"] });
    expect((await scoresOf(run.run)).slice(0, 2)).toEqual(["one first unscored", "one second 1"]);
    expect(await statusesOf(store(), run.run)).toEqual(["one unscored", "two unscored"]);
    await rescore(store(), run, loaded, { metrics: ["first"] });
    expect((await scoresOf(run.run)).slice(0, 2)).toEqual(["one first 1", "one second 1"]);
    expect(await statusesOf(store(), run.run)).toEqual(["one passed", "two passed"]);
    judge.set("no");
    await rescore(store(), run, loaded, { which: "all", metrics: ["second"] });
    expect((await scoresOf(run.run)).slice(0, 2)).toEqual(["one first 1", "one second 0"]);
  });

  test("a trial of which only some metrics have scored is unscored, never passed by those", async () => {
    const [stop, abort] = [new AbortController(), new AbortController()];
    let cut = true;
    const cutting = defineMetric({
      name: "cutting",
      score() {
        if (cut) abort.abort();
        return scored(1, []);
      },
    });
    const { loaded } = exam({ cases: caseList("one"), agent: echoing, metrics: [cutting, contains(), matches()] });
    const run = await playSuite(store(), loaded, { stop: stop.signal, abort: abort.signal });
    expect(await statusesOf(store(), run.run)).toEqual(["one undefined"]);
    cut = false;
    const part = await rescore(store(), run, loaded, { metrics: ["contains"] });
    expect(part.summaries[0]?.tally).toMatchObject({ unscored: 1, passed: 0, pending: 0 });
    const whole = await rescore(store(), run, loaded);
    expect(whole).toMatchObject({ scored: 1, summaries: [{ tally: { passed: 1, unscored: 0 } }] });
    // In the suite's order, whichever came first.
    expect(await scoresOf(run.run)).toEqual(["one cutting 1", "one contains 1", "one matches skipped"]);
  });

  test("what an outage of the agent's model ended is left to a resume", async () => {
    const down = scriptedModel(new TypeError("no connection"));
    const { loaded, judge } = exam({ cases: caseList("one") });
    const broken = loadedSuite({ ...loaded.suite, models: { agent: down, judge } }, loaded.folder);
    const run = await playSuite(store(), broken);
    judge.set("yes");
    const asked = judge.calls.length;
    expect(await rescore(store(), run, broken, { which: "all" })).toMatchObject({
      scored: 0,
      summaries: [{ tally: { errored: 1 } }],
    });
    expect(judge.calls).toHaveLength(asked);
  });

  test("where the suite's code has changed, metrics by code again, because their identity may be the same", async () => {
    let wanted = "Hello";
    const own = defineMetric({
      name: "own",
      score: (transcript) => scored(JSON.stringify(transcript).includes(wanted) ? 1 : 0, []),
    });
    const { judge, loaded } = exam({ metrics: [own, judgedBy("polite")] });
    judge.set("yes");
    const run = await playSuite(store(), loaded);
    expect(await statusesOf(store(), run.run)).toEqual(["one passed", "two passed"]);
    const asked = judge.calls.length;
    wanted = "Good evening";
    writeFileSync(loaded.file, "// the metric looks for another text\n");
    const again = await rescore(store(), run, loaded);
    expect(again).toMatchObject({ scored: 2, summaries: [{ tally: { failed: 2 } }] });
    expect(judge.calls).toHaveLength(asked);
  });

  test("a metric that broke is pending, one that does not apply is not", async () => {
    let broken = true;
    const count = { skipping: 0 };
    const breaking = defineMetric({
      name: "breaking",
      score() {
        if (broken) throw new Error("division by zero");
        return scored(1, []);
      },
    });
    const skipping = defineMetric({
      name: "skipping",
      score() {
        count.skipping += 1;
        return skipped("not asked");
      },
    });
    const { loaded } = exam({ cases: caseList("one"), agent: echoing, metrics: [breaking, skipping] });
    const run = await playSuite(store(), loaded);
    expect(run.exitCode).toBe(3);
    broken = false;
    expect(await rescore(store(), run, loaded)).toMatchObject({
      scored: 1,
      summaries: [{ tally: { passed: 1, errored: 0 } }],
    });
    expect(count.skipping).toBe(1);
  });

  test("a safety hit that a metric finds now fails the run from now on", async () => {
    let strict = false;
    const watching = defineMetric({
      name: "watching",
      zeroTolerance: true,
      score: () => scored(strict ? 0 : 1, []),
    });
    const { loaded } = exam({ agent: echoing, metrics: [watching] });
    const run = await playSuite(store(), loaded);
    strict = true;
    const { summaries } = await rescore(store(), run, loaded, { which: "all" });
    expect(summaries).toMatchObject([{ tally: { failed: 2 }, metrics: [{ name: "watching", missed: 2 }] }]);
  });
});

/** Says what it hears, and asks no model. */
const echoing = {
  ...asking,
  open: (context: Parameters<typeof asking.open>[0]) => ({
    reply: async (message: string) => context.record({ type: "text", text: message }),
  }),
};

describe("a cost limit", () => {
  test("is kept: what it leaves out is unscored, what code decides is scored, and a later scoring goes on", async () => {
    const priced = scriptedModel(({ messages }: ModelRequest) => ({ text: judgeAnswer(messages), cost: 0.4 }));
    const judge = switchedJudge("down");
    const { loaded, folder } = exam({ cases: caseList("a", "b", "c", "d"), agent: echoing, models: { judge } });
    const run = await playSuite(store(), loaded);
    const dear = loadedSuite({ ...loaded.suite, models: { judge: { ...priced, id: judge.id } } }, folder);
    const poor = await rescore(store(), run, dear, { maxCost: 1, concurrency: 1 });
    expect(poor).toMatchObject({
      scored: 2,
      budgetExhausted: true,
      summaries: [{ tally: { passed: 2, unscored: 2 } }],
    });
    expect(priced.calls).toHaveLength(2);
    const byCode = await rescore(store(), run, dear, { maxCost: 0.1, which: "all", metrics: ["contains"] });
    expect(byCode).toMatchObject({ scored: 4, budgetExhausted: false });
    const rich = await rescore(store(), run, dear, { maxCost: 1, concurrency: 1 });
    expect(rich).toMatchObject({ scored: 2, budgetExhausted: false, summaries: [{ tally: { passed: 4 } }] });
  });
});

describe("scores of another identity", () => {
  test("another judge scores what it has not scored yet; the scores of the one before stay in the store", async () => {
    const { loaded, judge, agent } = exam();
    judge.set("yes");
    const run = await playSuite(store(), loaded);
    const strict = switchedJudge("no", "scripted:strict");
    const other = loadedSuite({ ...loaded.suite, models: { agent, judge: strict } }, loaded.folder);
    expect(await rescore(store(), run, other)).toMatchObject({ scored: 2, summaries: [{ tally: { failed: 2 } }] });
    expect(strict.calls).toHaveLength(2);
    expect(agent.calls).toHaveLength(2);
    const rows = (await scoreRows(run.run)).filter(({ trial }) => trial.includes("/one/"));
    expect(rows.map(({ pass, metric, value }) => `${pass} ${metric} ${value}`)).toEqual([
      "1 contains 1",
      "1 polite 1",
      "2 polite 0",
    ]);
    expect(rows[2]?.identity).not.toBe(rows[1]?.identity);
    expect((await rescore(store(), run, other)).scored).toBe(0);

    // What the run says of its metrics and judge is what its newest scores come from.
    const { header } = (await store().runs.find(run.run)).suites[0] ?? {};
    expect(header?.metrics.find(({ name }) => name === "polite")?.identity).toBe(rows[2]?.identity);
    expect(header?.models).toMatchObject({ judge: "scripted:strict", agent: "scripted:model" });
  });

  test("a metric that was changed or added since is pending, and shown from then on", async () => {
    const { loaded, judge, folder, agent } = exam();
    judge.set("yes");
    const run = await playSuite(store(), loaded);
    const asked = judge.calls.length;
    const metrics = [contains(), judgedBy("polite", { threshold: 0.9 }), matches()];
    const changed = loadedSuite({ ...loaded.suite, metrics }, folder);
    expect((await rescore(store(), run, changed)).scored).toBe(2);
    expect(judge.calls.length - asked).toBe(2);
    expect(await passesOf(run.run, "one")).toEqual([
      "pass 1: contains scored",
      "pass 1: polite scored",
      "pass 2: polite scored",
      "pass 2: matches skipped",
    ]);
    const header = (await store().runs.find(run.run)).suites[0]?.header;
    expect(header?.metrics.map(({ name }) => name)).toEqual(["contains", "polite", "matches"]);
    expect(agent.calls).toHaveLength(2);
  });

  test("where only some metrics were scored, the run's header changes for those only", async () => {
    const { loaded, judge, folder, agent } = exam({ metrics: [judgedBy("first"), judgedBy("second")] });
    judge.set("yes");
    const run = await playSuite(store(), loaded);
    const headerOf = async () => (await store().runs.find(run.run)).suites[0]?.header;
    const before = await headerOf();
    const strict = switchedJudge("no", "scripted:strict");
    const other = loadedSuite({ ...loaded.suite, models: { agent, judge: strict } }, folder);
    await rescore(store(), run, other, { metrics: ["second"] });
    const after = await headerOf();
    expect(after?.metrics[0]).toEqual(before?.metrics[0]);
    expect(after?.metrics[1]?.identity).not.toBe(before?.metrics[1]?.identity);
    expect(after?.models).toEqual(before?.models);
  });
});

describe("a scoring is refused, with nothing scored", () => {
  test("where a case has changed or gone: all of them are named", async () => {
    const { judge, loaded, folder } = exam({ cases: caseList("one", "two", "three") });
    const run = await playSuite(store(), loaded);
    judge.set("yes");
    const before = await scoreRows(run.run);
    const [one, two] = caseList("one", "two");
    const cases = [...(one ? [one] : []), { ...two, id: "two", script: [{ content: "Good evening" }] }];
    const changed = loadedSuite({ ...loaded.suite, cases }, folder);
    const refusal = await rescore(store(), run, changed).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(InputError);
    expect((refusal as InputError).problems.map(({ message }) => message.split(" was")[0])).toEqual([
      "case two",
      "case three",
    ]);
    expect(await scoreRows(run.run)).toEqual(before);
    expect((await store().runs.find(run.run)).owner).toBeUndefined();
  });

  test("where the suite has another name now", async () => {
    const { loaded, folder } = exam();
    const run = await playSuite(store(), loaded);
    const renamed = loadedSuite({ ...loaded.suite, name: "other" }, folder);
    await expect(rescore(store(), run, renamed)).rejects.toThrow(/holds exam at the place of suite other/);
  });

  test("while somebody else plays or scores the run", async () => {
    const { judge, loaded } = exam();
    const run = await playSuite(store(), loaded);
    judge.set("yes");
    await store().runs.claim(run.run, `1@${hostname()}`, () => true);
    const refusal = await rescore(store(), run, loaded).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ name: "ScoreRefused" });
    expect(refusal).toMatchObject({ exitCode: 3, message: expect.stringContaining(`by process 1@${hostname()}`) });
    expect((await scoresOf(run.run))[1]).toBe("one polite unscored");
    expect((await store().runs.find(run.run)).owner).toBe(`1@${hostname()}`);
    await store().runs.release(run.run, true);
  });
});

describe("a scoring that is cut off", () => {
  test("keeps the run to itself meanwhile, and lets go of it", async () => {
    const owners: (string | undefined)[] = [];
    const looking = defineMetric({
      name: "looking",
      async score() {
        owners.push((await store().runs.find("latest")).owner);
        return scored(1, []);
      },
    });
    const { loaded } = exam({ cases: caseList("one"), agent: echoing, metrics: [looking] });
    const run = await playSuite(store(), loaded);
    await rescore(store(), run, loaded, { which: "all" });
    expect(owners[1]).toBe(thisProcess());
    expect(await store().runs.find(run.run)).toMatchObject({ owner: undefined, finishedAt: expect.any(Number) });
  });

  test("by the first Ctrl-C finishes what is in flight; a later one does the rest, each trial once", async () => {
    const { judge, loaded } = exam({ cases: caseList("a", "b", "c", "d") });
    const run = await playSuite(store(), loaded);
    judge.set("yes");
    const shown: number[] = [];
    const part = await rescore(store(), run, loaded, {
      concurrency: 1,
      stop: stopAfter(2, store()),
      onScored: (done) => shown.push(done),
    });
    expect(part).toMatchObject({ scored: 2, summaries: [{ tally: { passed: 2, unscored: 2 } }] });
    expect(shown).toEqual([1, 2]);
    const asked = judge.calls.length;
    expect(await rescore(store(), run, loaded)).toMatchObject({ scored: 2, summaries: [{ tally: { passed: 4 } }] });
    expect(judge.calls.length - asked).toBe(2);
    const passes = await Promise.all(["a", "b", "c", "d"].map((id) => passesOf(run.run, id)));
    expect(passes.map((one) => one.at(-1))).toEqual(Array(4).fill("pass 2: polite scored"));
  });

  test("by the second drops what is in flight; its answers are in the journal, and are not asked for again", async () => {
    const [stop, abort] = [new AbortController(), new AbortController()];
    let cut = false;
    const judge = scriptedModel(({ messages }: ModelRequest) => {
      const text = judgeAnswer(messages);
      if (cut && text.includes("second")) {
        stop.abort();
        abort.abort();
      }
      return text;
    });
    const named = (name: string) => judgedBy(name, { items: () => [{ id: name, text: name }] });
    const both = defineMetric({
      name: "both",
      judged: true,
      async score(transcript, testCase, given) {
        for (const name of ["first", "second"]) await named(name).score(transcript, testCase, given);
        return scored(1, []);
      },
    });
    const { loaded } = exam({ cases: caseList("one"), agent: echoing, metrics: [both], models: { judge } });
    const run = await playSuite(store(), loaded);
    const asked = judge.calls.length;
    cut = true;
    const dropped = await rescore(store(), run, loaded, { which: "all", stop: stop.signal, abort: abort.signal });
    expect(dropped).toMatchObject({ scored: 0 });
    expect(await passesOf(run.run, "one")).toEqual(["pass 1: both scored"]);
    cut = false;
    await rescore(store(), run, loaded, { which: "all" });
    expect(await passesOf(run.run, "one")).toEqual(["pass 1: both scored", "pass 2: both scored"]);
    // Four calls would be two whole scorings: the first two answers were kept.
    expect(judge.calls.length - asked).toBeLessThanOrEqual(3);
  });

  test("a metric that hangs is not waited for", async () => {
    const [stop, abort] = [new AbortController(), new AbortController()];
    let hang = false;
    const hanging = defineMetric({
      name: "hanging",
      score() {
        if (!hang) return scored(1, []);
        stop.abort();
        abort.abort();
        return new Promise<never>(() => {});
      },
    });
    const { loaded } = exam({ cases: caseList("one"), agent: echoing, metrics: [hanging] });
    const run = await playSuite(store(), loaded);
    hang = true;
    const dropped = await rescore(store(), run, loaded, { which: "all", stop: stop.signal, abort: abort.signal });
    expect(dropped).toMatchObject({ scored: 0, summaries: [{ tally: { passed: 1 } }] });
  });
});

describe("scoring from recordings", () => {
  const recorded = { options: { traffic: "record" as const } };
  const replayed = { options: { traffic: "replay" as const } };

  test("takes the judge's answers from the tape, and gives the same scores", async () => {
    const { judge, loaded, agent } = exam();
    judge.set("yes");
    const run = await playSuite(store(), loaded, { wishes: recorded });
    const before = await scoresOf(run.run);
    judge.set("down");
    const calls = [judge.calls.length, agent.calls.length];
    expect((await rescore(store(), run, loaded, { which: "all", wishes: replayed })).scored).toBe(2);
    expect([judge.calls.length, agent.calls.length]).toEqual(calls);
    expect(await scoresOf(run.run)).toEqual(before);
  });

  test("without a tape what code decides is scored, and what a judge decides keeps its score", async () => {
    const { judge, loaded } = exam();
    judge.set("yes");
    const run = await playSuite(store(), loaded);
    const again = await rescore(store(), run, loaded, { which: "all", wishes: replayed });
    expect(again).toMatchObject({ scored: 2, summaries: [{ tally: { passed: 2, errored: 0 } }] });
    expect((await passesOf(run.run, "one")).slice(2)).toEqual(["pass 2: contains scored"]);
  });
});

describe("a metric that has begun, or ceased, to decide", () => {
  const strict = (report: boolean) => [contains(), matches({ patterns: ["never said"], report })];

  test("changes what the trials are, though no score is new", async () => {
    const { loaded, folder } = exam({ metrics: strict(true) });
    const run = await playSuite(store(), loaded);
    expect(await statusesOf(store(), run.run)).toEqual(["one passed", "two passed"]);
    const { summaries } = await rescore(store(), run, exam({ metrics: strict(false) }, folder).loaded);
    expect(summaries[0]?.tally).toMatchObject({ failed: 2, passed: 0 });
    expect(await statusesOf(store(), run.run)).toEqual(["one failed", "two failed"]);
  });

  test("one that was taken out decides nothing, and does again when it is back", async () => {
    const { loaded, folder } = exam({ metrics: strict(false) });
    const run = await playSuite(store(), loaded);
    expect(run.exitCode).toBe(1);
    const without = await rescore(store(), run, exam({ metrics: [contains()] }, folder).loaded, { which: "all" });
    expect(without.summaries[0]?.metrics.map(({ name, gating }) => [name, gating])).toEqual([
      ["contains", true],
      ["matches", false],
    ]);
    const { summaries } = await rescore(store(), run, exam({ metrics: strict(false) }, folder).loaded);
    expect(summaries[0]?.tally).toMatchObject({ failed: 2, passed: 0 });
  });
});
