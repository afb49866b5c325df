import { spawn } from "node:child_process";
import { once } from "node:events";
import { InfrastructureError, messageOf, shellWord, version } from "../../base/index.ts";

/** The words of each package manager: how it adds a package, installs a lock, and runs a command or a script. */
export const managers = {
  npm: { add: ["install", "--save-dev"], clean: "npm ci", execute: "npx", run: "npm run" },
  pnpm: { add: ["add", "--save-dev"], clean: "pnpm install --frozen-lockfile", execute: "pnpm exec", run: "pnpm" },
  yarn: { add: ["add", "--dev"], clean: "yarn install", execute: "yarn", run: "yarn" },
  bun: { add: ["add", "--dev"], clean: "bun install --frozen-lockfile", execute: "bunx", run: "bun run" },
} as const;

export type PackageManager = keyof typeof managers;
export const managerNames = Object.keys(managers) as PackageManager[];

/** "pnpm@10.2.0" and "pnpm/10.2.0 npm/? node/v24" are both pnpm. */
export function managerNamed(text: string): PackageManager | undefined {
  return managerNames.find((name) => new RegExp(`^${name}\\b`).test(text));
}

/** The package that --install installs by default. */
export const ownPackage = `vivavoce@^${version}`;

/** The command that puts Viva into a project, for people to read. */
export function installCommand(manager: PackageManager, spec = "vivavoce"): string {
  return [manager, ...managers[manager].add, shellWord(spec)].join(" ");
}

/** Installs Viva in a folder with the package manager, and shows its output. */
export async function installViva(manager: PackageManager, spec: string, folder: string): Promise<void> {
  const args = [...managers[manager].add, spec];
  const remedy = `The files are written. Install it by hand: ${installCommand(manager, spec)}`;
  // On Windows package managers are scripts, which only a shell can start.
  const isWindows = process.platform === "win32";
  const words = isWindows ? args.map((word) => `"${word.replaceAll('"', "")}"`) : args;
  const child = spawn(manager, words, { cwd: folder, stdio: ["ignore", "inherit", "inherit"], shell: isWindows });
  const [code] = await once(child, "exit").catch((error: unknown) => {
    throw new InfrastructureError({ message: `${manager} could not be started: ${messageOf(error)}`, remedy });
  });
  if (code !== 0) throw new InfrastructureError({ message: `${manager} could not install ${spec}`, remedy });
}
