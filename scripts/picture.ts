// npm run picture: writes docs/picture.svg, the picture in the README, from a real run of the coach.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root, runViva, stable } from "./run-viva.ts";
import { terminalPicture } from "./terminal-picture.ts";

export const pictureFile = join(root, "docs", "picture.svg");

const suite = "examples/flow-coach";
const options = ["--replay", "--variant", "prompt=v1"];
const cases = ["archive-everything", "too-many-projects"];
/** A usual width: the picture shows what a terminal of it does. */
const columns = 112;
const selection = cases.flatMap((id) => ["--case", id]);

/** The picture as it would be written now. The run's store is in a folder of its own and is thrown away. */
export function makePicture(): string {
  const folder = mkdtempSync(join(tmpdir(), "viva-picture-"));
  try {
    // A config of its own: none of the folders above has a say.
    writeFileSync(join(folder, "viva.config.mjs"), "export default {};\n");
    const { text, status } = runViva(["run", join(root, suite), ...options, ...selection], {
      cwd: folder,
      colour: true,
      columns,
    });
    if (status !== 1) throw new Error(`one of these cases fails, so viva should end with 1, not ${status}:\n${text}`);
    const typed = `$ npx viva run ${[suite, ...options].join(" ")} \\\n      ${selection.join(" ")}\n`;
    return terminalPicture(stable(typed + text), {
      title: "viva run on two cases of the coach: one fails, with its reasons, and one passes",
      columns,
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (process.argv[1] === import.meta.filename) writeFileSync(pictureFile, makePicture());
