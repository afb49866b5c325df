// What can happen to a command while it runs, besides a server that fails.
import { chmodSync, existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import type { Random } from "../../packages/vivavoce/src/base/random.ts";
import type { Running, Settings, TestProject } from "../../packages/vivavoce/src/cli/cli.test-helper.ts";
import { storeFile } from "../../packages/vivavoce/src/store/index.ts";
import type { FaultGroup } from "./tally.ts";

export interface Disturbance {
  group: FaultGroup;
  kind: string;
  /** How the command is started. */
  settings?: (project: TestProject, random: Random) => Settings;
  flags?: string;
  /** What happens while it runs; a moment after its start is drawn for it. */
  during?: (running: Running, project: TestProject, random: Random) => Promise<void>;
  after?: (project: TestProject) => void;
}

function signal(kind: string, send: (child: Running["child"], random: Random) => Promise<unknown>): Disturbance {
  return {
    group: "process",
    kind,
    during: async ({ child }, _project, random) => void (await send(child, random)),
  };
}

/** Keeps the store in a transaction of another process. */
function holding(kind: string, begin: string): Disturbance {
  return {
    group: "store",
    kind,
    async during(_running, { folder }, random) {
      if (!existsSync(storeFile(folder))) return;
      const database = new DatabaseSync(storeFile(folder), { timeout: 1_000 });
      try {
        database.exec(begin);
        await sleep(100 + random() * 1_200);
        database.exec("rollback");
      } catch {
        // Viva was quicker, or its store is not a whole one yet.
      } finally {
        database.close();
      }
    },
  };
}

function clock(kind: string, byMs: number): Disturbance {
  const preload = join(import.meta.dirname, "jumping-clock.js");
  const settings = (_project: TestProject, random: Random): Settings => ({
    environment: { NODE_OPTIONS: `--import=${preload}`, VIVA_CLOCK_JUMP: `${Math.floor(random() * 1_000)},${byMs}` },
  });
  return { group: "clock", kind, settings };
}

/** What people and machines send to a process. */
export const signals: readonly Disturbance[] = [
  signal("kill -9", async (child) => child.kill("SIGKILL")),
  signal("SIGTERM", async (child) => child.kill("SIGTERM")),
  signal("SIGINT", async (child) => child.kill("SIGINT")),
  signal("SIGINT twice", async (child, random) => {
    child.kill("SIGINT");
    await sleep(random() * 200);
    child.kill("SIGINT");
  }),
  signal("SIGSTOP and SIGCONT", async (child, random) => {
    child.kill("SIGSTOP");
    await sleep(100 + random() * 700);
    child.kill("SIGCONT");
  }),
];

export const disturbances: readonly Disturbance[] = [
  ...signals,
  holding("locked by another process", "begin immediate"),
  holding("read by another process for long", "begin; select count(*) from sqlite_schema"),
  {
    group: "store",
    kind: "another resume at the same time",
    during: async (_running, project) => void (await project.start("run --resume").ended),
  },
  {
    group: "disk",
    kind: "full",
    settings({ folder }, random) {
      const node = join(folder, "node-on-a-full-disk");
      const kilobytes = 60 + Math.floor(random() * 240);
      writeFileSync(node, `#!/bin/bash\nulimit -f ${kilobytes}\nexec ${process.execPath} "$@"\n`);
      chmodSync(node, 0o755);
      return { node };
    },
  },
  {
    group: "disk",
    kind: "no folder for reports",
    flags: " --report json,junit",
    settings({ folder }) {
      writeFileSync(join(folder, "results"), "a file in the place of the folder\n");
      return {};
    },
    after: ({ folder }) => rmSync(join(folder, "results"), { force: true }),
  },
  clock("an hour forward", 3_600_000),
  clock("an hour back", -3_600_000),
  clock("to 1970", -Date.now()),
];
