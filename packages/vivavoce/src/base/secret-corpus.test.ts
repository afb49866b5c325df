import { describe, expect, test } from "vitest";
import { benignTexts, usualEnvironment } from "./fixtures/benign-texts.ts";
import { redactor, replaceMarks } from "./redaction.ts";

const plain = redactor({});
const letters = "aB3dE6gH9jK2mN5pQ8sT1vW4xY7zA0cD3fG6iJ9lM2oP5rS8";
const hex = "0a1b2c3d4e5f60718293a4b5c6d7e8f90a1b2c3d4e5f60718293a4b5c6d7e8f9";

const usual = redactor({ ...usualEnvironment, SOME_SECRET: "correct-horse-battery-1" });

describe("what is not secret stays as it is", () => {
  test("not all in one text either", () => {
    for (const joint of ["\n", " ", '","', "\n\n> "]) {
      const all = benignTexts.filter((text) => !text.startsWith("-----BEGIN")).join(joint);
      expect(usual.text(all)).toBe(all);
    }
    for (const value of Object.values(usualEnvironment)) expect(usual.text(`it is ${value}.`)).toBe(`it is ${value}.`);
  });

  test("there are enough of them", () => expect(benignTexts.length).toBeGreaterThanOrEqual(200));

  test.each(benignTexts.map((text) => [text]))("%s", (text) => {
    expect(plain.text(text)).toBe(text);
    expect(usual.first(text)).toBe(text);
    expect(usual.text(JSON.stringify({ text }))).toBe(JSON.stringify({ text }));
    expect(plain.value({ note: [text] })).toEqual({ note: [text] });
  });
});

/** Secrets that are known by their format or by what stands before them; the part in braces must go, the rest stays. */
const formats = [
  `{sk-proj-${letters}}`,
  `{sk-ant-api03-${letters}}`,
  `{sk-or-v1-${hex}}`,
  `{sk-${letters}}`,
  `{sk-${"canary".repeat(5)}}`,
  `{sk_live_${letters.slice(0, 24)}}`,
  `{rk_test_${letters.slice(0, 24)}}`,
  `{whsec_${letters.slice(0, 32)}}`,
  `{ghp_${letters.slice(0, 36)}}`,
  `{gho_${letters.slice(0, 36)}}`,
  `{github_pat_${letters}}`,
  `{glpat-${letters.slice(0, 20)}}`,
  `{glrt-${letters.slice(0, 20)}}`,
  `{xoxb-1234567890-${letters.slice(0, 12)}}`,
  `{xapp-1-${letters.slice(0, 20)}}`,
  "{AKIAIOSFODNN7EXAMPLE}",
  `{AIza${letters.slice(0, 35)}}`,
  `{ya29.${letters}}`,
  `{GOCSPX-${letters.slice(0, 28)}}`,
  `{hf_${letters.slice(0, 34)}}`,
  `{gsk_${letters}}`,
  `{xai-${letters}}`,
  `{pplx-${letters}}`,
  `{r8_${letters.slice(0, 37)}}`,
  `{nvapi-${letters}}`,
  `{npm_${letters.slice(0, 36)}}`,
  `{pypi-AgEIcHlwaS5vcmc${letters}}`,
  `{dckr_pat_${letters.slice(0, 27)}}`,
  `{SG.${letters.slice(0, 22)}.${letters.slice(0, 43)}}`,
  `{key-${hex.slice(0, 32)}}`,
  `{SK${hex.slice(0, 32)}}`,
  `{shpat_${hex.slice(0, 32)}}`,
  `{dop_v1_${hex}}`,
  `{dapi${hex.slice(0, 32)}}`,
  `{hvs.${letters}}`,
  `{lin_api_${letters.slice(0, 40)}}`,
  `{glsa_${letters}}`,
  `{figd_${letters}}`,
  `12345678:{AA${letters.slice(0, 33)}}`.replace(":{AA", "{:AA"),
  `{eyJ${letters.slice(0, 20)}.eyJ${letters.slice(0, 20)}.${letters.slice(0, 43)}}`,
  `{-----BEGIN PRIVATE KEY-----\n${letters}\n-----END PRIVATE KEY-----}`,
  `{-----BEGIN PGP PRIVATE KEY BLOCK-----\n\n${letters}\n-----END PGP PRIVATE KEY BLOCK-----}`,
  "Authorization: Bearer {abcdef123456}",
  "Authorization: Basic {dXNlcjpwYXNz}",
  "Authorization: {abcdef123456}",
  "Authorization: Authorization: {abcdef123456}",
  "Bearer {550e8400-e29b-41d4-a716-446655440000}",
  "x-api-key: {abcdef123456}",
  "OPENAI_API_KEY={abcdef123456}",
  "aws_secret_access_key = {wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY}",
  "client_secret={abcdef123456}&grant_type=password",
  "https://example.org/cb?access_token={abcdef123456}",
  "postgres://app:{s3cr3t}@db.example.org:5432/app",
  "DATABASE_URL=mysql://root:{hunter2}@localhost/app",
  "redis://:{pa$$word}@localhost:6379",
  "https://user:{password}@example.org/",
  `https://{${letters.slice(0, 24)}}@example.org/`,
  "Server=db;User Id=sa;Password={s3cr3t};Encrypt=true",
  "password={hunter2}",
  "PGPASSWORD={hunter2} psql -h db",
  "curl 'https://example.org/login?user=ana&password={Blue42}&next=/'",
  "DB_PASSWORD={correct-horse-battery}",
  "passwd: '{s3cr3t}'",
  "password: {s3cr3t!}",
  'new_password = "{hunter}"',
  "--password={hunter2} --verbose",
  "passphrase={correct-horse}",
  `AccountName=a;AccountKey={${letters}==};`,
  "Set-Cookie: session={abc123def456}; Path=/; HttpOnly",
  "Cookie: theme=dark; sid={s%3Aabc123}; csrftoken={abc123def456}",
  `https://hooks.slack.com/services/{T00000000/B00000000/${letters.slice(0, 24)}}`,
  `https://discord.com/api/webhooks/{123456789012345678/${letters}}`,
  `https://a.webhook.office.com/webhookb2/{${hex.slice(0, 32)}@${hex.slice(0, 32)}/IncomingWebhook/${hex.slice(0, 32)}}`,
  `https://chat.googleapis.com/v1/spaces/{AAAA/messages?key=AIza${letters.slice(0, 35)}&token=x1y2z3}`,
];

const passwords = ['"password": "hunter2"', '\\"dbPassword\\":\\"hunter2\\"', "{'pwd': 'hunter2', 'user': 'ana'}"];

test.each(passwords.map((text) => [text]))("the password in %s goes", (text) => {
  const redacted = plain.text(`{ ${text} }`);
  expect(redacted).not.toContain("hunter2");
  expect(replaceMarks(redacted, () => "hunter2")).toBe(`{ ${text} }`);
});

test("the password in a field of an object goes, whatever the field is called", () => {
  const redacted = plain.value({ password: "hunter", userPassword: "hunter2", "new-password": "hunter" });
  expect(JSON.stringify(redacted)).not.toContain("hunter");
  const harmless = { password: "required", passwordHint: "hunter", note: "hunter", password_policy: "words" };
  expect(plain.value(harmless)).toEqual(harmless);
});

const bare = (text: string) => text.replaceAll(/[{}]/g, "");
const secretsOf = (text: string) => [...text.matchAll(/\{([^}]*)\}/g)].map(([, secret = ""]) => secret);
/** Where a key is known by itself, and not by what stands before it. */
const isKey = (text: string) => /^\{[^}]*\}$/.test(text) && !text.includes("\n");

describe("what is secret goes, and what stands around it stays", () => {
  test("there are enough of them", () => expect(formats.length).toBeGreaterThanOrEqual(60));

  test.each(formats.map((text) => [text]))("%s", (text) => {
    const redacted = plain.text(`Before ${bare(text)}\nafter`);
    const left = replaceMarks(redacted, () => "");
    for (const secret of secretsOf(text)) expect(left).not.toContain(secret);
    const around = text.split(/\{[^}]*\}/);
    expect(redacted.split(/\[redacted:[a-z0-9-]+:[0-9a-f]{6}\]/)).toEqual(
      around.map((part, at) => `${at === 0 ? "Before " : ""}${part}${at === around.length - 1 ? "\nafter" : ""}`),
    );
    expect(plain.text(redacted)).toBe(redacted);
  });

  test.each(formats.filter(isKey).map((text) => [bare(text)]))("%s, wherever it stands", (key) => {
    const hidden = (text: string) => expect(plain.text(text)).not.toContain(key.slice(8, 18));
    hidden(JSON.stringify({ note: `a\n${key}` }));
    hidden(JSON.stringify(JSON.stringify({ note: `a\t${key}` })));
    hidden(`https://example.org/?next=a%3D${key}`);
    hidden(`Authorization: Bearer ${key}`);
    hidden(`Cookie: a=1; session=${key}`);
    // Nobody sees what stands between the letters, and everybody reads the key.
    for (const nothing of ["\u200b", "\u00ad", "\u2060", "\ufeff", "\u0000", "\u{e0041}", "\ufe0f"]) {
      const spread = [...key].join(nothing);
      expect(plain.text(`a ${spread} b`)).toMatch(/^a \[redacted:[a-z0-9-]+:[0-9a-f]{6}\] b$/);
    }
  });
});

/** How a secret may be written down: the form, and what of it must not be readable. */
const encodings: Record<string, (secret: string) => string> = {
  "as it is": (secret) => secret,
  base64: (secret) => Buffer.from(secret).toString("base64"),
  "base64 among other text": (secret) => Buffer.from(`user:${secret} and more`).toString("base64"),
  base64url: (secret) => Buffer.from(secret).toString("base64url"),
  hex: (secret) => Buffer.from(secret).toString("hex"),
  "hex in upper case": (secret) => Buffer.from(secret).toString("hex").toUpperCase(),
  "URL-encoded": (secret) => encodeURIComponent(secret),
  "JSON-escaped": (secret) => JSON.stringify({ secret }),
  "split over lines": (secret) => `${secret.slice(0, 7)}\n    ${secret.slice(7)}`,
  "base64 over lines": (secret) => Buffer.from(secret).toString("base64").replace(/.{8}/g, "$&\r\n"),
  "with zero-width characters": (secret) => [...secret].join("\u200b"),
  "in upper case": (secret) => secret.toUpperCase(),
  "in a URL": (secret) => `https://example.org/?q=${encodeURIComponent(secret)}&page=2`,
  "in a header": (secret) => `Authorization: Token ${secret}`,
  "in a cookie": (secret) => `Cookie: a=1; b=${encodeURIComponent(secret)}; c=2`,
};

/** Values of variables, of every make: what a person would choose, what a program makes. */
const known = [
  "hunter2-hunter2",
  "plain-looking-secret-4711",
  "correct horse battery 1",
  'pa"ss\\wörd/+=&',
  "p@$$w0rd!p@$$w0rd!",
  "123456789012",
  "Ünïcödé-Schlüssel-7",
  "a.c(d[e$1^f*g",
  "/wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
  hex,
  hex.slice(0, 32),
  letters,
  ...Array.from({ length: 50 }, (_, index) => {
    const turned = letters.slice(index % 40) + letters.slice(0, index % 40);
    return turned.slice(0, 12 + (index % 30)) + ["", "-", "_x", "=", "==", "/+", "!", "~1"][index % 8] + index;
  }),
];

describe("the value of a variable is known in every usual form", () => {
  test("there are enough of them", () => {
    expect(known.length).toBeGreaterThanOrEqual(60);
    expect(Object.keys(encodings).length).toBeGreaterThanOrEqual(12);
  });

  test.each(Object.entries(encodings))("%s", (_name, encode) => {
    for (const secret of known) {
      const redact = redactor({ SERVICE_TOKEN: secret });
      const written = encode(secret);
      const redacted = redact.text(`before ${written} after`);
      // The longest run of its characters that is left is no longer than what may stand around it.
      expect(redacted, secret).toContain("[redacted:");
      expect(redacted, secret).not.toContain(written);
      for (const piece of written.matchAll(/[A-Za-z0-9]{10,}/g)) {
        if (/^(?:Authorization|example|[Dd]XNlcj|dXNlcjp|IGFuZCBt)/.test(piece[0])) continue;
        expect(redacted, secret).not.toContain(piece[0]);
      }
      expect(redact.text(redacted), secret).toBe(redacted);
      expect(redactor({}).text(redacted), secret).toBe(redacted);
    }
  });
});

describe("marks", () => {
  const key = `sk-proj-${letters}`;

  test("name the kind, and are the same for the same secret on every machine", () => {
    expect(plain.text(key)).toBe("[redacted:openai-key:5fbb89]");
    expect(redactor({ OPENAI_API_KEY: key }).text(`say ${key}`)).toBe("say [redacted:openai-key:5fbb89]");
  });

  test("differ for different secrets, and for different forms of one", () => {
    const redact = redactor({ SERVICE_TOKEN: "hunter2-hunter2" });
    const forms = ["hunter2-hunter2", "HUNTER2-HUNTER2", "hunter2-\nhunter2", "hunter2\u200b-hunter2", `${key}1`, key];
    expect(new Set(forms.map((form) => redact.text(form))).size).toBe(forms.length);
  });

  test("that somebody made up are marked themselves, unless they were given", () => {
    const mark = plain.text(key);
    const forged = plain.first(`it is ${mark}`);
    expect(forged).toMatch(/^it is \[redacted:mark:[0-9a-f]{6}\]$/);
    expect(plain.first(`it is ${mark}`, { given: new Set([mark]) })).toBe(`it is ${mark}`);
    expect(plain.text(forged)).toBe(forged);
  });

  test("stand for a canary that is a secret also where it is written backwards, which is not looked for otherwise", () => {
    const reversed = [...key].reverse().join("");
    expect(plain.first(`it is ${reversed}.`, { shown: [key] })).toBe(`it is ${plain.text(key)}.`);
    expect(plain.first({ authorization: reversed }, { shown: [key] })).toEqual({ authorization: plain.text(key) });
    expect(plain.first(reversed, { shown: [`${key}1`] })).toBe(reversed);
    expect(plain.text(reversed)).toBe(reversed);
  });

  test("show a text that is looked for, also inside a secret", () => {
    expect(plain.first(key, { shown: ["GH9j"] })).toBe(`${plain.text(key)} GH9j`);
  });
});

test("an address that anybody may know is not a secret, whatever its variable is called", () => {
  const environment = { KEYCLOAK_URL: "http://localhost:8080/auth", AUTH_URL: "https://login.example.org/start" };
  const text = "Go to http://localhost:8080/auth or https://login.example.org/start";
  expect(redactor(environment).text(text)).toBe(text);
});

test("one with a password is, and so is the password alone", () => {
  const redact = redactor({ DATABASE_URL: "postgres://app:correct-horse-9@db.example.org/app" });
  expect(redact.text("it is correct-horse-9.")).not.toContain("horse");
  expect(redact.text("postgres://app:correct-horse-9@db.example.org/app")).not.toContain("horse");
});
