import { relative } from "node:path";
import fc from "fast-check";

/** Where all random draws of the tests begin: the same in every run, so that no test fails by chance. */
export const defaultSeed = 20_261_115;

/** The seed of this run. `VIVA_TEST_SEED` gives another; the config replaces "fresh" by one that is new. */
export const testSeed = Number(process.env.VIVA_TEST_SEED ?? defaultSeed);

/** How often a costly property is tried: a fifth as often with the usual seed, whose draws are always the same. */
export const draws = (many: number) => ({ numRuns: testSeed === defaultSeed ? Math.ceil(many / 5) : many });

/** The command that draws the same again. */
export function repeatCommand(file: string | undefined, seed = testSeed): string {
  const path = file === undefined ? "" : ` ${relative(process.cwd(), file)}`;
  return `VIVA_TEST_SEED=${seed} npx vitest run${path}`;
}

/** From here on fast-check draws from the seed, and a failure says how to repeat it. `file` is the test's. */
export function drawFromSeed(file: () => string | undefined): void {
  fc.configureGlobal({
    seed: testSeed,
    reporter(details) {
      const message = fc.defaultReportMessage(details);
      if (message === undefined) return;
      const again = `Repeat it: ${repeatCommand(file(), details.seed)}`;
      throw new Error(`${message}\n\n${again}`, { cause: details.failed ? details.errorInstance : undefined });
    },
  });
}
