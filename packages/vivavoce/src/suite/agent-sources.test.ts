import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { nothingAgent } from "../agent/index.ts";
import { sha256 } from "../base/index.ts";
import { agentSources } from "./agent-identity.ts";
import { folderOf, loadAll, suiteSource } from "./temporary-project.test-helper.ts";

async function sourcesOf(files: Record<string, string>, prepare: (folder: string) => void = () => {}) {
  const imports = 'import { helper } from "./lib/helper.ts";';
  const folder = folderOf({
    "exam.eval.ts": suiteSource("exam", { imports, agentName: "helper", more: `files: ["./prompts/*"],` }),
    "lib/helper.ts": 'export const helper = "help";\n',
    ...files,
  });
  prepare(folder);
  const [loaded] = await loadAll(folder, "exam.eval.ts");
  if (!loaded) throw new Error("nothing was loaded");
  return agentSources(loaded, [{ ...nothingAgent(), files: () => [join(folder, "lib/helper.ts")] }]);
}

describe("what an agent is made of", () => {
  test("its prompts with their texts, its modules with their hashes, named from the suite's folder", async () => {
    const { files, modules } = await sourcesOf({ "prompts/a.md": "Be kind.\n" });
    expect(files).toEqual({
      "prompts/a.md": { hash: sha256("Be kind.\n"), text: "Be kind.\n" },
      // Of what the agent itself names, which may be a whole program, the hash alone.
      "lib/helper.ts": { hash: sha256('export const helper = "help";\n') },
    });
    expect(Object.keys(modules).sort()).toEqual(["exam.eval.ts", "lib/helper.ts"]);
    expect(modules["lib/helper.ts"]).toBe(sha256('export const helper = "help";\n'));
  });

  test("a file that is long, or no text, is kept by its hash alone", async () => {
    const { files } = await sourcesOf({ "prompts/long.md": "x".repeat(50_001), "prompts/short.md": "x" }, (folder) =>
      writeFileSync(join(folder, "prompts/picture.png"), Uint8Array.from([0x89, 0x50, 0x00, 0xff])),
    );
    expect(
      Object.entries(files)
        .slice(1)
        .map(([name, { text }]) => [name, text]),
    ).toEqual([
      ["prompts/long.md", undefined],
      ["prompts/picture.png", undefined],
      ["prompts/short.md", "x"],
    ]);
  });
});
