import { symlink } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { InputError, type Problem, showProblem } from "../base/index.ts";
import { type CaseInput, caseSchema } from "../shape/index.ts";
import { type CaseFiles, caseList, cases } from "./case-files.ts";
import { caseInput } from "./fixtures/cases.ts";
import { temporaryFiles } from "./fixtures/temporary-files.ts";
import { scanCases } from "./scan-cases.ts";

type ScanOptions = Parameters<typeof scanCases>[1];

type Files = Record<string, string | Uint8Array>;
const json = (value: unknown) => JSON.stringify(value, null, 2);
const tools = [{ name: "add", parameters: { type: "object", properties: { text: {} } } }];

async function scan(files: Files, source: CaseFiles = cases("*"), options: Partial<ScanOptions> = {}) {
  return scanCases(source, { baseDirectory: await temporaryFiles(files), ...options });
}

async function problemsOf(
  files: Files,
  source?: CaseFiles,
  options?: Partial<ScanOptions>,
): Promise<readonly Problem[]> {
  const error = await scan(files, source, options).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof InputError)) throw new Error(`no input error, but ${error}`);
  return error.problems;
}

const shown = async (...parameters: Parameters<typeof problemsOf>) =>
  (await problemsOf(...parameters)).map(showProblem);

describe("a set of cases", () => {
  test("is in the order of files, and within a file as written, whatever the format", async () => {
    const set = await scan({
      "c.json": json([caseInput("z"), caseInput("a")]),
      "b.jsonl": `${JSON.stringify(caseInput("l1"))}\n\n${JSON.stringify(caseInput("l2"))}\n`,
      "a.yaml": "id: y1\nscript: [{ content: hi }]\n---\n- id: y2\n  script: [{ content: hi }]\n",
      "d.json": json(caseInput("one")),
    });
    const ids = Array.from({ length: set.size }, (_, index) => set.id(index));
    expect(ids).toEqual(["y1", "y2", "l1", "l2", "z", "a", "one"]);
    expect(set.files).toEqual(["a.yaml", "b.jsonl", "c.json", "d.json"]);
    expect(set.total).toBe(7);
    expect(set.warnings).toEqual([]);
    expect(set.place(3)).toEqual({ file: "b.jsonl", line: 3, column: undefined, caseId: "l2" });
    expect((await Promise.all(ids.map((_, index) => set.read(index)))).map(({ id }) => id)).toEqual(ids);
  });

  test("is found from the base directory, not from the working directory", async () => {
    const set = await scan({ "cases/a.json": json(caseInput("a")) }, cases("./cases/*.json"));
    expect(set.files).toEqual(["cases/a.json"]);
  });

  test("may be given in code", async () => {
    const set = await scanCases(caseList([caseInput("a"), caseInput("b")]), { baseDirectory: "nowhere" });
    expect([set.size, set.id(1), set.files]).toEqual([2, "b", []]);
    expect(await set.read(1)).toEqual(caseSchema.parse(caseInput("b")));
    expect(set.place(1)).toEqual({ file: "inline case 2", line: undefined, caseId: "b" });
  });

  test("CRLF files are the same cases", async () => {
    const text = json([caseInput("a"), caseInput("b")]);
    const unix = await scan({ "a.json": text });
    const windows = await scan({ "a.json": text.replaceAll("\n", "\r\n") });
    expect(windows.identity).toBe(unix.identity);
  });
});

describe("hashes and identity", () => {
  const identity = async (list: CaseInput[], options?: Partial<ScanOptions>) =>
    (await scanCases(caseList(list), { baseDirectory: ".", ...options })).identity;

  test("the same cases have the same hash in every format, and defaults count as written", async () => {
    const written = { ...caseInput("a"), tags: [], approvals: "approve" };
    const sets = await Promise.all([
      scan({ "a.json": json([caseInput("a")]) }),
      scan({ "a.jsonl": JSON.stringify(written) }),
      scan({ "a.yaml": "script:\n  - content: hello\nid: a\n" }),
    ]);
    expect(new Set(sets.map((set) => set.hash(0))).size).toBe(1);
    expect(new Set(sets.map((set) => set.identity)).size).toBe(1);
    expect(sets[0]?.hash(0)).toMatch(/^[0-9a-f]{64}$/);
  });

  test("any change of a case, of the order or of the number changes the identity", async () => {
    const all = await Promise.all([
      identity([caseInput("a"), caseInput("b")]),
      identity([caseInput("b"), caseInput("a")]),
      identity([caseInput("a")]),
      identity([caseInput("a"), caseInput("b", { description: "x" })]),
      identity([caseInput("a"), caseInput("c")]),
    ]);
    expect(new Set(all).size).toBe(all.length);
  });

  test("the identity is that of the selected cases", async () => {
    const select = ({ id }: { id: string }) => id === "a";
    expect(await identity([caseInput("a"), caseInput("b")], { select })).toBe(await identity([caseInput("a")]));
  });
});

describe("select", () => {
  test("keeps some of the cases, and the rest are counted", async () => {
    const list = ["a", "b", "c"].map((id) => caseInput(id, { tags: id === "b" ? ["no"] : ["yes"] }));
    const set = await scan({ "a.json": json(list) }, undefined, { select: ({ tags }) => tags.includes("yes") });
    expect([set.size, set.total, set.id(0), set.id(1)]).toEqual([2, 3, "a", "c"]);
    expect((await set.read(1)).id).toBe("c");
    expect(set.hash(1)).not.toBe(set.hash(0));
    expect(set.place(1)).toMatchObject({ caseId: "c" });
    expect(() => set.id(2)).toThrow(RangeError);
    await expect(set.read(2)).rejects.toThrow(RangeError);
  });

  test("cases that are not selected are checked as well", async () => {
    const files = { "a.json": json([caseInput("a"), { id: "b" }, caseInput("a")]) };
    expect(await problemsOf(files, undefined, { select: () => false })).toHaveLength(2);
  });

  test("none selected is an empty set, for the caller to judge", async () => {
    expect((await scan({ "a.json": json(caseInput("a")) }, undefined, { select: () => false })).size).toBe(0);
  });
});

describe("problems", () => {
  const addScript = 'add "script": [{ "content": "what the user says" }], or "user" for a simulated one';

  test("of all files at once, each with its place and its remedy", async () => {
    const problems = await shown(
      {
        "a.json": '[\n  { "id": "one", "descripton": "x", "script": [{ "content": "hi" }] },\n  { "id": "two" }\n]',
        "b.jsonl": '{"id": "three", "script": []}\n{"id": "four"\n',
        "c.yaml": "id: five\nscript:\n  - content: hi\n    consent: true\n",
        "d.json": "[]",
        "e.txt": "",
      },
      cases(["*", "missing/*.json"]),
    );
    expect(problems).toEqual([
      expect.stringMatching(/^missing\/\*\.json: no file matches in .*\n {4}a glob is relative/),
      'a.json:2:18 (case one): unknown field "descripton"\n    did you mean "description"?',
      `a.json:3:3 (case two): script: a case needs a script, or a simulated user\n    ${addScript}`,
      `b.jsonl:1:27 (case three): script: a case needs a script, or a simulated user\n    ${addScript}`,
      "b.jsonl:2:14: a comma or the end of the object is expected here, found the end of the text\n    the object that begins in line 2 is not closed: a “}” or a comma is missing before this place",
      'c.yaml:4:5 (case five): unknown field "consent" in script[0]\n    did you mean "consents"?',
      "d.json: there is no case in this file\n    write one, or remove the file",
      expect.stringMatching(/^e\.txt: a \.txt file holds no cases/),
    ]);
  });

  test("a slip in a field's name is met with the name that was meant, at its line, in every format and at every depth", async () => {
    const slips = {
      tgas: [],
      script: [{ content: "hi", refusess: true }],
      expect: {
        contians: ["hi"],
        tools: [{ shouldCall: true, requird: ["x"] }],
        limits: { latncyMs: 5 },
        world: { effects: [], frme: {} },
      },
    };
    const text = json({ id: "a", ...slips });
    const lineOf = (field: string) => text.split("\n").findIndex((line) => line.includes(field)) + 1;
    const meant = {
      tgas: "tags",
      refusess: "refuses",
      contians: "contains",
      requird: "required",
      latncyMs: "latencyMs",
      frme: "frame",
    };
    const files = {
      "a.json": text,
      "b.jsonl": JSON.stringify({ id: "b", ...slips }),
      "c.yaml": text.replace('"a"', '"c"'),
    };
    const problems = await problemsOf(files);
    for (const [file, inOneLine] of [
      ["a.json", false],
      ["b.jsonl", true],
      ["c.yaml", false],
    ] as const) {
      for (const [field, right] of Object.entries(meant)) {
        expect(problems).toContainEqual({
          message: expect.stringContaining(`unknown field "${field}"`),
          remedy: `did you mean "${right}"?`,
          place: { file, line: inOneLine ? 1 : lineOf(field), column: expect.any(Number), caseId: file.charAt(0) },
        });
      }
    }
    expect(problems).toHaveLength(18);
  });

  test("links that lead nowhere are listed with what else is wrong", async () => {
    const baseDirectory = await temporaryFiles({ "b.json": json({ id: "b" }) });
    await symlink("gone.json", join(baseDirectory, "a.json"));
    const error = await scanCases(cases("*.json"), { baseDirectory }).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ problems: [{ place: { file: "a.json" } }, { place: { file: "b.json" } }] });
  });

  test("an id used twice names both places, over two files and within one", async () => {
    const problems = await problemsOf({
      "a.json": json([caseInput("x"), caseInput("same")]),
      "b.yaml": "# a comment\nscript: [{ content: hi }]\nid: same\n",
      "c.jsonl": `${JSON.stringify(caseInput("y"))}\n${JSON.stringify(caseInput("y"))}`,
    });
    expect(problems).toMatchObject([
      { message: 'the id "same" is used twice: first in a.json:10', place: { file: "b.yaml", line: 3, column: 5 } },
      { message: 'the id "y" is used twice: first in c.jsonl:1', place: { file: "c.jsonl", line: 2, column: 7 } },
    ]);
  });

  test("an id that every object has is one like others, and the place where it stands first is named", async () => {
    const line = JSON.stringify(caseInput("a")).replace('"a"', '"__proto__"');
    const other = JSON.stringify(caseInput("constructor"));
    const many = Array.from({ length: 300 }, (_, index) => JSON.stringify(caseInput(`c${index}`)));
    const found = await problemsOf({ "a.jsonl": [...many, line, other].join("\n"), "b.jsonl": line });
    expect(found.map(({ message }) => message)).toEqual(['the id "__proto__" is used twice: first in a.jsonl:301']);
  });

  test("an id is used twice even where the first one is refused for something else", async () => {
    const problems = await problemsOf({ "a.json": json([{ id: "a" }, caseInput("a")]) });
    expect(problems.map(({ message }) => message)).toEqual([
      "script: a case needs a script, or a simulated user",
      'the id "a" is used twice: first in a.json:2',
    ]);
  });

  test("a case with a field given twice is checked for the rest as well", async () => {
    const problems = await problemsOf({ "a.json": '{"id": "a", "id": "b", "script": []}' });
    expect(problems.map(({ message }) => message)).toEqual([
      'the field "id" is given twice',
      "script: a case needs a script, or a simulated user",
    ]);
  });

  test("__proto__ anywhere in a case is refused, in every format", async () => {
    const hostile = '{"id": "a", "script": [{"content": "x"}], "world": {"__proto__": {"admin": true}}}';
    const files = { "a.json": hostile, "b.jsonl": hostile, "c.yaml": hostile };
    const problems = await problemsOf(files);
    expect(problems).toMatchObject(
      Object.keys(files).map((file) => ({
        message: 'a field may not be called "__proto__"',
        place: { file, line: 1, column: 53, caseId: "a" },
      })),
    );
    const inCode = JSON.parse(hostile) as CaseInput;
    expect(await problemsOf({}, caseList([inCode]))).toMatchObject([{ place: { file: "inline case 1", caseId: "a" } }]);
    expect({}).not.toHaveProperty("admin");
  });

  test("a world of 100,000 nested lists is refused, in every format", async () => {
    const nested = `{"id": "a", "world": ${"[".repeat(100_000)}${"]".repeat(100_000)}}`;
    const problems = await problemsOf({ "a.json": nested, "b.jsonl": nested, "c.yaml": nested });
    expect(problems.map(({ message }) => message)).toEqual(Array(3).fill("nested more than 200 levels deep"));
    expect(await problemsOf({}, caseList([JSON.parse(nested) as CaseInput]))).toMatchObject([
      { message: "nested more than 200 levels deep", place: { file: "inline case 1" } },
    ]);
  });

  test("an empty list in code is refused", async () => {
    expect(await problemsOf({}, caseList([]))).toMatchObject([{ message: "the list of cases is empty" }]);
  });

  test("cases in code are named by their number", async () => {
    const wrong = [caseInput("a"), { id: "b" }, caseInput("a")] as CaseInput[];
    expect(await shown({}, caseList(wrong))).toEqual([
      `inline case 2 (case b): script: a case needs a script, or a simulated user\n    ${addScript}`,
      'inline case 3 (case a): the id "a" is used twice: first in inline case 1\n    give one of them another id',
    ]);
  });

  test("an id that is not text, or would move the cursor, does not harm the message", async () => {
    const [first, second] = await shown({ "a.jsonl": '{"id": 5}\n{"id": "\\u001b[2J"}' }).then((all) =>
      all.filter((message) => message.includes("id:")),
    );
    expect(first).toBe('a.jsonl:1:8: id: should be a string, found 5\n    write it in quotes: "5"');
    expect(second).toMatch(/^a\.jsonl:2:8 \(case �\[2J\): id: an id must be one word/);
  });

  test("a file that is wrong on every line stops being read", async () => {
    const problems = await problemsOf({ "a.jsonl": "x\n".repeat(10_100), "b.jsonl": "y" });
    expect(problems).toHaveLength(10_001);
    expect(problems.at(-2)).toMatchObject({ place: { file: "a.jsonl", line: 10_000 } });
    expect(problems.at(-1)?.message).toBe("too many problems: Viva stopped reading here");
  });
});

describe("tools", () => {
  const withTool = (name: string) => ({
    "a.json": json([caseInput("a", { expect: { calls: [{ name, arguments: { text: "x" } }] } })]),
  });

  test("names are checked when the agent's tools are known", async () => {
    expect(await shown(withTool("ad"), undefined, { tools })).toEqual([
      'a.json:12:19 (case a): the agent has no tool called "ad"\n    did you mean "add"?',
    ]);
    expect((await scan(withTool("add"), undefined, { tools })).size).toBe(1);
  });

  test("and not checked when they are not", async () => expect((await scan(withTool("ad"))).size).toBe(1));

  test("an agent without tools refuses all of them", async () => {
    expect(await problemsOf(withTool("add"), undefined, { tools: [] })).toHaveLength(1);
  });

  test("a turn out of range is refused with or without them", async () => {
    const files = {
      "a.yaml": "id: a\nscript: [{ content: hi }]\nexpect:\n  tools:\n    - shouldCall: true\n      turn: 2\n",
    };
    expect(await problemsOf(files)).toMatchObject([{ place: { file: "a.yaml", line: 6, column: 13, caseId: "a" } }]);
  });

  test("an effect that no world could have is refused where it stands", async () => {
    const text =
      "id: a\nscript: [{ content: hi }]\nexpect:\n  world:\n    effects:\n      - kind: task.added\n        nte: a.md\n";
    expect(await shown({ "a.yaml": text })).toEqual([
      'a.yaml:7:9 (case a): unknown field "nte" in expect.world.effects[0]\n    did you mean "note"?',
    ]);
  });

  test("an object that looks like a matcher is a warning where it stands", async () => {
    const text =
      "id: a\nscript: [{ content: hi }]\nexpect:\n  calls:\n    - name: add\n      arguments:\n        text: { contians: x }\n";
    const set = await scan({ "a.yaml": text });
    expect(set.warnings).toMatchObject([
      {
        remedy: expect.stringContaining('did you mean "contains"?'),
        place: { file: "a.yaml", line: 7, column: 17, caseId: "a" },
      },
    ]);
  });

  test("what means nothing is a warning, and the cases can be used", async () => {
    const expectation = { shouldCall: false, tools: ["add"], required: ["text"] };
    const set = await scan({ "a.json": json([caseInput("a", { expect: { tools: [expectation] } })]) });
    expect(set.size).toBe(1);
    expect(set.warnings).toMatchObject([{ place: { file: "a.json", line: 16, caseId: "a" } }]);
  });
});

describe("an owner's schema", () => {
  const own = z.strictObject({
    name: z.string(),
    says: z.array(z.strictObject({ text: z.string(), calls: z.string().optional(), at: z.number().optional() })),
    actual: z.unknown().optional(),
  });
  const schema = own.transform(({ name, says }) => ({
    id: name,
    script: says.map(({ text }) => ({ content: text })),
    expect: { calls: says.flatMap(({ calls, at }) => (calls ? [{ name: calls, ...(at ? { turn: at } : {}) }] : [])) },
  }));
  const source = cases("*.json", schema, {
    warnings: (input) =>
      typeof input === "object" && input !== null && "actual" in input
        ? [{ message: "actual is ignored", path: ["actual"], remedy: "remove it" }]
        : [],
  });
  const text = `{
  "name": "a",
  "says": [
    { "text": "one", "calls": "ad" },
    { "text": "two", "calls": "add", "at": 9 },
    { "text": "three", "calls": "ad" }
  ]
}`;

  test("findings in the finished case are found again in what was written", async () => {
    expect(await shown({ "a.json": text }, source, { tools })).toEqual([
      expect.stringMatching(/^a\.json:5:44 \(case a\): turn 9 is out of range/),
      expect.stringMatching(/^a\.json:4:31 \(case a\): the agent has no tool called "ad"/),
      expect.stringMatching(/^a\.json:6:33 \(case a\): the agent has no tool called "ad"/),
    ]);
  });

  test("a mistake whose place cannot be found is reported at the case's first line", async () => {
    const hidden = cases(
      "*.json",
      own.transform(({ name }) => ({
        id: name,
        script: [{ content: "x" }],
        expect: { calls: [{ name: "invented" }] },
      })),
    );
    const problems = await problemsOf({ "a.json": `\n\n  ${text}` }, hidden, { tools });
    expect(problems).toMatchObject([{ place: { line: 3, column: 3 } }]);
  });

  test("an output that is not a case points at the value that came through", async () => {
    const problems = await problemsOf({ "a.json": '{\n "says": [],\n "name": "two words"\n}' }, source);
    expect(problems).toMatchObject([
      { message: expect.stringContaining("id: an id must be one word"), place: { line: 3, column: 10 } },
      {
        message: expect.stringContaining("script: a case needs a script, or a simulated user"),
        place: { line: 1, column: 1 },
      },
    ]);
  });

  test("the duplicate of an id is found where it is written", async () => {
    const one = (name: string) => ({ name, says: [{ text: "hi" }] });
    const problems = await problemsOf({ "a.json": json([one("a"), one("a")]) }, source);
    expect(problems).toMatchObject([
      { message: 'the id "a" is used twice: first in a.json:2', place: { line: 11, column: 13, caseId: "a" } },
    ]);
  });

  test("one that drops fields it does not know still lets no slip go by", async () => {
    const lenient = z
      .object({ name: z.string(), expect: z.object({ contains: z.array(z.string()).optional() }).optional() })
      .transform(({ name, expect: { contains } = {} }) => ({
        id: name,
        script: [{ content: "hi" }],
        expect: contains ? { contains } : {},
      }));
    const slip = { message: "the schema passes over the field expect.contians", remedy: 'did you mean "contains"?' };
    const { warnings } = await scan(
      { "a.json": '{ "name": "a",\n  "expect": { "contians": ["x"] } }' },
      cases("*.json", lenient),
    );
    expect(warnings).toEqual([{ ...slip, place: { file: "a.json", line: 2, column: 15, caseId: "a" } }]);
    const refused = await problemsOf({ "a.json": '{ "nam": "a" }' }, cases("*.json", lenient));
    expect(refused.map(({ message, remedy }) => [message, remedy])).toEqual([
      ["name: this field is missing", 'add "name"'],
      ["the schema passes over the field nam", 'did you mean "name"?'],
    ]);
  });

  test("its warnings have their place", async () => {
    const files = { "a.json": '{ "name": "a", "says": [{ "text": "hi" }],\n  "actual": [] }' };
    expect((await scan(files, source)).warnings).toEqual([
      {
        message: "actual is ignored",
        remedy: "remove it",
        place: { file: "a.json", line: 2, column: 3, caseId: "a" },
      },
    ]);
  });

  test("a thousand warnings are enough, the rest are counted", async () => {
    const list = Array.from({ length: 1005 }, (_, index) => ({ name: `c${index}`, says: [{ text: "x" }], actual: 1 }));
    const { warnings } = await scan({ "a.json": JSON.stringify(list) }, source);
    expect(warnings).toHaveLength(1001);
    expect(warnings.at(-1)?.message).toBe("and 5 more warnings");
  });

  test("warnings that throw are a problem of the case", async () => {
    const throwing = cases("*.json", schema, {
      warnings: () => {
        throw new Error("oops");
      },
    });
    const files = { "a.json": '{ "name": "a", "says": [{ "text": "hi" }] }' };
    expect(await problemsOf(files, throwing)).toMatchObject([{ message: expect.stringContaining("oops") }]);
  });
});

test("a mistake in the expected content of a note is reported with file, line and column", async () => {
  const file = `id: a
script: [{ content: hi }]
expect:
  world:
    effects:
      - kind: note.created
        frontMatter:
          tags: { contains: 5 }
        tasks:
          - { txt: Buy seeds }
      - kind: note.created
        boddy: x
`;
  expect(await shown({ "a.yaml": file })).toMatchInlineSnapshot(`
    [
      "a.yaml:10:15 (case a): unknown field "txt" in expect.world.effects[0].tasks[0]
        did you mean "text"?",
      "a.yaml:8:17 (case a): expect.world.effects[0].frontMatter.tags: no matcher has this form; an object to be equal to is { "equals": … }",
    ]
  `);
  expect(
    await shown({ "a.yaml": file.replace("contains: 5", "contains: x").replace("txt", "text") }),
  ).toMatchInlineSnapshot(`
    [
      "a.yaml:12:9 (case a): unknown field "boddy" in expect.world.effects[1]
        did you mean "body"?",
    ]
  `);
});

describe("a file that names its schema", () => {
  const $schema = "./case.schema.json";
  const own = z.strictObject({ name: z.string() }).transform(({ name }) => caseInput(name));

  test("holds the same cases, whatever the format and whosever the shape", async () => {
    const plain = await scan({ "a.json": json([caseInput("a"), caseInput("b")]) });
    for (const files of [
      { "a.json": json([{ $schema, ...caseInput("a") }, caseInput("b")]) },
      { "a.json": json({ $schema, cases: [caseInput("a"), { $schema, ...caseInput("b") }] }) },
      {
        "a.yaml": `$schema: ${$schema}\ncases:\n  - ${JSON.stringify(caseInput("a"))}\n  - ${JSON.stringify(caseInput("b"))}\n`,
      },
      { "a.jsonl": `${JSON.stringify({ $schema, ...caseInput("a") })}\n${JSON.stringify(caseInput("b"))}` },
    ]) {
      const set = await scan(files);
      expect(set.identity).toBe(plain.identity);
      expect([await set.read(0), await set.read(1)]).toEqual([await plain.read(0), await plain.read(1)]);
    }
    const strict = await scan({ "a.json": json({ $schema, name: "a" }) }, cases("*", own));
    expect((await strict.read(0)).id).toBe("a");
  });

  test("reports the place of a wrong case, and anything that is not a list", async () => {
    const listed = json({ $schema, cases: [caseInput("a"), { ...caseInput("b"), tag: "x" }] });
    const [line] = listed.split("\n").flatMap((text, index) => (text.includes('"tag"') ? [index + 1] : []));
    expect(await shown({ "a.json": listed })).toEqual([
      expect.stringMatching(`^a.json:${line}:\\d+ \\(case b\\): unknown`),
    ]);
    expect((await shown({ "a.json": json({ cases: [caseInput("a")] }) })).join()).toContain('unknown field "cases"');
    expect((await shown({ "a.json": json({ $schema: 1, ...caseInput("a") }) })).join()).toContain('"$schema"');
    const twice = listed.replace('"cases"', '"$schema": "x", "cases"');
    expect((await shown({ "a.json": twice })).join()).toContain('the field "$schema" is given twice');
  });
});
