import { readdirSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { cellsOf, version } from "../base/index.ts";
import { projectHere } from "./cli.test-helper.ts";
import { commandNames } from "./commands.ts";
import { wideProject } from "./widths.test-helper.ts";

/**
 * What is asked of each command; ONE and TWO are runs. What is JSON is not here: data is not broken into lines. The
 * help of every command is asked as well.
 */
const lines: Record<string, readonly string[]> = {
  init: ["init new --dry-run --yes", "init new --yes --agent nowhere"],
  run: [
    "run --dry-run",
    "run --variant prompt=v1 --note 'The note of a run says what was changed, and may be longer than a line of the terminal'",
    "run --case nowhere-to-be-found-although-the-id-is-quite-long",
  ],
  list: ["list", "list --cases"],
  show: [
    "show ONE",
    "show ONE --verbose",
    "show ONE archive-everything-although-the-user-said-no",
    "show ONE throws",
    "show ONE throws --verbose",
    "show BOTH",
    "show BOTH --dimensions --verbose",
    "show BOTH emoji --variant prompt=v2",
    "show BOTH emoji --variant prompt=v9",
    "show nowhere",
    "show ONE nowhere",
  ],
  view: ["view nowhere", "view ONE nowhere", "view --port 70000"],
  compare: [
    "compare ONE TWO --dimensions",
    "compare ONE nowhere",
    "compare --plan flow-coach-in-two-languages --margin 0.05",
  ],
  baseline: ["baseline list", "baseline set main ONE", "baseline set main nowhere"],
  score: ["score ONE", "score nowhere.jsonl"],
  gate: ["gate ONE", "gate TWO --baseline main --margin 0.2"],
  trend: ["trend", "trend flow-coach-in-two-languages --metric safety"],
  judge: [
    "judge card",
    "judge card flow-coach-in-two-languages",
    "judge labels nowhere",
    "judge labels --import labels.jsonl",
    "judge labels",
    "judge audit ONE --suite nowhere",
    "judge audit ONE --checks nothing",
  ],
  steps: ["steps steps", "steps coach.eval.ts"],
  import: ["import goldens.csv --dry-run", "import broken.jsonl --from messages --dry-run"],
  export: ["export ONE --out exported/one.jsonl"],
  rm: ["rm", "rm nowhere"],
  merge: ["merge nowhere also/nowhere.sqlite .", "merge .viva/store.sqlite"],
  worker: ["worker", "worker --queue http://nowhere", "worker --queue redis://name:word@127.0.0.1:1/x"],
  play: ["play nowhere.eval.ts"],
  proxy: ["proxy --port 70000"],
  schema: ["schema nowhere.eval.ts"],
  scan: ["scan leak.txt", "scan nowhere.txt"],
  doctor: ["doctor"],
  completion: ["completion fish"],
};

const subcommands: Record<string, readonly string[]> = {
  baseline: ["set", "list", "export", "import", "rm"],
  judge: ["card", "labels", "audit"],
};
const widths = [60, 80, 200];

test("every command has its line here", () => {
  expect(Object.keys(lines)).toEqual(commandNames);
});

describe("at every width", () => {
  const stored = projectHere(wideProject, `{ suites: ["coach.eval.ts"] }`);
  const others = projectHere(wideProject, `{ suites: ["coach.eval.ts"] }`);
  const ids: Record<string, string> = {};

  beforeAll(async () => {
    for (const [name, variant] of Object.entries({ ONE: "v1", TWO: "v2", BOTH: "v1,v2" })) {
      await stored.viva(`run --variant prompt=${variant}`);
      ids[name] = (await stored.runs())[0]?.id ?? "";
    }
    await stored.viva(`baseline set main ${ids.ONE}`);
    await stored.viva("judge labels --import labels.jsonl");
  });

  /** What a command prints, with ids, times and sizes that are the same every time. */
  async function printed(line: string, columns: number): Promise<string> {
    const project = line.startsWith("run") ? others : stored;
    const args = line.replaceAll(/\b(?:ONE|TWO|BOTH)\b/g, (name) => ids[name] ?? name);
    const { stdout, stderr, code } = await project.viva(args, { environment: { COLUMNS: String(columns) } });
    const wide = `${stdout}${stderr}`.split("\n").filter((one) => cellsOf(one) > columns);
    expect(wide, `viva ${args}, at ${columns} columns`).toEqual([]);
    const played = (await others.runs()).map(({ id }) => id);
    // Progress has times in it.
    const text = line.startsWith("run") && code !== 64 ? stdout : stdout + stderr;
    return `$ viva ${line}\n${same(text, [...Object.entries(ids), ...played.map((id) => ["RUN", id] as const)])}`;
  }

  const names = [...Object.keys(lines), "help"];
  describe.each(names)("viva %s", (name) => {
    test.each(widths)("fits into %d columns", async (columns) => {
      const asked = name === "help" ? ["--help"] : [...(lines[name] ?? []), `${name} --help`];
      const texts: string[] = [];
      const parts = (subcommands[name] ?? []).map((part) => `${name} ${part} --help`);
      for (const line of [...asked, ...parts]) texts.push(await printed(line, columns));
      await expect(texts.join("\n")).toMatchFileSnapshot(`fixtures/widths/${name}.${columns}.txt`);
    });
  });

  test("no snapshot is left over", () => {
    const files = readdirSync(join(import.meta.dirname, "fixtures/widths"));
    expect(files.sort()).toEqual(names.flatMap((name) => widths.map((columns) => `${name}.${columns}.txt`)).sort());
  });

  test("every width shows the same facts", async () => {
    const facts = async (line: string, columns: number) =>
      new Set((await printed(line, columns)).match(/(?<![\p{L}\d-])[−+]?\d+(?:\.\d+)?(?![\p{L}\d-])|[✓✗?!]/gu));
    for (const line of ["show ONE --verbose", "compare ONE TWO", "show BOTH --dimensions --verbose", "list", "trend"]) {
      const wide = await facts(line, 200);
      const narrow = await facts(line, 60);
      expect(
        [...wide].filter((word) => !narrow.has(word)),
        line,
      ).toEqual([]);
    }
  });
});

/** Ids become names of the same length, times and sizes one and the same. */
function same(text: string, runs: readonly (readonly [string, string])[]): string {
  let shown = text;
  for (const [name, id] of runs) shown = shown.replaceAll(id, name.toLowerCase().padEnd(8, "-"));
  return shown
    .replaceAll(/\d{4}-\d\d-\d\d(?=[ T]|\b)/g, "2026-11-16")
    .replaceAll(
      /\d\d:\d\d(?::\d\d\.\d{3}Z)?/g,
      (time) => "09:30:00.000Z".slice(0, time.length - 1) + (time.endsWith("Z") ? "Z" : "0"),
    )
    .replaceAll(/\s+latency p50 [^\n]*(?:\n {10,}[^\n]*repl(?:y|ies)\b[^\n]*)?/g, "   latency …")
    .replaceAll(/\b\d+ ms\b|\b\d+\.\d s\b/g, "3 ms")
    .replaceAll(/takes \d\.\d MB/g, "takes 0.5 MB")
    .replaceAll(process.versions.node, "24.15.0")
    .replaceAll(`viva ${version}`, "viva 0.0.0");
}
