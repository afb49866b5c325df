import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { InputError } from "../base/index.ts";
import { baselineNameSchema, baselineText, parseBaseline } from "./baseline-file.ts";
import { after, caseOf, metricOf, resultOf } from "./results.test-helper.ts";

const result = resultOf(
  [
    caseOf("a", true, { values: { m: 0.1 + 0.2 }, tags: ["x", "y"], cluster: "c" }),
    caseOf("b", false, { trials: { failed: 2, errored: 1 }, values: { m: 0 }, spread: { m: 0.125 } }),
  ],
  { metrics: [metricOf("m", { judged: true, zeroTolerance: true })], gate: { primary: "m", floors: { m: 0.5 } } },
);

function problems(text: string): string[] {
  try {
    parseBaseline(text, "baselines/main.json");
  } catch (error) {
    if (error instanceof InputError) return error.problems.map(({ message, place }) => `${place?.file}: ${message}`);
    throw error;
  }
  return [];
}

describe("a baseline in a file", () => {
  test("is read as it was written", () => {
    const both = [result, after([], { suite: "other", variant: { prompt: "v2" } })];
    const text = baselineText({ baseline: "main", results: both });
    expect(parseBaseline(text, "f")).toEqual({ format: 1, baseline: "main", results: both });
  });

  test("is written the same way each time, a line for each case", () => {
    const text = baselineText({ baseline: "main", results: [result] });
    expect(baselineText(parseBaseline(text, "f"))).toBe(text);
    const lines = text.split("\n").filter((line) => line.includes('"caseId"'));
    expect(lines.map((line) => JSON.parse(line.replace(/,$/, "")).caseId)).toEqual(["a", "b"]);
    expect(text.endsWith("}\n")).toBe(true);
  });

  test("holds no texts of prompts, only their hashes", () => {
    const sources = { files: { "p.md": { hash: "h", text: "a secret of the trade" } }, modules: { "a.ts": "m" } };
    const text = baselineText({ baseline: "main", results: [{ ...result, agent: { ...result.agent, sources } }] });
    expect(text).not.toContain("secret");
    const [read] = parseBaseline(text, "f").results;
    expect(read?.agent.sources).toEqual({ files: { "p.md": { hash: "h" } }, modules: { "a.ts": "m" } });
  });

  test("survives whatever an id may hold", () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string({ unit: "binary" }), { maxLength: 5 }), (ids) => {
        const results = [resultOf(ids.map((id) => caseOf(id, true, { tags: [id] })))];
        expect(parseBaseline(baselineText({ baseline: "main", results }), "f").results).toEqual(results);
      }),
    );
  });
});

describe("a file that is none is refused with its name and what is wrong", () => {
  const data = () => JSON.parse(baselineText({ baseline: "main", results: [result] }));

  test("no JSON", () => expect(problems("{")[0]).toMatch(/^baselines\/main\.json: this is no JSON: /));

  test("another format", () => {
    expect(problems(JSON.stringify({ ...data(), format: 2 }))).toEqual([
      "baselines/main.json: format: this Viva reads baseline files of format 1",
    ]);
  });

  test("a wrong field, by its path; all of them at once", () => {
    const wrong = data();
    wrong.results[0].cases[1].values.m = 7;
    wrong.results[0].run = 5;
    const found = problems(JSON.stringify(wrong));
    expect(found).toHaveLength(2);
    expect(found.join("\n")).toContain("baselines/main.json: results[0].run: ");
    expect(found.join("\n")).toContain("baselines/main.json: results[0].cases[1].values.m: ");
  });

  test("a field that nobody knows", () => {
    expect(problems(JSON.stringify({ ...data(), extra: 1 }))[0]).toContain("extra");
  });

  test("nothing in it", () => {
    expect(problems(JSON.stringify({ ...data(), results: [] }))[0]).toContain("at least one suite");
    expect(problems("null")).toHaveLength(1);
  });

  test("a case twice, or a suite", () => {
    const twice = data();
    twice.results[0].cases.push(twice.results[0].cases[0]);
    expect(problems(JSON.stringify(twice))[0]).toContain("case a is there twice");
    const suites = data();
    suites.results.push(suites.results[0]);
    expect(problems(JSON.stringify(suites))[0]).toContain("suite coach is there twice under the same variant");
  });

  test("a byte order mark is no fault", () => {
    expect(problems(`\uFEFF${JSON.stringify(data())}`)).toEqual([]);
  });
});

test.each(["main", "feature/new-prompt", "v1.2", "release@2"])("%s is a name", (name) => {
  expect(baselineNameSchema.safeParse(name).success).toBe(true);
});

test.each(["", "latest", "-x", "two words", "a\nb", "x".repeat(101), "\u001b[31m"])("%o is none", (name) => {
  expect(baselineNameSchema.safeParse(name).success).toBe(false);
});
