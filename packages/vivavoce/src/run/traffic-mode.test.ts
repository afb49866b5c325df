import { describe, expect, test } from "vitest";
import { trafficMode } from "./traffic-mode.ts";

const key = "OPENROUTER_API_KEY";

describe("live or replayed", () => {
  test.each([
    [undefined, [], { kind: "live" }],
    [undefined, [key], { kind: "replay", missingKey: key }],
    ["live", [], { kind: "live" }],
    ["replay", [], { kind: "replay", missingKey: undefined }],
    ["replay", [key], { kind: "replay", missingKey: undefined }],
    ["record", [], { kind: "record", onlyMissing: false }],
    ["record-missing", [], { kind: "record", onlyMissing: true }],
  ] as const)("%s, with %j missing: %j", (wish, missing, mode) => {
    expect(trafficMode(wish, missing)).toEqual(mode);
  });

  test.each([
    ["live", "--live"],
    ["record", "--record"],
    ["record-missing", "--record"],
  ] as const)("%s without its key is refused, and exits with 3", (wish, flag) => {
    const refused = () => trafficMode(wish, [key, key, "OPENAI_API_KEY"]);
    expect(refused).toThrow(`${flag} needs ${key} and OPENAI_API_KEY, which is not set`);
    expect(refused).toThrow(expect.objectContaining({ exitCode: 3, remedy: expect.stringContaining(".env") }));
  });
});
