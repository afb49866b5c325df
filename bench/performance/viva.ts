import { spawnSync } from "node:child_process";
import { createWriteStream, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Command } from "./measured.ts";
import type { Place, Tool } from "./tool.ts";
import { atOnceIn, exchanges, messagesOf, type Work } from "./work.ts";

const root = join(import.meta.dirname, "..", "..");
const launcher = join(root, "packages/vivavoce/bin/viva.js");
const { version } = JSON.parse(readFileSync(join(root, "packages/vivavoce/package.json"), "utf8"));

const runOf = (work: Work) => ["run", "bench.eval.ts", "--live", "--concurrency", String(atOnceIn(work))];

/** The built package, started as `npx viva` starts it. */
export const viva = {
  name: "Viva",
  version,
  async prepare(work: Work, { folder, url }: Place): Promise<Command> {
    symlinkSync(join(root, "node_modules"), join(folder, "node_modules"), "junction");
    writeFileSync(join(folder, "bench.eval.ts"), suites[work.name](url));
    await pipeline(Readable.from(caseLines(work)), createWriteStream(join(folder, "cases.jsonl")));
    const run = vivaCommand(runOf(work), folder);
    if (work.name !== "rescored") return run;
    const { file, args, cwd } = run;
    const { status, stderr } = spawnSync(file, args, { cwd, encoding: "utf8" });
    if (status !== 0) throw new Error(`the run to be scored again ended with ${status}: ${stderr}`);
    return vivaCommand(["score", "latest", "--all"], folder);
  },
  start: { words: "viva list", command: (cwd: string) => vivaCommand(["list"], cwd) },
} satisfies Tool;

export function vivaCommand(args: readonly string[], cwd: string): Command {
  return { file: process.execPath, args: [launcher, ...args], cwd };
}

const expectations: Record<Work["name"], object> = {
  judged: { criteria: ["greets the user"] },
  deterministic: { contains: ["Good morning"] },
  rescored: { contains: ["Good morning"] },
  conversations: {
    contains: ["Good morning"],
    tools: Array.from({ length: exchanges }, (_, index) => ({
      turn: index + 1,
      shouldCall: true,
      tools: ["close_item"],
    })),
  },
};

function* caseLines(work: Work): Generator<string> {
  for (let index = 0; index < work.cases; index++) {
    const script = messagesOf(work, index).map((content) => ({ content }));
    yield `${JSON.stringify({ id: `case-${index}`, script, expect: expectations[work.name] })}\n`;
  }
}

const echo = () => `
import { cases, functionAgent, suite } from "vivavoce";
import { contains } from "vivavoce/metrics";
export default suite({
  name: "bench",
  cases: cases("./cases.jsonl"),
  agent: functionAgent((message) => message, { name: "echo" }),
  metrics: [contains()],
});
`;

const suites: Record<Work["name"], (url: string) => string> = {
  deterministic: echo,
  rescored: echo,
  judged: (url) => `
import { cases, suite } from "vivavoce";
import { criteria } from "vivavoce/metrics";
const baseURL = ${JSON.stringify(url)};
export default suite({
  name: "bench",
  cases: cases("./cases.jsonl"),
  agent: {
    name: "bench",
    version: "1",
    open: (context) => ({
      async reply(message) {
        const { text } = await context.model().call({ messages: [{ role: "user", content: message }] });
        context.record({ type: "text", text });
      },
    }),
  },
  metrics: [criteria()],
  models: { agent: { model: "compatible:agent", baseURL }, judge: { model: "compatible:judge-of-viva", baseURL } },
});
`,
  conversations: (url) => `
import { cases, suite } from "vivavoce";
import { contains, toolUse } from "vivavoce/metrics";
import { jsonWorld } from "vivavoce/world";
const parameters = { type: "object", properties: { item: { type: "string" } }, required: ["item"] };
const tools = [{ name: "close_item", parameters, effect: "write" }];
export default suite({
  name: "bench",
  cases: cases("./cases.jsonl"),
  world: () => jsonWorld({ items: Object.fromEntries(Array.from({ length: 20 }, (_, item) => [\`item-\${item}\`, "open"])) }),
  agent: {
    name: "bench",
    version: "1",
    tools,
    open(context) {
      const messages = [];
      return {
        async reply(content) {
          messages.push({ role: "user", content });
          const { toolCalls: [call] } = await context.model().call({ messages, tools });
          context.record({ type: "call", ...call });
          await context.approve(call);
          const { item } = call.arguments;
          context.world.update((world) => { world.items[item] = "closed"; });
          context.record({ type: "result", id: call.id, result: { item, state: "closed" } });
          const text = \`Good morning, \${item} is closed.\`;
          messages.push({ role: "assistant", content: text });
          context.record({ type: "text", text });
        },
      };
    },
  },
  metrics: [contains(), toolUse()],
  models: { agent: { model: "compatible:tools", baseURL: ${JSON.stringify(url)} } },
});
`,
};
