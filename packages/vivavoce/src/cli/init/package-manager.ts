import { shellWord } from "../../base/index.ts";

/** The words of each package manager: how it adds a package, installs a lock, and runs a command or a script. */
export const managers = {
  npm: { add: ["install", "--save-dev"], clean: "npm ci", execute: "npx", run: "npm run" },
  pnpm: { add: ["add", "--save-dev"], clean: "pnpm install --frozen-lockfile", execute: "pnpm exec", run: "pnpm" },
  yarn: { add: ["add", "--dev"], clean: "yarn install", execute: "yarn", run: "yarn" },
  bun: { add: ["add", "--dev"], clean: "bun install --frozen-lockfile", execute: "bunx", run: "bun run" },
} as const;

export type PackageManager = keyof typeof managers;
export const managerNames = Object.keys(managers) as PackageManager[];

/** The command that puts Viva into a project, for people to read. */
export function installCommand(manager: PackageManager, spec = "vivavoce"): string {
  return [manager, ...managers[manager].add, shellWord(spec)].join(" ");
}
