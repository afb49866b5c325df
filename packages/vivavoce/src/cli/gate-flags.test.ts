import { Command } from "commander";
import { describe, expect, test } from "vitest";
import { commandOf } from "./command.ts";
import { comparisonRows, gateRows, policyOf, refuseUnfit } from "./gate-flags.ts";

function parsed(...args: string[]) {
  const command = commandOf({ flags: gateRows, act() {} })(new Command())
    .exitOverride()
    .configureOutput({ writeErr: () => {} });
  command.parse(args, { from: "user" });
  return policyOf(command.opts());
}

describe("the policy by flag", () => {
  test("is empty without flags: the policy of suite and config stays", () => expect(parsed()).toEqual({}));

  test("holds what was given, and only that", () => {
    expect(parsed("--margin", "0.1")).toEqual({ margin: 0.1 });
    expect(parsed("--gate", "primary=m")).toEqual({ primary: "m" });
    expect(parsed("--gate", "secondary=a+b,scope=these", "--gate", "secondary=c")).toEqual({
      secondary: ["a", "b", "c"],
      scope: "these",
    });
    expect(parsed("--gate", "floors.a=0.5,floors.b.c=1")).toEqual({ floors: { a: 0.5, "b.c": 1 } });
    expect(parsed("--gate", "floors.a=b=0")).toEqual({ floors: { "a=b": 0 } });
    expect(parsed("--pass-rate", "0")).toEqual({ passRate: 0 });
    expect(parsed("--gate", "maxUnscored=1")).toEqual({ maxUnscored: 1 });
    expect(parsed("--inconclusive", "pass")).toEqual({ inconclusive: "pass" });
  });

  test.each([
    ["--margin", "0"],
    ["--margin", "1.5"],
    ["--pass-rate", "-0.1"],
    ["--pass-rate", " "],
    ["--gate", "floors.=1"],
    ["--gate", "floors.a="],
    ["--gate", "floors=1"],
    ["--gate", "maxUnscored=NaN"],
    ["--gate", "assured=perhaps"],
    ["--gate", "scope=all"],
    ["--gate", "margin"],
    ["--gate", "margin=0.1,margin=0.2"],
    ["--gate", "floors.a=0.1,floors.a=0.2"],
  ])("%s %o is refused", (flag, value) => expect(() => parsed(flag, value)).toThrow());

  test("a name that is not a setting gets a suggestion, and a setting given twice is refused", () => {
    expect(() => parsed("--gate", "marign=0.1")).toThrow("Did you mean margin?");
    expect(() => parsed("--gate", "floor.a=0.1")).toThrow("Did you mean floors.METRIC?");
    expect(() => parsed("--margin", "0.1", "--gate", "margin=0.5")).toThrow("margin is given twice");
  });

  test("a comparison has no flags for floors and pass rates", () => {
    const command = commandOf({ flags: comparisonRows, act() {} })(new Command())
      .exitOverride()
      .configureOutput({ writeErr: () => {} });
    expect(() => command.parse(["--pass-rate", "1"], { from: "user" })).toThrow("unknown option");
    expect(() => command.parse(["--gate", "passRate=1"], { from: "user" })).toThrow("is not a setting");
  });

  test("a metric that the suite does not have is refused, with a list of those it has", () => {
    const metrics = [{ name: "a" }, { name: "b" }];
    expect(() => refuseUnfit("exam", metrics, { floors: { x: 1 }, secondary: ["y"], primary: "a" }, {})).toThrow(
      "there is no metric y in suite exam for its gate",
    );
    expect(() => refuseUnfit("exam", metrics, { primary: "a" }, {})).not.toThrow();
  });
});
