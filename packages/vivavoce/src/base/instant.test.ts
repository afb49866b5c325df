import { expect, test } from "vitest";
import { instantOf } from "./instant.ts";

const moment = Date.UTC(2026, 10, 16, 16, 0, 0);

test.for([
  "2026-11-16T16:00:00Z",
  "2026-11-16T16:00Z",
  "2026-11-16T10:00:00-06:00",
  "2026-11-16T10:00:00.000-0600",
  "2026-11-16 17:00:00+01",
  "20261116T160000Z",
  "2026-11-17T01:30+09:30",
  "2026-11-16T10:00-06:00[America/Chicago]",
  "Mon, 16 Nov 2026 16:00:00 GMT",
  "Mon, 16 Nov 2026 10:00:00 -0600",
  moment,
  moment / 1000,
])("%s is the same moment", (written) => {
  expect(instantOf(written)).toBe(moment);
});

test("a moment has its milliseconds", () => {
  expect(instantOf("2026-11-16T16:00:00.250Z")).toBe(moment + 250);
});

test.for([
  "2026-11-16T16:00:00",
  "2026-11-16",
  "tomorrow",
  "2026-02-30T10:00Z",
  "2026-11-16T25:00Z",
  "",
  null,
  true,
  [],
])("%j is not a moment", (written) => {
  expect(instantOf(written)).toBeUndefined();
});
