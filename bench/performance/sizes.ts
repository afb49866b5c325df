// What an install brings: each tool alone in an empty folder.
import { lstatSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { inFolder } from "./compared.ts";
import type { Figures } from "./figures.ts";
import { peersFolder } from "./npm-peers.ts";
import { npm } from "./peers.ts";
import type { Tool } from "./tool.ts";

type Size = Figures["sizes"][number];

const viva = join(import.meta.dirname, "../../packages/vivavoce");
/** With what else a tool's documentation installs it. */
const companions: Record<string, readonly string[]> = { evalite: ["vitest@4"], "vitest-evals": ["vitest@4"] };

export async function installSizes(tools: readonly Tool[]): Promise<Size[]> {
  const sizes: Size[] = [];
  for (const tool of tools.filter(({ name }) => name !== "bare loop")) {
    try {
      sizes.push(tool.name === "deepeval" ? pythonSize() : await inFolder((folder) => npmSize(tool, folder)));
    } catch (error) {
      // What took half an hour before is not lost for this.
      console.warn(`\nNOT MEASURED: the size of ${tool.name}.\n${(error as Error).message}\n`);
    }
  }
  return sizes;
}

async function npmSize({ name, version }: Tool, folder: string): Promise<Size> {
  const isViva = name === "Viva";
  // The scripts of packages, which may download more, are run for none of them.
  const pack = ["pack", isViva ? viva : `${name}@${version}`, "--json", "--ignore-scripts"];
  await npmOrFail([...pack, "--pack-destination", folder], folder);
  const [tarball = ""] = readdirSync(folder).filter((file) => file.endsWith(".tgz"));
  const project = join(folder, "project");
  mkdirSync(project);
  writeFileSync(join(project, "package.json"), "{}");
  const others = companions[name] ?? [];
  await npmOrFail(["install", "--ignore-scripts", join(folder, tarball), ...others], project);
  const modules = join(project, "node_modules");
  const { packages } = JSON.parse(readFileSync(join(modules, ".package-lock.json"), "utf8"));
  return {
    words: `npm install ${[isViva ? "vivavoce" : name, ...others].join(" ")}`,
    packed: statSync(join(folder, tarball)).size,
    bytes: bytesIn(modules),
    packages: Object.keys(packages).length,
  };
}

/** What pip has put beside itself. */
function pythonSize(): Size {
  const lib = join(peersFolder, ".venv-deepeval", process.platform === "win32" ? "Lib" : "lib");
  const site = process.platform === "win32" ? lib : join(lib, readdirSync(lib)[0] ?? "");
  const packages = readdirSync(join(site, "site-packages")).filter((name) => !/^(pip|setuptools)\b/.test(name));
  return {
    words: "pip install deepeval",
    bytes: packages.reduce((sum, name) => sum + bytesIn(join(site, "site-packages", name)), 0),
    packages: packages.filter((name) => name.endsWith(".dist-info")).length,
  };
}

function bytesIn(path: string): number {
  const entry = lstatSync(path);
  if (!entry.isDirectory()) return entry.size;
  return readdirSync(path).reduce((sum, name) => sum + bytesIn(join(path, name)), 0);
}

async function npmOrFail(args: string[], cwd: string): Promise<void> {
  const { code, stderr } = await npm(args, cwd);
  if (code !== 0) throw new Error(`npm ${args.join(" ")} ended with ${code}: ${stderr.slice(-1000)}`);
}
