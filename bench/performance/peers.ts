// Installs what is asked for, from a lock of its own; what is out of reach is named and left out.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { outputOf, pythonWith } from "../../scripts/python-with.ts";
import { deepeval } from "./deepeval.ts";
import { evalite, peersFolder, promptfoo, vitestEvals } from "./npm-peers.ts";
import type { Tool } from "./tool.ts";

/** Which other tools run beside Viva. */
export type Peers = "none" | "promptfoo" | "all";

export interface Installed {
  tools: Tool[];
  missing: string[];
}

export async function peersFor(peers: Peers): Promise<Installed> {
  if (peers === "none") return { tools: [], missing: [] };
  const fromNpm = peers === "all" ? [promptfoo, evalite, vitestEvals] : [promptfoo];
  const installed: Installed = { tools: [], missing: [] };
  const leaveOut = (names: readonly string[], reason: string) => {
    installed.missing.push(...names);
    console.warn(`\nNOT MEASURED: ${names.join(", ")}.\n${reason}\n`);
  };
  const reason = await npmInstall();
  if (reason === undefined) installed.tools.push(...fromNpm.map((tool) => tool()));
  else leaveOut(peers === "all" ? ["promptfoo", "evalite", "vitest-evals"] : ["promptfoo"], reason);
  if (peers === "all") {
    const python = await pythonWith(join(peersFolder, ".venv-deepeval"), join(peersFolder, "requirements.txt"));
    if ("path" in python) installed.tools.push(await deepeval(python.path));
    else leaveOut(["deepeval"], python.missing);
  }
  return installed;
}

/** Installs by the lock unless that has been done, and gives the reason if it cannot. */
async function npmInstall(): Promise<string | undefined> {
  const lock = readFileSync(join(peersFolder, "package-lock.json"), "utf8");
  const stamp = join(peersFolder, "node_modules", ".installed-lock");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === lock) return;
  console.log("installing the peers: about 2.5 GB, some minutes");
  const { code, stderr } = await npm(["ci", "--ignore-scripts", "--workspaces=false"], peersFolder);
  if (code !== 0) return stderr.trim().slice(-500);
  writeFileSync(stamp, lock);
  return;
}

/** npm with this Node first on the path. */
export function npm(args: string[], cwd: string) {
  const PATH = [dirname(process.execPath), process.env.PATH].join(delimiter);
  return outputOf("npm", [...args, "--no-fund", "--no-audit"], { cwd, env: { ...process.env, PATH } }).catch(
    ({ message }) => ({ code: -1, stdout: "", stderr: String(message) }),
  );
}
