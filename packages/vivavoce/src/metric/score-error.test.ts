import { describe, expect, test } from "vitest";
import { deepFreeze, InfrastructureError } from "../base/index.ts";
import { errorReason } from "./score-checked.ts";

interface Talk {
  outcome?: string;
  items: string[];
}

/** What is thrown at whoever does this to something frozen. */
function thrownBy(change: (talk: Talk) => unknown): unknown {
  try {
    change(deepFreeze<Talk>({ outcome: "completed", items: ["b", "a"] }));
  } catch (error) {
    return error;
  }
  throw new Error("nothing was thrown");
}

describe("a metric that changes what it was given is told so", () => {
  test.each<[string, (talk: Talk) => unknown]>([
    ["sets a field", (talk) => Object.assign(talk, { outcome: "changed" })],
    ["adds a field", (talk) => Object.assign(talk, { note: 1 })],
    ["deletes a field", (talk) => Reflect.apply(() => delete talk.outcome, undefined, [])],
    ["defines a field", (talk) => Object.defineProperty(talk, "note", { value: 1 })],
    ["defines a field anew", (talk) => Object.defineProperty(talk, "outcome", { value: 1 })],
    ["adds to a list", (talk) => talk.items.push("c")],
    ["takes from a list", (talk) => talk.items.pop()],
    ["takes the first of a list", (talk) => talk.items.shift()],
    ["puts before a list", (talk) => talk.items.unshift("c")],
    ["sorts a list", (talk) => talk.items.sort()],
    ["turns a list round", (talk) => talk.items.reverse()],
    ["cuts a list", (talk) => talk.items.splice(0, 1)],
    ["shortens a list", (talk) => Object.assign(talk.items, { length: 0 })],
    ["fills a list", (talk) => talk.items.fill("x")],
  ])("%s", (_name, change) => {
    const error = thrownBy(change);
    const reason = errorReason(error);
    expect(reason).toContain((error as Error).message);
    expect(reason).toMatch(/A metric cannot change the transcript or the case .*take a copy/);
  });
});

test("any other error is told as it is", () => {
  expect(errorReason(new Error("no such field"))).toBe("no such field");
  expect(errorReason(new TypeError("Cannot read properties of undefined (reading 'text')"))).toBe(
    "Cannot read properties of undefined (reading 'text')",
  );
  expect(errorReason("a text")).toBe("a text");
  expect(errorReason(new InfrastructureError({ message: "503", remedy: "Try later." }))).toBe("503. Try later.");
});
