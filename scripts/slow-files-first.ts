import { createHash } from "node:crypto";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Folders whose tests take seconds however short their files are: they start processes, or judge hundreds of calls. */
const slow = [
  "/scripts/",
  "/src/cli/",
  "/faults/",
  "/src/store/",
  "/src/run/",
  "/corpus/",
  "/calibration/",
  "/examples/",
];

/**
 * The slow files first. In a fresh clone nothing is known but the size of a file, and a short one that takes half a
 * minute would come last, with one worker at it and the other idle.
 */
export class SlowFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { shuffle, seed } = this.ctx.config.sequence;
    if (shuffle) return inOrderOf(files, seed);
    const rank = ({ moduleId }: TestSpecification) => {
      const at = slow.findIndex((folder) => moduleId.replaceAll("\\", "/").includes(folder));
      return at < 0 ? slow.length : at;
    };
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}

/** `--sequence.shuffle`: another order for every seed. */
function inOrderOf(files: readonly TestSpecification[], seed: number): TestSpecification[] {
  const place = ({ moduleId }: TestSpecification) => createHash("sha256").update(`${seed} ${moduleId}`).digest("hex");
  return files.toSorted((a, b) => (place(a) < place(b) ? -1 : 1));
}
