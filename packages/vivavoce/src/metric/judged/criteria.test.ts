import { describe, expect, test } from "vitest";
import { InputError } from "../../base/index.ts";
import { encodeJudgeItems, ModelError } from "../../model/index.ts";
import { caseSchema } from "../../shape/index.ts";
import { scriptedModel } from "../../testing/index.ts";
import { call, caseOf, transcriptOf } from "../testing-transcript.test-helper.ts";
import { criteria } from "./criteria.ts";
import type { CriteriaOptions } from "./criteria-groups.ts";
import { judged, judgedScore, judgeOf, saying } from "./testing-judged.test-helper.ts";

const transcript = transcriptOf([["Website Redesign is stalled. Call Ana at the agency today. What do you think?"]]);
const yes = { verdict: "yes", quote: "Call Ana at the agency today.", reason: "It names one." };
const partly = { ...yes, verdict: "partly" };
const no = { verdict: "no", absent: true, reason: "It never asks." };
const own = caseOf({ criteria: { criteria: ["sees it is stalled", "names a step", "asks first"], threshold: 0.8 } });

describe("a case's own criteria", () => {
  test("count yes 1, partly 0.5, no 0; the mean is compared with the case's threshold", async () => {
    const passed = await judgedScore(criteria(), transcript, saying({ c1: yes, c2: yes, c3: partly }), own);
    expect(passed).toMatchObject({ metric: "criteria", value: 2.5 / 3, threshold: 0.8, passed: true });
    const failed = await judgedScore(criteria(), transcript, saying({ c1: yes, c2: yes, c3: no }), own);
    expect(failed).toMatchObject({ value: 2 / 3, passed: false });
  });

  test("are each a check with its quote", async () => {
    const score = await judgedScore(criteria(), transcript, saying({ c1: yes, c2: yes, c3: no }), own);
    expect(score.checks).toMatchObject([
      { id: "c1", label: "sees it is stalled", verdict: "yes", ok: true, evidence: [{ exchange: 1, source: "reply" }] },
      { id: "c2", label: "names a step" },
      { id: "c3", label: "asks first", verdict: "no", ok: false, value: 0, reason: "It never asks.", evidence: [] },
    ]);
  });

  test("are asked in one call, without steps", async () => {
    const model = saying({ c1: yes, c2: yes, c3: yes });
    await judged(criteria(), transcript, model, own);
    expect(model.calls).toHaveLength(1);
    expect(model.calls[0]?.messages[1]?.content).not.toContain("Follow these steps");
    expect(criteria()).not.toHaveProperty("prepare");
  });

  test("have the metric's threshold where the case names none", async () => {
    const testCase = caseOf({ criteria: { criteria: ["names a step"] } });
    expect(await judgedScore(criteria(), transcript, saying({ c1: yes }), testCase)).toMatchObject({ threshold: 0.7 });
    expect(await judgedScore(criteria({ threshold: 0.4 }), transcript, saying({ c1: partly }), testCase)).toMatchObject(
      {
        threshold: 0.4,
        passed: true,
      },
    );
  });

  test("say what their threshold means", async () => {
    const score = await judgedScore(criteria(), transcript, saying({ c1: yes, c2: yes, c3: partly }), own);
    expect(score.detail).toMatchObject({
      thresholds: { own: "0.8 over three criteria of yes, partly, no: at least 2.5 of 3" },
    });
    expect(score.detail).not.toHaveProperty("warnings");
  });

  test("with a threshold that cannot be missed carry a warning", async () => {
    const lax = caseOf({ criteria: { criteria: ["names a step"], threshold: 0 } });
    expect((await judgedScore(criteria(), transcript, saying({ c1: no }), lax)).detail).toMatchObject({
      warnings: ["own: the threshold 0 can never be missed"],
    });
  });

  test("need a quote for a yes", async () => {
    const score = await judged(criteria(), transcript, saying({ c1: "yes", c2: yes, c3: yes }), own);
    expect(score).toMatchObject({
      status: "unscored",
      reason: expect.stringContaining('item c1: the verdict "yes" has no quote'),
    });
  });

  test("may be proven by what a tool was given and gave back", async () => {
    const acted = transcriptOf([
      [call("add", { text: "Call Ana at the agency" }, { result: "added to the project note" })],
    ]);
    const testCase = caseOf({ criteria: { criteria: ["adds it", "says so"] } });
    const answers = {
      c1: { verdict: "yes", quote: "Call Ana at the agency" },
      c2: { verdict: "yes", quote: "added to the project note" },
    };
    const score = await judgedScore(criteria(), acted, saying(answers), testCase);
    expect(score.checks.map(({ evidence }) => evidence[0]?.source)).toEqual(["call", "result"]);
  });
});

test("without any criteria there is nothing to judge", async () => {
  const unasked = scriptedModel(() => new Error("asked"));
  expect(await judged(criteria(), transcript, unasked)).toMatchObject({ status: "skipped" });
  expect(await judged(criteria(), transcript, unasked, caseOf({ criteria: { criteria: [] } }))).toMatchObject({
    status: "skipped",
  });
});

describe("the judge sees", () => {
  test("the world's outline, before and after, and the title", async () => {
    const model = saying({ c1: yes, c2: yes, c3: yes });
    const world = { opening: "Website Redesign, live", closing: "Website Redesign, archived", effects: [] };
    await judged(criteria({ title: "GTD coaching quality" }), { ...transcript, world }, model, own);
    const data = model.calls[0]?.messages[1]?.content;
    expect(data).toContain("(GTD coaching quality)");
    expect(data).toContain("Website Redesign, live");
    expect(data).toContain("Website Redesign, archived");
  });

  test("every call of a long conversation in one question", async () => {
    const long = transcriptOf(
      Array.from({ length: 20 }, (_, index) => ["Call Ana at the agency today.", call(`tool_${index}`)]),
    );
    const model = saying({ c1: yes, c2: yes, c3: yes });
    await judged(criteria(), long, model, own);
    expect(model.calls).toHaveLength(1);
    for (let index = 0; index < 20; index++) expect(model.calls[0]?.messages[1]?.content).toContain(`"tool_${index}"`);
  });
});

describe("criteria for every case", () => {
  const general: CriteriaOptions = { criteria: ["supportive tone", "specific"], steps: ["Read it.", "Compare."] };

  test("are the value where the case has none; a list is short for them", async () => {
    const score = await judgedScore(criteria(["names a step", "asks"]), transcript, saying({ g1: yes, g2: partly }));
    expect(score).toMatchObject({ value: 0.75, threshold: 0.7, passed: true });
  });

  test("are a second value beside the case's, and both must hold", async () => {
    const both = (answers: Parameters<typeof saying>[0]) =>
      judgedScore(criteria(general), transcript, saying(answers), own);
    const good = { c1: yes, c2: yes, c3: yes };
    expect(await both({ ...good, g1: yes, g2: partly })).toMatchObject({ value: 1, passed: true });
    const missed = await both({ ...good, g1: yes, g2: no });
    expect(missed).toMatchObject({ value: 1, threshold: 0.8, passed: false });
    expect(missed.checks.at(-1)).toMatchObject({ id: "general", verdict: "0.50", ok: false });
    expect(await both({ c1: no, c2: yes, c3: yes, g1: yes, g2: yes })).toMatchObject({ value: 2 / 3, passed: false });
  });

  test("are asked together with the case's, in one call, with their steps", async () => {
    const model = saying({ c1: yes, c2: yes, c3: yes, g1: yes, g2: yes });
    const score = await judgedScore(criteria(general), transcript, model, own);
    expect(model.calls).toHaveLength(1);
    expect(model.calls[0]?.messages[1]?.content).toContain("1. For g1 to g2: Read it.\n2. For g1 to g2: Compare.");
    expect(score.detail).toMatchObject({ thresholds: { general: expect.stringContaining("0.7 over two criteria") } });
  });

  test("have steps without a prefix where they stand alone", async () => {
    const model = saying({ g1: yes, g2: yes });
    await judged(criteria(general), transcript, model);
    expect(model.calls[0]?.messages[1]?.content).toContain("1. Read it.\n2. Compare.");
  });

  test("have the metric's threshold", async () => {
    const answers = { c1: yes, c2: yes, c3: yes, g1: yes, g2: partly };
    const strict = criteria({ ...general, threshold: 0.8 });
    expect(await judgedScore(strict, transcript, saying(answers), own)).toMatchObject({
      threshold: 0.8,
      passed: false,
    });
  });
});

describe("a named rubric", () => {
  const rubrics = {
    "stalled-project": { criteria: ["sees it", "names a step"], threshold: 0.8, steps: ["Look for the word."] },
    "weekly-review": { criteria: ["keeps the order"], steps: [] },
  };
  const naming = (...names: string[]) => caseOf({ criteria: { criteria: ["names a step"], rubrics: names } });

  test("is a further value with a threshold of its own, in the same call", async () => {
    const model = saying({ c1: yes, "r.stalled-project.1": yes, "r.stalled-project.2": partly });
    const score = await judgedScore(criteria({ rubrics }), transcript, model, naming("stalled-project"));
    expect(score).toMatchObject({
      value: 1,
      passed: false,
      detail: { also: [{ id: "rubric.stalled-project", value: 0.75, threshold: 0.8 }] },
    });
    expect(model.calls).toHaveLength(1);
    expect(model.calls[0]?.messages[1]?.content).toContain(
      "For r.stalled-project.1 to r.stalled-project.2: Look for the word.",
    );
  });

  test("is asked only of cases that name it", async () => {
    const model = saying({ c1: yes });
    expect(await judgedScore(criteria({ rubrics }), transcript, model, naming())).toMatchObject({ passed: true });
    expect(model.calls[0]?.messages[1]?.content).not.toContain("r.");
  });

  test("is compared with 0.7 if it names no threshold", async () => {
    const score = await judgedScore(
      criteria({ rubrics }),
      transcript,
      saying({ c1: yes, "r.weekly-review.1": partly }),
      naming("weekly-review"),
    );
    expect(score).toMatchObject({ passed: false, detail: { also: [{ threshold: 0.7, value: 0.5 }] } });
  });

  test("that the suite does not have is an error that names those it has", async () => {
    const score = await judged(criteria({ rubrics }), transcript, saying({}), naming("stalled-projects"));
    expect(score).toMatchObject({ status: "errored" });
    expect(score).toHaveProperty(
      "reason",
      expect.stringMatching(/"stalled-projects".*stalled-project, weekly-review/s),
    );
    expect(score).toHaveProperty("reason", expect.stringContaining("Did you mean stalled-project?"));
    expect(await judged(criteria(), transcript, saying({}), naming("x"))).toHaveProperty(
      "reason",
      expect.stringContaining("the suite names none"),
    );
    expect(await judged(criteria({ rubrics }), transcript, saying({}), naming("constructor"))).toMatchObject({
      status: "errored",
    });
  });

  test.each([
    [{ "two words": { criteria: ["x"] } }, /not a name for a rubric/],
    [{ general: { criteria: ["x"] } }, /cannot be called general/],
    [{ empty: { criteria: [] } }, /has no criteria/],
    [{ off: { criteria: ["x"], threshold: 8 } }, /threshold 8/],
    [{ r: { criteria: ["a", " "] } }, "the rubric r has a blank criterion"],
  ])("%j is refused when the metric is made", (broken, message) => {
    expect(() => criteria({ rubrics: broken })).toThrow(InputError);
    expect(() => criteria({ rubrics: broken })).toThrow(message);
  });
});

describe("several samples", () => {
  test("count by their mean, also for the further values", async () => {
    const metric = criteria({ criteria: ["tone"], steps: [], samples: 2 });
    const model = saying({ c1: yes, c2: yes, c3: yes, g1: yes }, { c1: no, c2: yes, c3: yes, g1: no });
    const score = await judgedScore(metric, transcript, model, own);
    expect(score.value).toBeCloseTo(5 / 6, 12);
    expect(score).toMatchObject({ passed: false, detail: { also: [{ id: "general", value: 0.5 }] } });
    expect(score.detail).not.toHaveProperty("thresholds");
  });

  test("of a panel, too", async () => {
    const metric = criteria({ judges: ["a", "b"] });
    const models = { a: saying({ c1: yes, c2: yes, c3: yes }), b: saying({ c1: no, c2: no, c3: no }) };
    expect(await metric.score(transcript, own, judgeOf(models))).toMatchObject({
      status: "scored",
      value: 0.5,
      detail: { samples: { ties: ["c1", "c2", "c3"] } },
    });
  });
});

describe("evaluation steps", () => {
  const options: CriteriaOptions = {
    title: "coaching",
    criteria: ["supportive tone"],
    rubrics: { stalled: { criteria: ["sees it"] }, pinned: { criteria: ["x"], steps: ["As given."] } },
  };
  const made = { general: { steps: ["Read every reply.", "Look for blame."] }, stalled: { steps: ["Find the word."] } };

  test("are made once, in one call, for all lists that have none", async () => {
    const model = saying(made);
    const metric = criteria(options);
    const prepared = await metric.prepare?.(judgeOf(model));
    expect(model.calls).toHaveLength(1);
    const data = model.calls[0]?.messages[1]?.content ?? "";
    expect(data).toContain('{"id":"general","criteria":["supportive tone"]}');
    expect(data).toContain('{"id":"stalled","criteria":["sees it"]}');
    expect(data).not.toContain("pinned");
    expect(model.calls[0]?.messages[0]?.content).toContain("coaching");
    expect(prepared?.identity.parts).toMatchObject({
      steps: { general: ["Read every reply.", "Look for blame."], stalled: ["Find the word."], pinned: ["As given."] },
    });
    expect(prepared?.identity.hash).not.toBe(metric.identity.hash);
    expect(prepared).not.toHaveProperty("prepare");
  });

  test("are followed by the prepared metric, and made for no case", async () => {
    const prepared = await criteria(options).prepare?.(judgeOf(saying(made)));
    const model = saying({ g1: yes });
    await prepared?.score(transcript, caseOf(), judgeOf(model));
    await prepared?.score(transcript, caseOf(), judgeOf(model));
    expect(model.calls).toHaveLength(2);
    expect(model.calls[0]?.messages[1]?.content).toContain("1. Read every reply.\n2. Look for blame.");
  });

  test("that are pinned are used as they stand, and only the others are made", async () => {
    const pinned = criteria(options).withSteps?.({ general: ["Pinned."] });
    const model = saying({ stalled: made.stalled });
    const prepared = await pinned?.prepare?.(judgeOf(model));
    expect(model.calls[0]?.messages[1]?.content).not.toContain("general");
    expect(prepared?.steps).toEqual({ general: ["Pinned."], stalled: ["Find the word."], pinned: ["As given."] });
    const all = criteria(options).withSteps?.({ general: ["Pinned."], stalled: ["Pinned, too."], unknown: ["x"] });
    expect(all).not.toHaveProperty("prepare");
    expect(all?.steps).toMatchObject({ stalled: ["Pinned, too."], pinned: ["As given."] });
  });

  test("that are given make nothing to prepare; none at all may be given", () => {
    expect(criteria({ criteria: ["x"], steps: ["Read."] })).not.toHaveProperty("prepare");
    expect(criteria({ criteria: ["x"], steps: [] })).not.toHaveProperty("prepare");
    expect(criteria(["x"])).toHaveProperty("prepare");
  });

  test("survive a suite's default threshold", async () => {
    const metric = criteria(options).withDefaultThreshold?.(0.9);
    const prepared = await metric?.prepare?.(judgeOf(saying(made)));
    expect(prepared?.withDefaultThreshold?.(0.1)).toBe(prepared);
    const score = await prepared?.score(transcript, caseOf(), judgeOf(saying({ g1: yes })));
    expect(score).toMatchObject({ threshold: 0.9 });
  });

  test.each([
    ["a list without steps", { general: { steps: ["a"] }, stalled: { steps: [] } }],
    ["a list that is missing", { general: { steps: ["a"] } }],
    ["steps that are not texts", { general: { steps: ["a"] }, stalled: { steps: [1] } }],
    ["a blank step", { general: { steps: ["a", " "] }, stalled: { steps: ["b"] } }],
    ["far too many", { general: { steps: Array.from({ length: 9 }, () => "x") }, stalled: { steps: ["b"] } }],
  ])("with %s are asked for again, with what is wrong", async (_name, bad) => {
    const model = saying(bad, made);
    const prepared = await criteria(options).prepare?.(judgeOf(model));
    expect(prepared?.identity.parts).toMatchObject({ steps: { stalled: ["Find the word."] } });
    expect(model.calls[1]?.messages[1]?.content).toContain("was not accepted");
    await expect(criteria(options).prepare?.(judgeOf(saying(bad)))).rejects.toThrow(/no valid answer/);
  });
});

test("a blank criterion is refused: a judge who is asked nothing may say yes", () => {
  for (const blank of ["", " ", "\u200b"])
    expect(() => criteria(["a", blank])).toThrow("criteria: a criterion is blank");
  expect(caseSchema.safeParse({ id: "a", script: [{ content: "Hi" }], expect: { criteria: [" "] } }).success).toBe(
    false,
  );
});

describe("the identity", () => {
  const hash = (options: CriteriaOptions) => criteria(options).identity.hash;
  const base: CriteriaOptions = { criteria: ["a"], steps: ["s"], rubrics: { r: { criteria: ["b"], steps: [] } } };

  test.each<[string, CriteriaOptions]>([
    ["criteria", { ...base, criteria: ["c"] }],
    ["steps", { ...base, steps: ["t"] }],
    ["title", { ...base, title: "t" }],
    ["rubrics", { ...base, rubrics: { r: { criteria: ["c"], steps: [] } } }],
    ["a rubric's threshold", { ...base, rubrics: { r: { criteria: ["b"], steps: [], threshold: 0.1 } } }],
    ["a rubric's steps", { ...base, rubrics: { r: { criteria: ["b"], steps: ["u"] } } }],
    ["samples", { ...base, samples: 2 }],
    ["scale", { ...base, scale: [1, 5] }],
    ["name", { ...base, name: "quality" }],
  ])("differs by %s", (_name, options) => {
    expect(hash(options)).not.toBe(hash(base));
    expect(hash(base)).toBe(hash({ ...base }));
  });

  test("differs by scale", () => {
    expect(hash({ ...base, scale: [1, 5] })).not.toBe(hash({ ...base, scale: [1, 10] }));
  });
});

describe("probability mode", () => {
  const scale = [1, 5] as const;
  const answer = (shares: Record<string, number>, chosen: string) => ({
    text: chosen,
    logprobs: [
      {
        token: chosen,
        logprob: Math.log(shares[chosen] ?? 1),
        top: Object.entries(shares).map(([token, share]) => ({ token, logprob: Math.log(share) })),
      },
    ],
  });
  const shares = { "1": 0.02, "2": 0.08, "3": 0.25, "4": 0.45, "5": 0.15 };

  test("takes the expectation over the score's own token, with mass and deviation", async () => {
    const score = await judgedScore(criteria({ scale }), transcript, answer(shares, "4"), own);
    expect(score.value).toBeCloseTo(0.6657894736842105, 9);
    expect(score.native).toEqual({ value: expect.closeTo(3.663157894736842, 9), min: 1, max: 5 });
    expect(score).toMatchObject({ threshold: 0.8, passed: false });
    expect(score.detail).toMatchObject({
      groups: [
        {
          id: "own",
          ratings: [{ mode: "probability", mass: expect.closeTo(0.95, 9), sd: expect.closeTo(0.913184437654582, 9) }],
        },
      ],
      judge: { calls: 1 },
    });
    expect(score.checks).toMatchObject([{ id: "own", verdict: "3.66 of 5", ok: false }]);
    expect(score.checks[0]?.label).toContain("names a step");
  });

  test("says when it had to sample, and samples as often as asked", async () => {
    const model = scriptedModel(["4", "5", "4"]);
    const score = await judgedScore(criteria({ scale, samples: 3 }), transcript, model, own);
    expect(score.value).toBeCloseTo(5 / 6, 12);
    expect(score.detail).toMatchObject({ groups: [{ ratings: [{ mode: "sampled" }] }], judge: { calls: 3 } });
    expect(score.checks[0]?.reason).toContain("gives no log-probabilities");
  });

  test("never asks for reasons", async () => {
    const model = scriptedModel(answer(shares, "4"));
    await judged(criteria({ scale }), transcript, model, own);
    expect(model.calls[0]).not.toHaveProperty("output");
    expect(model.calls[0]?.messages[1]?.content).not.toContain("reasoning");
  });

  test("rates the case's criteria, the general ones and each rubric by a call of its own; all must hold", async () => {
    const metric = criteria({
      scale,
      criteria: ["tone"],
      steps: ["Read it."],
      rubrics: { r: { criteria: ["x"], steps: [] } },
    });
    const testCase = caseOf({ criteria: { criteria: ["names a step"], rubrics: ["r"] } });
    const model = scriptedModel([answer({ "5": 1 }, "5"), answer({ "5": 1 }, "5"), answer({ "2": 1 }, "2")]);
    const score = await judgedScore(metric, transcript, model, testCase);
    expect(model.calls).toHaveLength(3);
    expect(model.calls[1]?.messages[1]?.content).toContain("1. Read it.");
    expect(score).toMatchObject({ value: 1, passed: false });
    expect(score.checks.map(({ id, ok }) => [id, ok])).toEqual([
      ["own", true],
      ["general", true],
      ["rubric.r", false],
    ]);
  });

  test("averages a panel", async () => {
    const models = { a: scriptedModel(answer({ "5": 1 }, "5")), b: scriptedModel(answer({ "1": 1 }, "1")) };
    const score = await criteria({ scale, judges: ["a", "b"] }).score(transcript, own, judgeOf(models));
    expect(score).toMatchObject({ value: 0.5, native: { value: 3 } });
  });

  test("is skipped without criteria or words, and unscored without a number", async () => {
    expect(await judged(criteria({ scale }), transcript, "4")).toMatchObject({ status: "skipped" });
    expect(await judged(criteria({ scale }), transcriptOf([]), "4", own)).toMatchObject({ status: "skipped" });
    expect(await judged(criteria({ scale }), transcript, "15", own)).toMatchObject({
      status: "unscored",
      reason: expect.stringContaining("15 is off the scale from 1 to 5"),
    });
  });

  test.each(["4", "4.0", "4/5", " 4 / 5.", "Score: 4 out of 5"])("reads “%s” as four", async (text) => {
    expect(await judged(criteria({ scale }), transcript, text, own)).toMatchObject({ status: "scored", value: 0.75 });
  });

  test("of “5/5” takes the probabilities of the first number", async () => {
    const certain = (token: string) => ({ token, logprob: 0, top: [{ token, logprob: 0 }] });
    const [unsure] = answer(shares, "5").logprobs;
    const model = { text: "5/5", logprobs: [unsure, certain("/"), certain("5")].filter((one) => one !== undefined) };
    const score = await judgedScore(criteria({ scale }), transcript, model, own);
    expect(score.value).toBeCloseTo(0.6657894736842105, 9);
  });

  test.each(["4/10", "4.5", "4 or 5"])("does not read “%s”", async (text) => {
    expect(await judged(criteria({ scale }), transcript, text, own)).toMatchObject({ status: "unscored" });
  });

  test("refuses a scale of one point, and options that would mean nothing", () => {
    expect(() => criteria({ scale: [3, 3] })).toThrow(/not a scale/);
    expect(() => criteria({ scale, temperature: 0.5 })).toThrow(/mean nothing beside scale/);
    expect(() => criteria({ scale, quotes: "failures" })).toThrow(/quotes mean nothing/);
    expect(() => criteria({ scale, notApplicable: true })).toThrow(/notApplicable mean nothing/);
    expect(() => criteria({ scale, budget: 5 })).toThrow(/mean nothing beside scale/);
  });

  test("has steps made for it like any other", async () => {
    const prepared = await criteria({ scale, criteria: ["tone"] }).prepare?.(
      judgeOf(saying({ general: { steps: ["Read."] } })),
    );
    expect(prepared?.identity.parts).toMatchObject({ steps: { general: ["Read."] }, scale: [1, 5] });
  });
});

describe("every fault of a judge ends in a repaired score or in none", () => {
  const good = encodeJudgeItems({ c1: yes, c2: yes, c3: yes });
  const faults: [string, string | { text: string; finish: "length" | "content-filter" }][] = [
    ["a missing id", encodeJudgeItems({ c1: yes, c2: yes })],
    ["a doubled id", good.replace('"c2"', '"c1"')],
    ["an unknown id", encodeJudgeItems({ c1: yes, c2: yes, c3: yes, c4: yes })],
    ["15", encodeJudgeItems({ c1: { ...yes, verdict: 15 }, c2: yes, c3: yes })],
    ["a verdict off the menu", encodeJudgeItems({ c1: { ...yes, verdict: "great" }, c2: yes, c3: yes })],
    ["a translated verdict", encodeJudgeItems({ c1: { ...yes, verdict: "oui" }, c2: yes, c3: yes })],
    ["an invented quote", encodeJudgeItems({ c1: { ...yes, quote: "I did all of it" }, c2: yes, c3: yes })],
    ["prose", "Yes, yes and yes."],
    ["truncated JSON", good.slice(0, good.length / 2)],
    ["an answer at its limit", { text: good, finish: "length" }],
    ["a refusal", { text: "I cannot.", finish: "content-filter" }],
    ["nothing", ""],
  ];

  test.each(faults)("%s", async (_name, fault) => {
    expect(await judged(criteria(), transcript, scriptedModel([fault, good]), own)).toMatchObject({ value: 1 });
    expect(await judged(criteria(), transcript, scriptedModel([fault, fault, good]), own)).toMatchObject({ value: 1 });
    const score = await judged(criteria(), transcript, scriptedModel([fault, fault, fault]), own);
    expect(score.status).toBe("unscored");
    expect(score).not.toHaveProperty("value");
    expect(score).not.toHaveProperty("passed");
  });

  test("a code fence is not a fault", async () => {
    const model = scriptedModel(`\`\`\`json\n${good}\n\`\`\``);
    expect(await judged(criteria(), transcript, model, own)).toMatchObject({ value: 1 });
    expect(model.calls).toHaveLength(1);
  });

  test("a tape that stops after an invalid answer names the fault", async () => {
    const end = new ModelError({ message: "nothing recorded", failure: "no-tape" });
    const score = await judged(criteria(), transcript, scriptedModel([encodeJudgeItems({ c1: yes }), end]), own);
    expect(score).toMatchObject({ status: "errored", reason: expect.stringContaining("item c2 has no verdict") });
  });
});

describe("a criterion that does not apply", () => {
  const own = caseOf({ criteria: { criteria: ["names a step", "asks before it deletes", "is kind"], threshold: 1 } });
  const played = transcriptOf([["Call Ana at the agency today."]]);
  const yes = { verdict: "yes", quote: "Call Ana at the agency today." };
  const applies = criteria({ notApplicable: true });

  test("is left out: neither met nor missed", async () => {
    const score = await judgedScore(applies, played, saying({ c1: yes, c2: "not applicable", c3: yes }), own);
    expect(score).toMatchObject({ value: 1, passed: true });
    expect(score.checks[1]).toMatchObject({ verdict: "not applicable", ok: true });
    expect(score.checks[1]).not.toHaveProperty("value");
    expect(JSON.stringify(score.detail)).toContain("over two criteria");
    const no = { verdict: "no", absent: true };
    const half = await judgedScore(applies, played, saying({ c1: yes, c2: "not applicable", c3: no }), own);
    expect(half).toMatchObject({ value: 0.5, passed: false });
  });

  test("leaves no score where none applies: skipped, not passed and not failed", async () => {
    const none = { c1: "not applicable", c2: "not applicable", c3: "not applicable" };
    expect(await judged(applies, played, saying(none), own)).toMatchObject({
      status: "skipped",
      reason: "the judge says that none of the criteria applies",
    });
  });

  test("is on the menu only where the metric's owner allows it, which is another metric", async () => {
    const score = await judged(criteria(), played, saying({ c1: yes, c2: "not applicable", c3: yes }), own);
    expect(score).toMatchObject({ status: "unscored", reason: expect.stringContaining("is not on the menu") });
    expect(applies.identity.hash).not.toBe(criteria().identity.hash);
    expect(criteria({ notApplicable: false }).identity.hash).toBe(criteria().identity.hash);
  });

  const groups = criteria({ notApplicable: true, criteria: ["is short"], steps: [], threshold: 0.6 });
  const testCase = caseOf({ criteria: { criteria: ["asks before it deletes"], threshold: 1 } });
  const no = { verdict: "no", absent: true };

  test("a group in which none applies is left out, and the next one makes the value", async () => {
    const good = await judgedScore(groups, played, saying({ c1: "not applicable", g1: yes }), testCase);
    expect(good).toMatchObject({ value: 1, threshold: 0.6, passed: true });
    const bad = await judgedScore(groups, played, saying({ c1: "not applicable", g1: no }), testCase);
    expect(bad).toMatchObject({ value: 0, passed: false });
    expect(bad.checks.map(({ id }) => id)).toEqual(["c1", "g1"]);
    const other = await judgedScore(groups, played, saying({ c1: yes, g1: "not applicable" }), testCase);
    expect(other).toMatchObject({ value: 1, threshold: 1, passed: true });
  });

  test("of several samples, a group counts where at least half of them say that it applies", async () => {
    const sampled = criteria({ notApplicable: true, criteria: ["is short"], steps: [], samples: 3, threshold: 0.6 });
    const score = (...answers: Parameters<typeof saying>) => judgedScore(sampled, played, saying(...answers), testCase);
    const rest = { c1: "not applicable", g1: yes };
    expect(await score({ c1: no, g1: yes }, rest, rest)).toMatchObject({ value: 1, threshold: 0.6, passed: true });
    expect(await score(rest, { c1: no, g1: yes }, { c1: yes, g1: yes })).toMatchObject({
      value: 0.5,
      threshold: 1,
      passed: false,
    });
  });
});

describe("criteria of single lines", () => {
  const talk = transcriptOf(
    [["Call Ana at the agency today."], ["It is archived for good."]],
    [{ kind: "text", before: "a", after: "b" } as never],
  );
  const testCase = caseOf(
    { criteria: { criteria: ["stays kind"] } },
    {
      script: [
        { content: "a", expect: { criteria: { criteria: ["names a step"], threshold: 0.9 } } },
        { content: "b" },
      ],
    },
  );

  test("are asked on the conversation up to there, after those of the whole, without the general ones", async () => {
    const model = scriptedModel([encodeJudgeItems({ c1: yes, g1: yes }), encodeJudgeItems({ c1: partly })]);
    const score = await judgedScore(criteria({ criteria: ["is brief"], steps: [] }), talk, model, testCase);
    expect(score).toMatchObject({ value: 0.5, threshold: 0.9, passed: false });
    expect(score.checks.map(({ id }) => id)).toEqual(["c1", "g1", "general", "line-1.c1"]);
    const [whole, line] = model.calls.map(({ messages }) => JSON.stringify(messages));
    expect(whole).toContain("archived for good");
    expect(line).not.toMatch(/archived for good|is brief|stays kind/);
    expect(model.calls).toHaveLength(2);
  });
});
