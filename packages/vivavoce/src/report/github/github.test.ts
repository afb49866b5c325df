import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { check, type MadeSuite, scored, storedRun } from "../stored-run.test-helper.ts";
import { annotations, InertLog, inertJson } from "./github.ts";

describe("an inert log", () => {
  const isCommand = (line: string) => line.trimStart().startsWith("::") || line.includes("##[");

  test.each([
    ["::error::x", ": :error::x"],
    ["a\n  ::set-output name=a::b", "a\n  : :set-output name=a::b"],
    ["a ##[error]b", "a ## [error]b"],
    ["C::d and e::f", "C::d and e::f"],
    ["a\r::x", "a\r: :x"],
    ["###[x", "### [x"],
  ])("%j is printed as %j", (text, expected) => {
    expect(new InertLog().text(text)).toBe(expected);
  });

  test("knows where a line began in an earlier piece", () => {
    const log = new InertLog();
    expect([":", ":error::x\n", "a", "::b", "#", "#", "["].map((part) => log.text(part)).join("")).toBe(
      ": :error::x\na::b## [",
    );
  });

  test("has no command in it, however the text is cut into pieces, and loses nothing", () => {
    const pieces = fc.array(fc.constantFrom("::", ":", " ", "\t", "\n", "\r", "##", "#", "[", "error", "\u00a0"), {
      maxLength: 40,
    });
    fc.assert(
      fc.property(pieces, (parts) => {
        const log = new InertLog();
        const text = parts.map((part) => log.text(part)).join("");
        expect(text.split(/[\r\n]/).filter(isCommand)).toEqual([]);
        expect(text.replaceAll(" ", "")).toBe(parts.join("").replaceAll(" ", ""));
      }),
    );
  });

  test("JSON keeps its meaning", () => {
    const value = { text: "a ##[error]b", "##[": "###[" };
    expect(inertJson(JSON.stringify(value))).not.toContain("##[");
    expect(JSON.parse(inertJson(JSON.stringify(value)))).toEqual(value);
  });
});

const failed = (id: string) => ({
  id,
  status: "failed" as const,
  scores: [scored("toolUse", 0, { checks: [check("calls add", "it did not")] })],
});

async function annotationsOf(made: MadeSuite, verdict: "pass" | "fail" = "fail", mode: "live" | "replay" = "live") {
  const { store, run } = await storedRun(made);
  const suites = run.suites.map((suite) => ({ ...suite, header: { ...suite.header, mode } }));
  const decisions = [{ suite: "coach", verdict, exitCode: 1 as const, reasons: [], reason: "1 trial failed" }];
  const placeOf = (_suite: string, id: string) =>
    id === "unknown" ? undefined : { file: `cases/${id}.json`, line: 3 };
  return annotations({ store, run: { ...run, suites }, decisions, placeOf });
}

describe("annotations", () => {
  test("stand at the case that failed, with its reasons; then the verdict", async () => {
    expect(await annotationsOf({ trials: [failed("a"), { id: "b", status: "passed" }] })).toEqual([
      "::error file=cases/a.json,line=3,title=coach · a · failed::toolUse: calls add: it did not",
      "::warning title=coach%3A fail::1 trial failed",
    ]);
  });

  test("escape what would end their message or their properties", async () => {
    const scores = [scored("toolUse", 0, { checks: [check("asks", "not for 50 %"), check("books", "no")] })];
    const [first] = await annotationsOf({ trials: [{ ...failed("a,b:c"), scores }] });
    expect(first).toBe(
      "::error file=cases/a%2Cb%3Ac.json,line=3,title=coach · a%2Cb%3Ac · failed::toolUse: asks: not for 50 %25%0AtoolUse: books: no",
    );
  });

  test("have no place where nobody knows it, and name the variant", async () => {
    const variants = [{ variant: { prompt: "v1" }, cases: 1, planned: 1 }];
    const [first] = await annotationsOf({ variants, trials: [{ ...failed("unknown"), variant: { prompt: "v1" } }] });
    expect(first).toBe("::error title=coach · prompt v1 · unknown · failed::toolUse: calls add: it did not");
  });

  test("are at most ten of a kind, as GitHub shows no more, and say how many are left", async () => {
    const lines = await annotationsOf({ trials: Array.from({ length: 30 }, (_, index) => failed(`c${index}`)) });
    const errors = lines.filter((line) => line.startsWith("::error"));
    expect(errors).toHaveLength(10);
    expect(errors.at(-1)).toBe("::error title=viva::21 more trials did not pass");
  });

  test("there is none for a run that passed, but a note that a replay measured nothing", async () => {
    const trials = [{ id: "a", status: "passed" as const }];
    expect(await annotationsOf({ trials }, "pass")).toEqual([]);
    expect(await annotationsOf({ trials }, "pass", "replay")).toEqual([
      expect.stringMatching(/^::notice title=viva::Replayed.*Nothing was measured/),
    ]);
  });
});
