import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ModelAnswer } from "../model/index.ts";
import { parseAnswer } from "./parse-answer.ts";

const parse = (text: string, finish: ModelAnswer["finish"] = "stop") => parseAnswer({ text, finish });
const value = { items: [{ id: "c1", verdict: "yes" }] };
const json = JSON.stringify(value);

describe("forgiven are", () => {
  test.each([
    ["nothing at all", json],
    ["a code fence", `\`\`\`json\n${json}\n\`\`\``],
    ["a code fence that is not closed", `\`\`\`\n${json}`],
    ["prose before and after", `Here is my answer: ${json} I hope that helps.`],
    ["trailing commas", '{"items": [{"id": "c1", "verdict": "yes",},],}'],
    ["white space and line breaks", JSON.stringify(value, null, 4)],
    ["thoughts before it", `<think>Is it {"items": []}?</think>\n\`\`\`json\n${json}\n\`\`\``],
  ])("%s", (_name, text) => {
    expect(parse(text)).toEqual({ ok: true, value });
  });

  test("a code fence inside a string, which is not a fence", () => {
    const quoted = { items: [{ reasoning: "It wrote ```js\n{}``` and stopped." }] };
    expect(parse(JSON.stringify(quoted))).toEqual({ ok: true, value: quoted });
  });

  test("an end that a provider cannot name", () => {
    expect(parse(json, "other").ok).toBe(true);
  });
});

test("a list of items is read without the object around it", () => {
  const items = [{ id: "c1", verdict: "yes" }];
  expect(parse(JSON.stringify(items))).toEqual({ ok: true, value: { items } });
  expect(parse(`Here:\n\`\`\`json\n${JSON.stringify(items, null, 2)}\n\`\`\``)).toEqual({ ok: true, value: { items } });
  expect(parse('[ { "id" : "c1", "verdict": "yes" } , ]')).toEqual({ ok: true, value: { items } });
});

test("a list that is not closed is not completed, even if a bracket comes later", () => {
  for (const text of ['[{"id": "c1", "verdict": "yes"}', '[{"id": "c1", "verdict": "yes"} and so on [sic]']) {
    expect(parse(text)).toEqual({ ok: true, value: { id: "c1", verdict: "yes" } });
  }
});

describe("never guessed is", () => {
  test.each([
    ["an empty answer", "", /empty/],
    ["a blank answer", " \n", /empty/],
    ["prose", "The agent did well, so I say yes.", /not JSON/],
    ["an answer cut off inside a string", '{"items": [{"id": "c1", "verdict": "y', /cut off/],
    ["an answer cut off between items", '{"items": [{"id": "c1", "verdict": "yes"},', /cut off/],
    ["an answer cut off before its last brace", '{"items": [{"id": "c1", "verdict": "yes"}]', /cut off/],
    ["a list", `[${json},${json}]`, /not valid JSON/],
    ["two answers", `${json}\n${json}`, /not valid JSON/],
    ["two answers in two code fences", `\`\`\`\n${json}\n\`\`\`\n\`\`\`\n${json}\n\`\`\``, /not valid JSON/],
    ["single quotation marks", "{'items': []}", /not valid JSON/],
    ["an answer that is only thought", `<think>${json}</think>`, /only a thought/],
    ["an answer inside a thought that does not end", `<think>${json}`, /only a thought/],
    ["two answers, one of them after a thought", `${json}<think>No.</think>${json}`, /not valid JSON/],
    ["a verdict given twice", '{"items":[{"id":"c1","verdict":"no","verdict":"yes"}]}', /"verdict" twice/],
  ])("%s", (_name, text, problem) => {
    expect(parse(text)).toEqual({ ok: false, problems: [expect.stringMatching(problem)] });
  });

  test("an answer that reached its length, even if it happens to be whole", () => {
    expect(parse(json, "length")).toEqual({ ok: false, problems: [expect.stringContaining("cut off")] });
  });

  test("a refusal, with what was said", () => {
    const { problems } = parse("I cannot judge this.", "content-filter") as { problems: string[] };
    expect(problems).toEqual(["the judge refused to answer: “I cannot judge this.”"]);
  });

  test("any answer that is cut off anywhere", () => {
    const long = JSON.stringify({ items: [{ id: "c1", evidence: ["a b c"], reasoning: "x, }", verdict: "yes" }] });
    fc.assert(fc.property(fc.integer({ min: 0, max: long.length - 1 }), (end) => !parse(long.slice(0, end)).ok));
  });

  test("one that nests deeper than can be read", () => {
    expect(parse(`{"items":${"[".repeat(200_000)}`).ok).toBe(false);
  });
});

test("an answer that is empty says what is known of why", () => {
  expect(parse("")).toEqual({ ok: false, problems: ["the answer is empty"] });
  const warnings = ["the model answered only in reasoning_content"];
  expect(parseAnswer({ text: " ", finish: "stop", warnings })).toEqual({
    ok: false,
    problems: ["the answer is empty: the model answered only in reasoning_content"],
  });
});
