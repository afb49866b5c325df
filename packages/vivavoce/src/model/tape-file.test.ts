import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { JsonObject } from "../base/index.ts";
import { draws } from "../seed.test-helper.ts";
import type { CallRecord } from "../shape/index.ts";
import { dataFromTape, type Tape, tapeFromData } from "./tape.ts";
import { tapeText } from "./tape-file.ts";
import { parseTapeFile } from "./tape-format.ts";

const written = (tape: Tape): string =>
  tapeText({ viva: "tape 1", origin: tape.origin, case: "c", tapes: [dataFromTape(tape)] });

function readBack(text: string): Tape {
  const { file } = parseTapeFile(text, "c.yaml", "c");
  const [data] = file.tapes;
  if (!data) throw new Error("no tape");
  return tapeFromData(data, file.origin);
}

const awkward = fc.constantFrom(
  ...["yes", "no", "null", "~", "true", "1e3", "0x1f", "12:30", "2025-01-06", ".nan", "=", "<<", "", " ", "\n", "\n\n"],
  ...["- dash", "-", "? key", "# no comment", "a: b", "a #b", "key:", "%TAG", "---", "...", "@at", "`tick`", "*alias"],
  ...["trailing  ", "  leading", "\ttab", "tab\t", "line\n", "line\n\n\n", "\nline", "  indented\nline", "a\n  b\n c"],
  ...[
    "a \nb",
    "a\t\nb\t",
    "a\n \n",
    "a\n\t",
    " \n a",
    "---\nb",
    "a\n---\nb",
    "a\n# b",
    "\r",
    "a\r\nb",
    "a\rb",
    "\u0085",
  ],
  ...[
    "\u2028",
    "\ufeff",
    "\u0000",
    "\u001b[31m",
    "\ud800",
    "a\udc00b",
    "👩‍👩‍👧",
    "é",
    '"',
    "'",
    "\\",
    "\\\"\n'",
    "{{x}}",
  ],
  ...["[a, b]", "{a: b}", "| x", "> x", "|\n  x", "! x", "& x", "a,b", "x".repeat(5000), "long line ".repeat(800)],
);
const piece = fc.constantFrom("a", " ", "\n", "\t", "-", ":", "#", '"', "\r", "é", "👍", "|", "%");
const text = fc.oneof(
  awkward,
  fc.string(),
  fc.string({ unit: "binary" }),
  fc.string({ unit: piece, maxLength: 20 }),
  fc.array(awkward, { maxLength: 4 }).map((parts) => parts.join("\n")),
);
const json = fc.jsonValue({ stringUnit: "binary" }).map((value) => JSON.parse(JSON.stringify(value)));
const object = fc.dictionary(text, fc.oneof(text, json), { maxKeys: 4, noNullPrototype: true });
const natural = fc.nat(1e6);
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
const token = fc.record({
  token: text,
  logprob: fc.double({ noNaN: true, noDefaultInfinity: true }).map((n) => n + 0),
});

const answer = fc.record(
  {
    text,
    toolCalls: fc.array(fc.record({ id: text, name: text, arguments: fc.oneof(object, text) }), { maxLength: 3 }),
    finish: fc.constantFrom("stop" as const, "tool-calls" as const, "length" as const, "other" as const),
    usage: fc.record({ inputTokens: natural, outputTokens: natural }),
    cost: fc.double({ min: 0, max: 10, noNaN: true }).map((n) => n + 0),
    servedModel: text,
    warnings: fc.array(text, { maxLength: 2 }),
    logprobs: fc.array(
      fc.tuple(token, token).map(([one, other]) => ({ ...one, top: [other] })),
      { maxLength: 2 },
    ),
  },
  { requiredKeys: ["text", "toolCalls", "finish"] },
);
const tape: fc.Arbitrary<Tape> = fc
  .array(
    fc.record({
      role: fc.constantFrom("agent" as const, "judge" as const, "user" as const),
      label: fc.oneof(fc.constant(""), text).filter((label) => label !== "__proto__"),
      answer,
      atMs: maybe(natural),
      durationMs: maybe(natural),
      hash: maybe(text.filter((hash) => hash !== "")),
      request: maybe(object),
    }),
    { maxLength: 5 },
  )
  .map((records) => {
    const counts = new Map<string, number>();
    return records.map((record): CallRecord => {
      const key = `${record.role} ${record.label}`;
      const index = counts.get(key) ?? 0;
      counts.set(key, index + 1);
      return { ...record, index };
    });
  })
  .chain((records) =>
    fc.array(fc.record({ openMs: natural, firstWordMs: natural, replyMs: natural }, { requiredKeys: [] })).map(
      (exchanges): Tape => ({
        ...{ origin: "recorded", repeat: 1, startedAt: "2025-01-06T09:00:00.000Z" },
        ...{ exchanges, records },
      }),
    ),
  );

const sorted = ({ records, ...rest }: Tape) => ({
  ...rest,
  records: records.map((record) => JSON.stringify(record)).sort(),
});
const plain = (value: Tape): Tape => JSON.parse(JSON.stringify(value));
const inOrder = ({ role, label, index, hash, request, answer: given, atMs, durationMs }: CallRecord): CallRecord => {
  const { text: said, toolCalls, finish, usage, cost, servedModel, warnings, logprobs } = given;
  const answered = { text: said, toolCalls, finish, usage, cost, servedModel, warnings, logprobs };
  return { role, label, index, hash, request, answer: answered, atMs, durationMs };
};

describe("a tape's text", () => {
  test("reads back as the same tape, whatever was said", () => {
    fc.assert(
      fc.property(tape, (original) => {
        const same = { ...original, records: original.records.map(inOrder) };
        expect(sorted(readBack(written(original)))).toEqual(sorted(plain(same)));
      }),
      draws(300),
    );
  });

  test("reads back the same after an editor or git has turned its line ends", () => {
    fc.assert(
      fc.property(text, (said) => {
        const original: Tape = { origin: "recorded", repeat: 1, records: [answerOf(said)] };
        expect(readBack(written(original).replaceAll("\n", "\r\n")).records[0]?.answer.text).toBe(said);
      }),
      draws(300),
    );
  });

  test("is the same bytes for the same data, and again after reading", () => {
    fc.assert(
      fc.property(tape, (original) => {
        const once = written(original);
        expect(written(plain(original))).toBe(once);
        expect(written(readBack(once))).toBe(once);
      }),
    );
  });

  test("is valid UTF-8: nothing is lost on its way to the disk", () => {
    fc.assert(fc.property(tape, (original) => written(original).isWellFormed()));
  });

  test("is pleasant to read", () => {
    const file: JsonObject = {
      viva: "tape 2",
      origin: "recorded",
      case: "stalled",
      tapes: [
        {
          repeat: 1,
          startedAt: "2025-01-06T09:00:00.000Z",
          exchanges: [
            { openMs: 12, replyMs: 900 },
            { firstWordMs: 300, replyMs: 800 },
          ],
          agent: [
            {
              text: "Two lines,\n- and a list: yes",
              calls: [{ id: "call_1", name: "look", arguments: { at: "Projects/A.md" } }],
              usage: { inputTokens: 10, outputTokens: 2 },
              cost: 0.00012,
              logprobs: [{ token: "yes", logprob: -0.5, top: [] }],
              hash: "ab12",
              request: { model: "m", messages: [{ role: "user", content: "no" }] },
            },
          ],
        },
      ],
    };
    expect(tapeText(file)).toMatchInlineSnapshot(`
      "viva: tape 2
      origin: recorded
      case: stalled
      tapes:
        - repeat: 1
          startedAt: "2025-01-06T09:00:00.000Z"
          exchanges:
            - { openMs: 12, replyMs: 900 }
            - { firstWordMs: 300, replyMs: 800 }
          agent:
            - text: |-
                Two lines,
                - and a list: yes
              calls:
                - id: call_1
                  name: look
                  arguments:
                    at: Projects/A.md
              usage: { inputTokens: 10, outputTokens: 2 }
              cost: 0.00012
              logprobs:
                - { token: "yes", logprob: -0.5, top: [] }
              hash: ab12
              request:
                model: m
                messages:
                  - role: user
                    content: "no"
      "
    `);
  });
});

function answerOf(said: string): CallRecord {
  return { role: "agent", label: "", index: 0, answer: { text: said, toolCalls: [], finish: "stop" } };
}
