// Writes docs/reference/api from the built declarations: `npm run -s build && node scripts/api-reference.ts`.
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { entryPoints } from "./api/public-api.ts";
import { referencePages } from "./api/reference.ts";
import { root } from "./run-viva.ts";

const folder = join(root, "docs/reference/api");
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
for (const [name, page] of referencePages(entryPoints())) writeFileSync(join(folder, name), page);
