import { describe, expect, test } from "vitest";
import { encodeJudgeItems } from "../../model/index.ts";
import { scriptedModel } from "../../testing/index.ts";
import { judged, judgedScore, saying } from "../judged/testing-judged.test-helper.ts";
import { call, caseOf, exchange, transcriptOf } from "../testing-transcript.test-helper.ts";
import { answerRelevancy } from "./claims.ts";

const transcript = transcriptOf([
  ["Start with the inbox. Then look at projects. I like tea. Shall we begin?"],
  ["Good, it is empty. Next come the projects."],
]);

describe("answerRelevancy", () => {
  test("is relevant over sentences for each exchange, then the mean", async () => {
    const model = saying({
      "s1.1": "relevant",
      "s1.2": "relevant",
      "s1.3": "irrelevant",
      "s1.4": "relevant",
      "s2.1": "relevant",
      "s2.2": "unsure",
    });
    const score = await judgedScore(answerRelevancy(), transcript, model);
    // 3 of 4 and 1 of 2, not 4 of 6
    expect(score).toMatchObject({ value: 0.625, threshold: 0.7, passed: false });
    expect(score.detail).toMatchObject({
      exchanges: [
        { exchange: 1, value: 0.75 },
        { exchange: 2, value: 0.5 },
      ],
      lowest: { exchange: 2, value: 0.5 },
    });
    expect(model.calls).toHaveLength(1);
  });

  test("counts unsure as not relevant, but keeps the word", async () => {
    const score = await judgedScore(answerRelevancy(), transcriptOf([["Hm."]]), saying({ "s1.1": "unsure" }));
    expect(score).toMatchObject({ value: 0, checks: [{ verdict: "unsure", ok: false }] });
  });

  test("quotes the sentence that is beside the point", async () => {
    const all = ["s1.1", "s1.2", "s1.4", "s2.1", "s2.2"].map((id) => [id, "relevant"]);
    const score = await judgedScore(
      answerRelevancy(),
      transcript,
      saying({ ...Object.fromEntries(all), "s1.3": "irrelevant" }),
    );
    expect(score.checks.filter(({ ok }) => !ok)).toMatchObject([
      { id: "s1.3", label: "I like tea.", evidence: [{ text: "I like tea.", exchange: 1, source: "reply" }] },
    ]);
  });

  test("1 bad exchange of 5 is 0.8", async () => {
    const five = transcriptOf(Array.from({ length: 5 }, () => ["One sentence."]));
    const verdicts = Object.fromEntries(
      [1, 2, 3, 4, 5].map((exchange) => [`s${exchange}.1`, exchange === 3 ? "irrelevant" : "relevant"]),
    );
    expect((await judgedScore(answerRelevancy(), five, saying(verdicts))).value).toBeCloseTo(0.8, 12);
  });

  test("leaves out an exchange in which the agent chose to be quiet, or was not heard", async () => {
    const quiet = { ...exchange([]), quiet: true };
    const cut = { ...exchange([]), items: [{ type: "text" as const, text: "", unheard: "Well, you see" }] };
    const transcript = transcriptOf([["Call Ana today."], quiet, cut]);
    const items = { "s1.1": { verdict: "relevant", reason: "It helps." } };
    expect(await judged(answerRelevancy(), transcript, saying(items))).toMatchObject({ status: "scored", value: 1 });
  });

  test("of an empty reply is 0 before a judge is asked", async () => {
    const unasked = scriptedModel(() => new Error("asked"));
    for (const silent of [[""], [" \n"], ["…"], []]) {
      const score = await judged(answerRelevancy(), transcriptOf([["A reply."], silent]), unasked);
      expect(score).toMatchObject({ status: "scored", value: 0, passed: false });
      expect(score).toHaveProperty("checks.0.reason", "exchange 2: the agent said nothing");
    }
    expect(unasked.calls).toEqual([]);
  });

  test("leaves out exchanges in which the agent only calls a tool, with or without marks around it", async () => {
    for (const silent of [[call("show_card")], ["", call("show_card")], ["…", call("show_card"), call("add")]]) {
      const played = transcriptOf([["A reply. I like tea."], silent, ["Another reply."]]);
      const model = saying({ "s1.1": "relevant", "s1.2": "irrelevant", "s3.1": "relevant" });
      expect((await judgedScore(answerRelevancy(), played, model)).value).toBe(0.75);
    }
  });

  test("is skipped where the agent only calls tools, and is neither 1 nor 0", async () => {
    const unasked = scriptedModel(() => new Error("asked"));
    const played = transcriptOf([[call("show_card")], [" ", call("add")]]);
    expect(await judged(answerRelevancy(), played, unasked)).toMatchObject({
      status: "skipped",
      reason: "the agent only called tools, and said nothing",
    });
  });

  test("is 0 where one exchange has neither words nor calls, whatever the others have", async () => {
    const unasked = scriptedModel(() => new Error("asked"));
    const score = await judged(answerRelevancy(), transcriptOf([[call("show_card")], [], ["A reply."]]), unasked);
    expect(score).toMatchObject({ status: "scored", value: 0, checks: [{ id: "a2", ok: false }] });
  });

  test("costs one call for twenty exchanges, with the history", async () => {
    const long = {
      ...transcriptOf(Array.from({ length: 20 }, () => ["One sentence."])),
      history: [{ role: "user" as const, content: "said earlier" }],
    };
    const model = scriptedModel(
      encodeJudgeItems(Object.fromEntries(long.exchanges.map(({ number }) => [`s${number}.1`, "relevant"]))),
    );
    expect((await judgedScore(answerRelevancy(), long, model)).value).toBe(1);
    expect(model.calls).toHaveLength(1);
    expect(model.calls[0]?.messages[1]?.content).toContain("said earlier");
  });

  test("takes its options", async () => {
    const metric = answerRelevancy({ name: "relevancy", threshold: 0.5, report: true });
    const score = await metric.score(transcriptOf([["Yes. No."]]), caseOf(), {
      repeat: 1,
      model: () => saying({ "s1.1": "relevant", "s1.2": "irrelevant" }),
    });
    expect(score).toMatchObject({ metric: "relevancy", threshold: 0.5, passed: true, gating: false, judged: true });
  });
});
