import { spawn } from "node:child_process";
import { once } from "node:events";
import { InfrastructureError, messageOf, shellWord, version } from "../../base/index.ts";
import { type PackageManager, wordsOf } from "./package-manager.ts";

/** The package that --install installs by default. */
export const ownPackage = `vivavoce@^${version}`;

/** The command that puts Viva into a project, for people to read. */
export function installCommand(manager: PackageManager, spec = "vivavoce"): string {
  return [manager, ...wordsOf(manager).add, shellWord(spec)].join(" ");
}

/** Installs Viva in a folder with the package manager, and shows its output. */
export async function installViva(manager: PackageManager, spec: string, folder: string): Promise<void> {
  const args = [...wordsOf(manager).add, spec];
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
