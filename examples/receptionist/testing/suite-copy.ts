import { spawn } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { text } from "node:stream/consumers";
import { afterThisFile } from "../../../packages/vivavoce/src/after-file.test-helper.ts";
import { launcher, vivaInThisProcess } from "../../../packages/vivavoce/src/cli/in-process.test-helper.ts";

const example = join(import.meta.dirname, "..");
const packages = join(example, "..", "..", "node_modules");
const cache = join(tmpdir(), "viva-test-cache");

/** What a command left behind when it ended. */
export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** A copy of this example in a project of its own, for tests that break something in it. */
export function copyOfExample() {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "receptionist-")));
  afterThisFile(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  mkdirSync(cache, { recursive: true });
  const filter = (source: string) => !/\.test\.ts$|^(?:testing|node_modules|\.viva)$/.test(basename(source));
  cpSync(example, folder, { recursive: true, filter });
  symlinkSync(packages, join(folder, "node_modules"), "junction");
  writeFileSync(
    join(folder, "viva.config.ts"),
    'import { defineConfig } from "vivavoce";\nexport default defineConfig({ suites: ["*.eval.ts"] });\n',
  );
  return {
    folder,
    /** Puts other text in place of some in a file, which has to hold it. */
    change(file: string, from: string, to: string): void {
      const path = join(folder, file);
      const before = readFileSync(path, "utf8");
      if (!before.includes(from)) throw new Error(`${file} does not hold ${from}`);
      writeFileSync(
        path,
        before.replace(from, () => to),
      );
    },
    /** The line on which some text begins, from 1. */
    lineOf(file: string, part: string): number {
      const before = readFileSync(join(folder, file), "utf8").split(part)[0] ?? "";
      return before.split("\n").length;
    },
    /** Obeys a command in this process, which saves the time to start another. */
    viva: (...args: string[]) => runHere(folder, args),
    /** The same in a process of its own. */
    vivaApart: (...args: string[]) => runApart(folder, args),
  };
}

/** Without the keys of whoever runs the tests; compiled modules are kept between commands, as on a user's machine. */
function environmentIn(folder: string) {
  return { PATH: process.env.PATH, HOME: folder, TMPDIR: cache, NODE_COMPILE_CACHE: cache, NO_COLOR: "1" };
}

async function runHere(cwd: string, args: readonly string[]): Promise<Ended> {
  const said = { stdout: "", stderr: "" };
  const onText = (part: string, stream: keyof typeof said) => {
    said[stream] += part;
  };
  return { code: await vivaInThisProcess(args, { cwd, env: environmentIn(cwd), onText }), ...said };
}

async function runApart(cwd: string, args: readonly string[]): Promise<Ended> {
  const env = environmentIn(cwd);
  const child = spawn(process.execPath, [launcher, ...args], { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
  const code = new Promise<number | null>((resolve) => {
    child.once("exit", resolve);
  });
  const [exit, stdout, stderr] = await Promise.all([code, text(child.stdout), text(child.stderr)]);
  return { code: exit, stdout, stderr };
}
