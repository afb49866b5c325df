import { describe, expect, test } from "vitest";
import { shapeFault } from "./fault.ts";

describe("values that are unsafe to walk", () => {
  test("plain data is fine", () => {
    expect(shapeFault({ a: [1, null, "x", { b: true }] })).toBeUndefined();
    expect(shapeFault(undefined)).toBeUndefined();
  });

  test("a field called __proto__ is found", () => {
    const value: unknown = JSON.parse('{"a": [{"__proto__": {"admin": true}}]}');
    expect(shapeFault(value)).toEqual({ kind: "name", path: ["a", 0, "__proto__"] });
  });

  test("a cycle is too deep", () => {
    const value: { self?: unknown } = {};
    value.self = value;
    expect(shapeFault(value)?.kind).toBe("depth");
  });

  test("200 levels are fine, 201 are not", () => {
    const nested = (levels: number) => JSON.parse("[".repeat(levels) + "]".repeat(levels));
    expect(shapeFault(nested(200))).toBeUndefined();
    expect(shapeFault(nested(201))).toMatchObject({ kind: "depth" });
  });
});
