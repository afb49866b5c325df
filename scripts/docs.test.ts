import { spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { caseSchema, transcriptSchema } from "vivavoce";
import { parseTapeFile } from "../packages/vivavoce/src/model/tape-format.ts";
import { codeBlocks, fileNameOf } from "./code-blocks.ts";
import { guidePages, playedThrough, writeBlock } from "./guides.ts";
import { root, runVivaHere } from "./run-viva.ts";

const pages = guidePages();
const read = (path: string) => readFileSync(join(root, path), "utf8");

describe("the guide", () => {
  test.each([...pages.keys()])("%s prints what it says; `node scripts/guides.ts` writes it anew", async (name) => {
    const page = pages.get(name) ?? "";
    expect(await playedThrough(page)).toBe(page);
  });

  const folder = mkdtempSync(join(tmpdir(), "viva-guides-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test("its code has the types that the package says", () => {
    symlinkSync(join(root, "node_modules"), join(folder, "node_modules"), "junction");
    const options = { extends: join(root, "tsconfig.base.json"), compilerOptions: { noEmit: true } };
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ ...options, include: ["*/**/*.ts"] }));
    writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module" }));
    for (const [name, page] of pages) {
      const blocks = codeBlocks(page);
      // A page with a tsconfig of its own shows code that keeps to other rules than ours.
      if (blocks.some((block) => fileNameOf(block) === "tsconfig.json")) continue;
      mkdirSync(join(folder, name));
      for (const block of blocks) writeBlock(block, join(folder, name));
    }
    const tsc = join(root, "node_modules", "typescript", "bin", "tsc");
    const { stdout, status } = spawnSync(process.execPath, [tsc, "-p", folder, "--checkers", "1"], {
      encoding: "utf8",
    });
    expect(stdout).toBe("");
    expect(status).toBe(0);
  });
});

test("every tape in the guide can be read", () => {
  const tapes = [...pages.values()].flatMap(codeBlocks).filter(({ text }) => /^viva: tape \d/m.test(text));
  expect(tapes.length).toBeGreaterThan(5);
  for (const { text } of tapes) {
    const id = /^case: (.+)$/m.exec(text)?.[1];
    expect(parseTapeFile(text, `${id}.yaml`, id).file.tapes).not.toEqual([]);
  }
});

const help = async (...args: string[]) => (await runVivaHere([...args, "--help"], { cwd: root })).text;
const commands = [...(await help()).matchAll(/^ {2}([a-z]+) {2,}/gm)].map(([, name = ""]) => name);

describe("the reference", () => {
  const reference = read("docs/reference/cli.md");
  const sections = new Map(
    reference.split(/^## /m).map((section) => [/^`viva (\w+)/.exec(section)?.[1] ?? "", section] as const),
  );

  const everyCommand = reference.split(/^## /m).find((section) => section.startsWith("Options of every command"));

  test("has a section for every command", () => {
    expect(commands).toContain("run");
    expect(commands.filter((name) => !sections.has(name))).toEqual([]);
  });

  test.each(commands)("names every flag of viva %s", async (name) => {
    const flags = [...(await help(name)).matchAll(/^ {2}(?:-\w, )?(--[a-z-]+)/gm)].map(([, flag = ""]) => flag);
    const named = `${sections.get(name)}${everyCommand}`;
    const missing = flags.filter((flag) => flag !== "--help" && !named.includes(`\`${flag}`));
    expect(missing).toEqual([]);
  });

  test("names every field of a transcript, its exchanges and its calls", () => {
    const exchange = transcriptSchema.shape.exchanges.element;
    const [, { shape: callItem }] = exchange.shape.items.element.options;
    const fields = [transcriptSchema, exchange, callItem.call].flatMap(({ shape }) => Object.keys(shape));
    expect(fields).toContain("modelCall");
    expect(unnamed(fields, read("docs/reference/transcript.md"))).toEqual([]);
  });
});

test("the guide to cases names every field of a case and of what is expected", () => {
  const fields = [caseSchema, caseSchema.shape.expect.unwrap()].flatMap((schema) => Object.keys(schema.shape));
  expect(fields).toContain("approvals");
  expect(unnamed(fields, pages.get("cases.md") ?? "")).toEqual([]);
});

test("the suite and the case in the README are those of the guide", () => {
  const guide = pages.get("first-suite.md") ?? "";
  const shown = codeBlocks(read("README.md")).filter(({ language }) => language === "ts" || language === "yaml");
  expect(shown).toHaveLength(2);
  expect(shown.filter(({ text }) => !guide.includes(text)).map(({ text }) => text)).toEqual([]);
});

test("the recipes in the guide are those that are tested", () => {
  const folder = "frameworks/recipes";
  const files = readdirSync(join(root, folder)).filter((name) => /\.eval\.ts$|_viva\.py$/.test(name));
  const shown = codeBlocks(pages.get("recipes.md") ?? "").map(({ text }) => text);
  expect(files.length).toBeGreaterThan(3);
  expect(shown.toSorted()).toEqual(files.map((name) => read(`${folder}/${name}`)).toSorted());
});

test("every message of the troubleshooting page is one that the source writes", () => {
  const folders = ["packages/vivavoce/src", "packages/vivavoce/bin"];
  const files = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((name) => join(folder, name)),
  );
  const source = files.filter((name) => /(?<!\.test|\.d)\.[jt]s$/.test(name)).map(read);
  const messages = [...(pages.get("troubleshooting.md") ?? "").matchAll(/^\| `([^`]+)` \|/gm)].map(
    ([, text = ""]) => text,
  );
  expect(messages.length).toBeGreaterThan(25);
  const parts = (message: string) => message.split("…").map((part) => part.replace(/\b\d{3}$/, ""));
  const unknown = messages.filter(
    (message) => !source.some((text) => parts(message).every((part) => text.includes(part))),
  );
  expect(unknown).toEqual([]);
});

test("no page holds the marks of an unfinished merge", () => {
  const inDocs = readdirSync(join(root, "docs"), { recursive: true }).map((name) => `docs/${name}`);
  const marked = ["README.md", "CHANGELOG.md", ...inDocs]
    .filter((name) => name.endsWith(".md"))
    .filter((name) => /^(?:<{7}|>{7}) |^={7}$/m.test(read(name)));
  expect(marked).toEqual([]);
});

test(".env.example names every variable that the code reads", () => {
  const provider = read("packages/vivavoce/src/model/provider.ts");
  const variables = [...provider.matchAll(/"([A-Z]+_(?:API_KEY|BASE_URL))"/g)].map(([, name = ""]) => name);
  expect(variables.length).toBeGreaterThan(5);
  const example = read(".env.example");
  expect(
    [...variables, "NO_COLOR", "FORCE_COLOR", "VIVA_DEBUG"].filter((name) => !example.includes(`${name}=`)),
  ).toEqual([]);
});

test("the architecture has a row for every folder of the source", () => {
  const folders = readdirSync(join(root, "packages/vivavoce/src"), { withFileTypes: true });
  const names = folders.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  expect(names.filter((name) => !read("docs/architecture.md").includes(`| \`${name}/\` |`))).toEqual([]);
});

const documents = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md", ...markdownBelow("docs")];

test.each(documents)("every link of %s leads somewhere", (path) => {
  const text = read(path).replace(/```[\s\S]*?```/g, "");
  const targets = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = ""]) => target);
  const broken = targets.filter((target) => !/^https?:/.test(target) && !leadsSomewhere(target, path));
  expect(broken).toEqual([]);
});

test("every promise names a test that keeps it", () => {
  const rows = read("docs/promises.md").match(/^\| (?!promise|---).*$/gm) ?? [];
  expect(rows.length).toBeGreaterThan(10);
  expect(rows.filter((row) => !/\]\([^)]+\.test\.ts\)/.test(row))).toEqual([]);
});

test.each(documents)("every file of the source that %s names is there", (path) => {
  const source = "packages/vivavoce/src";
  const named = [...read(path).matchAll(/`((?:[a-z-]+\/)+[a-z-]+(?:\.test)?\.(?:ts|js))`/g)].map(
    ([, file = ""]) => file,
  );
  const places = (file: string) => [file, join(source, file), join("packages/vivavoce", file)];
  expect(named.filter((file) => !places(file).some((place) => existsSync(join(root, place))))).toEqual([]);
});

function leadsSomewhere(target: string, from: string): boolean {
  const [path = "", anchor] = target.split("#");
  const file = path === "" ? from : join(dirname(from), path);
  if (!existsSync(join(root, file))) return false;
  return anchor === undefined || headingsOf(read(file)).includes(anchor);
}

/** Headings as GitHub makes anchors of them. */
function headingsOf(markdown: string): string[] {
  const headings = [...markdown.matchAll(/^#{1,6} (.+)$/gm)].map(([, title = ""]) => title);
  return headings.map((title) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, "")
      .trim()
      .replaceAll(" ", "-"),
  );
}

function markdownBelow(folder: string): string[] {
  const names = readdirSync(join(root, folder), { recursive: true, encoding: "utf8" });
  return names
    .filter((name) => name.endsWith(".md"))
    .sort()
    .map((name) => `${folder}/${name.replaceAll("\\", "/")}`);
}

/** The names that a page does not hold as code. */
function unnamed(names: readonly string[], page: string): string[] {
  return names.filter((name) => !page.includes(`\`${name}\``));
}
