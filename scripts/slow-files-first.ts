import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Folders whose tests start processes, and take seconds however short their files are. */
const slow = ["/scripts/", "/src/cli/", "/faults/", "/src/store/", "/src/run/"];

/**
 * The slow files first. In a fresh clone nothing is known but the size of a file, and a short one that takes half a
 * minute would come last, with one worker at it and the other idle.
 */
export class SlowFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const at = slow.findIndex((folder) => moduleId.replaceAll("\\", "/").includes(folder));
      return at < 0 ? slow.length : at;
    };
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}
