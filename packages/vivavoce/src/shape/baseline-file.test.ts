import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { InputError } from "../base/index.ts";
import { compareResults } from "../gate/comparison.ts";
import { after, caseOf, casesOf, metricOf, resultOf, trialOf } from "../gate/results.test-helper.ts";
import { earlierVerdict } from "../gate/test-measure.ts";
import { baselineNameSchema, baselineText, parseBaseline } from "./baseline-file.ts";

const result = resultOf(
  [
    caseOf("a", true, { values: { m: 0.1 + 0.2 }, tags: ["x", "y"], cluster: "c" }),
    caseOf("b", false, {
      trials: [
        trialOf("failed", { values: { m: 0 }, hits: ["m"], answers: { origin: "none" } }),
        trialOf("errored", { repeat: 2, skipped: ["m"] }),
      ],
    }),
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
    expect(parseBaseline(text, "f")).toEqual({ format: 3, baseline: "main", results: both });
  });

  test("of format 2 is read too: a word said where the answers of a trial came from", () => {
    const text = baselineText({ baseline: "main", results: [result] }).replace('"format": 3', '"format": 2');
    const read = (word: string) => {
      const [only] = parseBaseline(text.replace('{"origin":"none"}', JSON.stringify(word)), "f").results;
      return only?.cases[1]?.trials[0]?.answers;
    };
    expect(read("none:abc")).toEqual({ origin: "none" });
    expect(read("hand-written")).toEqual({ origin: "hand-written" });
    expect(["tape:a", "cache:a", "mixed:a", "live:a", "new"].map((word) => read(word)?.origin)).toEqual([
      "recorded",
      "cached",
      "live",
      "live",
      "unknown",
    ]);
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

/** A file as Viva wrote it before: how the trials of a case ended, and means over them. */
function earlierFile(count: number, more: object = {}): string {
  const { repeats: _repeats, cases: _cases, ...header } = resultOf([], { metrics: [metricOf("m")], planned: count });
  const cases = Array.from({ length: count }, (_, index) => {
    const { trials: _trials, ...facts } = caseOf(`case-${index + 1}`, true);
    return { ...facts, trials: { passed: 1 }, values: { m: 1 }, ...more };
  });
  return JSON.stringify({ format: 1, baseline: "main", results: [{ ...header, cases }] });
}

describe("a baseline of format 1, which kept means only", () => {
  const [old] = parseBaseline(earlierFile(59), "f").results;
  if (!old) throw new Error("nothing was read");
  const today = after(casesOf(59, () => ({ values: { m: 1 } })));

  test("is compared on cases like these alone, and says so", () => {
    const result = compareResults(old, today, { primary: "m" });
    if (result.kind === "refused") throw new Error("refused");
    expect(result.comparison).toMatchObject({ scope: "like-these", meansOnly: true, exact: false });
    expect(result.comparison.decision.verdict).toBe("pass");
    const wished = compareResults(old, today, { primary: "m", scope: "like-these" });
    expect(wished).toMatchObject({ comparison: { scope: "like-these", meansOnly: false } });
  });

  test("has its pass rate from how the trials ended, its metrics from their means", () => {
    const [mixed] = parseBaseline(
      earlierFile(4, { trials: { passed: 1, failed: 1 }, values: { m: 0.5 } }),
      "f",
    ).results;
    if (!mixed) throw new Error("nothing was read");
    const letters = casesOf(4, () => ({
      trials: [trialOf("passed", { values: { m: 1 } }), trialOf("failed", { repeat: 2, values: { m: 0 } })],
    }));
    const result = compareResults(mixed, after(letters), {});
    if (result.kind === "refused") throw new Error("refused");
    expect(
      result.comparison.measures.map(({ name, means: { before, after } }) => [
        name,
        { before: before.observed?.mean, after: after.observed?.mean },
      ]),
    ).toEqual([
      ["pass rate", { before: 0.5, after: 0.5 }],
      ["m", { before: 0.5, after: 0.5 }],
    ]);
  });

  test("is not written again: which repeat had which value is not known", () => {
    expect(() => baselineText({ baseline: "main", results: [old] })).toThrow(/holds means only/);
  });

  test("the verdict of that time is shown beside today's: five equal cases passed, without any doubt", () => {
    expect(earlierVerdict([0, 0, 0, 0, 0], 0.05)).toBe("pass");
    expect(earlierVerdict([0], 0.05)).toBe("inconclusive");
    expect(earlierVerdict([-1, -1], 0.05)).toBe("fail");
    expect(earlierVerdict([1, -1, 0, 0, 0, 0], 0.05)).toBe("inconclusive");
    expect(earlierVerdict([-1, -1, -1, -1, 0], 0.05)).toBe("fail");
  });
});

describe("a file that is not a baseline is refused, with its name and the reason", () => {
  const data = () => JSON.parse(baselineText({ baseline: "main", results: [result] }));

  test("no JSON", () => expect(problems("{")[0]).toMatch(/^baselines\/main\.json: the file is not JSON: /));

  test("another format", () => {
    expect(problems(JSON.stringify({ ...data(), format: 4 }))).toEqual([
      "baselines/main.json: format: this Viva reads baseline files of the formats 1 to 3",
    ]);
  });

  test("a wrong field, by its path; all of them at once", () => {
    const wrong = data();
    wrong.results[0].cases[1].trials[0].values.m = 7;
    wrong.results[0].run = 5;
    const found = problems(JSON.stringify(wrong));
    expect(found).toHaveLength(2);
    expect(found.join("\n")).toContain("baselines/main.json: results[0].run: ");
    expect(found.join("\n")).toContain("baselines/main.json: results[0].cases[1].trials[0].values.m: ");
  });

  test("a field that nobody knows", () => {
    expect(problems(JSON.stringify({ ...data(), extra: 1 }))[0]).toContain("extra");
  });

  test("nothing in it", () => {
    expect(problems(JSON.stringify({ ...data(), results: [] }))[0]).toContain("at least one suite");
    expect(problems("null")).toHaveLength(1);
  });

  test("a repeat of a case twice: the better one would count", () => {
    const twice = data();
    twice.results[0].cases[0].trials.push(twice.results[0].cases[0].trials[0]);
    expect(problems(JSON.stringify(twice))[0]).toContain("case a has the same repeat twice");
  });

  test("a case twice, or a suite", () => {
    const twice = data();
    twice.results[0].cases.push(twice.results[0].cases[0]);
    expect(problems(JSON.stringify(twice))[0]).toContain("case a appears twice");
    const suites = data();
    suites.results.push(suites.results[0]);
    expect(problems(JSON.stringify(suites))[0]).toContain("suite coach appears twice under the same variant");
  });

  test("a byte order mark is not a fault", () => {
    expect(problems(`\uFEFF${JSON.stringify(data())}`)).toEqual([]);
  });
});

test.each(["main", "feature/new-prompt", "v1.2", "release@2"])("%s is a name", (name) => {
  expect(baselineNameSchema.safeParse(name).success).toBe(true);
});

test.each(["", "latest", "-x", "two words", "a\nb", "x".repeat(101), "\u001b[31m"])("%o is none", (name) => {
  expect(baselineNameSchema.safeParse(name).success).toBe(false);
});
