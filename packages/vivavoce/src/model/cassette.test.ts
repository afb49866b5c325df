import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { InputError, redactor } from "../base/index.ts";
import type { CallRecord } from "../shape/index.ts";
import { openCassette } from "./cassette.ts";
import type { Tape } from "./tape.ts";

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "viva-cassette-"));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

const v2 = { prompt: "v2" };
const says = (text: string, fields: Partial<CallRecord> = {}): CallRecord => ({
  role: "agent",
  label: "",
  index: 0,
  answer: { text, toolCalls: [], finish: "stop" },
  ...fields,
});
const recorded = (repeat: number, ...records: CallRecord[]): Tape => ({
  origin: "recorded",
  repeat,
  startedAt: "2025-01-06T09:00:00.000Z",
  records,
});
async function byHand(name: string, text: string) {
  await mkdir(join(directory, "prompt=v2"), { recursive: true });
  await writeFile(join(directory, "prompt=v2", name), text);
}
const handWritten = `viva: tape 1
origin: hand-written
case: c1
tapes:
  - agent:
      - text: Hello
        calls: [look: { at: sky }]
    judge: { criteria: [items: { c1: { verdict: yes } }] }
`;

describe("a cassette", () => {
  test("that is not there yet holds nothing", async () => {
    const cassette = openCassette(join(directory, "nowhere"));
    expect(await cassette.has(v2, "c1")).toBe(false);
    expect(await cassette.list(v2)).toEqual(new Set());
    expect(await cassette.read(v2, "c1")).toEqual([]);
    expect(await cassette.origin(v2, "c1")).toBeUndefined();
    expect(await cassette.readSuite(v2)).toBeUndefined();
    expect(await readdir(directory)).toEqual([]);
  });

  test("gives back what was written, in a file named for variant and case", async () => {
    const cassette = openCassette(directory);
    const tape = recorded(1, says("Hello", { hash: "h", request: { model: "m" }, atMs: 1, durationMs: 2 }));
    await cassette.write(v2, "c1", tape);
    expect(cassette.path(v2, "c1")).toBe(join(directory, "prompt=v2", "c1.yaml"));
    expect(await readdir(join(directory, "prompt=v2"))).toEqual(["c1.yaml"]);
    expect(await cassette.read(v2, "c1")).toEqual([tape]);
    expect(await cassette.has(v2, "c1")).toBe(true);
    expect(await cassette.origin(v2, "c1")).toBe("recorded");
  });

  test("keeps variants apart", async () => {
    const cassette = openCassette(directory);
    await cassette.write(v2, "c1", recorded(1, says("two")));
    expect(await cassette.has({ prompt: "v1" }, "c1")).toBe(false);
    expect(await cassette.has({}, "c1")).toBe(false);
  });

  test("lists its cases, however odd or long their ids", async () => {
    const cassette = openCassette(directory);
    const ids = ["plain", "TC-001", "tc-001", "_suite", "con", "naïve?", "é".repeat(120)];
    for (const id of ids) await cassette.write(v2, id, recorded(1, says(id)));
    await cassette.writeSuite(v2, recorded(1, says("steps")));
    expect(await cassette.list(v2)).toEqual(new Set(ids));
    for (const id of ids) expect((await cassette.read(v2, id))[0]?.records[0]?.answer.text).toBe(id);
  });

  test("says how a file should be called that no case would find", async () => {
    await byHand("C1.yaml", handWritten.replace("case: c1", "case: C1"));
    await byHand("c 2.yaml", "viva: tape 1");
    const failure = await openCassette(directory)
      .list(v2)
      .catch((error) => error);
    expect(failure).toBeInstanceOf(InputError);
    expect(failure.problems).toMatchObject([
      { place: { file: join(directory, "prompt=v2", "C1.yaml") }, remedy: "Rename it to C1+1.yaml." },
      { place: { file: join(directory, "prompt=v2", "c 2.yaml") } },
    ]);
  });

  test("passes over files that are not tapes", async () => {
    await byHand("c1.yaml", handWritten);
    await byHand("README.md", "read me");
    await byHand(".c2.yaml", "a draft");
    expect(await openCassette(directory).list(v2)).toEqual(new Set(["c1"]));
  });

  test("refuses a broken file with its name and line", async () => {
    await byHand("c1.yaml", `${handWritten}extra: 1\n`);
    const path = join(directory, "prompt=v2", "c1.yaml");
    await expect(openCassette(directory).read(v2, "c1")).rejects.toThrow(`${path}:9:1: unknown field "extra"`);
  });

  test("refuses a file that is not UTF-8", async () => {
    await byHand("c1.yaml", "");
    await writeFile(join(directory, "prompt=v2", "c1.yaml"), Buffer.from([0x61, 0xff, 0xfe]));
    await expect(openCassette(directory).read(v2, "c1")).rejects.toThrow("not UTF-8");
  });
});

describe("a hand-written file", () => {
  test("is read with the judge's items as the judge's answer", async () => {
    await byHand("c1.yaml", handWritten);
    const [tape] = await openCassette(directory).read(v2, "c1");
    expect(tape?.records.map(({ answer }) => answer.text)).toEqual(["Hello", expect.stringContaining('"id":"c1"')]);
    expect(tape?.origin).toBe("hand-written");
  });

  test("stays hand-written when another repeat is recorded, and keeps what was written", async () => {
    await byHand("c1.yaml", handWritten);
    const cassette = openCassette(directory);
    const before = await cassette.read(v2, "c1");
    await cassette.write(v2, "c1", recorded(2, says("Hi")));
    const [first, second] = await cassette.read(v2, "c1");
    expect(first).toEqual(before[0]);
    expect(second).toEqual(recorded(2, says("Hi")));
    expect(await cassette.origin(v2, "c1")).toBe("hand-written");
    expect(await readFile(cassette.path(v2, "c1"), "utf8")).toContain('verdict: "yes"');
  });

  test("is recorded once every repeat is", async () => {
    await byHand("c1.yaml", handWritten);
    const cassette = openCassette(directory);
    await cassette.write(v2, "c1", recorded(1, says("Hi")));
    expect(await cassette.origin(v2, "c1")).toBe("recorded");
    expect(await cassette.read(v2, "c1")).toEqual([recorded(1, says("Hi"))]);
  });

  test("tells its origin even where it is not written as one would expect", async () => {
    await byHand("c1.yaml", '{ "viva": "tape 1", "case": "c1", "origin": "hand-written", "tapes": [] }');
    expect(await openCassette(directory).origin(v2, "c1")).toBe("hand-written");
    await byHand("c1.yaml", "viva: tape 1\r\norigin: recorded   # by Viva\r\ncase: c1\r\ntapes: []\r\n");
    expect(await openCassette(directory).origin(v2, "c1")).toBe("recorded");
  });
});

describe("writing", () => {
  test("gives the same bytes in whatever order repeats are written", async () => {
    const [one, two, three] = [1, 2, 3].map((repeat) => recorded(repeat, says(`repeat ${repeat}\nand more`)));
    const bytes = async (folder: string, tapes: (Tape | undefined)[]) => {
      const cassette = openCassette(join(directory, folder));
      for (const tape of tapes) if (tape) await cassette.write({}, "c1", tape);
      return await readFile(cassette.path({}, "c1"), "utf8");
    };
    const expected = await bytes("a", [one, two, three]);
    expect(await bytes("b", [three, one, two, one])).toBe(expected);
  });

  test("replaces the tape of the same repeat only", async () => {
    const cassette = openCassette(directory);
    await cassette.write(v2, "c1", recorded(1, says("old")));
    await cassette.write(v2, "c1", recorded(2, says("other")));
    await cassette.write(v2, "c1", recorded(1, says("new")));
    expect((await cassette.read(v2, "c1")).map(({ records }) => records[0]?.answer.text)).toEqual(["new", "other"]);
  });

  test("many repeats at once, from two hands, loses none", async () => {
    const hands = [openCassette(directory), openCassette(directory)];
    const repeats = Array.from({ length: 20 }, (_, index) => index + 1);
    await Promise.all(repeats.map((n) => hands[n % 2]?.write(v2, "c1", recorded(n, says(`${n}`)))));
    expect((await openCassette(directory).read(v2, "c1")).map(({ repeat }) => repeat)).toEqual(repeats);
    expect(await readdir(join(directory, "prompt=v2"))).toEqual(["c1.yaml"]);
  });

  test("keeps secrets out of requests and answers", async () => {
    const secret = "swordfish-of-the-deep-7";
    const key = "sk-or-v1-0123456789abcdef0123";
    const answer = {
      text: `The key is ${key}.`,
      toolCalls: [{ id: "1", name: "call", arguments: { headers: { authorization: `Bearer ${secret}` } } }],
      finish: "tool-calls" as const,
      warnings: [`${secret} was ignored`],
    };
    const record = says("", { answer, request: { messages: [{ role: "user", content: `use ${secret} or ${key}` }] } });
    const cassette = openCassette(directory, { redactor: redactor({ MY_TOKEN: secret }) });
    await cassette.write(v2, "c1", recorded(1, record));
    await cassette.writeSuite(v2, recorded(1, record));
    for (const file of await readdir(join(directory, "prompt=v2"))) {
      const text = await readFile(join(directory, "prompt=v2", file), "utf8");
      expect(text).toContain("[redacted:environment:");
      expect(text).not.toContain(secret);
      expect(text).not.toContain(key);
    }
  });

  test("the suite's tape stands beside those of its cases", async () => {
    const cassette = openCassette(directory);
    await cassette.writeSuite(v2, recorded(1, says("steps", { role: "judge", label: "criteria" })));
    expect((await cassette.readSuite(v2))?.records).toMatchObject([{ role: "judge", label: "criteria" }]);
    expect(await readFile(join(directory, "prompt=v2", "_suite.yaml"), "utf8")).not.toContain("case:");
  });

  test("a pipe in the place of a tape is refused at once, whoever asks for it", async () => {
    await byHand("c1.yaml", handWritten);
    execFileSync("mkfifo", [join(directory, "prompt=v2", "c2.yaml")]);
    const cassette = openCassette(directory);
    const refused = { name: "InputError", message: expect.stringContaining("c2.yaml: this is a named pipe") };
    expect(await cassette.has(v2, "c1")).toBe(true);
    await expect(cassette.has(v2, "c2")).rejects.toMatchObject(refused);
    await expect(cassette.list(v2)).rejects.toMatchObject(refused);
    await expect(cassette.origin(v2, "c2")).rejects.toMatchObject(refused);
    await expect(cassette.read(v2, "c2")).rejects.toMatchObject(refused);
    await expect(cassette.write(v2, "c2", recorded(1, says("x")))).rejects.toMatchObject(refused);
  });

  test("does not overwrite a file that it cannot read", async () => {
    await byHand("c1.yaml", "viva: tape 9\n");
    await expect(openCassette(directory).write(v2, "c1", recorded(1, says("x")))).rejects.toThrow(InputError);
    expect(await readFile(join(directory, "prompt=v2", "c1.yaml"), "utf8")).toBe("viva: tape 9\n");
  });
});
