import { describe, expect, test } from "vitest";
import { encodings, seen, writtenIn } from "./fixtures/encodings.ts";
import { redactor, replaceMarks } from "./redaction.ts";

const letters = "aB3dE6gH9jK2mN5pQ8sT1vW4xY7zA0cD3fG6iJ9lM2oP5rS8";

/** Values of variables, of every make. */
const values = [
  "hunter2-hunter2",
  "correct horse battery 1",
  'pa"ss\\wörd/+=&',
  "p@$$w0rd!p@$$w0rd!",
  "123456789012",
  "Ünïcödé-Schlüssel-7",
  "100%25-of-it\\n-all",
  "/wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
  letters,
];

/** Keys that are known by themselves. */
const keys = [
  `sk-proj-${letters}`,
  `sk-${"canary".repeat(5)}`,
  `ghp_${letters.slice(0, 36)}`,
  `github_pat_${letters}`,
  `xoxb-1234567890-${letters.slice(0, 24)}`,
  "AKIAIOSFODNN7EXAMPLE",
  `AIza${letters.slice(0, 35)}`,
  `hf_${letters.slice(0, 34)}`,
  `eyJ${letters.slice(0, 20)}.eyJ${letters.slice(0, 20)}.${letters.slice(0, 43)}`,
];

/** The longest stretch of the written secret that is still there. */
function leftOf(written: string, redacted: string): string {
  const [whole, rest] = [seen(written), seen(replaceMarks(redacted, () => "\0"))];
  let longest = "";
  for (let start = 0; start + longest.length < whole.length; start++) {
    while (start + longest.length < whole.length && rest.includes(whole.slice(start, start + longest.length + 1))) {
      longest = whole.slice(start, start + longest.length + 1);
    }
  }
  return longest;
}

describe.each(Object.entries(encodings))("%s", (name, [write]) => {
  const check = (secret: string, environment: Record<string, string>) => {
    const redact = redactor(environment);
    const text = writtenIn(name, secret);
    const redacted = redact.text(text);
    expect(redacted).toMatch(/\[redacted:[a-z0-9-]+:[0-9a-f]{6}\]/);
    // The edges of an encoding may belong to what stands beside it.
    expect(leftOf(write(secret), redacted).length, `${text} → ${redacted}`).toBeLessThan(7);
    expect(redact.text(redacted)).toBe(redacted);
    expect(redactor({}).text(redacted)).toBe(redacted);
  };

  test.each(values)("the value of a variable is gone: %s", (value) => check(value, { SERVICE_TOKEN: value }));
  test.each(keys)("a key is gone: %s", (key) => check(key, {}));
});
