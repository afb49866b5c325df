import { BaseSequencer, type TestSpecification } from "vitest/node";

/** A change is noticed by the first test that fails, and the others need not run: what takes long comes last. */
export class QuickFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const duration = (file: TestSpecification) => this.ctx.cache.getTestSpecificationResult(file)?.duration ?? 0;
    return files.toSorted((a, b) => duration(a) - duration(b));
  }
}
