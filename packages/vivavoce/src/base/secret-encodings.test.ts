import { describe, expect, test } from "vitest";
import { redactor } from "./redaction.ts";
import { replaceMarks } from "./redaction-mark.ts";

const letters = "aB3dE6gH9jK2mN5pQ8sT1vW4xY7zA0cD3fG6iJ9lM2oP5rS8";

const bytes = (text: string, encoding: BufferEncoding) => Buffer.from(text).toString(encoding);
const reversed = (text: string) => [...text].reverse().join("");
const percent = (text: string) => bytes(text, "hex").replace(/../g, "%$&");
const unicode = (text: string) =>
  text.replace(/[\s\S]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
const quoted = (text: string) => JSON.stringify(text).slice(1, -1);
/** The characters in the middle of base64 that hold the secret. */
const within = (before: string, secret: string) => {
  const [from, to] = [before.length, before.length + Buffer.byteLength(secret)].map((at) => (at * 8) / 6);
  return bytes(`${before}${secret} and more`, "base64").slice(Math.ceil(from ?? 0), Math.floor(to ?? 0));
};

type Write = (secret: string) => string;

/** How a secret may be written down, and what it is part of: a text with … in its place, unless it is made otherwise. */
const encodings: Record<string, [write: Write, around?: string | Write]> = {
  "as it is": [(secret) => secret],
  base64: [(secret) => bytes(secret, "base64")],
  "base64 behind one byte": [(secret) => within(":", secret), (secret) => bytes(`:${secret} and more`, "base64")],
  "base64 behind two bytes": [(secret) => within("a:", secret), (secret) => bytes(`a:${secret} and more`, "base64")],
  "base64 over lines": [(secret) => bytes(secret, "base64").replace(/.{13}/g, "$&\r\n  ")],
  "base64 in a URL": [(secret) => encodeURIComponent(bytes(secret, "base64")), "https://example.org/?q=…"],
  base64url: [(secret) => bytes(secret, "base64url")],
  hex: [(secret) => bytes(secret, "hex")],
  "hex in upper case": [(secret) => bytes(secret, "hex").toUpperCase()],
  "hex in a longer number": [(secret) => bytes(secret, "hex"), "0x03a…2ef"],
  "URL-encoded": [encodeURIComponent],
  "URL-encoded in every character": [percent],
  "URL-encoded in some characters": [
    (secret) => [...secret].map((one, at) => (at % 3 === 0 ? percent(one) : encodeURIComponent(one))).join(""),
  ],
  "URL-encoded twice": [(secret) => encodeURIComponent(percent(secret))],
  "URL-encoded as a form": [(secret) => String(new URLSearchParams({ secret })).slice("secret=".length), "?q=…"],
  "JSON-escaped": [quoted, '{"secret":"…"}'],
  "JSON-escaped in every character": [unicode],
  "JSON-escaped in some characters": [
    (secret) => unicode(secret.slice(0, 2)) + quoted(secret.slice(2, -2)) + unicode(secret.slice(-2)),
  ],
  "JSON in JSON": [(secret) => quoted(quoted(secret)), '"{\\"secret\\":\\"…\\"}"'],
  "JSON in JSON, escaped": [(secret) => quoted(unicode(secret))],
  "HTML-escaped": [(secret) => [...secret].map((one) => `&#${one.codePointAt(0)};`).join("")],
  "split over lines": [(secret) => `${secret.slice(0, 7)}\n    ${secret.slice(7)}`],
  "split in its beginning": [(secret) => `${secret.slice(0, 2)}\n${secret.slice(2)}`],
  "split every six characters": [(secret) => secret.replace(/[^ ]{6}/g, "$&\n\t")],
  "split and quoted": [(secret) => `${secret.slice(0, 9)}\r\n> ${secret.slice(9)}`, "> …"],
  "split in JSON": [(secret) => quoted(`${secret.slice(0, 9)}\n${secret.slice(9)}`)],
  "with zero-width characters": [(secret) => [...secret].join("\u200b")],
  "with escaped zero-width characters": [(secret) => quoted(secret).replace(/(?<=\w)(?=\w)/g, "\\u200b")],
  "with many invisible characters": [(secret) => [...secret].join("\u00ad\u2060\u{e0041}")],
  reversed: [reversed],
  "reversed in a URL": [(secret) => encodeURIComponent(reversed(secret)), "https://example.org/?q=…&page=2"],
  "in upper case": [(secret) => secret.toUpperCase()],
  "in lower case": [(secret) => secret.toLowerCase()],
  "in a URL": [encodeURIComponent, "https://example.org/?q=…&page=2"],
  "in a path": [encodeURIComponent, "https://example.org/v1/…/list"],
  "in a header": [(secret) => secret, "X-Token: …"],
  "in a cookie": [encodeURIComponent, "Set-Cookie: a=1; b=…; Path=/"],
};

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

/** What somebody reads who leaves out what is not there for the eye. */
const seen = (text: string) => text.replace(/[\s>]|\\+u200b|\\+[nrt]|[\u00ad\u2060\u200b]|\u{e0041}/gu, "");

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

describe.each(Object.entries(encodings))("%s", (_name, [write, around = "…"]) => {
  const check = (secret: string, environment: Record<string, string>) => {
    const redact = redactor(environment);
    const text = typeof around === "string" ? `[ ${around.replace("…", () => write(secret))} ]` : around(secret);
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
