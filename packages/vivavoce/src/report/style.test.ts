import { describe, expect, test } from "vitest";
import { plainStyle, terminalStyle } from "./style.ts";

describe("colours", () => {
  const terminal = { isTTY: true };
  const coloured = (stream: { isTTY?: boolean }, environment: Record<string, string>) =>
    terminalStyle(stream, environment).bad("x") !== "x";

  test.each<[string, { isTTY?: boolean }, Record<string, string>, boolean]>([
    ["on a terminal", terminal, {}, true],
    ["not on a pipe", {}, {}, false],
    ["not with NO_COLOR", terminal, { NO_COLOR: "1" }, false],
    ["an empty NO_COLOR is none", terminal, { NO_COLOR: "" }, true],
    ["not on a dumb terminal", terminal, { TERM: "dumb" }, false],
    ["on a pipe with FORCE_COLOR", {}, { FORCE_COLOR: "1" }, true],
    ["FORCE_COLOR=0 forces nothing", {}, { FORCE_COLOR: "0" }, false],
    ["NO_COLOR wins over FORCE_COLOR", terminal, { NO_COLOR: "1", FORCE_COLOR: "1" }, false],
  ])("%s", (_name, stream, environment, expected) => expect(coloured(stream, environment)).toBe(expected));

  test("each has a colour of its own, and plain text has none", () => {
    const { bold, dim, good, bad, warn } = terminalStyle(terminal, {});
    const painted = [bold, dim, good, bad, warn].map((paint) => paint("x"));
    expect(new Set(painted).size).toBe(5);
    for (const text of painted) expect(text).toContain("x");
    expect(Object.values(plainStyle).map((paint) => paint("x"))).toEqual(["x", "x", "x", "x", "x"]);
  });
});
