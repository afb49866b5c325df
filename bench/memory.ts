// Whether memory stays flat: the resident memory of 100,000 cases against that of 1,000.
import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { createWriteStream, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { execute } from "./execute.ts";
import type { Measurement } from "./main.ts";

/** 200 bytes a case may stay: 20 MB for the large set. */
const allowedBytes = 100_000 * 200;

export async function measure(): Promise<Measurement> {
  const small = await peak(1_000);
  const large = await peak(100_000);
  const detail = `${megabytes(large)} MB at the most with 100,000 cases, ${megabytes(small)} MB with 1,000; 200 bytes a case are allowed on top`;
  return {
    what: "resident memory of 100,000 cases against 1,000",
    ratio: (large - allowedBytes) / small,
    limit: 1.5,
    detail,
  };
}

async function peak(cases: number): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), "viva-bench-"));
  try {
    const lines = createWriteStream(join(folder, "cases.jsonl"));
    for (let index = 0; index < cases; index++) {
      const line = JSON.stringify({
        id: `case-${index}`,
        script: [{ content: `Hello ${index}` }],
        expect: { contains: ["Hello"] },
      });
      if (!lines.write(`${line}\n`)) await once(lines, "drain");
    }
    lines.end();
    await once(lines, "finish");
    writeFileSync(join(folder, "memory.eval.ts"), suiteSource);
    const child = spawnSync(process.execPath, [import.meta.filename, join(folder, "memory.eval.ts")], {
      encoding: "utf8",
    });
    if (child.status !== 0) throw new Error(child.stderr);
    return Number(child.stdout);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(0);
}

const suiteSource = `
import { cases, suite } from "vivavoce";
import { contains } from "vivavoce/metrics";
export default suite({
  name: "memory",
  cases: cases("./cases.jsonl"),
  agent: {
    name: "echo",
    version: "1",
    open: (context) => ({ reply: async (message) => context.record({ type: "text", text: message }) }),
  },
  metrics: [contains()],
});
`;

if (process.argv[1] === import.meta.filename) {
  const file = process.argv[2] ?? "";
  await execute(file, { concurrency: 20 });
  // In kilobytes on Linux and in bytes on macOS, as getrusage has it; Node gives kilobytes.
  process.stdout.write(String(process.resourceUsage().maxRSS * 1024));
  process.exit();
}
