/**
 * How long a server asks to wait, in milliseconds, from its headers: `retry-after-ms`, or `retry-after` in seconds or
 * as a date. Undefined if it does not say, or the value cannot be read.
 */
export function retryAfterMs(header: (name: string) => string | null | undefined, now: number): number | undefined {
  const milliseconds = wholeOrDecimal(header("retry-after-ms"));
  if (milliseconds !== undefined) return milliseconds;
  const text = header("retry-after");
  const seconds = wholeOrDecimal(text);
  if (seconds !== undefined) return seconds * 1000;
  const date = text && /[a-z]/i.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

function wholeOrDecimal(text: string | null | undefined): number | undefined {
  return text && /^\s*\d+(?:\.\d+)?\s*$/.test(text) ? Number(text) : undefined;
}
