import { describe, expect, test } from "vitest";
import type { CaseFinding } from "../read/placed-tree.ts";
import { readJson } from "../read/read-json.ts";
import { positionOfComplaint, positionOfFinding } from "./examine-case.ts";

/** One field a line, so that a line says which field is meant. */
function sourceOf(value: object) {
  const [item] = readJson(Buffer.from(`\n${JSON.stringify(value, null, 1)}`));
  if (item?.kind !== "case" || !item.source) throw new Error("no case");
  return item.source;
}

const finding = (path: CaseFinding["path"], hint: CaseFinding["hint"]): CaseFinding => ({
  level: "problem",
  message: "",
  path,
  hint,
});

describe("pointing at a complaint", () => {
  const source = sourceOf({ a: { b: "x" }, c: "y", d: 5 });

  test("about what was written: at the value or at the field's name", () => {
    const complaint = { message: "", path: ["a", "b"], target: "value" as const };
    expect(positionOfComplaint(source, complaint, "input")).toMatchObject({ line: 4, column: 8 });
    expect(positionOfComplaint(source, { ...complaint, target: "field" }, "input")).toMatchObject({
      line: 4,
      column: 3,
    });
  });

  test("about what the schema made: at the value, wherever it stands, whatever the path", () => {
    const complaint = { message: "", path: ["a", "b"], target: "value" as const };
    expect(positionOfComplaint(source, { ...complaint, found: "y" }, "output")).toMatchObject({ line: 6 });
    expect(positionOfComplaint(source, { ...complaint, found: 5 }, "output")).toMatchObject({ line: 7 });
  });

  test("about something the schema made up: at the start of the case", () => {
    const complaint = { message: "", path: ["a", "b"], target: "value" as const };
    expect(positionOfComplaint(source, { ...complaint, found: "invented" }, "output")).toMatchObject({
      line: 2,
      column: 1,
    });
    expect(positionOfComplaint(source, { ...complaint, found: {} }, "output")).toMatchObject({ line: 2, column: 1 });
    expect(positionOfComplaint(source, complaint, "output")).toMatchObject({ line: 2, column: 1 });
  });
});

describe("pointing at a finding", () => {
  const source = sourceOf({ steps: ["x", "y", "x"], expect: { calls: [{ name: "x" }] } });

  test("where the text has the same shape, at the path and nowhere else", () => {
    const same = finding(["expect", "calls", 0, "name"], { kind: "value", value: "x" });
    expect(positionOfFinding(source, same, 0)).toMatchObject({ line: 11, column: 13 });
    const named = finding(["expect", "calls", 0, "name"], { kind: "field", name: "name" });
    expect(positionOfFinding(source, named, 0)).toMatchObject({ line: 11, column: 5 });
  });

  test("where it has another shape, at the nth place that fits", () => {
    const elsewhere = finding(["expect", "tools", 0], { kind: "value", value: "x" });
    const lines = [0, 1, 2, 9].map((nth) => positionOfFinding(source, elsewhere, nth).line);
    expect(lines).toEqual([4, 6, 11, 11]);
  });

  test("where it is nowhere, at the start of the case", () => {
    expect(positionOfFinding(source, finding(["z"], { kind: "value", value: "z" }), 0)).toMatchObject({
      line: 2,
      column: 1,
    });
  });
});
