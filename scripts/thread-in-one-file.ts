// Tests of the sources open hundreds of stores, and each starts a thread. From the sources a thread loads 300 files and
// takes a quarter of a second; from one file, as users have it, a fifth of that.
import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Plugin } from "vitest/config";
import type { TestProject } from "vitest/node";
import { alone, inAscii } from "./bundle.ts";

const thread = "store/writer-thread";
const file = join(import.meta.dirname, "..", "node_modules/.viva-test", `${thread}.js`);

/** Bundles the thread before the tests and, in watch mode, before they run again: it is never older than its sources. */
export default async function bundleThread(project: TestProject): Promise<void> {
  await write();
  project.onTestsRerun(write);
}

async function write(): Promise<void> {
  const { code } = await alone(thread);
  mkdirSync(dirname(file), { recursive: true });
  // Other tests of this folder may be starting the thread at this moment.
  const whole = `${file}.${process.pid}`;
  writeFileSync(whole, inAscii(code));
  renameSync(whole, file);
}

/** Lets the tests start that file. */
export const threadInOneFile: Plugin = {
  name: "thread-in-one-file",
  enforce: "pre",
  transform(code, id) {
    if (!id.endsWith("/src/store/threaded-writer.ts")) return undefined;
    const named = `ownFile("${thread}")`;
    if (!code.includes(named))
      throw new Error(`${id} does not name ${named}: scripts/thread-in-one-file.ts replaces it`);
    return { code: code.replace(named, () => JSON.stringify(file)), map: null };
  },
};
