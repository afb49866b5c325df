import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { draws } from "../seed.test-helper.ts";
import { workSince } from "../work.test-helper.ts";
import { mapStrings } from "./map-strings.ts";
import { redactor as realRedactor, replaceMarks } from "./redaction.ts";

/** A redactor whose marks all read [redacted]: most of these tests ask where a mark stands, not what it says. */
function redactor(environment?: Record<string, string | undefined>) {
  const real = realRedactor(environment);
  const bare = (text: string) => replaceMarks(text, () => "[redacted]");
  return {
    text: (text: string) => bare(real.text(text)),
    value: <T>(value: T) => mapStrings(real.value(value), bare),
    json: (value: unknown) => bare(real.json(value)),
  };
}

const plain = redactor({});
const letters = "aB3dE6gH9jK2mN5pQ8sT1vW4xY7zA0cD3fG6iJ9lM2oP5rS8";

const keys = {
  openai: `sk-proj-${letters}`,
  anthropic: `sk-ant-api03-${letters}`,
  openrouter: `sk-or-v1-${letters}`,
  stripe: `sk_live_${letters}`,
  github: `ghp_${letters.slice(0, 36)}`,
  githubServer: `ghs_${letters.slice(0, 36)}`,
  githubFine: `github_pat_${letters}`,
  gitlab: `glpat-${letters.slice(0, 20)}`,
  slack: `xoxb-1234567890-${letters.slice(0, 12)}`,
  slackApp: `xapp-1-${letters.slice(0, 20)}`,
  aws: "AKIAIOSFODNN7EXAMPLE",
  awsSession: "ASIAIOSFODNN7EXAMPLE",
  google: `AIza${letters.slice(0, 35)}`,
  huggingFace: `hf_${letters.slice(0, 34)}`,
  groq: `gsk_${letters}`,
  xai: `xai-${letters}`,
  perplexity: `pplx-${letters}`,
  webToken: `eyJ${letters.slice(0, 20)}.eyJ${letters.slice(0, 20)}.${letters.slice(0, 43)}`,
  privateKey: `-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-256-CBC,00\n\n${letters}\n-----END RSA PRIVATE KEY-----`,
};

describe("key formats", () => {
  test.each(Object.entries(keys))("%s: the key is taken out and what stands around it stays", (_name, key) => {
    expect(plain.text(key)).toBe("[redacted]");
    expect(plain.text(`before ${key} after`)).toBe("before [redacted] after");
    expect(plain.text(`"key":"${key}",`)).toBe('"key":"[redacted]",');
    expect(plain.text(`(${key}) and ${key}.`)).toBe("([redacted]) and [redacted].");
  });

  test.each(Object.entries(keys))("%s: also in JSON within JSON and in a URL", (_name, key) => {
    for (const text of [
      JSON.stringify(`first line\n${key}`),
      JSON.stringify(JSON.stringify({ note: `a\t${key}` })),
      `https://example.org/?next=a%3D${key}`,
    ]) {
      expect(plain.text(text)).not.toContain(letters.slice(4, 16));
      expect(plain.text(text)).toContain("[redacted]");
      expect(plain.text(text)).not.toMatch(/A[KS]IA/);
    }
  });

  test("a name in front of a key, with an underscore, does not hide it", () => {
    expect(plain.text(`production_${keys.openai}`)).toBe("production_[redacted]");
  });

  test("a private key whose end was cut off is still one", () => {
    const body = Array.from({ length: 5 }, () => letters).join("\n");
    expect(plain.text(`-----BEGIN PRIVATE KEY-----\n${body}\nabc`)).toBe("[redacted]\nabc");
    expect(plain.text(JSON.stringify(`-----BEGIN EC PRIVATE KEY-----\n${body}`))).toBe('"[redacted]"');
  });

  test("two private keys with text between them are two", () => {
    const { privateKey } = keys;
    expect(plain.text(`${privateKey}\nbetween\n${privateKey}`)).toBe("[redacted]\nbetween\n[redacted]");
  });
});

describe("what is not a secret is not touched", () => {
  test.each([
    "The task-management-and-planning-board is full.",
    "disk-based-storage-is-slow and risk-averse-investors",
    "sk-short",
    "AKIA is how such keys begin; AKIAIOSFODNN7EXAMPLEandmore is longer than one.",
    "ghp_short, hf_transformers, gsk_plc",
    "eyJhbGciOiJIUzI1NiJ9 alone is only a header",
    "-----BEGIN PUBLIC KEY-----\nMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE\n-----END PUBLIC KEY-----",
    "Put -----BEGIN PRIVATE KEY----- on a line of its own, then the key itself.",
    "the bearer certificate, a bearer instrument. The ring-bearer walked.",
    "authorization: none",
    "An authorization header is required; authorization matters.",
    "the api key is missing",
    "api_key=short",
    "Projects/Garden.md: status live → archived",
    "",
  ])("%s", (text) => expect(plain.text(text)).toBe(text));

  test("words, numbers and punctuation in any order", () => {
    const word = fc.stringMatching(/^[a-zA-Zäöü]{1,12}$/);
    const piece = fc.oneof(word, fc.integer().map(String), fc.constantFrom(", ", ". ", "\n", " – ", "?"));
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const text = pieces.join(" ");
        fc.pre(!/bearer|authorization|api\s*key/i.test(text));
        expect(plain.text(text)).toBe(text);
      }),
    );
  });
});

describe("auth headers", () => {
  test.each([
    ["Authorization: Bearer abcdef123456", "Authorization: Bearer [redacted]"],
    ["authorization: bearer   abcdef123456", "authorization: bearer   [redacted]"],
    ["Authorization: Basic dXNlcjpwYXNz", "Authorization: Basic [redacted]"],
    ["Authorization: Token abcdef123456", "Authorization: Token [redacted]"],
    ["Authorization: abcdef123456", "Authorization: [redacted]"],
    ["Proxy-Authorization=Basic dXNlcjpwYXNz", "Proxy-Authorization=Basic [redacted]"],
    ['{"authorization":"Bearer abcdef123456"}', '{"authorization":"Bearer [redacted]"}'],
    ["curl -H 'Authorization: Bearer abcdef123456' x", "curl -H 'Authorization: Bearer [redacted]' x"],
    ["it sent Bearer abcdef123456 twice", "it sent Bearer [redacted] twice"],
    ["Bearer abcdefghijklmnopqrstuvwxyz", "Bearer [redacted]"],
    ["x-api-key: abcdef123456", "x-api-key: [redacted]"],
    ["X-Goog-Api-Key: abcdef123456", "X-Goog-Api-Key: [redacted]"],
    ['{\\"x-api-key\\":\\"abcdef123456\\"}', '{\\"x-api-key\\":\\"[redacted]\\"}'],
    ["?api_key=abcdef123456&page=2", "?api_key=[redacted]&page=2"],
    ["apiKey: 'abcdef123456'", "apiKey: '[redacted]'"],
    ["OPENAI_API_KEY=abcdef123456", "OPENAI_API_KEY=[redacted]"],
  ])("%s", (text, redacted) => expect(plain.text(text)).toBe(redacted));
});

describe("values of the environment", () => {
  const text = (environment: Record<string, string | undefined>, input: string) => redactor(environment).text(input);

  test.each([
    "OPENAI_API_KEY",
    "GH_TOKEN",
    "CLIENT_SECRET",
    "db_password",
    "DB_PASS",
    "MYSQL_PWD",
    "SSH_PASSPHRASE",
    "AWS_CREDENTIALS",
    "BASIC_AUTH",
    "AUTHORIZATION",
  ])("%s looks like a secret", (name) =>
    expect(text({ [name]: "hunter2-hunter2" }, "a hunter2-hunter2 b")).toBe("a [redacted] b"),
  );

  test.each(["HOME", "LANG", "GIT_AUTHOR_NAME", "AUTHORS", "KEYBOARD_LAYOUT", "TOKENIZERS_PARALLELISM", "MODEL"])(
    "%s does not",
    (name) => expect(text({ [name]: "hunter2-hunter2" }, "hunter2-hunter2")).toBe("hunter2-hunter2"),
  );

  test("from twelve characters on", () => {
    expect(text({ A_KEY: "elevenchar1" }, "elevenchar1")).toBe("elevenchar1");
    expect(text({ A_KEY: "twelvechars1" }, "twelvechars1")).toBe("[redacted]");
  });

  test("a plain word is not a secret, however long; a number is", () => {
    expect(text({ A_KEY: "Developmentmode" }, "Developmentmode")).toBe("Developmentmode");
    expect(text({ A_KEY: "Überprüfungsstelle" }, "Überprüfungsstelle")).toBe("Überprüfungsstelle");
    expect(text({ A_TOKEN: "123456789012" }, "123456789012")).toBe("[redacted]");
  });

  test("the path of a socket or a file is not a secret, but a key may begin with a slash", () => {
    const socket = "/tmp/ssh-agent/agent.1234";
    expect(text({ SSH_AUTH_SOCK: socket }, socket)).toBe(socket);
    expect(text({ KEY_FILE: "./keys/service.json" }, "./keys/service.json")).toBe("./keys/service.json");
    const key = `/${letters.slice(0, 39)}`;
    expect(text({ AWS_SECRET_ACCESS_KEY: key }, `the key ${key}`)).toBe("the key [redacted]");
  });

  test("it is found inside JSON text and inside a URL", () => {
    const environment = { DB_PASSWORD: 'pa"ss\\wörd/+=&' };
    expect(text(environment, JSON.stringify({ password: environment.DB_PASSWORD }))).toBe('{"password":"[redacted]"}');
    expect(text(environment, `postgres://me:${encodeURIComponent(environment.DB_PASSWORD)}@host/db`)).toBe(
      "postgres://me:[redacted]@host/db",
    );
  });

  test("white space around it, as a file leaves it, does not hide it", () => {
    expect(text({ A_TOKEN: "hunter2-hunter2\n" }, "hunter2-hunter2")).toBe("[redacted]");
  });

  test("where one contains another, the longer one goes as a whole", () => {
    const environment = { A_KEY: "hunter2-hunter2", B_KEY: "hunter2-hunter2-and-more" };
    expect(text(environment, "hunter2-hunter2-and-more hunter2-hunter2")).toBe("[redacted] [redacted]");
  });

  test("what means something to a pattern is taken as it is", () => {
    expect(text({ A_KEY: "a.c(d[e$1^f*g" }, "a.c(d[e$1^f*g abc(d[e$1^f*g")).toBe("[redacted] abc(d[e$1^f*g");
  });

  test("an unset variable is nothing, and the process's own environment is the default", () => {
    expect(text({ A_KEY: undefined, B_KEY: "" }, "undefined")).toBe("undefined");
    process.env.VIVA_TEST_SECRET = "hunter2-hunter2-hunter2";
    try {
      expect(redactor().text("hunter2-hunter2-hunter2")).toBe("[redacted]");
    } finally {
      delete process.env.VIVA_TEST_SECRET;
    }
  });
});

describe("values", () => {
  const redact = redactor({ A_TOKEN: "hunter2-hunter2" });

  test("every string is redacted, keys too, however deep", () => {
    const value = { list: ["hunter2-hunter2", { [keys.openai]: [[keys.github]] }], "hunter2-hunter2": 1 };
    expect(redact.value(value)).toEqual({ list: ["[redacted]", { "[redacted]": [["[redacted]"]] }], "[redacted]": 1 });
  });

  test("what is given is not changed", () => {
    const value = { list: ["hunter2-hunter2"] };
    redact.value(value);
    expect(value).toEqual({ list: ["hunter2-hunter2"] });
  });

  test("a header as a field is known by its name", () => {
    const headers = {
      "x-api-key": "abcdef123456",
      Authorization: "Token abcdef123456",
      apiKey: "abcdef123456",
      accept: "abcdef123456",
    };
    expect(redact.value({ headers })).toEqual({
      headers: {
        "x-api-key": "[redacted]",
        Authorization: "Token [redacted]",
        apiKey: "[redacted]",
        accept: "abcdef123456",
      },
    });
    expect(redact.value({ api_key: { type: "string" }, authorization: null })).toEqual({
      api_key: { type: "string" },
      authorization: null,
    });
  });

  test("JSON data without a secret comes back the same", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
        fc.pre(!/bearer|authorization|api|sk-/i.test(JSON.stringify(value)));
        expect(plain.value(value)).toEqual(value);
      }),
    );
  });

  test("a field called __proto__ stays one", () => {
    const redacted = redact.value(JSON.parse('{"__proto__": {"a": "hunter2-hunter2"}}'));
    expect(JSON.stringify(redacted)).toBe('{"__proto__":{"a":"[redacted]"}}');
  });
});

test("json() is the text of value(), whatever stands in it", () => {
  const redact = realRedactor({ A_TOKEN: 'hunter2"hunter2' });
  const text = fc.oneof(
    fc.string(),
    fc.constantFrom(...Object.values(keys), 'hunter2"hunter2', "Bearer abcdef123456", "x-api-key", "abcdef123456"),
  );
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof({ depthSize: "small" }, text, fc.array(tie("value")), fc.dictionary(text, tie("value"))),
  }));
  fc.assert(
    fc.property(value, (input) => {
      const written = redact.json(input);
      expect(written).toBe(JSON.stringify(redact.value(input)));
      for (const secret of [letters, "hunter2"]) expect(written).not.toContain(secret);
    }),
  );
});

test("redacting twice changes nothing more, whatever stands side by side", () => {
  const redact = realRedactor({ A_TOKEN: "hunter2-hunter2", DATABASE_URL: "postgres://u:correct-horse-9@h/d" });
  const parts =
    "hunter2-hunter2|hunter2-|correct-horse-9|sk-|://|u:|@|Cookie: |a=|sid=|; |Authorization: |Bearer |abcdef123456|[redacted:mark:abcdef]|[redacted:|]|api_key=|eyJ|password=|hooks.slack.com/services/|T0/B0/|%3D|\\n|12345678|:AA|key-|\n| |\u200b";
  const key = fc.constantFrom(...Object.values(keys), "0123456789abcdef0123456789abcdef");
  const marker = fc.constantFrom("-----BEGIN PRIVATE KEY-----", "-----END PRIVATE KEY-----", `${letters}.`);
  const piece = fc.oneof(key, marker, fc.constantFrom(...parts.split("|")), fc.string({ maxLength: 3 }));
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 10 }), (pieces) => {
      const text = pieces.join("");
      for (const once of [redact.text(text), redact.first(text)]) expect(redact.text(once)).toBe(once);
      const fields = redact.value({ cookie: text, authorization: text });
      expect(redact.value(fields)).toEqual(fields);
    }),
    draws(5_000),
  );
});

describe("what is redacted for the last time", () => {
  test("is frozen at every level and not read again by the same redactor, only by others", () => {
    const redact = realRedactor({});
    const other = realRedactor({ A_TOKEN: "hunter2-hunter2" });
    const once = redact.first({ said: [{ text: `${keys.openai} hunter2-hunter2` }] }, { isFinal: true });
    expect(JSON.stringify(once)).not.toContain(letters);
    expect(() => once.said[0] && Object.assign(once.said[0], { text: keys.openai })).toThrow(TypeError);
    expect(redact.value(once)).toBe(once);
    expect(other.json(once)).not.toContain("hunter2-hunter2");
    // A copy may be changed, so it is read again.
    expect(redact.json({ ...once, more: keys.openai })).not.toContain(letters);
  });

  test("anything else stays as it was, and is read each time", () => {
    const redact = realRedactor({});
    const said = redact.first({ text: "hello" });
    said.text = keys.openai;
    expect(redact.json(said)).not.toContain(letters);
  });
});

test("a field name is redacted each time, also if it looked like a mark or was plain before", () => {
  const redact = realRedactor({});
  const [mark, key] = ["[redacted:mark:abcdef]", `x ${keys.openai}`];
  for (let time = 0; time < 2; time++) {
    expect(Object.keys(redact.value({ [mark]: 1, plain: 2, [key]: 3 }))).toEqual([mark, "plain", redact.text(key)]);
    expect(Object.keys(redact.first({ [mark]: 1, plain: 2 }))).toEqual([redact.first(mark), "plain"]);
  }
  expect(redact.first(mark)).not.toBe(mark);
});

test("a field name that was plain is marked where it holds a text that metrics look for, backwards", () => {
  const [canary, data] = [keys.openai, { [[...keys.openai].reverse().join("")]: 1 }];
  const marked = realRedactor({}).first(data, { shown: [canary] });
  const again = realRedactor({});
  expect(again.first(data)).toEqual(data);
  expect(again.first(data, { shown: [canary] })).toEqual(marked);
  expect(marked).not.toEqual(data);
});

test("a known secret is gone wherever it stands", () => {
  const redact = redactor({ A_TOKEN: "hunter2-hunter2" });
  fc.assert(
    fc.property(fc.string(), fc.string(), (before, after) => {
      expect(redact.text(`${before}hunter2-hunter2${after}`)).not.toContain("hunter2-hunter2");
      expect(redact.text(`${before} ${keys.openai} ${after}`)).not.toContain(letters);
    }),
  );
});

describe("half a hostile megabyte takes no longer than a harmless one", () => {
  const endless = (piece: string) => piece.repeat(Math.ceil(500_000 / piece.length));
  test.each([
    ["web tokens without an end", endless("eyJaaaaaaaaaaa-")],
    ["web tokens without a third part", endless("eyJaaaaaaaaaaa.bbbbbbbbbbbb-")],
    ["private keys that only begin", endless("-----BEGIN PRIVATE KEY-----")],
    ["private keys that only end", endless("-----END PRIVATE KEY-----")],
    ["a private key with a long name", `-----BEGIN ${endless("A ")}`],
    ["a header followed by nothing but space", `authorization:${endless(" ")}`],
    ["a header before its colon", `authorization${endless(" ")}`],
    ["bearers without end", endless("bearer ")],
    ["quotes and backslashes", `api-key${endless("\\")}`],
    ["prefixes of keys", endless("sk-gsk_hf_xoxb-")],
    ["one word", endless("a")],
    ["nothing but dashes", endless("-")],
    ["escapes", endless("\\nsk-%3D")],
    ["escapes that were escaped", `%${endless("25")}`],
    ["lines that begin like keys", endless("sk-\n")],
    ["encoded beginnings of keys", endless("c2stYWFh736b2d")],
    ["characters that nobody sees", endless("sk-\u200b")],
  ])("%s", (_name, text) => {
    const started = process.cpuUsage();
    plain.text(text);
    // Hundreds of milliseconds at the most; a pattern that reads it again and again takes a minute.
    expect(workSince(started)).toBeLessThan(5_000);
  });
});
