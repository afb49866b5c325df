import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { projectHere } from "./cli.test-helper.ts";

const fixtures = join(import.meta.dirname, "../formats/import/fixtures/promptfoo-users");

/** A config with the files that it names, as users of promptfoo write them. */
function filesOf(name: string): Record<string, string> {
  const folder = join(fixtures, name);
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map((entry) => join(entry.parentPath, entry.name)).filter((path) => !path.endsWith("report.txt"));
  return Object.fromEntries(paths.map((path) => [path.slice(folder.length + 1), readFileSync(path, "utf8")]));
}

describe("configs as users of promptfoo write them", () => {
  const names = readdirSync(fixtures);

  test("all ten configs are there", () => {
    expect(names).toHaveLength(10);
  });

  test.each(names)("%s: nothing is lost without a line, no line comes twice, the suite runs", async (name) => {
    const files = filesOf(name);
    const { viva, read, trials } = projectHere(files);
    const imported = await viva("import promptfooconfig.yaml");
    expect(imported).toMatchObject({ code: 0, stderr: "" });
    await expect(imported.stdout).toMatchFileSnapshot(join(fixtures, name, "report.txt"));
    const lines = imported.stdout.split("\n").filter((line) => line !== "");
    expect(lines.filter((line, index) => lines.indexOf(line) < index)).toEqual([]);
    for (const type of assertionsIn(files)) expect(imported.stdout).toMatch(new RegExp(`^  ${type} `, "m"));
    const count = read("cases/promptfooconfig.yaml").match(/^- id: /gm)?.length;
    const environment = { OPENAI_API_KEY: "any", OPENROUTER_API_KEY: "any" };
    const plan = await viva("run --dry-run --live", { environment });
    expect(plan).toMatchObject({ code: 0, stdout: expect.stringContaining(`= ${count} trial`) });
    if (/judge: model/.test(read("promptfooconfig.eval.ts"))) return;
    expect([0, 1, 3]).toContain((await viva("run --agent nothing")).code);
    const outcomes = (await trials()).map(({ transcript }) => transcript?.outcome.kind);
    expect(outcomes).toEqual(Array.from({ length: count ?? 0 }, () => "completed"));
  });
});

/** The types of assertions that a config and its tables name. */
function assertionsIn(files: Record<string, string>): Set<string> {
  const config = files["promptfooconfig.yaml"] ?? "";
  const written = [...config.matchAll(/^ *assert:|type: "?([a-z][\w:-]*)"?/gm)].map(([, type]) => type ?? "");
  const notAssertions = ["", "object", "string", "integer", "assert-set"];
  return new Set(written.filter((type) => !notAssertions.includes(type)));
}
