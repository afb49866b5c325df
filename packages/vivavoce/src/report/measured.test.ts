import { expect, test } from "vitest";
import type { Origin, StoredSuite } from "../shape/index.ts";
import { measured } from "./run-facts.ts";

const suite = (name: string, mode: "live" | "replay", origin: Origin = "recorded") =>
  ({ name, header: { mode, variants: [{ origin }] } }) as unknown as StoredSuite;

test("a live run measures; a replay does not, and says so, by name where only some were replayed", () => {
  expect(measured([suite("a", "live")])).toBeUndefined();
  expect(measured([suite("a", "replay")])).toBe(
    "Replayed from recordings. No model was asked, so nothing was measured anew.",
  );
  expect(measured([suite("a", "replay", "hand-written")])).toMatch(/written by hand\. Nothing was measured/);
  expect(measured([suite("a", "live"), suite("b", "replay")])).toMatch(/^b: Replayed/);
});

test("given transcripts are said to be given, whatever the judge's mode was", () => {
  for (const mode of ["live", "replay"] as const)
    expect(measured([suite("a", mode, "given transcripts")])).toBe(
      "Given transcripts were scored. No agent was played.",
    );
});
