import { Command, CommanderError } from "commander";
import { describe, expect, test } from "vitest";
import { InputError } from "../base/index.ts";
import { defaultOptions } from "../run/index.ts";
import { commandOf } from "./command.ts";
import { type RunFlags, runOptions, runRows } from "./run-flags.ts";

/** The paths and flags of a command line, as `viva run` gets them. */
function parse(line: string): { paths: string[]; flags: RunFlags } {
  let parsed: { paths: string[]; flags: RunFlags } | undefined;
  const command = commandOf({
    takes: [["[paths...]", "suites"]],
    flags: runRows,
    act(flags, paths: string[]) {
      parsed = { paths, flags };
    },
  })(new Command("run"));
  command.exitOverride().configureOutput({ writeErr: () => {} });
  command.parse(line === "" ? [] : line.split(" "), { from: "user" });
  if (!parsed) throw new Error("nothing was parsed");
  return parsed;
}

const optionsOf = (line: string, maxCost?: number, concurrency?: number) =>
  runOptions(parse(line).flags, maxCost, concurrency);

describe("what the flags ask for", () => {
  test("nothing: the defaults", () => {
    expect(optionsOf("")).toEqual(defaultOptions);
  });

  test.each([
    ["--case a --case b-*", { cases: ["a", "b-*"] }],
    ["--tag quick --tag slow", { tags: ["quick", "slow"] }],
    ["--failed", { failed: true }],
    ["--variant prompt=v1,v2 --variant mode=a=b", { variants: { prompt: ["v1", "v2"], mode: ["a=b"] } }],
    ["--variant prompt=v1 --variant prompt=v2,v1", { variants: { prompt: ["v1", "v2"] } }],
    ["--variant prompt=v1 --faults none,error", { variants: { prompt: ["v1"], fault: ["none", "error"] } }],
    ["--repeat 3", { repeat: 3 }],
    ["--users 3", { repeat: 3, users: 3 }],
    ["--concurrency 4", { concurrency: 4 }],
    ["--model-concurrency 2", { modelConcurrency: 2 }],
    ["--requests-per-minute 90.5", { requestsPerMinute: 90.5 }],
    ["--tokens-per-minute 90000", { tokensPerMinute: 90_000 }],
    ["--timeout 1.5", { timeoutMs: 1_500 }],
    ["--seed 0", { seed: 0 }],
    ["--max-cost 0.25", { maxCost: 0.25 }],
    ["--bail", { bail: true }],
    ["--model openai:gpt-5", { model: "openai:gpt-5" }],
    ["--judge openai:gpt-5", { judge: "openai:gpt-5" }],
    ["--agent nothing", { agent: "nothing" }],
    ["--agent random", { agent: "random" }],
    ["--live", { traffic: "live" }],
    ["--replay", { traffic: "replay" }],
    ["--record", { traffic: "record" }],
    ["--record missing", { traffic: "record-missing" }],
  ])("%s", (line, wanted) => {
    expect(optionsOf(line)).toEqual({ ...defaultOptions, ...wanted });
  });

  test.each(["__proto__", "constructor", "toString"])("a variant can be called %s", (name) => {
    const { variants } = optionsOf(`--variant ${name}=a --variant ${name}=b,a`);
    expect(Object.entries(variants)).toEqual([[name, ["a", "b"]]]);
    expect(Object.getPrototypeOf(variants)).toBe(Object.prototype);
  });

  test("paths may come before or after flags, and --record takes none of them as its value", () => {
    expect(parse("a b --bail").paths).toEqual(["a", "b"]);
    expect(parse("--bail a").paths).toEqual(["a"]);
    expect(parse("a --record").flags.record).toBe(true);
    expect(parse("a --resume").flags.resume).toBe(true);
    expect(parse("--resume 7f3a").flags.resume).toBe("7f3a");
  });

  test("the config's limit and concurrency hold where no flag is given", () => {
    expect(optionsOf("", 2, 7)).toMatchObject({ maxCost: 2, concurrency: 7 });
    expect(optionsOf("--max-cost 5 --concurrency 1", 2, 7)).toMatchObject({ maxCost: 5, concurrency: 1 });
  });
});

describe("flags that make no sense", () => {
  test.each([
    "--repeat 0",
    "--repeat -1",
    "--repeat two",
    "--repeat 1.5",
    "--users 0",
    "--users many",
    "--concurrency 0",
    "--model-concurrency 0",
    "--requests-per-minute 0",
    "--tokens-per-minute many",
    "--model-concurrency 1.5",
    "--seed -1",
    "--seed 4294967296",
    "--max-cost 0",
    "--max-cost -1",
    "--max-cost Infinity",
    "--timeout nan",
    "--timeout 0",
    "--agent genius",
    "--record some/path",
    "--variant prompt",
    "--variant =v1",
    "--variant prompt=",
    "--faults",
    "--faults ,",
    "--faults error,broken",
    "--colour",
    "--case",
  ])("%s is refused", (line) => {
    expect(() => parse(line)).toThrow(CommanderError);
  });

  test.each([
    ["--live --replay", "--live and --replay exclude each other"],
    ["--replay --record", "--replay and --record exclude each other"],
    ["--live --record missing", "--live and --record exclude each other"],
    ["--users 2 --repeat 2", "--users already sets how often each case is played"],
    ["--resume --users 2", "it cannot be combined with --users"],
    ["--resume --repeat 2", "it cannot be combined with --repeat"],
    ["--resume 7f --case a --seed 0 --live", "it cannot be combined with --case, --seed, --live"],
    ["--resume --variant a=b", "it cannot be combined with --variant"],
    ["--resume --faults slow", "it cannot be combined with --faults"],
  ])("%s is refused", (line, words) => {
    expect(() => optionsOf(line)).toThrow(InputError);
    expect(() => optionsOf(line)).toThrow(words);
  });

  test("flags that do not decide what is played can be combined with --resume", () => {
    expect(optionsOf("--resume --concurrency 2 --max-cost 5 --bail --json --verbose")).toMatchObject({
      concurrency: 2,
      bail: true,
    });
  });
});
