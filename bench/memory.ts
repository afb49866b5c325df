// Whether memory stays flat: the resident memory of 100,000 cases against that of 1,000.
import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { createWriteStream, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { echoSuite } from "./echo-suite.ts";
import type { Measurement } from "./measurement.ts";

const launcher = join(import.meta.dirname, "../packages/vivavoce/bin/viva.js");

export async function measure(): Promise<Measurement> {
  const small = await peak(1_000);
  const large = await peak(100_000);
  const detail = `${megabytes(large)} MB at the most with 100,000 cases, ${megabytes(small)} MB with 1,000`;
  return {
    what: "resident memory of 100,000 cases against 1,000",
    ratio: large / small,
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
    writeFileSync(join(folder, "memory.eval.ts"), echoSuite);
    return peakOf(["run", "memory.eval.ts", "--concurrency", "20"], folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The most memory that a command ever held, by its own account at its end. */
function peakOf(args: string[], cwd: string): number {
  const told = join(cwd, "peak.txt");
  // In kilobytes, as Node gives it.
  const tell = `process.on("exit", () => process.getBuiltinModule("node:fs").writeFileSync(${JSON.stringify(told)}, String(process.resourceUsage().maxRSS * 1024)));`;
  const command = ["--import", `data:text/javascript,${encodeURIComponent(tell)}`, launcher, ...args];
  const { status, stderr } = spawnSync(process.execPath, command, { cwd, encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
  return Number(readFileSync(told, "utf8"));
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(0);
}
