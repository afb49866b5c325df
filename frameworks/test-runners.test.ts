// The same tests in the real Vitest and the real Jest: what passes, what fails and in which words, what is kept.
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const here = import.meta.dirname;
const root = join(here, "..");

const agent = `
import { functionAgent } from "vivavoce";
export const notes = functionAgent((message) => {
  const text = /add (\\w+)/i.exec(message)?.[1];
  if (!text) return "Hello! What shall I note?";
  return [{ type: "call", name: "add_note", arguments: { text } }, "I have added " + text + "."];
}, { name: "notes" });
`;
const suite = `
import { suite } from "vivavoce";
import { contains } from "vivavoce/metrics";
import { notes } from "./notes.mjs";
const asks = (id, wanted) => ({ id, script: [{ content: "Add tea" }], expect: wanted ? { contains: [wanted] } : {} });
export default suite({ name: "exam", agent: notes, cases: [asks("tea", "tea"), asks("coffee", "coffee"), asks("any")], metrics: [contains()] });
`;
const tests = (header: string, described: string) => `
${header}
import { toolCalls } from "vivavoce/metrics";
import exam from "./exam.eval.mjs";
import { notes } from "./notes.mjs";

const lines = ["Hi", "Add milk", "Thanks"];
const adds = (text) => ({ calls: [{ name: "add_note", arguments: { text } }] });

test("expects what is there", async () => {
  const transcript = await play(notes, lines);
  expect(transcript).exchange(2).toCall("add_note", { text: "milk" });
  expect(transcript).exchange(2).toCall("add_note", { text: expect.stringContaining("il") });
  expect(transcript).exchange(1).not.toCall("add_note");
  expect(transcript).not.exchange(1).toCall("add_note");
  expect(transcript).exchange(1).toCallNothing();
  expect(transcript).toSay(/added milk/);
  expect(transcript).toEndWith("completed");
});
test("expects another call", async () => {
  expect(await play(notes, lines)).exchange(2).toCall("add_note", { text: "bread" });
});
test("denies a call that is there", async () => {
  expect(await play(notes, lines)).not.toCall("add_note");
});
test("expects of an exchange that is not there", async () => {
  expect(await play(notes, lines)).exchange(9).not.toCall("add_note");
});
test("passes", async () => {
  await expect(await play(notes, { say: lines, expect: adds("milk") })).toPass(toolCalls());
});
test("does not pass", async () => {
  const transcript = await play(notes, { say: lines, expect: adds("bread") });
  await expect(transcript).not.toPass(toolCalls());
  await expect(transcript).toPass(toolCalls());
});
test("has nothing to pass", async () => {
  await expect(await play(notes, lines)).not.toPass(toolCalls());
});
test("does not wait", async () => {
  const transcript = await play(notes, { say: lines, expect: adds("bread") });
  expect(transcript).toPass(toolCalls());
});
test.concurrent("does not wait at once", async () => {
  const transcript = await play(notes, { say: lines, expect: adds("bread") });
  expect(transcript).toPass(toolCalls());
});
for (let index = 0; index < 50; index++) {
  test.concurrent("at once " + index, async () => {
    const transcript = await play(notes, { id: "at-once-" + index, say: ["Add n" + index], expect: adds("n" + index) });
    await expect(transcript).toPass(toolCalls());
  });
}
${described}
`;

interface Told {
  status: string;
  message: string;
}

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

function project(files: Record<string, string>): string {
  const folder = mkdtempSync(join(here, ".project-"));
  folders.push(folder);
  const common = {
    "package.json": '{ "type": "module" }',
    "viva.config.mjs": "export default {};",
    "notes.mjs": agent,
  };
  for (const [name, content] of Object.entries({ ...common, "exam.eval.mjs": suite, ...files })) {
    writeFileSync(join(folder, name), content);
  }
  return folder;
}

/** Both runners write what became of each test in the same form. */
async function resultsOf(folder: string, args: string[], env: Record<string, string> = {}): Promise<Map<string, Told>> {
  const file = join(folder, "results.json");
  rmSync(file, { force: true });
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(?:VITEST|NODE_ENV|JEST|VIVA_|NODE_OPTIONS)/.test(name),
  );
  const child = spawn(process.execPath, [...args, `--outputFile=${file}`], {
    cwd: folder,
    env: { ...Object.fromEntries(kept), NO_COLOR: "1", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  let report: { testResults: { assertionResults: { title: string; status: string; failureMessages?: string[] }[] }[] };
  try {
    report = JSON.parse(readFileSync(file, "utf8"));
  } catch {
    throw new Error(`no results:\n${out}${err}`);
  }
  const all = report.testResults.flatMap(({ assertionResults }) => assertionResults);
  return new Map(
    all.map(({ title, status, failureMessages = [] }) => [title, { status, message: failureMessages.join("\n") }]),
  );
}

function viva(folder: string, ...args: string[]): string {
  const bin = join(root, "packages/vivavoce/bin/viva.js");
  const env = { ...process.env, NO_COLOR: "1" };
  return spawnSync(process.execPath, [bin, ...args], { cwd: folder, env, encoding: "utf8" }).stdout;
}

const vitest = {
  name: "Vitest",
  file: "notes.test.mjs",
  header: `import { expect, test } from "vitest";\nimport { describeSuite, play } from "vivavoce/vitest";`,
  described: "describeSuite(exam);",
  run: (folder: string, ...args: string[]) =>
    resultsOf(folder, [
      join(root, "node_modules/vitest/vitest.mjs"),
      "run",
      "--root",
      folder,
      "--reporter=json",
      ...args,
    ]),
  skipped: { status: "skipped", message: "" },
};
const jest = {
  name: "Jest",
  file: "notes.test.mjs",
  header: `import { expect, test } from "@jest/globals";\nimport { describeSuite, play } from "vivavoce/jest";`,
  described: "await describeSuite(exam);",
  run: (folder: string, ...args: string[]) =>
    resultsOf(
      folder,
      [
        join(here, "node_modules/jest/bin/jest.js"),
        "--rootDir",
        folder,
        "--json",
        "--transform={}",
        "--testMatch=**/*.test.mjs",
        ...args,
      ],
      { NODE_OPTIONS: "--experimental-vm-modules" },
    ),
  skipped: { status: "failed", message: expect.stringContaining("Jest cannot skip a running test") },
};

describe.each([vitest, jest])("in $name", ({ file, header, described, run, skipped }) => {
  const folder = project({ [file]: tests(header, described) });
  let told = new Map<string, Told>();
  beforeAll(async () => {
    told = await run(folder);
  });
  const messageOf = (title: string) => told.get(title)?.message ?? "";

  test("what holds passes, what does not fails", () => {
    const statuses = (status: string) => [...told].filter(([, one]) => one.status === status).map(([title]) => title);
    const atOnce = Array.from({ length: 50 }, (_, index) => `at once ${index}`);
    expect(statuses("passed").sort()).toEqual([...atOnce, "expects what is there", "passes", "tea"].sort());
    expect(statuses("failed")).toEqual(
      expect.arrayContaining(["coffee", "does not pass", "expects another call", "has nothing to pass"]),
    );
    expect(told.get("any")).toMatchObject(skipped);
  });

  test("a call that is not there is told with the exchanges around it", () => {
    const message = messageOf("expects another call");
    expect(message).toContain('exchange 2 should call add_note with text "bread", but the nearest call is');
    expect(message).toMatch(
      / {2}── exchange 1[\s\S]*> ── exchange 2[\s\S]*call {5}add_note\(text: "milk"\)[\s\S]* {2}── exchange 3/,
    );
    expect(message).toMatch(/npx viva show [0-9a-f]+ expects-another-call/);
    expect(messageOf("denies a call that is there")).toContain(
      "the conversation should not call add_note, but it was called in exchange 2",
    );
    expect(messageOf("expects of an exchange that is not there")).toContain("there is no exchange 9");
  });

  test("a score under its threshold is told with its reasons, and with where the whole is", () => {
    expect(messageOf("does not pass")).toContain('toolCalls  0.00, passes at 1: add_note(text: "bread")');
    expect(messageOf("has nothing to pass")).toContain("toolCalls  skipped");
    const message = messageOf("coffee");
    expect(message).toContain('contains  0.00, passes at 1: contains "coffee"');
    const run = /npx viva show (\w+) coffee/.exec(message)?.[1] ?? "none";
    expect(viva(folder, "show", run, "coffee")).toContain("I have added tea.");
  });

  test("a scoring that nobody waits for does not pass", () => {
    const unawaited = "toPass() was not waited for";
    expect(told.get("does not wait")).toMatchObject({ status: "failed", message: expect.stringContaining(unawaited) });
    // Jest plays these before it comes to them, and may know by then what was found.
    expect(told.get("does not wait at once")).toMatchObject({
      status: "failed",
      message: expect.stringMatching(/toPass\(\) was not waited for|the conversation should pass/),
    });
  });

  test("everything is in the store", () => {
    const list = viva(folder, "list");
    expect(list).toMatch(/exam .* 3 of 3 trials/);
    expect(list).toMatch(/notes\.test\.notes .* 59 of 59 trials/);
  });

  test("one test alone is one trial", async () => {
    const alone = await run(folder, "-t", "tea");
    expect(alone.get("tea")?.status).toBe("passed");
    expect(viva(folder, "list").split("\n").slice(0, 2).join(" ")).toMatch(/exam .* 1 of 1 trial /);
  });
});

test.each([vitest, jest])(
  "neither a conversation that nobody waits for nor an agent that ends the process passes a test in $name",
  async ({ file, header, run }) => {
    const source = `${header}
const quiet = (message) => (message === "Bye" ? process.exit(0) : "Hello");
test("ends the process", async () => {
  expect(await play(quiet, ["Hi", "Bye"])).toEndWith("threw");
});
test("fails afterwards", async () => {
  expect(await play(quiet, "Hi")).toSay("Bye");
});
test("does not wait to play", () => {
  play(quiet, "Hi").then((transcript) => expect(transcript).toSay("Bye"));
});
test("is not touched by that", async () => {
  expect(await play(quiet, "Hi")).toSay("Hello");
});
`;
    const told = await run(project({ [file]: source }));
    expect([...told].map(([title, { status }]) => [title, status])).toEqual([
      ["ends the process", "passed"],
      ["fails afterwards", "failed"],
      ["does not wait to play", "failed"],
      ["is not touched by that", "passed"],
    ]);
    expect(told.get("does not wait to play")?.message).toContain("play() was not waited for");
  },
);

test("a suite that Jest was not made to wait for fails the file's other tests", async () => {
  const held = tests(jest.header, "describeSuite(exam);");
  const told = await jest.run(project({ [jest.file]: held }), "-t", "expects what is there|tea");
  expect(told.get("expects what is there")?.status).toBe("failed");
  expect(told.get("tea")?.status).not.toBe("passed");
});

describe("the guide's page", () => {
  const page = readFileSync(join(root, "docs/guide/test-runners.md"), "utf8");

  test("shows tests that pass, and what one says that does not", async () => {
    const named = [...page.matchAll(/```ts\n\/\/ (\S+)\n([\s\S]*?)```/g)].map(([, name = "", code = ""]) => [
      name,
      code,
    ]);
    const shown = `
import { expect, test } from "vitest";
import { play } from "vivavoce/vitest";
import { notes } from "./notes.ts";
test("adds a note", async () => {
  const transcript = await play(notes, ["Hi", "Add milk", "Thanks"]);
  expect(transcript).exchange(2).toCall("add_note", { text: "bread" });
});
`;
    const told = await vitest.run(project({ ...Object.fromEntries(named), "shown.test.ts": shown }));
    const passed = [...told].filter(([, { status }]) => status === "passed").map(([title]) => title);
    expect(passed.sort()).toEqual(["adds a note when it is asked to", "adds exactly that", "tea: Tea is noted."]);
    const [, message] = /```text\n([\s\S]*?)\n```/.exec(page) ?? [];
    const said = told
      .get("adds a note")
      ?.message.replace(/^Error: /, "")
      .replace(/show \w+/, "show 7f3a");
    expect(said?.replace(/\d+ ms/g, "0 ms")).toContain(message);
  });
});

describe("types", () => {
  const use = (header: string) => `${header}
import { functionAgent, type Transcript } from "vivavoce";
import { toolCalls } from "vivavoce/metrics";
const agent = functionAgent(() => "Hello");
test("is typed", async () => {
  const transcript: Transcript = await play(agent, { say: ["Hi"], approvals: "reject" });
  expect(transcript).exchange(1).toCall("add_note", { text: /milk/, count: { range: [1, null] } });
  expect(transcript).exchange(1).not.toCallNothing();
  expect(transcript).not.toSay("no");
  await expect(transcript).toPass(toolCalls(), { case: { say: ["Hi"] } });
  // @ts-expect-error a metric is called
  await expect(transcript).toPass(toolCalls);
  // @ts-expect-error there is no such end
  expect(transcript).toEndWith("finished");
  // @ts-expect-error exchanges have numbers
  expect(transcript).exchange("first");
});
`;
  test.each([
    ["Vitest", use('import { expect, test } from "vitest";\nimport { play } from "vivavoce/vitest";')],
    ["Jest", use('import { expect, test } from "@jest/globals";\nimport { play } from "vivavoce/jest";')],
  ])("are there in %s", (_name, source) => {
    const options = {
      target: "es2024",
      lib: ["esnext"],
      module: "nodenext",
      strict: true,
      noEmit: true,
      types: ["node"],
      skipLibCheck: false,
      // Where it is installed beside Jest, npm puts it where Viva finds it, too.
      paths: { expect: ["../node_modules/expect/build/index.d.ts"] },
    };
    const folder = project({
      "typed.test.ts": source,
      "tsconfig.json": JSON.stringify({ compilerOptions: options, include: ["*.ts"] }),
    });
    const tsc = join(root, "node_modules/typescript/bin/tsc");
    const { stdout } = spawnSync(process.execPath, [tsc, "-p", folder], { encoding: "utf8" });
    // The runners' own declarations are their own affair.
    expect(stdout.split("\n").filter((line) => /vivavoce|typed\.test/.test(line))).toEqual([]);
  });
});
