// Builds packages/vivavoce/dist with the workspace's own Node and TypeScript; incremental, so a second call is quick.
import { spawnSync } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const tsc = join(root, "node_modules", "typescript", "bin", "tsc");
const built = spawnSync(process.execPath, [tsc, "-p", join(root, "packages/vivavoce/tsconfig.json")], {
  stdio: "inherit",
});
process.exit(built.status ?? 1);
