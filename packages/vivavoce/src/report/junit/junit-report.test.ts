import { describe, expect, test } from "vitest";
import type { Decision } from "../../shape/index.ts";
import { check, exchange, type MadeSuite, scored, storedRun, without } from "../stored-run.test-helper.ts";
import { writeJunitReport } from "./junit-report.ts";
import { readXml, type XmlElement } from "./strict-xml.test-helper.ts";

function junitOf(...made: MadeSuite[]): Promise<XmlElement> {
  return decidedJunit({ verdict: "fail", exitCode: 1, reasons: [], reason: "it failed" }, ...made);
}

async function decidedJunit(decision: Decision, ...made: MadeSuite[]): Promise<XmlElement> {
  const { store, run } = await storedRun(...made);
  const parts: string[] = [];
  const decisions = [{ suite: "coach", ...decision }];
  await writeJunitReport({ store, run, decisions, write: (part) => void parts.push(part) });
  return readXml(parts.join(""));
}

const named = (element: XmlElement | undefined, name: string) =>
  element?.children.filter((child) => child.name === name) ?? [];

const coach: MadeSuite = {
  metrics: [{ name: "toolUse" }],
  trials: [
    {
      id: "good",
      status: "passed",
      scores: [scored("toolUse", 1)],
      transcript: { exchanges: [exchange("a", { replyMs: 1_500 }), exchange("b", { replyMs: 250 })] },
    },
    {
      id: "bad",
      status: "failed",
      scores: [scored("toolUse", 0, { checks: [check("calls add", "it did not"), check("asks", "nor that")] })],
    },
    { id: "broken", status: "errored", transcript: { outcome: { kind: "infrastructure", message: "no model" } } },
    { id: "silent", status: "unscored", scores: [without("toolUse", "unscored", "no answer")] },
    { id: "nothing", status: "skipped" },
    { id: "waiting" },
  ],
};

describe("JUnit XML", () => {
  test("has a testcase for each trial, with what became of it", async () => {
    const [suite] = (await junitOf(coach)).children;
    expect(suite?.attributes).toMatchObject({
      name: "coach",
      tests: "6",
      failures: "1",
      errors: "1",
      skipped: "3",
      time: "1.750",
    });
    const cases = named(suite, "testcase");
    expect(cases.map(({ attributes }) => attributes.name)).toEqual([
      "good",
      "bad",
      "broken",
      "silent",
      "nothing",
      "waiting",
    ]);
    expect(cases.map(({ children }) => children.map(({ name }) => name))).toEqual([
      ["properties"],
      ["properties", "failure"],
      ["properties", "error"],
      ["properties", "skipped"],
      ["properties", "skipped"],
      ["properties", "skipped"],
    ]);
    const [, failure] = cases[1]?.children ?? [];
    expect(failure?.attributes.message).toBe("toolUse: calls add: it did not");
    expect(failure?.text).toBe("toolUse: calls add: it did not\ntoolUse: asks: nor that");
    expect(cases[2]?.children[1]?.attributes.message).toBe("infrastructure: no model");
    expect(cases[3]?.children[1]?.attributes.message).toBe("unscored: toolUse: unscored: no answer");
    expect(cases[5]?.children[1]?.attributes.message).toBe("played, not scored yet");
  });

  test("takes the time from latency, and leaves it out where nobody knows", async () => {
    const [suite] = (await junitOf(coach)).children;
    const [good, bad] = named(suite, "testcase");
    expect(good?.attributes.time).toBe("1.750");
    expect(bad?.attributes).not.toHaveProperty("time");
  });

  test("carries the verdict along", async () => {
    const [suite] = (await junitOf(coach)).children;
    const properties = named(named(suite, "properties")[0], "property").map(({ attributes }) => [
      attributes.name,
      attributes.value,
    ]);
    expect(properties).toContainEqual(["verdict", "fail"]);
    expect(properties).toContainEqual(["reason", "it failed"]);
  });

  test("has a testsuite for each suite and variant, and names repeats", async () => {
    const variants = ["v1", "v2"].map((prompt) => ({ variant: { prompt }, cases: 1, planned: 2 }));
    const trials = ["v1", "v2"].flatMap((prompt) =>
      [1, 2].map((repeat) => ({ id: "one", status: "passed" as const, variant: { prompt }, repeat })),
    );
    const document = await junitOf({ variants, trials }, { name: "other", trials: [] });
    expect(document.children.map(({ attributes }) => attributes.name)).toEqual([
      "coach · prompt v1",
      "coach · prompt v2",
      "other",
    ]);
    expect(named(document.children[1], "testcase").map(({ attributes }) => attributes.name)).toEqual(["one", "one #2"]);
    expect(named(document.children[1], "testcase")[0]?.attributes.classname).toBe("coach · prompt v2");
  });

  test("a run that is not over is not green: trials that were never played are an error", async () => {
    const [suite] = (await junitOf({ planned: 3, trials: [{ id: "good", status: "passed" }] })).children;
    expect(suite?.attributes).toMatchObject({ tests: "2", errors: "1" });
    expect(named(suite, "testcase").at(-1)?.children[0]?.attributes.message).toBe(
      "2 trials were planned, but never played",
    );
  });

  test("cases that a replay left out are noted", async () => {
    const variants = [{ variant: {}, cases: 1, planned: 1, withoutTape: 2 }];
    const [suite] = (await junitOf({ variants, trials: [{ id: "good", status: "passed" }] })).children;
    expect(named(named(suite, "properties")[0], "property").at(-1)?.attributes).toEqual({
      name: "notes",
      value: "left out, because there is no tape: 2 cases",
    });
  });

  test("a suite that did not pass is not green, also if no trial failed", async () => {
    const made: MadeSuite = { trials: [{ id: "silent", status: "unscored" }, { id: "open" }] };
    const [unscored] = (await decidedJunit({ verdict: "error", exitCode: 3, reasons: [], reason: "1 unscored" }, made))
      .children;
    expect(unscored?.attributes).toMatchObject({ tests: "3", failures: "0", errors: "1", skipped: "2" });
    const last = named(unscored, "testcase").at(-1);
    expect(last).toMatchObject({
      attributes: { name: "(verdict)", classname: "coach" },
      children: [{ name: "error", attributes: { message: "1 unscored", type: "error" } }],
    });
    const [missed] = (
      await decidedJunit({ verdict: "fail", exitCode: 1, reasons: [], reason: "under its floor" }, made)
    ).children;
    expect(missed?.attributes).toMatchObject({ tests: "3", failures: "1", errors: "0" });
    expect(named(missed, "testcase").at(-1)?.children[0]?.name).toBe("failure");
  });

  test("a verdict that a failed trial shows, or that lets the run through, gets no testcase of its own", async () => {
    const trials = [{ id: "good", status: "passed" as const }];
    for (const decision of [
      { verdict: "pass", exitCode: 0, reasons: [], reason: "" },
      { verdict: "inconclusive", exitCode: 0, reasons: [], reason: "few cases" },
    ] as const) {
      const [suite] = (await decidedJunit(decision, { trials })).children;
      expect(suite?.attributes).toMatchObject({ tests: "1", failures: "0", errors: "0" });
    }
    expect(named((await junitOf(coach)).children[0], "testcase")).toHaveLength(6);
  });
});
