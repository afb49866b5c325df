import { describe, expect, test } from "vitest";
import { scriptedModel } from "../../testing/index.ts";
import { judged, judgedScore, saying } from "../judged/testing-judged.test-helper.ts";
import { call, caseOf, transcriptOf } from "../testing-transcript.test-helper.ts";
import { faithfulness } from "./claims.ts";

const world = { opening: "Garden: live, no next action", closing: "Garden: live, no next action", effects: [] };
const transcript = {
  ...transcriptOf([["Garden is live. It has three actions. Tom likes it. What would you like?"]]),
  world,
};
const supported = { verdict: "supported", quote: "Garden: live, no next action" };
const contradicted = { ...supported, verdict: "contradicted" };

describe("faithfulness", () => {
  test("is supported over claims; what claims nothing does not count", async () => {
    const model = saying({ "s1.1": supported, "s1.2": contradicted, "s1.3": "unsupported", "s1.4": "no claim" });
    const score = await judgedScore(faithfulness(), transcript, model);
    expect(score.value).toBeCloseTo(1 / 3, 12);
    expect(score).toMatchObject({ threshold: 0.7, passed: false });
    expect(score.checks.map(({ verdict, ok }) => [verdict, ok])).toEqual([
      ["supported", true],
      ["contradicted", false],
      ["unsupported", false],
      ["no claim", true],
    ]);
    expect(model.calls).toHaveLength(1);
  });

  test("without claims is skipped, and is neither 1 nor 0", async () => {
    const none = Object.fromEntries([1, 2, 3, 4].map((n) => [`s1.${n}`, "no claim"]));
    expect(await judged(faithfulness(), transcript, saying(none))).toMatchObject({
      status: "skipped",
      reason: "the agent claimed nothing",
    });
  });

  test("rests on facts: what the agent says itself proves nothing", async () => {
    const circular = { verdict: "supported", quote: "It has three actions." };
    const score = await judged(
      faithfulness(),
      transcript,
      saying({ "s1.1": supported, "s1.2": circular, "s1.3": "unsupported", "s1.4": "no claim" }),
    );
    expect(score).toMatchObject({ status: "unscored", reason: expect.stringContaining("comes from: reply") });
  });

  test("needs a quote for supported and for contradicted", async () => {
    for (const verdict of ["supported", "contradicted"]) {
      const answers = { "s1.1": { verdict }, "s1.2": "unsupported", "s1.3": "unsupported", "s1.4": "no claim" };
      expect(await judged(faithfulness(), transcript, saying(answers))).toMatchObject({
        status: "unscored",
        reason: expect.stringContaining(`the verdict "${verdict}" has no quote`),
      });
    }
  });

  test("holds claims against the world, references, tool results and what the user said", async () => {
    const mixed = {
      ...transcriptOf([
        [
          "You have a shop. It opens at nine. The fee is five euros. Garden is live.",
          call("hours", {}, { result: "opens at nine daily" }),
        ],
      ]),
      world,
    };
    const [first] = mixed.exchanges;
    if (first?.user) first.user.content = "I have a shop in town";
    const answers = {
      "s1.1": { verdict: "supported", quote: "I have a shop in town" },
      "s1.2": { verdict: "supported", quote: "opens at nine daily" },
      "s1.3": { verdict: "supported", quote: "a fee of five euros" },
      "s1.4": supported,
    };
    const metric = faithfulness({ reference: { Prices: "There is a fee of five euros." } });
    const score = await judgedScore(metric, mixed, saying(answers));
    expect(score.value).toBe(1);
    expect(score.checks.map(({ evidence }) => evidence[0]?.source)).toEqual(["user", "result", "fact", "fact"]);
  });

  test("takes one reference text, or several by title", async () => {
    for (const [reference, title] of [
      ["the guide says so", "Reference"],
      [{ "GTD guide": "the guide says so" }, "GTD guide"],
    ] as const) {
      const model = saying({ "s1.1": { verdict: "supported", quote: "the guide says so" } });
      expect((await judgedScore(faithfulness({ reference }), transcriptOf([["So it is."]]), model)).value).toBe(1);
      expect(model.calls[0]?.messages[1]?.content).toContain(
        `{"fact":"reference-1","title":"${title}","text":"the guide says so"}`,
      );
    }
  });

  test.each([
    ["contexts", { contexts: ["The shop opens at nine.", "There is no parking."] }, "context-1"],
    ["facts", { facts: ["The shop opens at nine."] }, "fact-1"],
    ["a reference", { reference: "The shop opens at nine." }, "reference"],
  ])("holds claims against %s of the case: without world or tool it is still scored", async (_name, expected, fact) => {
    const played = transcriptOf([["We open at nine. There is a car park."]]);
    const model = saying({
      "s1.1": { verdict: "supported", quote: "The shop opens at nine." },
      "s1.2": "unsupported",
    });
    const score = await judgedScore(faithfulness(), played, model, caseOf(expected));
    expect(score).toMatchObject({ value: 0.5, passed: false, checks: [{ evidence: [{ source: "fact" }] }, {}] });
    expect(model.calls[0]?.messages[1]?.content).toContain(`{"fact":"${fact}"`);
  });

  test("is skipped where nothing could bear a claim out, or nothing was said", async () => {
    const unasked = scriptedModel(() => new Error("asked"));
    expect(await judged(faithfulness(), transcriptOf([["Garden is live."]]), unasked)).toMatchObject({
      status: "skipped",
    });
    expect(await judged(faithfulness({ reference: "x" }), transcriptOf([[""]]), unasked)).toMatchObject({
      status: "skipped",
    });
  });

  test("is another metric with another reference", () => {
    const hash = (reference?: string) => faithfulness({ reference }).identity.hash;
    expect(new Set([hash(), hash("a"), hash("b")]).size).toBe(3);
  });
});
