// Peers that npm installs, each used as its own documentation shows it.
import { copyFileSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Command } from "./measured.ts";
import type { Place, Tool } from "./tool.ts";
import { atOnce, messagesOf, type Work } from "./work.ts";

export const peersFolder = join(import.meta.dirname, "..", "peers");
const modules = join(peersFolder, "node_modules");
const notAgain = { cannot: "does not score a stored run again" };

function versionOf(name: string): string {
  return JSON.parse(readFileSync(join(modules, name, "package.json"), "utf8")).version;
}

/** A folder with the peers' packages, the agent, the cases and one file of the peer's. */
function furnish(work: Work, { folder }: Place, [source, name]: readonly [string, string]): void {
  symlinkSync(modules, join(folder, "node_modules"), "junction");
  writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module" }));
  copyFileSync(join(import.meta.dirname, "programs", "agent.js"), join(folder, "agent.js"));
  copyFileSync(join(peersFolder, source), join(folder, name));
  writeFileSync(join(folder, "cases.json"), JSON.stringify(casesOf(work)));
}

export function casesOf(work: Work): { id: string; messages: string[] }[] {
  return Array.from({ length: work.cases }, (_, index) => ({ id: `case-${index}`, messages: messagesOf(work, index) }));
}

function command(program: string, args: readonly string[], cwd: string, env: Record<string, string> = {}): Command {
  return { file: process.execPath, args: [join(modules, program), ...args], cwd, env };
}

export function evalite(): Tool {
  const program = "evalite/dist/bin.js";
  return {
    name: "evalite",
    version: versionOf("evalite"),
    async prepare(work, place) {
      if (work.name === "rescored") return notAgain;
      furnish(work, place, ["evalite.js", "bench.eval.ts"]);
      const config = `import { defineConfig } from "evalite/config";
import { createInMemoryStorage } from "evalite/in-memory-storage";
export default defineConfig({ maxConcurrency: ${atOnce}, storage: () => createInMemoryStorage(), hideTable: true });
`;
      writeFileSync(join(place.folder, "evalite.config.ts"), config);
      return command(program, ["run", "bench.eval.ts", "--threshold", "100"], place.folder, {
        BENCH_URL: place.url,
        BENCH_WORK: work.name,
      });
    },
    start: { words: "evalite --version", command: (cwd) => command(program, ["--version"], cwd) },
  };
}

export function vitestEvals(): Tool {
  const program = "vitest/vitest.mjs";
  return {
    name: "vitest-evals",
    version: versionOf("vitest-evals"),
    async prepare(work, place) {
      if (work.name === "rescored") return notAgain;
      furnish(work, place, ["vitest-evals.js", "bench.eval.js"]);
      const test = { include: ["bench.eval.js"], maxConcurrency: atOnce, sequence: { concurrent: true } };
      writeFileSync(join(place.folder, "vitest.config.js"), `export default { test: ${JSON.stringify(test)} };\n`);
      return command(program, ["run", "--reporter=vitest-evals/reporter"], place.folder, {
        BENCH_URL: place.url,
        BENCH_WORK: work.name,
      });
    },
    start: { words: "vitest --version", command: (cwd) => command(program, ["--version"], cwd) },
  };
}

export function promptfoo(): Tool {
  const program = "promptfoo/dist/src/entrypoint.js";
  // Its database is made on its first start; that is not counted, as the best round is a later one.
  const settings = {
    PROMPTFOO_CONFIG_DIR: mkdtempSync(join(tmpdir(), "viva-promptfoo-")),
    PROMPTFOO_DISABLE_TELEMETRY: "1",
    PROMPTFOO_DISABLE_UPDATE: "1",
    PROMPTFOO_DISABLE_REMOTE_GENERATION: "1",
  };
  return {
    name: "promptfoo",
    version: versionOf("promptfoo"),
    async prepare(work, place) {
      if (work.name === "rescored") return notAgain;
      furnish(work, place, ["promptfoo-agent.js", "promptfoo-agent.js"]);
      writeFileSync(join(place.folder, "promptfooconfig.json"), JSON.stringify(promptfooConfig(work, place.url)));
      const quiet = ["--no-cache", "--no-table", "--no-progress-bar", "--no-share"];
      const args = ["eval", "-c", "promptfooconfig.json", "-j", String(atOnce), ...quiet];
      return command(program, args, place.folder, { ...settings, BENCH_URL: place.url });
    },
    start: { words: "promptfoo --version", command: (cwd) => command(program, ["--version"], cwd, settings) },
  };
}

function promptfooConfig(work: Work, apiBaseUrl: string): object {
  const model = (name: string) => ({ id: `openai:chat:${name}`, config: { apiBaseUrl, apiKey: "none" } });
  const greets = { type: "contains", value: "Good morning" };
  if (work.name === "conversations") {
    const before = `{% for turn in _conversation %}{"role": "user", "content": {{ turn.input | dump }}}, {"role": "assistant", "content": {{ turn.output | dump }}}, {% endfor %}`;
    return {
      prompts: [`[${before}{"role": "user", "content": {{ message | dump }}}]`],
      providers: ["file://promptfoo-agent.js"],
      defaultTest: { assert: [greets, { type: "javascript", value: "context.metadata.tool === 'close_item'" }] },
      tests: casesOf(work).flatMap(({ id, messages }) =>
        messages.map((message) => ({ vars: { message }, metadata: { conversationId: id } })),
      ),
    };
  }
  const isJudged = work.name === "judged";
  return {
    prompts: ["{{message}}"],
    providers: [isJudged ? model("agent") : "echo"],
    defaultTest: {
      assert: [isJudged ? { type: "llm-rubric", value: "greets the user" } : greets],
      ...(isJudged && { options: { provider: model("judge-of-promptfoo") } }),
    },
    tests: casesOf(work).map(({ messages: [message] }) => ({ vars: { message } })),
  };
}
