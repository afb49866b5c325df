import { describe, expect, test } from "vitest";
import { conversation, toolCall } from "../judge/testing-judge.test-helper.ts";
import type { CaseInput } from "../shape/index.ts";
import { contains, equals, matches } from "./rules/text/compare.ts";
import { toolCalls } from "./rules/tool-calls.ts";
import { toolUse } from "./rules/tool-use.ts";
import { caseOf, noJudge } from "./testing-transcript.test-helper.ts";
import type { Metric } from "./types.ts";

type Line = NonNullable<CaseInput["script"]>[number];

const played = conversation([
  ["Find it", toolCall("find"), "Found the garden."],
  ["Book it", toolCall("book", { arguments: { day: "Mon" } }), "Booked."],
  ["Thanks", "Bye."],
]);

function scoreOf(metric: Metric, lines: (Line["expect"] | undefined)[], expected: CaseInput["expect"] = {}) {
  const script = lines.map((own, index) => ({ content: `line ${index + 1}`, ...(own ? { expect: own } : {}) }));
  return metric.score(played, caseOf(expected, { script }), noJudge);
}

describe("what single lines of a script expect", () => {
  test.each<[Metric, NonNullable<Line["expect"]>, NonNullable<Line["expect"]>]>([
    [contains(), { contains: ["garden"] }, { contains: ["Bye"] }],
    [matches(), { matches: ["^Found"] }, { matches: ["^Booked"] }],
    [equals(), { equals: "Found the garden." }, { equals: "Booked." }],
    [toolUse(), { tools: [{ shouldCall: true, tools: ["find"] }] }, { tools: [{ shouldCall: true, tools: ["book"] }] }],
    [
      toolUse(),
      { tools: [{ shouldCall: false, tools: ["book"] }] },
      { tools: [{ shouldCall: false, tools: ["find"] }] },
    ],
    [toolCalls(), { calls: [{ name: "find" }] }, { calls: [{ name: "book" }] }],
  ])("$name looks at that exchange alone", async (metric, right, wrong) => {
    expect(await scoreOf(metric, [right])).toMatchObject({ status: "scored", passed: true });
    expect(await scoreOf(metric, [wrong])).toMatchObject({ status: "scored", passed: false });
    expect(metric.applies?.(caseOf({}, { script: [{ content: "a", expect: right }] }))).toBe(true);
    expect(metric.applies?.(caseOf())).toBe(false);
  });

  test.each<[(exchange: "any" | "every" | number) => Metric, NonNullable<Line["expect"]>, NonNullable<Line["expect"]>]>(
    [
      [(exchange) => contains({ exchange }), { contains: ["Booked"] }, { contains: ["garden"] }],
      [(exchange) => matches({ exchange }), { matches: ["^Booked"] }, { matches: ["garden"] }],
      [(exchange) => equals({ exchange }), { equals: "Booked." }, { equals: "Found the garden." }],
    ],
  )(
    "whichever reply the metric reads, a line's texts are about the reply to that line",
    async (metricOf, right, wrong) => {
      for (const exchange of ["any", "every", 1, 3] as const) {
        expect(await scoreOf(metricOf(exchange), [undefined, right])).toMatchObject({ passed: true });
        expect(await scoreOf(metricOf(exchange), [undefined, wrong])).toMatchObject({ passed: false });
      }
    },
  );

  test("a write that a line expects is not one too many for the case", async () => {
    const books = [undefined, { tools: [{ shouldCall: true, tools: ["book"] }] }];
    const nothingElse = { tools: [{ shouldCall: false }] };
    expect(
      await scoreOf(toolUse(), [{ tools: [{ shouldCall: true, tools: ["find"] }] }, books[1]], nothingElse),
    ).toMatchObject({ value: 1 });
    const finds = { tools: [{ shouldCall: true, tools: ["find"] }] };
    expect(await scoreOf(toolUse(), books, finds)).toMatchObject({ value: 1 });
    // Writes that neither expects still are.
    expect(await scoreOf(toolUse(), [undefined], nothingElse)).toMatchObject({ value: 0 });
    expect(await scoreOf(toolUse(), books, nothingElse)).toMatchObject({ value: 0 });
    expect(await scoreOf(toolUse(), [undefined], finds)).toMatchObject({ value: 0.4 });
  });

  test("the rules of toolCalls are about the whole conversation, not about a line", async () => {
    const books = [undefined, { calls: [{ name: "book" }] }];
    expect(await scoreOf(toolCalls({ before: [["find", "book"]] }), books)).toMatchObject({ passed: true });
    expect(await scoreOf(toolCalls({ before: [["pay", "book"]] }), books)).toMatchObject({ passed: false });
    expect(await scoreOf(toolCalls({ forbidden: ["find"] }), books)).toMatchObject({ passed: false });
    expect(await scoreOf(toolCalls({ atMost: { book: 0 } }), books)).toMatchObject({ passed: false });
  });

  test("all must hold, beside what the case expects: the worst is the value, and every check names its line", async () => {
    const score = await scoreOf(contains(), [{ contains: ["garden"] }, { contains: ["Booked", "Tue"] }], {
      contains: ["Bye"],
    });
    expect(score).toMatchObject({ value: 0.5, passed: false });
    expect(score.status === "scored" && score.checks.map(({ id, label, ok }) => [id, label, ok])).toEqual([
      ["text-1", 'contains "Bye"', true],
      ["line-1.text-1", 'line 1: contains "garden"', true],
      ["line-2.text-1", 'line 2: contains "Booked"', true],
      ["line-2.text-2", 'line 2: contains "Tue"', false],
    ]);
  });

  test("a line that was never said does not hold", async () => {
    const score = await scoreOf(contains(), [undefined, undefined, undefined, { contains: ["x"] }]);
    expect(score).toMatchObject({
      value: 0,
      passed: false,
      checks: [{ label: "line 4: the line is said", ok: false }],
    });
  });

  test("a threshold from the suite reaches lines, too", async () => {
    const lenient = contains({ threshold: undefined }).withDefaultThreshold?.(0.5);
    expect(lenient).toBeDefined();
    const own = toolUse().withDefaultThreshold?.(0.1);
    expect(own && (await scoreOf(own, [{ tools: [{ shouldCall: true, tools: ["book"] }] }]))).toMatchObject({
      passed: false,
    });
  });
});
