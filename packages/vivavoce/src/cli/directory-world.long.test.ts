import { describe, expect, test } from "vitest";
import { projectOf, suiteText, until } from "./cli.test-helper.ts";

/** A suite whose agent works in a copy of the folder `fixture`. */
function projectWith(does: string, expected = `[{ kind: "file.changed", file: "a.txt", to: "after" }]`) {
  const cases = `[{ id: "one", script: [{ content: "Write" }], expect: { world: { effects: ${expected} } } }]`;
  return projectOf({
    "fixture/a.txt": "before",
    "a.eval.ts": suiteText({
      before: `import { writeFileSync } from "node:fs"; import { join } from "node:path"; import { directoryWorld } from "vivavoce/world";`,
      cases,
      fields: `world: () => directoryWorld(new URL("./fixture", import.meta.url)),`,
      agent: `{ name: "writer", version: "1", open: ({ world, record }) => ({ async reply() {
        writeFileSync(join(world.path, "a.txt"), "after");
        ${does}
        record({ type: "text", text: "Done." });
      } }) }`,
      metrics: "[metric.worldEffects()]",
    }),
  });
}

const copiesIn = (files: string[]) => files.filter((name) => name.startsWith("viva-world-"));

describe.concurrent("a run in a directory leaves no copy behind", () => {
  test.each([
    ["when it passed", "", 0],
    ["when the agent changed something else besides", `writeFileSync(join(world.path, "b.txt"), "");`, 1],
    ["when the agent failed", `throw new Error("no idea");`, 1],
    ["when code of the suite ended the process", "process.exit(0);", 3],
  ])("%s", async (_, does, expected) => {
    const { viva, temporary, temporaryFiles, read } = projectWith(does);
    const { code } = await viva("run", { environment: { TMPDIR: temporary } });
    expect(code).toBe(expected);
    expect(copiesIn(temporaryFiles())).toEqual([]);
    expect(read("fixture/a.txt")).toBe("before");
  });

  test("when the agent took too long", async () => {
    const { viva, temporary, temporaryFiles } = projectWith("await new Promise(() => {});");
    const { code } = await viva("run --timeout 1", { environment: { TMPDIR: temporary } });
    expect(code).toBe(1);
    expect(copiesIn(temporaryFiles())).toEqual([]);
  });

  test("when Ctrl-C was pressed twice", async () => {
    const { start, temporary, temporaryFiles } = projectWith("await new Promise(() => setInterval(() => {}, 1000));");
    const { child, ended } = start("run", { environment: { TMPDIR: temporary } });
    let stderr = "";
    child.stderr?.on("data", (chunk) => {
      stderr += String(chunk);
    });
    await until(() => copiesIn(temporaryFiles()).length === 1, "there is a copy");
    child.kill("SIGINT");
    await until(() => stderr.includes("Ctrl-C again stops now"), "the first Ctrl-C was heard");
    child.kill("SIGINT");
    expect((await ended).code).toBe(130);
    expect(copiesIn(temporaryFiles())).toEqual([]);
  });
});
