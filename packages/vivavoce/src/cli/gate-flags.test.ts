import { Command } from "commander";
import { describe, expect, test } from "vitest";
import { addFlags } from "./flags.ts";
import { comparisonRows, gateRows, policyOf, refuseUnknownMetrics } from "./gate-flags.ts";

function parsed(...args: string[]) {
  const command = addFlags(new Command(), gateRows)
    .exitOverride()
    .configureOutput({ writeErr: () => {} });
  command.parse(args, { from: "user" });
  return policyOf(command.opts());
}

describe("the policy by flag", () => {
  test("is empty without flags: the policy of suite and config stays", () => expect(parsed()).toEqual({}));

  test("holds what was given, and only that", () => {
    expect(parsed("--margin", "0.1")).toEqual({ margin: 0.1 });
    expect(parsed("--primary", "m")).toEqual({ primary: "m" });
    expect(parsed("--secondary", "a", "--secondary", "b")).toEqual({ secondary: ["a", "b"] });
    expect(parsed("--floor", "a=0.5", "--floor", "b=1")).toEqual({ floors: { a: 0.5, b: 1 } });
    expect(parsed("--floor", "a=b=0")).toEqual({ floors: { "a=b": 0 } });
    expect(parsed("--pass-rate", "0")).toEqual({ passRate: 0 });
    expect(parsed("--max-unscored", "1")).toEqual({ maxUnscored: 1 });
    expect(parsed("--inconclusive", "pass")).toEqual({ inconclusive: "pass" });
  });

  test.each([
    ["--margin", "0"],
    ["--margin", "1.5"],
    ["--pass-rate", "-0.1"],
    ["--pass-rate", " "],
    ["--floor", "=1"],
    ["--floor", "a="],
    ["--max-unscored", "NaN"],
  ])("%s %o is refused", (flag, value) => expect(() => parsed(flag, value)).toThrow());

  test("a comparison has no flags for floors and pass rates", () => {
    const command = addFlags(new Command(), comparisonRows)
      .exitOverride()
      .configureOutput({ writeErr: () => {} });
    expect(() => command.parse(["--pass-rate", "1"], { from: "user" })).toThrow("unknown option");
  });

  test("a metric that the suite does not have is refused, with a list of those it has", () => {
    expect(() =>
      refuseUnknownMetrics("exam", { floors: { x: 1 }, secondary: ["y"], primary: "a" }, ["a", "b"]),
    ).toThrow("there is no metric y in suite exam for its gate");
    expect(() => refuseUnknownMetrics("exam", { primary: "a" }, ["a", "b"])).not.toThrow();
  });
});
