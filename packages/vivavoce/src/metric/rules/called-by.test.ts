import { describe, expect, test } from "vitest";
import { call, caseOf, scoreOf, transcriptOf } from "../testing-transcript.test-helper.ts";
import { toolCalls } from "./tool-calls.ts";
import { toolUse } from "./tool-use.ts";

const byBilling = transcriptOf([[call("refund", {}, { agent: "billing" }), "Done."]]);
const byDesk = transcriptOf([[call("refund"), "Done."]]);

describe("who made a call", () => {
  test.each([
    ["toolCalls", toolCalls(), caseOf({ calls: [{ name: "refund", agent: "billing" }] })],
    ["toolUse", toolUse(), caseOf({ tools: [{ shouldCall: true, tools: ["refund"], agent: "billing" }] })],
  ])("counts in %s where the case names it", async (_, metric, testCase) => {
    expect(await scoreOf(metric, byBilling, testCase)).toMatchObject({ passed: true });
    expect(await scoreOf(metric, byDesk, testCase)).toMatchObject({ passed: false });
  });

  test.each([
    ["toolCalls", toolCalls(), caseOf({ calls: [{ name: "refund" }] })],
    ["toolUse", toolUse(), caseOf({ tools: [{ shouldCall: true, tools: ["refund"] }] })],
  ])("does not matter in %s where the case does not", async (_, metric, testCase) => {
    expect(await scoreOf(metric, byBilling, testCase)).toMatchObject({ passed: true });
  });

  test("can be ruled out", async () => {
    const ban = caseOf({ tools: [{ shouldCall: false, agent: "billing" }] });
    expect(await scoreOf(toolUse(), byBilling, ban)).toMatchObject({ passed: false });
    expect(await scoreOf(toolUse(), byDesk, ban)).toMatchObject({ passed: true });
  });

  test("is in the words of what is missing", async () => {
    const testCase = caseOf({ calls: [{ name: "refund", agent: "billing" }] });
    const score = await scoreOf(toolCalls(), byDesk, testCase);
    expect(JSON.stringify(score)).toContain("billing never called it; others did: refund (exchange 1)");
    expect(JSON.stringify(score)).toContain("billing › refund()");
  });
});
