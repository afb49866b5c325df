// npm run screenshots: writes docs/images/*.png, the pages of `viva view` over runs of the example exams.
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { listen } from "../packages/vivavoce/dist/server/index.js";
import { Store } from "../packages/vivavoce/dist/store/index.js";
import { findBrowser } from "./browser.ts";
import { root, runViva } from "./run-viva.ts";

const images = join(root, "docs", "images");

/** The example exams as a reader has them, played from their tapes; the store is thrown away. */
export function exampleRuns(): string {
  const folder = mkdtempSync(join(tmpdir(), "viva-examples-"));
  for (const name of ["examples", "viva.config.ts", "package.json"])
    cpSync(join(root, name), join(folder, name), { recursive: true, filter: (from) => !from.includes("node_modules") });
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"), "junction");
  const notes = { "prompt=v1": "the first prompt", "prompt=v2": "shorter, asks before it writes" };
  for (const [variant, note] of Object.entries(notes))
    runViva(["run", "examples/flow-coach", "--replay", "--variant", variant, "--note", note], { cwd: folder });
  return folder;
}
