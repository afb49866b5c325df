// The READMEs are pasted into a shell and into files: every command has to run, and every case with its tape to pass.
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { codeBlocks } from "./code-blocks.ts";
import { root, runViva, runVivaHere } from "./run-viva.ts";

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** The repository as a reader has it, with nothing in its store. */
function clone(): string {
  const folder = mkdtempSync(join(tmpdir(), "viva-readme-"));
  folders.push(folder);
  cpSync(join(root, "examples"), join(folder, "examples"), { recursive: true });
  for (const file of ["viva.config.ts", "package.json"]) cpSync(join(root, file), join(folder, file));
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"), "junction");
  return folder;
}

const read = (path: string) => readFileSync(join(root, path), "utf8");

/** The lines of a page's blocks that call viva, without their comments. */
function commandsIn(page: string): string[] {
  return codeBlocks(read(page)).flatMap(({ text }) =>
    [...text.matchAll(/^npx viva (.+?)\s*(?:#.*)?$/gm)].map(([, words = ""]) => words),
  );
}

/** One command of each page has a process of its own, as in a shell. */
async function viva(line: string, cwd: string, run: typeof runViva | typeof runVivaHere = runVivaHere) {
  return run(
    [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? ""),
    { cwd },
  );
}

describe("what a reader pastes", () => {
  test.each(["README.md", "examples/flow-coach/README.md", "examples/receptionist/README.md"])(
    "the commands of %s, one after the other, all have something to do",
    async (page) => {
      const folder = clone();
      const commands = commandsIn(page);
      expect(commands.length).toBeGreaterThan(3);
      for (const [index, command] of commands.entries()) {
        const { status, text } = await viva(command, folder, index === 0 ? runViva : runVivaHere);
        // A verdict against the agent is an answer.
        expect([0, 1, 2], `npx viva ${command}\n${text}`).toContain(status);
      }
    },
  );

  test("the comparison of the coach's prompts ends as the page on upgrading says", async () => {
    const folder = clone();
    const statuses: number[] = [];
    for (const command of commandsIn("docs/upgrading.md")) statuses.push((await viva(command, folder)).status);
    expect(statuses).toEqual([1, 0]);
  });

  test("the coach's new case passes with the tape that stands beside it", async () => {
    const folder = clone();
    const [json, yaml] = blocksOf("examples/flow-coach/README.md");
    put(folder, "examples/flow-coach/cases/tax.json", json);
    put(folder, "examples/flow-coach/cassettes/prompt=v2/call-before-noon.yaml", yaml);
    const { status, text } = await viva("run examples/flow-coach --replay --case call-before-noon", folder);
    expect(text).toContain("1 passed");
    expect(status).toBe(0);
  });

  test("the receptionist's new snippet passes in both modes", async () => {
    const folder = clone();
    const [json, yaml] = blocksOf("examples/receptionist/README.md");
    const golden = "examples/receptionist/cases/golden.json";
    put(folder, golden, JSON.stringify([...JSON.parse(read(golden)), JSON.parse(json)]));
    for (const mode of ["prompt-only", "production-turn"]) {
      const tapes = `examples/receptionist/cassettes/snippets/mode=${mode},prompt=v2`;
      put(folder, `${tapes}/discovery_spells_the_name.yaml`, yaml);
    }
    const suite = "examples/receptionist/snippets.eval.ts --replay --case discovery_spells_the_name";
    const { status, text } = await viva(`run ${suite} --variant mode=prompt-only,production-turn`, folder);
    expect(text.match(/1 passed/g)).toHaveLength(2);
    expect(status).toBe(0);
  });
});

/** The case and the tape that a README shows. */
function blocksOf(page: string): [json: string, yaml: string] {
  const blocks = codeBlocks(read(page));
  const of = (language: string) => blocks.find((block) => block.language === language)?.text ?? "";
  return [of("json"), of("yaml")];
}

function put(folder: string, file: string, text: string): void {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), text);
}
