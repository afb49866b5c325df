// What Viva adds to the model calls themselves: playing, scoring, recording and storing 1,000 trials against a bare
// loop that makes the same calls.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { execute } from "./execute.ts";
import type { Measurement } from "./measurement.ts";
import { serverProcess } from "./server-process.ts";

const trials = 1_000;
const atOnce = 20;
const rounds = 5;

export async function measure(): Promise<Measurement> {
  const server = await serverProcess({ delayMs: 20 });
  const folder = mkdtempSync(join(tmpdir(), "viva-bench-"));
  try {
    writeFileSync(join(folder, "bench.eval.ts"), suiteSource(server.url));
    await bareLoop(server.url, 100);
    const pairs: { bare: number; viva: number }[] = [];
    for (let round = 0; round < rounds; round++) {
      const bare = await timed(() => bareLoop(server.url, trials));
      const viva = await timed(() => execute(join(folder, "bench.eval.ts"), { concurrency: atOnce }));
      pairs.push({ bare, viva });
    }
    // The best time of each: the best ratio would be that of the pair whose bare loop was disturbed most.
    const best = {
      bare: Math.min(...pairs.map(({ bare }) => bare)),
      viva: Math.min(...pairs.map(({ viva }) => viva)),
    };
    const detail = `best of ${rounds}: ${best.viva.toFixed(0)} ms for ${trials} trials of one call, ${best.bare.toFixed(0)} ms for ${trials} bare calls (20 ms server, ${atOnce} at a time)`;
    return { what: "a run against a bare fetch loop", ratio: best.viva / best.bare, limit: 1.3, detail };
  } finally {
    server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function bareLoop(url: string, calls: number): Promise<void> {
  let left = calls;
  const worker = async () => {
    while (left-- > 0) {
      const body = JSON.stringify({ model: "any", messages: [{ role: "user", content: "Hello" }] });
      const headers = { "content-type": "application/json" };
      const response = await fetch(`${url}/chat/completions`, { method: "POST", headers, body });
      await response.json();
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

async function timed(work: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

function suiteSource(url: string): string {
  return `
import { suite } from "vivavoce";
import { contains } from "vivavoce/metrics";
export default suite({
  name: "bench",
  cases: Array.from({ length: ${trials} }, (_, index) => ({ id: \`case-\${index}\`, script: [{ content: "Hello" }], expect: { contains: ["morning"] } })),
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
  metrics: [contains()],
  models: { agent: { model: "compatible:any", baseURL: ${JSON.stringify(url)} } },
});
`;
}
