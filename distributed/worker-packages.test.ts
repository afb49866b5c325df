import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Project, projectWith } from "./project.ts";
import { type Server, startRedis } from "./servers.ts";

let redis: Server | undefined;
const folder = mkdtempSync(join(tmpdir(), "viva-packages-"));
beforeAll(async () => {
  redis = await startRedis();
});
afterAll(async () => {
  await redis?.remove();
  rmSync(folder, { recursive: true, force: true });
});

const suite = `
import { suite } from "vivavoce";
import { contains } from "vivavoce/metrics";
import { reply } from "speaker";
export default suite({
  name: "exam",
  cases: ["one", "two"].map((id) => ({ id, script: [{ content: id }], expect: { contains: [id] } })),
  agent: {
    name: "speaker",
    version: "1",
    open: (context) => ({ reply: async (message) => context.record({ type: "text", text: reply(message) }) }),
  },
  metrics: [contains()],
});
`;

/** A machine on which these versions are installed: speaker 6.7.0 repeats what it hears, 6.9.1 does not. */
function machine(speaker: string, voice: string): Project {
  const project = projectWith({ "exam.eval.ts": suite }, { VIVA_STORE: join(folder, "store.sqlite") });
  const files = {
    "speaker/package.json": JSON.stringify({ name: "speaker", version: speaker }),
    "speaker/index.js": `require("voice");\nexports.reply = (text) => ${speaker === "6.7.0" ? "text" : '"Go away"'};`,
    "voice/package.json": JSON.stringify({ name: "voice", version: voice }),
    "voice/index.js": "",
  };
  for (const [name, text] of Object.entries(files)) {
    const path = join(project.folder, "node_modules", name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  return project;
}

describe.skipIf(spawnSync("redis-server", ["--version"]).status !== 0 && process.env.VIVA_SERVERS !== "required")(
  "workers with other packages than the run was planned with",
  () => {
    test("are refused and the package is named on both sides; one with the same plays it", async () => {
      const run = machine("6.9.1", "1.0.0").start(`run --queue ${redis?.url}`);
      await run.said("waiting for a worker");
      const worker = machine("6.7.0", "1.0.0").start(`worker --queue ${redis?.url}`);
      await run.said(/refuses this run: .*speaker 6\.7\.0 here, 6\.9\.1 in the plan/);
      await worker.said(/is refused: .*exam: speaker 6\.7\.0 here, 6\.9\.1 in the plan/);
      const deeper = machine("6.9.1", "1.0.1").start(`worker --queue ${redis?.url}`);
      await deeper.said(/is refused: .*exam: voice 1\.0\.1 here, 1\.0\.0 in the plan/);
      const same = machine("6.9.1", "1.0.0").start(`worker --queue ${redis?.url} --once`);
      expect(await run.ended).toBe(1);
      expect(await same.ended).toBe(0);
      expect(same.printed).toContain("2 trials played here");
    });
  },
);
