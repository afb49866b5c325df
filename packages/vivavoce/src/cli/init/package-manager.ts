const managers = {
  npm: { add: ["install", "--save-dev"], clean: "npm ci", execute: "npx", run: "npm run" },
  pnpm: { add: ["add", "--save-dev"], clean: "pnpm install --frozen-lockfile", execute: "pnpm exec", run: "pnpm" },
  yarn: { add: ["add", "--dev"], clean: "yarn install", execute: "yarn", run: "yarn" },
  bun: { add: ["add", "--dev"], clean: "bun install --frozen-lockfile", execute: "bunx", run: "bun run" },
} as const;

export type PackageManager = keyof typeof managers;
export const managerNames = Object.keys(managers) as PackageManager[];

/** The words of each package manager: how it adds a package, installs a lock, and runs a command or a script. */
export function wordsOf(manager: PackageManager) {
  return managers[manager];
}

/** "pnpm@10.2.0" and "pnpm/10.2.0 npm/? node/v24" are both pnpm. */
export function managerNamed(text: string): PackageManager | undefined {
  return managerNames.find((name) => new RegExp(`^${name}\\b`).test(text));
}
