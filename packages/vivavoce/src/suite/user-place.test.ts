import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { isOwnFault, strayProblem, userFrame, userStack } from "./user-place.ts";

const own = join(import.meta.dirname, "project.ts");

function errorWith(...lines: string[]): Error {
  const error = new TypeError("went wrong");
  error.stack = ["TypeError: went wrong", ...lines.map((line) => `    at ${line}`)].join("\n");
  return error;
}

const mixed = errorWith(
  "Timeout._onTimeout (/home/me/exams/my agent.ts:12:25)",
  "listOnTimeout (node:internal/timers:685:17)",
  "async run (/home/me/node_modules/pack/index.js:3:4)",
  "file:///home/me/exams/a.eval.ts:3:16",
  `async loadModule (file://${own}:28:24)`,
);

describe("frames", () => {
  test("those that lie in files, with what was called and where", () => {
    expect(userFrame(mixed)).toEqual({ file: "/home/me/exams/my agent.ts", line: 12 });
    const inPackage = errorWith(
      "listOnTimeout (node:internal/timers:685:17)",
      "async run (/home/me/node_modules/p/i.js:3:4)",
    );
    expect(strayProblem(inPackage).message).toMatch(/\n {4}at async run \(\/home\/me\/node_modules\/p\/i\.js:3\)$/);
    expect(isOwnFault(errorWith(`async loadModule (file://${own}:28:24)`))).toBe(true);
  });

  test("the user's own, relative to the project: the same on every machine", () => {
    expect(userStack(mixed, "/home/me/exams")).toBe("Timeout._onTimeout (my agent.ts:12)\na.eval.ts:3");
    const wrapped = new Error("wrapped", { cause: mixed });
    wrapped.stack = "Error: wrapped\n    at run (node:internal/timers:685:17)";
    expect(userStack(wrapped, "/home/me/exams")).toContain("my agent.ts:12");
    expect(userStack(mixed, "/home/me/other")).toBe("Timeout._onTimeout (../exams/my agent.ts:12)");
    expect(userStack("text", "/home/me")).toBeUndefined();
    const hostile = new Proxy(new Error("x"), {
      get: () => {
        throw new Error("no");
      },
    });
    expect(userStack(hostile, "/home/me")).toBeUndefined();
  });

  test("none for what is not an error, or has no stack", () => {
    const bare = new Error("bare");
    Object.assign(bare, { stack: undefined });
    for (const thrown of ["text", undefined, null, { stack: "at /a.ts:1:1" }, bare])
      expect([userFrame(thrown), userStack(thrown, "/"), isOwnFault(thrown)]).toEqual([undefined, undefined, false]);
  });
});

describe("whose fault an error is", () => {
  test("ours, where only our own lines are on the stack", () => {
    expect(isOwnFault(errorWith(`run (${own}:1:1)`, "main (node:internal/main:1:1)"))).toBe(true);
  });

  test("an error counts as the user's if a frame is theirs or a package's, or if its origin is unknown", () => {
    expect(isOwnFault(mixed)).toBe(false);
    expect(isOwnFault(errorWith(`fail (${own}:1:1)`, "/home/me/a.eval.ts:1:1"))).toBe(false);
    expect(isOwnFault(errorWith("x (/home/me/node_modules/pack/i.js:1:1)", `load (${own}:1:1)`))).toBe(false);
    expect(isOwnFault(errorWith("afterConnect (node:net:1611:16)"))).toBe(false);
    expect(isOwnFault("text")).toBe(false);
  });
});

describe("the message for an error that is not caught", () => {
  test("whose code, the message, the user's own lines and what to do", () => {
    expect(strayProblem(mixed)).toEqual({
      message: [
        "code of the suite threw outside any trial: went wrong",
        "    at Timeout._onTimeout (/home/me/exams/my agent.ts:12)",
        "    at the file itself (/home/me/exams/a.eval.ts:3)",
      ].join("\n"),
      place: { file: "/home/me/exams/my agent.ts", line: 12 },
      remedy: "Nothing catches it: await the promise, or catch the error where it is thrown.",
    });
  });

  test("without a line of the user's, the innermost of a package's", () => {
    const inPackage = errorWith("beat (/home/me/node_modules/pack/index.js:3:4)", `load (${own}:1:1)`);
    expect(strayProblem(inPackage)).toMatchObject({
      message: expect.stringMatching(/went wrong\n {4}at beat \(\/home\/me\/node_modules\/pack\/index\.js:3\)$/),
      place: undefined,
    });
  });

  test("for something that is not an error, what it is", () => {
    expect(strayProblem("text").message).toBe("code of the suite threw outside any trial: text");
    expect(strayProblem(undefined).message).toBe("code of the suite threw outside any trial: undefined");
  });

  test("a deep stack is cut", () => {
    const deep = errorWith(...Array.from({ length: 30 }, (_, index) => `f${index} (/home/me/a.ts:${index + 1}:1)`));
    expect(strayProblem(deep).message.split("\n")).toHaveLength(11);
  });
});
