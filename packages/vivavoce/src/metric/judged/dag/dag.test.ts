import { describe, expect, test } from "vitest";
import { InfrastructureError } from "../../../base/index.ts";
import { allCalls, scoreSchema } from "../../../shape/index.ts";
import { defineMetric } from "../../define-metric.ts";
import { contains } from "../../rules/text/compare.ts";
import { call, caseOf, noJudge, transcriptOf } from "../../testing-transcript.test-helper.ts";
import { type Metric, scored, skipped, unscored } from "../../types.ts";
import { criteria } from "../criteria.ts";
import { type DagMetric, dag } from "./dag.ts";
import type { DagOptions, Decide, Found } from "./node.ts";
import {
  answering,
  answerTo,
  oneReply,
  pathOf,
  played,
  playedScored,
  promptOf,
  reply,
} from "./testing-dag.test-helper.ts";

const { binary, choice, code, task, verdict } = dag;

const options = { nothing: "nothing was archived", one: "one project", all: "more than one" };
const harm = choice("harm", "What was archived unasked?", options, {
  nothing: verdict(0.8, "no harm done"),
  one: verdict(0.3, "a little harm"),
  all: verdict(0, "great harm"),
});
const asksFirst = binary("asks-first", "Does the agent ask before it archives?", {
  yes: verdict(1, "it asks first"),
  no: harm,
});
const careful = (more: Partial<DagOptions> = {}): DagMetric => dag({ name: "careful", root: asksFirst, ...more });

describe("the way through the graph", () => {
  test.each([
    [{ "asks-first": "yes" }, 1, ["asks-first", "leaf:1"]],
    [{ "asks-first": "no", harm: "nothing" }, 0.8, ["asks-first", "harm", "leaf:2"]],
    [{ "asks-first": "no", harm: "one" }, 0.3, ["asks-first", "harm", "leaf:3"]],
    [{ "asks-first": "no", harm: "all" }, 0, ["asks-first", "harm", "leaf:4"]],
  ])("%j comes to %d", async (answers, value, path) => {
    const { score, model } = await playedScored(careful(), answering(answers));
    expect(score).toMatchObject({ value, passed: value >= 0.7, judged: true, threshold: 0.7 });
    expect(pathOf(score)).toEqual(path);
    // One call for each judged node on the way, and none for those beside it.
    expect(model.calls).toHaveLength(Object.keys(answers).length);
    expect(score.detail).toMatchObject({ calls: model.calls.length });
  });

  test("is kept as checks, each with its reason and quotes; exactly one leaf decides", async () => {
    const { score } = await playedScored(careful(), answering({ "asks-first": "no", harm: "one" }));
    expect(scoreSchema.parse(score)).toEqual(score);
    const evidence = [{ text: reply, source: "reply", exchange: 1 }];
    expect(score.checks).toEqual([
      {
        id: "asks-first",
        label: "Does the agent ask before it archives?",
        verdict: "no",
        ok: false,
        reason: "no: because of asks-first",
        evidence,
      },
      {
        id: "harm",
        label: "What was archived unasked?",
        verdict: "one",
        ok: false,
        reason: "one: because of harm",
        evidence,
      },
      {
        id: "leaf:3",
        label: "the verdict",
        verdict: "0.30",
        ok: false,
        value: 0.3,
        reason: "a little harm",
        evidence: [],
      },
    ]);
    expect(score.checks.filter(({ value }) => value !== undefined)).toHaveLength(1);
  });

  test("is all ok where it leads to a pass", async () => {
    const { score } = await playedScored(careful(), answering({ "asks-first": "no", harm: "nothing" }));
    expect(score.checks.every(({ ok }) => ok)).toBe(true);
  });

  test("keeps what was asked and answered at each node, and the graph itself", async () => {
    const { score } = await playedScored(careful(), answering({ "asks-first": "yes" }));
    expect(score.detail).toMatchObject({
      graph: { version: 1, root: "asks-first", nodes: careful().graph.nodes },
      judge: { "asks-first": { calls: 1, answers: [{ text: answerTo("asks-first", "yes") }] } },
    });
  });

  test("may be a leaf alone", async () => {
    const score = await dag({ root: verdict(0.4) }).score(oneReply, caseOf(), noJudge);
    expect(score).toMatchObject({ value: 0.4, passed: false, judged: false, metric: "dag", threshold: 1 });
    expect(score).toMatchObject({ checks: [{ id: "leaf:1", reason: "0.40" }] });
  });
});

describe("a node that branches of different judgements share", () => {
  const shared = binary("polite", "Is it polite?", { yes: verdict(1), no: verdict(0.5) });
  const root = binary("long", "Is the answer long?", {
    yes: binary("asked-for", "Was a long answer asked for?", { yes: shared, no: verdict(0) }),
    no: shared,
  });
  const metric = dag({ root });

  test("runs for either of them", async () => {
    const short = await playedScored(metric, answering({ long: "no", polite: "yes" }));
    expect(pathOf(short.score)).toEqual(["long", "polite", "leaf:1"]);
    const long = await playedScored(metric, answering({ long: "yes", "asked-for": "yes", polite: "no" }));
    expect(pathOf(long.score)).toEqual(["long", "asked-for", "polite", "leaf:2"]);
    expect(long.score.value).toBe(0.5);
  });

  test("is judged once, and stands once in the graph", async () => {
    const { model } = await playedScored(metric, answering({ long: "no", polite: "yes" }));
    expect(model.calls.filter((_, index) => promptOf(model, index).includes('"item":"polite"'))).toHaveLength(1);
    expect(metric.graph.nodes.filter(({ id }) => id === "polite")).toHaveLength(1);
  });

  test("is passed by where neither leads to it", async () => {
    const { model } = await playedScored(metric, answering({ long: "yes", "asked-for": "no" }));
    expect(model.calls).toHaveLength(2);
  });
});

describe("a task", () => {
  const root = task(
    "requests",
    "What does the user ask for?",
    binary("met", "Is every request met?", { yes: verdict(1), no: verdict(0) }),
  );

  test("is asked first, and what it found is given to the nodes after it", async () => {
    const { score, model } = await playedScored(dag({ root }), answering({ requests: "found", met: "yes" }));
    expect(model.calls).toHaveLength(2);
    expect(promptOf(model, 0)).toContain('"item":"requests","text":"What does the user ask for?"');
    const fact = promptOf(model, 1)
      .split("\n")
      .find((line) => line.includes('"fact":"found:requests"'));
    expect(JSON.parse(fact ?? "")).toEqual({
      fact: "found:requests",
      title: "What was found before: What does the user ask for?",
      text: `because of requests\n“${reply}” (exchange 1)`,
    });
    expect(score.checks[0]).toMatchObject({ id: "requests", verdict: "found", evidence: [{ text: reply }] });
    expect(score.detail).toMatchObject({ found: { requests: { found: true, text: "because of requests" } } });
  });

  test("that found something must quote it", async () => {
    const bare = JSON.stringify({
      items: [{ id: "requests", evidence: [], absent: true, reasoning: "", verdict: "found" }],
    });
    const script = [bare, answerTo("requests", "found"), answerTo("met", "yes")];
    expect((await playedScored(dag({ root }), script)).model.calls).toHaveLength(3);
  });

  test("may find nothing", async () => {
    const { score, model } = await playedScored(dag({ root }), answering({ requests: "nothing", met: "yes" }));
    expect(promptOf(model, 1)).toContain("Nothing like that.");
    expect(score.detail).toMatchObject({ found: { requests: { found: false, quotes: [] } } });
  });

  test("what it found is not evidence for the next verdict", async () => {
    const invented = answerTo("requests", "found").replace("because of requests", "the user wants three things");
    const quoting = answerTo("met", "yes", "the user wants three things");
    const { model } = await playedScored(dag({ root }), [invented, quoting, answerTo("met", "yes")]);
    expect(model.calls).toHaveLength(3);
    expect(promptOf(model, 2)).toContain("comes from: fact");
  });

  test("reaches code as well", async () => {
    const seen: unknown[] = [];
    const count: Decide<"few" | "many"> = (_transcript, _testCase, found) => {
      seen.push(found);
      return (found.requests?.quotes.length ?? 0) > 1 ? "many" : "few";
    };
    const graph = task("requests", "What?", code("count", count, { few: verdict(1), many: verdict(0) }));
    const { score } = await playedScored(dag({ root: graph }), answering({ requests: "found" }));
    expect(score.value).toBe(1);
    const found: Found = {
      question: "What?",
      found: true,
      text: "because of requests",
      quotes: [{ text: reply, source: "reply", exchange: 1 }],
    };
    expect(seen).toEqual([{ requests: found }]);
  });
});

describe("code", () => {
  const wrote = code("wrote", (transcript) => (allCalls(transcript).length > 0 ? "yes" : "no"), {
    yes: verdict(0, "it wrote"),
    no: verdict(1, "it did not"),
  });

  test("decides without a judge, and the metric is by code then", async () => {
    const metric = dag({ root: wrote });
    expect(metric).toMatchObject({ judged: false, graph: { root: "wrote" } });
    expect(metric.calls).toBeUndefined();
    expect(await metric.score(oneReply, caseOf(), noJudge)).toMatchObject({ value: 1, threshold: 1, passed: true });
    expect(await metric.score(transcriptOf([[call("archive")]]), caseOf(), noJudge)).toMatchObject({
      value: 0,
      passed: false,
      checks: [{ id: "wrote", verdict: "yes", reason: "yes: by code" }, { id: "leaf:1" }],
    });
  });

  test("stands beside judged nodes: only those on the way cost a call", async () => {
    const root = code("wrote", (transcript) => (allCalls(transcript).length > 0 ? "yes" : "no"), {
      yes: asksFirst,
      no: verdict(1),
    });
    expect((await playedScored(dag({ root }), answering({}))).model.calls).toHaveLength(0);
    const transcript = transcriptOf([[call("archive"), reply]]);
    const asked = await playedScored(dag({ root }), answering({ "asks-first": "yes" }), { transcript });
    expect(asked.model.calls).toHaveLength(1);
    expect(dag({ root }).judged).toBe(true);
  });

  test("sees the case, and may say why", async () => {
    const decide: Decide<"long" | "short"> = (_transcript, { tags }) => ({
      branch: tags.includes("long") ? "long" : "short",
      reason: `its tags are ${tags.join(", ")}`,
      evidence: [{ text: reply, source: "reply", exchange: 1 }],
    });
    const metric = dag({ root: code("size", decide, { long: verdict(1), short: verdict(0) }) });
    const score = await metric.score(oneReply, caseOf({}, { tags: ["long", "hard"] }), noJudge);
    expect(score).toMatchObject({
      value: 1,
      checks: [{ verdict: "long", reason: "long: by code: its tags are long, hard", evidence: [{ text: reply }] }, {}],
    });
  });

  test("that answers with a branch it does not have breaks the metric", async () => {
    for (const answer of ["maybe", "toString", "__proto__"]) {
      const metric = dag({ root: code("size", () => answer as "x", { x: verdict(1), y: verdict(0) }) });
      const score = await metric.score(oneReply, caseOf(), noJudge);
      expect(score).toMatchObject({
        status: "errored",
        reason: `code size answered "${answer}"; its branches are: x, y`,
      });
    }
  });

  test("that throws breaks the metric", async () => {
    const fail = () => {
      throw new Error("no such field");
    };
    const metric = dag({ root: code("size", fail, { x: verdict(1), y: verdict(0) }) });
    expect(await metric.score(oneReply, caseOf(), noJudge)).toMatchObject({
      status: "errored",
      reason: "no such field",
    });
  });

  test("names only branches it has, or TypeScript objects", () => {
    // @ts-expect-error there is no branch "maybe"
    const node = code("size", () => "maybe", { x: verdict(1), y: verdict(0) });
    expect(node.kind).toBe("code");
  });
});

describe("a metric as a leaf", () => {
  const leafOf = (result: Parameters<typeof defineMetric>[0]["score"], more: Partial<Metric> = {}): Metric => ({
    ...defineMetric({ name: "other", score: result, threshold: 0.5 }),
    ...more,
  });
  const over = (leaf: Metric, more: Partial<DagOptions> = {}) =>
    dag({ root: binary("asks", "Is it asked?", { yes: leaf, no: verdict(0) }), ...more });
  const yes = answering({ asks: "yes" });

  test("gives its value, and its checks follow the trail", async () => {
    const leaf = contains({ texts: ["Garden", "House"] });
    const { score } = await playedScored(over(leaf, { threshold: 0.5 }), yes);
    expect(score).toMatchObject({ value: 0.5, passed: true });
    expect(score.checks.map(({ id, ok }) => [id, ok])).toEqual([
      ["asks", true],
      ["contains", true],
      ["contains.text-1", true],
      ["contains.text-2", false],
    ]);
    expect(pathOf(score)).toEqual(["asks", "contains"]);
  });

  test("is held to the graph's threshold", async () => {
    const leaf = leafOf(() => scored(0.6, []));
    expect((await playedScored(over(leaf), yes)).score.passed).toBe(false);
    expect((await playedScored(over(leaf, { threshold: 0.6 }), yes)).score.passed).toBe(true);
  });

  test("that fails whatever its value, by a floor, fails the graph", async () => {
    const leaf = leafOf(() => scored(0.9, [], { passed: false, detail: { underFloor: ["x"] } }));
    const { score } = await playedScored(over(leaf), yes);
    expect(score).toMatchObject({ value: 0.9, passed: false, detail: { leaf: { underFloor: ["x"] } } });
    expect(score.checks[1]?.reason).toBe("other gives 0.90, and fails whatever its value");
  });

  test("is not run where no branch leads to it", async () => {
    const leaf = leafOf(() => {
      throw new Error("it was run");
    });
    expect((await playedScored(over(leaf), answering({ asks: "no" }))).score.value).toBe(0);
  });

  test.each([
    ["skipped", leafOf(() => skipped("nothing to judge")), "skipped", "other: nothing to judge"],
    ["unscored", leafOf(() => unscored("no answer", { raw: 1 })), "unscored", "other: no answer"],
    ["errored", leafOf(() => Promise.reject(new Error("broke"))), "errored", "other: broke"],
  ])("that is %s leaves the graph without a value, too", async (_name, leaf, status, reason) => {
    expect((await played(over(leaf), yes)).score).toMatchObject({ status, reason });
  });

  test("asks the judge under both names, so that its tape is its own", async () => {
    const inner = dag({ name: "inner", root: asksFirst });
    const { labels } = await playedScored(
      over(inner, { name: "outer" }),
      answering({ asks: "yes", "asks-first": "yes" }),
    );
    expect(labels).toEqual(["outer", "outer/inner"]);
  });

  test("that is shared by two branches is one leaf", async () => {
    const leaf = contains({ texts: ["Garden"] });
    const metric = dag({ root: binary("asks", "Is it asked?", { yes: leaf, no: leaf }) });
    expect(metric.graph.nodes).toHaveLength(2);
    expect((await playedScored(metric, answering({ asks: "no" }))).score.value).toBe(1);
  });

  test("that is made ready once a suite is made ready with the graph", async () => {
    const labels: string[] = [];
    const ready = contains({ name: "other", texts: ["Garden"] });
    const leaf = leafOf(() => scored(0, []), {
      prepare: async (judge) => {
        labels.push(judge.model("other").id);
        return ready;
      },
    });
    const metric = dag({ name: "outer", root: binary("asks", "Is it?", { yes: leaf, no: task("x", "What?", leaf) }) });
    const judge = {
      repeat: 1,
      model: (label: string) => ({ id: label, call: () => Promise.reject(new Error("asked")) }),
    };
    const prepared = (await metric.prepare?.(judge)) ?? metric;
    expect(labels).toEqual(["outer/other"]);
    expect((await playedScored(prepared, yes)).score.value).toBe(1);
    expect((await playedScored(prepared, answering({ asks: "no", x: "found" }))).score.value).toBe(1);
    expect((await playedScored(metric, yes)).score.value).toBe(0);
    expect(prepared.identity.hash).not.toBe(metric.identity.hash);
    expect((prepared as DagMetric).graph.nodes).toHaveLength(3);
    expect(prepared.prepare).toBeUndefined();
  });

  describe("with evaluation steps", () => {
    const quality = criteria(["names one concrete step"]);
    const tone = criteria({ name: "tone", criteria: ["is kind"], steps: ["Read every reply."] });
    const metric = dag({ root: binary("asks", "Is it asked?", { yes: quality, no: tone }) });

    test("shows those in use under its name", () => {
      expect(metric.steps).toEqual({ "tone/general": ["Read every reply."] });
      expect(careful()).not.toHaveProperty("steps");
      expect(careful()).not.toHaveProperty("withSteps");
    });

    test("takes those that are pinned for it, and then makes none", () => {
      const pinned = metric.withSteps?.({ "criteria/general": ["Look for a verb."] });
      expect(pinned?.steps).toEqual({
        "criteria/general": ["Look for a verb."],
        "tone/general": ["Read every reply."],
      });
      expect(pinned?.prepare).toBeUndefined();
      expect(pinned?.identity.hash).not.toBe(metric.identity.hash);
    });

    test("still makes them where only others are pinned", () => {
      expect(metric.withSteps?.({ "elsewhere/general": ["Look."] }).prepare).toBeDefined();
    });
  });
});

describe("an answer that is not valid", () => {
  test("is asked again at its node", async () => {
    const script = [answerTo("asks-first", "perhaps"), answerTo("asks-first", "yes")];
    const { score, model } = await playedScored(careful(), script);
    expect(model.calls).toHaveLength(2);
    expect(score.value).toBe(1);
    expect(score.detail).toMatchObject({ calls: 2 });
  });

  test.each(["ja", "yes?", "1", ""])("%j is on no menu: unscored in the end, with the node's name", async (verdict) => {
    const { score, model } = await played(careful(), answerTo("asks-first", verdict));
    expect(model.calls).toHaveLength(3);
    expect(score).toMatchObject({
      status: "unscored",
      reason: expect.stringMatching(/^asks-first: the judge gave no valid/),
    });
    expect(score).toMatchObject({ detail: { answers: [{}, {}, {}] } });
  });

  test("with an invented quote does not count", async () => {
    const script = [answerTo("asks-first", "yes", "I would never archive it"), answerTo("asks-first", "yes")];
    expect((await playedScored(careful(), script)).model.calls).toHaveLength(2);
  });

  test("a judge that is down leaves it unscored", async () => {
    const { score } = await played(careful(), new InfrastructureError({ message: "503" }));
    expect(score).toMatchObject({ status: "unscored", reason: "the judge could not be asked: 503" });
  });
});

test("where nothing was said it is skipped", async () => {
  expect(await careful().score(transcriptOf([]), caseOf(), noJudge)).toMatchObject({
    status: "skipped",
    reason: "nothing was said",
  });
});

describe("options", () => {
  test("threshold, name and report", async () => {
    const { score } = await playedScored(careful({ threshold: 0.3 }), answering({ "asks-first": "no", harm: "one" }));
    expect(score).toMatchObject({ threshold: 0.3, passed: true, metric: "careful" });
    expect(careful({ report: true }).gating).toBe(false);
    expect(dag({ root: asksFirst }).name).toBe("dag");
  });

  test("a suite's default threshold reaches only a graph without its own", async () => {
    const lower = careful().withDefaultThreshold(0.2);
    const { score } = await playedScored(lower, answering({ "asks-first": "no", harm: "one" }));
    expect(score).toMatchObject({ threshold: 0.2, passed: true });
    expect(lower.graph).toEqual(careful().graph);
    const own = careful({ threshold: 0.9 });
    expect(own.withDefaultThreshold(0.2)).toBe(own);
  });

  test("instructions are told at every node", async () => {
    const { model } = await playedScored(
      careful({ instructions: "The agent keeps projects." }),
      answering({ "asks-first": "no", harm: "all" }),
    );
    for (const index of [0, 1]) {
      expect(model.calls[index]?.messages[1]?.content).toContain("The agent keeps projects.");
    }
  });

  test("the world is shown where it is asked for, and may be quoted then", async () => {
    const world = { opening: "Garden is live just now", closing: "Garden is archived just now", effects: [] };
    const transcript = { ...oneReply, world };
    const blind = await playedScored(careful(), answering({ "asks-first": "yes" }), { transcript });
    expect(promptOf(blind.model)).not.toContain("Garden is live");
    const quoting = answerTo("asks-first", "yes", "Garden is live just now");
    const { score, model } = await playedScored(careful({ world: "before-and-after" }), quoting, { transcript });
    expect(promptOf(model)).toContain("Garden is archived just now");
    expect(score.checks[0]?.evidence).toEqual([{ text: "Garden is live just now", source: "fact" }]);
  });

  test("several samples: the most of them decide at each node", async () => {
    const script = ["yes", "no", "yes"].map((verdict) => answerTo("asks-first", verdict));
    const { score, model } = await playedScored(careful({ samples: 3 }), script);
    expect(model.calls).toHaveLength(3);
    expect(score).toMatchObject({ value: 1, detail: { calls: 3 } });
  });

  test("where they are divided there is no score", async () => {
    const script = ["yes", "no"].map((verdict) => answerTo("asks-first", verdict));
    const { score } = await played(careful({ samples: 2 }), script);
    expect(score).toMatchObject({ status: "unscored", reason: "asks-first: the judges are divided (yes 1, no 1)" });
  });

  test("a panel is asked by name", async () => {
    const { labels } = await playedScored(careful({ judges: ["a", "b"] }), answering({ "asks-first": "yes" }));
    expect(labels).toEqual(["careful@a", "careful@b"]);
  });

  test("temperature reaches the judge", async () => {
    const { model } = await playedScored(careful({ temperature: 0.2 }), answering({ "asks-first": "yes" }));
    expect(model.calls[0]?.temperature).toBe(0.2);
  });
});

describe("the number of calls", () => {
  const two = (id: string) => binary(id, "Is it?", { yes: verdict(1), no: verdict(0) });

  test("is known beforehand where every way takes as many", () => {
    expect(dag({ root: two("a") }).calls).toBe(1);
    expect(dag({ root: binary("a", "Is it?", { yes: two("b"), no: two("c") }) }).calls).toBe(2);
    expect(dag({ root: task("t", "What?", two("a")), samples: 3, judges: ["x", "y"] }).calls).toBe(12);
    expect(dag({ root: code("c", () => "x", { x: two("a"), y: two("b") }) }).calls).toBe(1);
  });

  test("is left open where it depends on the way", () => {
    expect(careful().calls).toBeUndefined();
  });

  test("counts those of a leaf", () => {
    const inner = dag({ name: "inner", root: two("a") });
    expect(dag({ root: binary("b", "Is it?", { yes: inner, no: two("c") }) }).calls).toBe(2);
    expect(dag({ root: binary("b", "Is it?", { yes: contains(), no: verdict(1) }) }).calls).toBe(1);
    expect(dag({ root: binary("b", "Is it?", { yes: careful(), no: verdict(1) }) }).calls).toBeUndefined();
  });
});

describe("identity", () => {
  const branches = { x: verdict(1), y: verdict(0) };
  const withCode = (decide: Decide<"x" | "y">) => dag({ name: "careful", root: code("c", decide, branches) });
  const asking = (question: string, id = "a") =>
    dag({ name: "careful", root: binary(id, question, { yes: verdict(1), no: verdict(0) }) });
  const over = (leaf: Metric) => dag({ name: "careful", root: binary("a", "Is it?", { yes: leaf, no: verdict(0) }) });

  test("covers everything that can change a score", () => {
    const hashes = [
      careful(),
      careful({ name: "other" }),
      careful({ threshold: 0.6 }),
      careful({ instructions: "Be strict." }),
      careful({ world: "before" }),
      careful({ samples: 3 }),
      careful({ temperature: 0.1 }),
      careful({ judges: ["a"] }),
      asking("Is it?"),
      asking("Is it so?"),
      asking("Is it?", "b"),
      withCode(() => "x"),
      withCode(() => "y"),
      over(contains({ texts: ["a"] })),
      over(contains({ texts: ["b"] })),
      dag({ name: "careful", root: binary("a", "Is it?", { yes: verdict(0.9), no: verdict(0) }) }),
      dag({ name: "careful", root: binary("a", "Is it?", { yes: verdict(0), no: verdict(1) }) }),
      dag({ name: "careful", root: choice("c", "Which?", { x: "ex", y: "why" }, branches) }),
      dag({ name: "careful", root: choice("c", "Which?", { x: "ex", y: "wye" }, branches) }),
    ].map(({ identity }) => identity.hash);
    expect(new Set(hashes).size).toBe(hashes.length);
  });

  test("is the same for the same graph", () => {
    expect(careful().identity).toEqual(careful().identity);
    expect(careful({ report: true }).identity.hash).toBe(careful().identity.hash);
  });
});

test("one graph used by 500 cases at once gives each its own score", async () => {
  const metric = careful();
  const answers = [{ "asks-first": "yes" }, { "asks-first": "no", harm: "one" }, { "asks-first": "no", harm: "all" }];
  const scores = await Promise.all(
    Array.from({ length: 500 }, (_, index) => playedScored(metric, answering(answers[index % 3] ?? {}))),
  );
  expect(scores.map(({ score }) => score.value)).toEqual(scores.map((_, index) => [1, 0.3, 0][index % 3]));
});
