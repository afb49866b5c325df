import { expect, test } from "vitest";
import { retryAfterMs } from "./http-failure.ts";

const now = Date.parse("2026-03-01T12:00:00Z");
const given = (headers: Record<string, string>) => retryAfterMs((name) => headers[name] ?? null, now);

test.each([
  [{ "retry-after": "7" }, 7000],
  [{ "retry-after": "0" }, 0],
  [{ "retry-after": " 1.5 " }, 1500],
  [{ "retry-after-ms": "250" }, 250],
  [{ "retry-after-ms": "250", "retry-after": "9" }, 250],
  [{ "retry-after": "Sun, 01 Mar 2026 12:00:30 GMT" }, 30_000],
])("%j asks for %d ms", (headers, milliseconds) => expect(given(headers)).toBe(milliseconds));

test("a date that has passed asks for no wait", () => {
  expect(given({ "retry-after": "Sun, 01 Mar 2026 11:00:00 GMT" })).toBe(0);
});

test.each([{}, { "retry-after": "" }, { "retry-after": "-5" }, { "retry-after": "soon" }, { "retry-after": "1e9999" }])(
  "%j asks for nothing",
  (headers: Record<string, string>) => expect(given(headers)).toBeUndefined(),
);
